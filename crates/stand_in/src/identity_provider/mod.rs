//! Stands in for an identity provider. Tokens are signed, or forged, as a test wants.
//!
//! A request that a real provider would refuse is refused: another client, a wrong PKCE verifier, a code that was used.

mod server;
mod signing;
mod state;

use std::{
    net::SocketAddr,
    sync::{Arc, Mutex, MutexGuard},
};

use axum::http::Uri;
use serde_json::{Value, json};
use tokio::{net::TcpListener, task::JoinHandle};

pub use signing::Signature;
pub use state::{CLIENT_ID, CLIENT_SECRET};
use state::{Grant, State};

/// How long its tokens are valid, in seconds.
const TOKEN_SECONDS: i64 = 300;

/// A running provider. It ends when this is dropped.
pub struct IdentityProvider {
    address: SocketAddr,
    state: Arc<Mutex<State>>,
    server: JoinHandle<()>,
}

/// How the token of a person differs from a right one.
#[derive(Debug, Clone)]
pub struct Token {
    /// The claims about the person, beside those of every token. They replace these; a null removes one.
    pub claims: Value,
    /// How it is signed.
    pub signature: Signature,
    /// What only the userinfo endpoint says.
    pub userinfo: Value,
}

impl Token {
    /// A right token about this person.
    pub fn of(claims: Value) -> Self {
        Self { claims, signature: Signature::EdDsa, userinfo: json!({}) }
    }
}

impl IdentityProvider {
    /// Starts on a free port of this machine.
    pub async fn start() -> std::io::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let state = Arc::new(Mutex::new(State::default()));
        let server = tokio::spawn(server::serve(listener, format!("http://{address}"), Arc::clone(&state)));
        Ok(Self { address, state, server })
    }

    /// Its issuer, such as `http://127.0.0.1:4321`.
    pub fn issuer(&self) -> String {
        format!("http://{}", self.address)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().expect("no holder of this lock panics")
    }

    /// Replaces its keys. Tokens are signed with the new ones from now on.
    pub fn rotate_keys(&self) {
        self.state().keys.rotate();
    }

    /// Refuses every request from now on, or answers again.
    pub fn set_down(&self, is_down: bool) {
        self.state().is_down = is_down;
    }

    /// How many requests there were to this path.
    pub fn requests(&self, path: &str) -> usize {
        self.state().requests.iter().filter(|request| *request == path).count()
    }

    /// Signs a person in at the address that a browser was sent to, at this Unix time; returns the path and query that the browser
    /// is sent back to, or why the request is refused.
    pub fn sign_in(&self, location: &str, token: Token, now: i64) -> Result<String, String> {
        let uri: Uri = location.parse().map_err(|_| "not an address".to_owned())?;
        if uri.authority().map(ToString::to_string) != Some(self.address.to_string()) || uri.path() != "/authorize" {
            return Err(format!("not the authorization endpoint: {location}"));
        }
        let query = server::form(uri.query().unwrap_or_default());
        let one = |name: &str| query.get(name).cloned().ok_or_else(|| format!("{name} is missing"));
        for (name, wanted) in [("response_type", "code"), ("client_id", CLIENT_ID), ("code_challenge_method", "S256")] {
            if one(name)? != wanted {
                return Err(format!("{name} is {}", one(name)?));
            }
        }
        if !one("scope")?.split(' ').any(|scope| scope == "openid") {
            return Err("the scope openid is missing".into());
        }
        let (redirect_uri, state, issuer) = (one("redirect_uri")?, one("state")?, self.issuer());
        let mut claims = json!({
            "iss": issuer,
            "aud": CLIENT_ID,
            "iat": now,
            "exp": now + TOKEN_SECONDS,
            "nonce": one("nonce")?,
        });
        overlay(&mut claims, &token.claims);
        let mut userinfo = json!({ "sub": claims["sub"] });
        overlay(&mut userinfo, &token.userinfo);
        let (Value::Object(claims), Value::Object(userinfo)) = (claims, userinfo) else {
            return Err("no claims".into());
        };
        let mut shared = self.state();
        shared.given += 1;
        let code = format!("code-{}", shared.given);
        let grant = Grant {
            redirect_uri: redirect_uri.clone(),
            challenge: one("code_challenge")?,
            claims,
            userinfo,
            signature: token.signature,
        };
        shared.codes.insert(code.clone(), grant);
        let back: Uri = redirect_uri.parse().map_err(|_| "redirect_uri is no address".to_owned())?;
        let issuer = percent_encoding::utf8_percent_encode(&issuer, percent_encoding::NON_ALPHANUMERIC);
        Ok(format!("{}?code={code}&state={state}&iss={issuer}&session_state=", back.path()))
    }
}

fn overlay(under: &mut Value, over: &Value) {
    for (name, value) in over.as_object().into_iter().flatten() {
        match value {
            Value::Null => drop(under.as_object_mut().map(|claims| claims.remove(name))),
            value => under[name] = value.clone(),
        }
    }
}

impl Drop for IdentityProvider {
    fn drop(&mut self) {
        self.server.abort();
    }
}
