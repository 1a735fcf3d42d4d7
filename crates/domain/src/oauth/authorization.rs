//! Authorization requests: what a client asks for, and how the answer is sent back.

use super::{
    client::Client,
    error::{OAuthCode, OAuthError},
    parameters::Parameters,
    pkce::Challenge,
    redirect_uri::RedirectUri,
};
use crate::keys::scope::{Scope, ScopeSet};

/// The maximum length of a client's `state` in bytes.
const MAX_STATE_BYTES: usize = 2_048;

/// A request of a known client, after it was checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuthorizationRequest {
    /// Where the answer is sent.
    pub reply_to: ReplyTo,
    /// What the code's verifier must match.
    pub challenge: Challenge,
    /// The scopes that the client asks for: every scope for reading if it names none that exists. Never `*`.
    pub scopes: ScopeSet,
}

/// Where the answer to a request is sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplyTo {
    /// The address.
    pub redirect_uri: RedirectUri,
    /// The text that the client wants back.
    pub state: Option<String>,
}

/// Why a request is refused.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AuthorizationRefusal {
    /// The client or its address is not known to be right: the person reads this, and nothing is sent anywhere.
    Shown(OAuthError),
    /// The client gets the error.
    Sent(Box<ReplyTo>, OAuthError),
}

impl AuthorizationRequest {
    /// Checks the request of `client` for the resource `own`.
    pub fn read(parameters: &Parameters, client: &Client, own: &str) -> Result<Self, AuthorizationRefusal> {
        let reply_to = ReplyTo::read(parameters, client).map_err(AuthorizationRefusal::Shown)?;
        match Self::check(parameters, own) {
            Ok((challenge, scopes)) => Ok(Self { reply_to, challenge, scopes }),
            Err(error) => Err(AuthorizationRefusal::Sent(Box::new(reply_to), error)),
        }
    }

    fn check(parameters: &Parameters, own: &str) -> Result<(Challenge, ScopeSet), OAuthError> {
        if parameters.required("response_type")? != "code" {
            let text = "This server answers with codes only: response_type=code.";
            return Err(OAuthError::new(OAuthCode::UnsupportedResponseType, text));
        }
        if parameters.optional("response_mode")?.is_some_and(|mode| mode != "query") {
            return Err(OAuthError::new(
                OAuthCode::InvalidRequest,
                "The answer is sent in the query: response_mode=query.",
            ));
        }
        let refused = || {
            OAuthError::new(
                OAuthCode::InvalidRequest,
                "PKCE is required: send code_challenge and code_challenge_method=S256.",
            )
        };
        if parameters.optional("code_challenge_method")? != Some("S256") {
            return Err(refused());
        }
        let challenge = parameters.optional("code_challenge")?.and_then(Challenge::read).ok_or_else(refused)?;
        parameters.check_resource(own)?;
        Ok((challenge, asked_scopes(parameters.optional("scope")?.unwrap_or_default())))
    }
}

impl ReplyTo {
    fn read(parameters: &Parameters, client: &Client) -> Result<Self, OAuthError> {
        let redirect_uri = client.redirect_uri(parameters.required("redirect_uri")?).ok_or_else(|| {
            let text = "The client did not register this redirect_uri. Addresses match exactly, except for the port of a loopback address.";
            OAuthError::new(OAuthCode::InvalidRequest, text)
        })?;
        let state = parameters.optional("state")?.map(str::to_owned);
        if state.as_ref().is_some_and(|state| state.len() > MAX_STATE_BYTES) {
            return Err(OAuthError::new(OAuthCode::InvalidRequest, "state is too long."));
        }
        Ok(Self { redirect_uri, state })
    }

    /// The address that sends a code.
    pub fn with_code(&self, code: &str, issuer: &str) -> String {
        self.with(&[("code", code)], issuer)
    }

    /// The address that sends a refusal.
    pub fn with_error(&self, error: &OAuthError, issuer: &str) -> String {
        self.with(&[("error", error.code.as_str()), ("error_description", &error.description)], issuer)
    }

    fn with(&self, answer: &[(&str, &str)], issuer: &str) -> String {
        let state = self.state.as_deref().map(|state| ("state", state));
        let all: Vec<(&str, &str)> = answer.iter().copied().chain(state).chain([("iss", issuer)]).collect();
        self.redirect_uri.with(&all)
    }
}

/// The scopes that only read.
pub fn reading_scopes() -> ScopeSet {
    Scope::EVERY.into_iter().filter(|scope| scope.as_str().ends_with(":read")).collect()
}

