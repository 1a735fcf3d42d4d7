//! The relying party: what a passkey's signature must say (Web Authentication, level 3).
//!
//! Its id is the host of the setting `public_url`, never of a request: otherwise a passkey could be asked for under a name that a
//! caller chose.

use askline_domain::{
    identity::{passkeys::Passkey, user::User},
    shared::ids::Id as _,
};
use serde::Deserialize as _;
use serde_json::Value;
use url::{Host, Url};
use webauthn_rs::prelude::{
    Credential, DiscoverableAuthentication, PasskeyRegistration, PublicKeyCredential, RegisterPublicKeyCredential,
    Uuid, Webauthn, WebauthnBuilder, WebauthnError,
};

/// The name that devices show.
const NAME: &str = "Askline";

/// Why an instance has no passkeys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoPasskeys {
    /// The setting is missing.
    #[error("public_url is not set")]
    NoPublicUrl,
    /// Browsers offer passkeys only over TLS, or on the computer itself.
    #[error("public_url does not begin with https://")]
    NotSecure,
    /// Passkeys belong to names.
    #[error("public_url has an IP address instead of a name")]
    NoName,
}

/// Checks what passkeys sign for this instance.
#[derive(Debug)]
pub struct RelyingParty(Webauthn);

/// What a browser shows a person, and what its answer is checked with.
pub struct Begun {
    /// The options for the browser.
    pub options: Value,
    /// The state.
    pub state: String,
}

/// A new credential of a device.
pub struct NewCredential {
    /// The id that the device gave it.
    pub id: Vec<u8>,
    /// What is stored of it.
    pub credential: String,
    /// How often it was used.
    pub counter: u32,
    /// Whether it is stored on more than one device.
    pub is_backed_up: bool,
}

/// The answer of a passkey.
pub struct Answer(PublicKeyCredential);

impl RelyingParty {
    /// The relying party of an instance with this setting.
    pub fn of(public_url: Option<&str>) -> Result<Self, NoPasskeys> {
        let url = public_url.and_then(|text| Url::parse(text).ok()).ok_or(NoPasskeys::NoPublicUrl)?;
        let Some(Host::Domain(name)) = url.host() else { return Err(NoPasskeys::NoName) };
        if url.scheme() != "https" && name != "localhost" {
            return Err(NoPasskeys::NotSecure);
        }
        let built = WebauthnBuilder::new(name, &url).and_then(|builder| builder.rp_name(NAME).build());
        built.map(Self).map_err(|_| NoPasskeys::NoName)
    }

    /// Begins to add a passkey to an account that has these.
    pub fn begin_registration(&self, user: &User, known: &[Passkey]) -> Result<Begun, WebauthnError> {
        let name = if user.name.is_empty() { &user.email } else { &user.name };
        let exclude = known.iter().map(|passkey| passkey.credential_id.clone()).collect();
        let (options, state) = self.0.start_passkey_registration(handle_of(user), &user.email, name, Some(exclude))?;
        let mut options = serde_json::to_value(options).map_err(WebauthnError::ParseJSONFailure)?;
        // So that it is found without an account's address. An older device would only offer a second step.
        let selection = &mut options["publicKey"]["authenticatorSelection"];
        selection["residentKey"] = "required".into();
        selection["requireResidentKey"] = true.into();
        Ok(Begun { options, state: serde_json::to_string(&state).map_err(WebauthnError::ParseJSONFailure)? })
    }

    /// The credential that a device made, unless it does not answer this state.
    pub fn finish_registration(&self, answer: &Value, state: &str) -> Option<NewCredential> {
        let answer = RegisterPublicKeyCredential::deserialize(answer).ok()?;
        let state: PasskeyRegistration = serde_json::from_str(state).ok()?;
        let made = self.0.finish_passkey_registration(&answer, &state).map_err(note).ok()?;
        let credential = Credential::from(made);
        Some(NewCredential {
            id: credential.cred_id.clone(),
            counter: credential.counter,
            is_backed_up: credential.backup_state,
            credential: serde_json::to_string(&credential).ok()?,
        })
    }

    /// Begins to ask for a passkey. Which account answers is only known from the answer.
    pub fn begin_proof(&self) -> Result<Begun, WebauthnError> {
        let (options, state) = self.0.start_discoverable_authentication()?;
        let options = serde_json::to_value(options).map_err(WebauthnError::ParseJSONFailure)?;
        Ok(Begun { options, state: serde_json::to_string(&state).map_err(WebauthnError::ParseJSONFailure)? })
    }

    /// The passkey with what its use changed, unless the answer is not its own for this state: another challenge, origin or
    /// account, a wrong signature, a counter that was seen before, or a person who was not verified.
    pub fn check(&self, Answer(answer): &Answer, state: &str, passkey: &Passkey) -> Option<Passkey> {
        if answer.get_user_unique_id() != Some(&passkey.user_id.bits().to_be_bytes()) {
            return None;
        }
        let state: DiscoverableAuthentication = serde_json::from_str(state).ok()?;
        let mut credential: Credential = serde_json::from_str(&passkey.credential).ok()?;
        let used = self.0.finish_discoverable_authentication_v2(answer, state, &credential).map_err(note).ok()?;
        if !used.user_verified() {
            return None;
        }
        credential.counter = used.counter();
        credential.backup_state = used.backup_state();
        Some(Passkey {
            credential: serde_json::to_string(&credential).ok()?,
            counter: credential.counter,
            is_backed_up: credential.backup_state,
            ..passkey.clone()
        })
    }
}

impl Answer {
    /// Reads what a browser sent; `None` if it is not the answer of a passkey.
    pub fn read(sent: &Value) -> Option<Self> {
        PublicKeyCredential::deserialize(sent).ok().map(Self)
    }

    /// The id that the device gave the passkey.
    pub fn credential_id(&self) -> &[u8] {
        &self.0.raw_id
    }
}

/// By which devices know an account: its id, which says nothing about the person.
fn handle_of(user: &User) -> Uuid {
    Uuid::from_bytes(user.id.bits().to_be_bytes())
}

fn note(error: WebauthnError) {
    tracing::info!(%error, "The answer of a passkey was refused");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passkeys_need_a_name_over_tls_or_the_computer_itself() {
        for (url, expected) in [
            (None, Err(NoPasskeys::NoPublicUrl)),
            (Some("https://ask.example.com"), Ok(())),
            (Some("https://ask.example.com:8443"), Ok(())),
            (Some("http://localhost:8080"), Ok(())),
            (Some("http://ask.example.com"), Err(NoPasskeys::NotSecure)),
            (Some("http://localhost.example.com"), Err(NoPasskeys::NotSecure)),
            (Some("https://192.0.2.1"), Err(NoPasskeys::NoName)),
            (Some("http://127.0.0.1:8080"), Err(NoPasskeys::NoName)),
            (Some("https://[2001:db8::1]"), Err(NoPasskeys::NoName)),
        ] {
            assert_eq!(RelyingParty::of(url).map(|_| ()), expected, "{url:?}");
        }
    }
}
