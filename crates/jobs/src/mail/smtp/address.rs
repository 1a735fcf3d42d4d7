//! The address of a mail server as an operator writes it: `smtps://user:password@host:465`, `smtp://host:587?tls=required`.

use askline_domain::identity::secret::Secret;
use url::Url;

const PORT_OF_TLS: u16 = 465;
const PORT_OF_SUBMISSION: u16 = 587;

/// A user and a password.
pub type LogIn = (String, Secret);

/// How a connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Security {
    /// By TLS, from the first byte.
    Tls,
    /// By STARTTLS; without it, no email is sent.
    Required,
    /// By STARTTLS if the server offers it.
    Opportunistic,
    /// Not at all.
    Plain,
}

/// The address of a mail server, and the login.
#[derive(Debug, Clone)]
pub struct SmtpAddress {
    /// Its name or IP address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// How the connection is encrypted.
    pub security: Security,
    /// User and password, if the server requires them.
    pub credentials: Option<LogIn>,
}

impl SmtpAddress {
    /// Reads an address; `None` if the text is not one.
    pub fn read(text: &str) -> Option<Self> {
        let url = Url::parse(text.trim()).ok()?;
        let host = url.host_str()?.trim_start_matches('[').trim_end_matches(']').to_owned();
        if host.is_empty() || !matches!(url.path(), "" | "/") || url.fragment().is_some() {
            return None;
        }
        let mut wanted = None;
        for (name, value) in url.query_pairs() {
            if name != "tls" || wanted.is_some() {
                return None;
            }
            wanted = Some(match &*value {
                "required" => Security::Required,
                "opportunistic" => Security::Opportunistic,
                "off" => Security::Plain,
                _ => return None,
            });
        }
        let (security, port) = match (url.scheme(), wanted) {
            ("smtps", None) => (Security::Tls, PORT_OF_TLS),
            ("smtp", wanted) => (wanted.unwrap_or(Security::Required), PORT_OF_SUBMISSION),
            _ => return None,
        };
        let credentials = match (decoded(url.username())?, url.password()) {
            (user, None) if user.is_empty() => None,
            (user, Some(password)) if !user.is_empty() => Some((user, Secret::new(decoded(password)?))),
            _ => return None,
        };
        Some(Self { host, port: url.port().unwrap_or(port), security, credentials })
    }
}

fn decoded(text: &str) -> Option<String> {
    let decoded = percent_encoding::percent_decode_str(text).decode_utf8().ok()?;
    (!decoded.chars().any(char::is_control)).then(|| decoded.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_where_how_encrypted_and_as_whom() {
        for (text, host, port, security, user) in [
            ("smtps://ada:p%40ss@mail.example.com", "mail.example.com", 465, Security::Tls, Some("ada")),
            ("smtp://mail.example.com", "mail.example.com", 587, Security::Required, None),
            ("smtp://127.0.0.1:25?tls=off", "127.0.0.1", 25, Security::Plain, None),
            ("smtp://[::1]:2525?tls=opportunistic", "::1", 2525, Security::Opportunistic, None),
            (
                "smtp://ada%40example.com:x@h.example/?tls=required",
                "h.example",
                587,
                Security::Required,
                Some("ada@example.com"),
            ),
        ] {
            let address = SmtpAddress::read(text).expect(text);
            assert_eq!((address.host.as_str(), address.port, address.security), (host, port, security), "{text}");
            assert_eq!(address.credentials.map(|(user, _)| user).as_deref(), user, "{text}");
        }
        let address = SmtpAddress::read("smtps://ada:p%40ss@mail.example.com").expect("an address");
        assert!(!format!("{address:?}").contains("p@ss"));
        assert_eq!(address.credentials.map(|(_, password)| password.expose().to_owned()).as_deref(), Some("p@ss"));
    }

    #[test]
    fn anything_else_is_no_address() {
        for text in [
            "",
            "mail.example.com",
            "http://mail.example.com",
            "smtp://",
            "smtps://h.example?tls=off",
            "smtp://h.example?tls=maybe",
            "smtp://h.example/inbox",
            "smtp://ada@h.example",
            "smtp://:secret@h.example",
            "smtp://a%0d%0a:b@h.example",
            "smtp://h.example?tls=off&tls=required",
            "smtp://h.example#x",
        ] {
            assert!(SmtpAddress::read(text).is_none(), "{text}");
        }
    }
}