/// The scopes that an app can have: all but `*`.
pub fn app_scopes() -> ScopeSet {
    Scope::EVERY.into_iter().filter(|scope| *scope != Scope::All).collect()
}

/// Clients also ask for scopes of other protocols, such as `openid` and `offline_access`.
fn asked_scopes(text: &str) -> ScopeSet {
    let asked: ScopeSet =
        text.split(' ').filter_map(|word| word.parse().ok()).filter(|scope| app_scopes().contains(*scope)).collect();
    if asked == ScopeSet::default() { reading_scopes() } else { asked }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oauth::client::ClientMetadata;

    const OWN: &str = "https://ask.example.com/mcp";
    const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    fn read(query: &str) -> Result<AuthorizationRequest, AuthorizationRefusal> {
        let json = r#"{"redirect_uris":["https://a.example/cb","http://127.0.0.1/cb"]}"#;
        let client = ClientMetadata::read(json).and_then(|metadata| metadata.check("oc_1")).expect("a client");
        AuthorizationRequest::read(&Parameters::of_form(query).expect("a form"), &client, OWN)
    }

    fn usual(more: &str) -> String {
        format!(
            "response_type=code&redirect_uri=https://a.example/cb&code_challenge={CHALLENGE}&code_challenge_method=S256&state=s{more}"
        )
    }

    #[test]
    fn nothing_is_sent_to_an_address_that_the_client_did_not_register() {
        for redirect in [
            "",
            "&redirect_uri=https://evil.example/cb",
            "&redirect_uri=https://a.example/cb&redirect_uri=https://a.example/cb",
            "&redirect_uri=http://127.0.0.1:1/other",
        ] {
            let query = format!("response_type=token{redirect}");
            assert!(matches!(read(&query), Err(AuthorizationRefusal::Shown(_))), "{redirect}");
        }
        let long = usual(&"x".repeat(MAX_STATE_BYTES));
        assert!(matches!(read(&long), Err(AuthorizationRefusal::Shown(_))));
    }

    #[test]
    fn a_request_without_pkce_or_for_something_else_is_refused_by_code_at_the_clients_address() {
        let base = "redirect_uri=https://a.example/cb&state=s";
        for (query, code) in [
            (format!("{base}&response_type=token"), OAuthCode::UnsupportedResponseType),
            (base.to_owned(), OAuthCode::InvalidRequest),
            (format!("{base}&response_type=code"), OAuthCode::InvalidRequest),
            (format!("{base}&response_type=code&code_challenge={CHALLENGE}"), OAuthCode::InvalidRequest),
            (
                format!("{base}&response_type=code&code_challenge={CHALLENGE}&code_challenge_method=plain"),
                OAuthCode::InvalidRequest,
            ),
            (
                format!("{base}&response_type=code&code_challenge=short&code_challenge_method=S256"),
                OAuthCode::InvalidRequest,
            ),
            (usual("&response_mode=fragment"), OAuthCode::InvalidRequest),
            (usual("&resource=https://evil.example/mcp"), OAuthCode::InvalidTarget),
        ] {
            let Err(AuthorizationRefusal::Sent(reply_to, error)) = read(&query) else { panic!("{query}") };
            assert_eq!((error.code, reply_to.state.as_deref()), (code, Some("s")), "{query}");
        }
    }

    #[test]
    fn an_app_gets_the_scopes_that_exist_and_never_all_of_them_by_one_word() {
        let scopes = |text: &str| read(&usual(&format!("&scope={text}"))).expect("a request").scopes;
        assert_eq!(scopes(""), reading_scopes());
        assert_eq!(scopes("openid%20offline_access"), reading_scopes());
        assert_eq!(scopes("*"), reading_scopes());
        assert_eq!(scopes("sites:read%20*%20openid"), [Scope::SitesRead].into_iter().collect());
        assert!(
            !app_scopes().grants(Scope::All)
                && !reading_scopes().iter().any(|scope| scope.as_str().ends_with(":write"))
        );
    }

    #[test]
    fn every_answer_has_the_state_and_the_issuer() {
        let request = read(&usual("%26x%3D1")).expect("a request");
        let issuer = "https://ask.example.com";
        assert_eq!(
            request.reply_to.with_code("ac_1", issuer),
            "https://a.example/cb?code=ac_1&state=s%26x%3D1&iss=https%3A%2F%2Fask.example.com"
        );
        let error = OAuthError::new(OAuthCode::AccessDenied, "No.");
        let sent = request.reply_to.with_error(&error, issuer);
        assert_eq!(
            sent,
            "https://a.example/cb?error=access_denied&error_description=No.&state=s%26x%3D1&iss=https%3A%2F%2Fask.example.com"
        );
    }
}
