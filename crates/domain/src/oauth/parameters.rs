//! The parameters of a request of OAuth, from a query or a form.
//!
//! A repeated parameter is refused.

use serde_json::Value;
use url::form_urlencoded;

use super::error::{OAuthCode, OAuthError};

/// The maximum size of all parameters together in bytes, as sent.
pub const MAX_PARAMETER_BYTES: usize = 8 * 1024;

/// The parameters of a request. Those without a value count as absent, as RFC 6749 (section 3.1) requires.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Parameters(Vec<(String, String)>);

impl Parameters {
    /// Reads a query or a form.
    pub fn of_form(text: &str) -> Result<Self, OAuthError> {
        check_size(text)?;
        let pairs = form_urlencoded::parse(text.as_bytes()).into_owned();
        Ok(Self(pairs.filter(|(_, value)| !value.is_empty()).collect()))
    }

    /// Reads a JSON object, which some clients send where a form is expected. Members that are not texts are ignored.
    pub fn of_json(text: &str) -> Result<Self, OAuthError> {
        check_size(text)?;
        let Ok(Value::Object(members)) = serde_json::from_str(text) else {
            return Err(OAuthError::new(OAuthCode::InvalidRequest, "The body is not a form."));
        };
        let pairs = members.into_iter().filter_map(|(name, value)| Some((name, value.as_str()?.to_owned())));
        Ok(Self(pairs.filter(|(_, value)| !value.is_empty()).collect()))
    }

    /// The value of a parameter that may be given once.
    pub fn optional<'a>(&'a self, name: &'a str) -> Result<Option<&'a str>, OAuthError> {
        let mut values = self.values(name);
        match (values.next(), values.next()) {
            (value, None) => Ok(value),
            _ => Err(OAuthError::new(OAuthCode::InvalidRequest, format!("{name} is given more than once."))),
        }
    }

    /// The value of a parameter that must be given once.
    pub fn required<'a>(&'a self, name: &'a str) -> Result<&'a str, OAuthError> {
        self.optional(name)?.ok_or_else(|| OAuthError::new(OAuthCode::InvalidRequest, format!("{name} is missing.")))
    }

    /// Checks that the resource is this one, or is not named. Clients may name it several times, and with a slash at its end.
    pub fn check_resource(&self, own: &str) -> Result<(), OAuthError> {
        let is_own = |named: &str| named.strip_suffix('/').unwrap_or(named) == own;
        if self.values("resource").all(is_own) {
            Ok(())
        } else {
            Err(OAuthError::new(OAuthCode::InvalidTarget, "resource is not the address of this server's /mcp."))
        }
    }

    fn values<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

fn check_size(text: &str) -> Result<(), OAuthError> {
    match text.len() {
        0..=MAX_PARAMETER_BYTES => Ok(()),
        _ => Err(OAuthError::new(OAuthCode::InvalidRequest, "The parameters are too long.")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_is_read_once_and_a_repeated_one_is_refused() {
        let read = Parameters::of_form("a=1&b=2&b=3&c=&d=x%20y+z").expect("a form");
        assert_eq!(read.required("a"), Ok("1"));
        assert_eq!(read.required("b").expect_err("repeated").code, OAuthCode::InvalidRequest);
        assert_eq!(read.optional("c"), Ok(None));
        assert_eq!(read.required("c").expect_err("without a value").code, OAuthCode::InvalidRequest);
        assert_eq!(read.optional("d"), Ok(Some("x y z")));
        assert!(Parameters::of_form(&"x".repeat(MAX_PARAMETER_BYTES + 1)).is_err());
    }

    #[test]
    fn json_is_read_like_a_form() {
        let read = Parameters::of_json(r#"{ "a": "1", "b": 2, "c": "" }"#).expect("an object");
        assert_eq!(read, Parameters::of_form("a=1").expect("a form"));
        for text in ["", "[]", "1", "{"] {
            assert!(Parameters::of_json(text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_resource_is_absent_or_this_server_however_often_it_is_named() {
        let own = "https://ask.example.com/mcp";
        for query in ["", "resource=https://ask.example.com/mcp", "resource=https://ask.example.com/mcp/"] {
            Parameters::of_form(query).expect("a form").check_resource(own).expect(query);
        }
        Parameters::of_form(&format!("resource={own}&resource={own}"))
            .expect("a form")
            .check_resource(own)
            .expect("twice");
        for other in [
            "https://evil.example/mcp",
            "https://ask.example.com",
            "https://ask.example.com/mcp/x",
            "HTTPS://ASK.EXAMPLE.COM/mcp",
        ] {
            let query = format!("resource={own}&resource={other}");
            let refused = Parameters::of_form(&query).expect("a form").check_resource(own).expect_err(other);
            assert_eq!(refused.code, OAuthCode::InvalidTarget);
        }
    }
}
