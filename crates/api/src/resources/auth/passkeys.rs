//! Passkeys: adding, listing and removing one's own, and signing in with one.

use askline_app::{
    accounts::passkeys::{self, Adding, BegunCeremony, NoPasskeys, RelyingParty, SentPasskey},
    ports::identity::sessions::SessionGrant,
    present_fields::every_field_present,
};
use askline_domain::{
    audit::context::AuditContext,
    identity::{
        passkeys::{
            MAX_CEREMONY_CHARACTERS, MAX_PASSKEY_NAME_CHARACTERS, Passkey, ceremony::Purpose, input::PasskeyAnswer,
        },
        second_factor::{challenge::MAX_CHALLENGE_CHARACTERS, given::SecondProof},
    },
    shared::{ids::PasskeyId, rfc3339::Moment, violation::Violation},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::started_session::{LoggedIn, answer_with, visit};
use crate::pipeline::{
    app::App,
    handling::{ApiError, Call, Code, Input, Items, Json, NoTenant, Nothing, Reply},
};

/// A passkey of the caller.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Passkey", transform = every_field_present)]
pub struct PasskeyView {
    /// The id.
    pub id: PasskeyId,
    /// The name that you gave it.
    pub name: String,
    /// Whether it is stored on more than one device, so that losing one does not lose it.
    pub is_backed_up: bool,
    /// When it was added.
    pub created_at: Moment,
    /// When it was last used; null if it was not.
    pub last_used_at: Option<Moment>,
}

impl From<&Passkey> for PasskeyView {
    fn from(passkey: &Passkey) -> Self {
        Self {
            id: passkey.id,
            name: passkey.name.clone(),
            is_backed_up: passkey.is_backed_up,
            created_at: passkey.created_at.into(),
            last_used_at: passkey.last_used_at.map(Moment),
        }
    }
}

/// What a browser needs to ask a person for a passkey.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PasskeyCeremony")]
pub struct CeremonyView {
    /// To be sent back with the answer, which is accepted once.
    pub ceremony: String,
    /// The options for `navigator.credentials.create` or `.get`, in the form of `parseCreationOptionsFromJSON` and
    /// `parseRequestOptionsFromJSON`.
    pub options: Map<String, Value>,
    /// When the answer is too late.
    pub expires_at: Moment,
}

impl From<BegunCeremony> for CeremonyView {
    fn from(begun: BegunCeremony) -> Self {
        let options = match begun.options {
            Value::Object(members) => members,
            _ => Map::new(),
        };
        Self { ceremony: begun.ceremony.expose().to_owned(), options, expires_at: begun.expires_at.into() }
    }
}

/// A new passkey.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "PasskeyCreate")]
pub struct NewPasskey {
    /// The `ceremony` that it answers.
    #[schemars(length(max = MAX_CEREMONY_CHARACTERS))]
    pub ceremony: String,
    /// The credential as the browser's `toJSON()` returns it.
    pub credential: Map<String, Value>,
    /// A name by which you know it, such as that of the device.
    #[schemars(length(min = 1, max = MAX_PASSKEY_NAME_CHARACTERS))]
    pub name: String,
}

/// Another name of a passkey.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "PasskeyUpdate")]
pub struct PasskeyName {
    /// The name.
    #[schemars(length(min = 1, max = MAX_PASSKEY_NAME_CHARACTERS))]
    pub name: String,
}

/// A passkey that was added.
#[derive(Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct AddedPasskey {
    /// The passkey.
    pub passkey: PasskeyView,
    /// Ten recovery codes, which are shown only here, if this is the first second factor of the account; otherwise null.
    pub recovery_codes: Option<Vec<String>>,
}

/// What a second step belongs to.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasskeyWanted {
    /// The id of the challenge of a sign-in, or the token of a link, with which the answer is sent. Omit it to sign in with the
    /// passkey alone.
    #[schemars(length(max = MAX_CHALLENGE_CHARACTERS))]
    pub second_step_of: Option<String>,
}

/// The passkey in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PasskeyPath {
    /// Its id.
    pub passkey_id: PasskeyId,
}

/// The state of a removed passkey.
#[derive(Debug, Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "PasskeyRemovedStatus")]
pub enum Removed {
    /// It is refused from now on.
    Removed,
}

/// A passkey that was removed.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RemovedPasskey {
    /// Its id.
    pub id: PasskeyId,
    /// Always `removed`.
    pub status: Removed,
}

/// The relying party of this instance.
pub(super) fn party(app: &App) -> Result<RelyingParty, ApiError> {
    RelyingParty::of(app.settings().public_url.as_deref()).map_err(|why| {
        let needed = match why {
            NoPasskeys::NoPublicUrl => "public_url is not set",
            NoPasskeys::NotSecure => "public_url does not begin with https://",
            NoPasskeys::NoName => "public_url has an IP address instead of a name",
        };
        let message = format!(
            "Passkeys are off, because {needed}. Ask the operator of this instance to set it to an address such as https://askline.example.com."
        );
        ApiError::new(Code::Conflict, message)
    })
}

