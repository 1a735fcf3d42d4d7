//! The dashboard's cookies. Scripts cannot read them, and they are not sent with requests from other sites. With TLS their names
//! begin with `__Host-`, for which browsers guarantee that only this host sets and receives them, and only over TLS.

use askline_domain::{
    identity::{
        linked_identity::FLOW_LASTS,
        secret::{Secret, SecretDigest},
        token::{is_flow_token, is_session_token},
    },
    shared::ids::UserId,
};
use axum::http::{HeaderMap, HeaderValue, header};

use crate::pipeline::{app::App, call::Call, caller::RequestFacts, public_origin};

pub(crate) const SESSION: &str = "askline_session";
const FLOW: &str = "askline_sign_in";
const BROWSER: &str = "askline_browser";
/// The maximum number of cookies that are read: a browser sends some dozens, and no caller should be able to make us read
/// thousands.
const MAX_COOKIES: usize = 200;

/// The full name of a cookie.
pub(crate) struct CookieName(String);

impl CookieName {
    /// The session cookie.
    pub(crate) fn of_session(app: &App, facts: &RequestFacts) -> Self {
        Self::prefixed(app, facts, SESSION.into())
    }

    /// The cookie by which sign-ins to an account recognize the browser. There is one for each account, since people share
    /// browsers.
    pub(crate) fn of_browser(app: &App, facts: &RequestFacts, user: UserId) -> Self {
        // A digest, so that the cookie does not reveal the account.
        let account = hex::encode(&SecretDigest::of(&user.to_string()).0[..6]);
        Self::prefixed(app, facts, format!("{BROWSER}_{account}"))
    }

    fn prefixed(app: &App, facts: &RequestFacts, name: String) -> Self {
        Self(if public_origin::is_https(app.settings(), facts) { format!("__Host-{name}") } else { name })
    }

    /// The cookie's value in a request.
    pub(crate) fn value_in<'a>(&self, headers: &'a HeaderMap) -> Option<&'a str> {
        pairs(headers).find(|(name, _)| *name == self.0).map(|(_, value)| value)
    }

    /// The `Set-Cookie` header with this value; zero seconds remove the cookie.
    pub(crate) fn set(&self, value: &str, seconds: i64) -> HeaderValue {
        self.set_for("Strict", value, seconds)
    }

    fn set_for(&self, same_site: &str, value: &str, seconds: i64) -> HeaderValue {
        let secure = if self.0.starts_with("__Host-") { "; Secure" } else { "" };
        let text = format!("{}={value}; HttpOnly; SameSite={same_site}; Path=/; Max-Age={seconds}{secure}", self.0);
        let mut header = HeaderValue::try_from(text).expect("names and tokens are ASCII without control characters");
        header.set_sensitive(true);
        header
    }
}

/// The cookie that binds a sign-in at a provider to the browser. There is one for each sign-in, since people open several tabs. It is
/// sent along when the browser comes back from the provider's site, unlike the other cookies.
pub(crate) struct FlowCookie(CookieName);

impl FlowCookie {
    /// The cookie of the sign-in with this `state`.
    pub(crate) fn named<T>(call: &Call<T>, state: &str) -> Self {
        // A digest, because a `state` that someone else sent may be any text.
        let flow = hex::encode(&SecretDigest::of(state).0[..6]);
        Self(CookieName::prefixed(&call.app, &call.request, format!("{FLOW}_{flow}")))
    }

    /// Its token in this request, if it has the form of one.
    pub(crate) fn token<T>(&self, call: &Call<T>) -> Option<Secret> {
        self.0.value_in(&call.request.headers).filter(|value| is_flow_token(value)).map(Secret::new)
    }

    /// The `Set-Cookie` header with this token.
    pub(crate) fn set(&self, token: &Secret) -> HeaderValue {
        self.0.set_for("Lax", token.expose(), FLOW_LASTS.as_secs())
    }
}

/// The token of the session cookie, if it has the form of one.
pub(crate) fn session_token<'a>(app: &App, facts: &'a RequestFacts) -> Option<&'a str> {
    CookieName::of_session(app, facts).value_in(&facts.headers).filter(|value| is_session_token(value))
}

fn pairs(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|text| text.split(';'))
        .take(MAX_COOKIES)
        .filter_map(|pair| pair.trim().split_once('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_hidden_from_scripts_other_sites_and_plain_http_where_there_is_https() {
        let plain = CookieName("askline_session".into()).set("st_1", 2_592_000);
        assert_eq!(plain, "askline_session=st_1; HttpOnly; SameSite=Strict; Path=/; Max-Age=2592000");
        let secure = CookieName("__Host-askline_session".into()).set("", 0);
        assert_eq!(secure, "__Host-askline_session=; HttpOnly; SameSite=Strict; Path=/; Max-Age=0; Secure");
        assert!(plain.is_sensitive());
    }

    #[test]
    fn only_the_whole_name_is_the_cookie() {
        let mut headers = HeaderMap::new();
        let text = "theme=dark; xaskline_session=a; askline_session=b; __Host-askline_session=c";
        headers.append(header::COOKIE, HeaderValue::from_static(text));
        assert_eq!(CookieName("askline_session".into()).value_in(&headers), Some("b"));
        assert_eq!(CookieName("__Host-askline_session".into()).value_in(&headers), Some("c"));
        assert_eq!(CookieName("askline".into()).value_in(&headers), None);
    }
}