/// Lists the caller's passkeys, oldest first.
pub async fn list_passkeys(call: Call<NoTenant>, _: Input) -> Result<Reply<Items<PasskeyView>>, ApiError> {
    let passkeys = call.app.ports().passkeys.passkeys_of(call.session()?.user.id).await?;
    Ok(Reply::new(Items { items: passkeys.iter().map(PasskeyView::from).collect() }))
}

/// Begins to add a passkey.
pub async fn begin_passkey(call: Call<NoTenant>, _: Input) -> Result<Reply<CeremonyView>, ApiError> {
    let (party, grant, context) = (party(&call.app)?, call.session()?, call.audit_context());
    let begun = passkeys::begin_registration(call.app.instance(), &party, adding(grant, &context)).await?;
    Ok(Reply::new(begun.into()).no_store())
}

/// Adds a passkey.
pub async fn add_passkey(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<NewPasskey>>,
) -> Result<Reply<AddedPasskey>, ApiError> {
    let Json(NewPasskey { ceremony, credential, name }) = input.body;
    let (ceremony, answer) = PasskeyAnswer { ceremony, credential }.check()?;
    let (party, grant, context) = (party(&call.app)?, call.session()?, call.audit_context());
    let sent = SentPasskey { ceremony: &ceremony, answer: &answer };
    let added = passkeys::add_passkey(call.app.instance(), &party, adding(grant, &context), &name, sent).await?;
    let recovery_codes = added.recovery_codes.map(|codes| codes.iter().map(|code| code.expose().to_owned()).collect());
    Ok(Reply::new(AddedPasskey { passkey: (&added.passkey).into(), recovery_codes }).no_store())
}

/// Gives a passkey another name.
pub async fn rename_passkey(
    call: Call<NoTenant>,
    input: Input<PasskeyPath, Nothing, Json<PasskeyName>>,
) -> Result<Reply<PasskeyView>, ApiError> {
    let (grant, context, id) = (call.session()?, call.audit_context(), input.path.passkey_id);
    let renamed =
        passkeys::rename_passkey(call.app.instance(), adding(grant, &context), id, &input.body.0.name).await?;
    Ok(Reply::new((&renamed).into()))
}

/// Removes a passkey.
pub async fn remove_passkey(
    call: Call<NoTenant>,
    input: Input<PasskeyPath>,
) -> Result<Reply<RemovedPasskey>, ApiError> {
    let (grant, context, id) = (call.session()?, call.audit_context(), input.path.passkey_id);
    passkeys::remove_passkey(call.app.instance(), adding(grant, &context), id).await?;
    Ok(Reply::new(RemovedPasskey { id, status: Removed::Removed }))
}

/// Begins to sign in with a passkey, or to give one as the second step.
pub async fn begin_passkey_sign_in(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<PasskeyWanted>>,
) -> Result<Reply<CeremonyView>, ApiError> {
    let purpose = input.body.0.second_step_of.as_deref().map_or(Purpose::SignIn, Purpose::second_step);
    begin(&call, purpose)
}

/// Begins to give a passkey as a proof in this session.
pub async fn begin_passkey_proof(call: Call<NoTenant>, _: Input) -> Result<Reply<CeremonyView>, ApiError> {
    let purpose = Purpose::Proof(call.session()?.session.id);
    begin(&call, purpose)
}

fn begin(call: &Call<NoTenant>, purpose: Purpose) -> Result<Reply<CeremonyView>, ApiError> {
    let begun = passkeys::begin_ceremony(call.app.instance(), &party(&call.app)?, purpose, call.request.at)?;
    Ok(Reply::new(begun.into()).no_store())
}

/// Starts a session of the account that the passkey belongs to.
pub async fn sign_in_with_passkey(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<PasskeyAnswer>>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let (ceremony, answer) = input.body.0.check()?;
    let (party, sent) = (party(&call.app)?, SentPasskey { ceremony: &ceremony, answer: &answer });
    answer_with(&call, passkeys::log_in_with_passkey(&visit(&call), &party, sent).await?)
}

/// A passkey as a second factor for this purpose.
pub(super) async fn second_proof(
    call: &Call<NoTenant>,
    answer: PasskeyAnswer,
    purpose: &Purpose,
) -> Result<SecondProof, ApiError> {
    let (ceremony, answer) = answer.check()?;
    let (party, sent) = (party(&call.app)?, SentPasskey { ceremony: &ceremony, answer: &answer });
    let given = passkeys::check_passkey(call.app.instance(), &party, purpose, sent, call.request.at).await?;
    Ok(SecondProof::Passkey(Box::new(given)))
}

fn adding<'a>(grant: &'a SessionGrant, context: &'a AuditContext) -> Adding<'a> {
    Adding {
        user: &grant.user,
        memberships: &grant.memberships,
        session: &grant.session,
        ground: grant.ground(),
        context,
    }
}

/// Several second factors in one request.
pub(super) fn only_one(path: &str) -> Violation {
    Violation::new(path, "NOT_ALLOWED", format!("Send either code, recoveryCode or {path}."))
}
