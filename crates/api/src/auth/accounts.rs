//! How accounts with an organization of their own come to be: sign-up and the one-time set-up. Both answer like a log-in.

use askline_domain::{
    audit::{AuditDraft, Target},
    id::{Id as _, OrgId, UserId},
    organization::{Organization, User, check_email, check_organization_name, check_person_name, slug_of},
    password::check_new_password,
    secret::Secret,
    violation::{Violation, Violations},
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;

use super::started_session::{LoggedIn, start_session, user_actor};
use crate::{
    caller::{Call, NoTenant},
    error::{ApiError, Code},
    input::{Input, Json, Nothing},
    reply::Reply,
    setup::SetupTokenCheck,
};

/// A new account with a new organization.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SignUp {
    /// E-mail address.
    #[schemars(length(max = 254), extend("format" = "email"))]
    pub email: String,
    /// Password.
    #[schemars(length(min = 10, max = 256))]
    pub password: String,
    /// Name.
    #[schemars(length(max = 100))]
    pub name: Option<String>,
    /// Name of the organization.
    #[schemars(length(min = 1, max = 100))]
    pub organization_name: String,
}

/// The first account, with the token that the server printed.
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SetUp {
    /// The one-time set-up token.
    pub token: String,
    /// E-mail address.
    #[schemars(length(max = 254), extend("format" = "email"))]
    pub email: String,
    /// Password.
    #[schemars(length(min = 10, max = 256))]
    pub password: String,
    /// Name.
    #[schemars(length(max = 100))]
    pub name: Option<String>,
    /// Name of the organization.
    #[schemars(length(min = 1, max = 100))]
    pub organization_name: String,
}

/// Makes an account and an organization, where the operator lets anybody do so.
pub async fn sign_up(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<SignUp>>,
) -> Result<Reply<LoggedIn>, ApiError> {
    if !call.app.settings().signup {
        return Err(ApiError::new(Code::Forbidden, "Sign-up is closed here: ask for an invitation."));
    }
    let Json(body) = input.body;
    let account = Account::check(&body.email, &body.password, body.name.as_deref(), &body.organization_name)?;
    let (organization, owner) = account.found(&call, Secret::new(body.password)).await?;
    let audit = founding(&call, &organization, &owner);
    let user = call.app.ports().organizations.create_organization(&organization, &owner, audit).await?;
    let user = user.ok_or_else(|| ApiError::new(Code::Conflict, "There is an account with this e-mail. Log in."))?;
    log_in_as(&call, user).await
}

/// Makes the first owner.
pub async fn set_up(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<SetUp>>,
) -> Result<Reply<LoggedIn>, ApiError> {
    let Json(body) = input.body;
    match call.app.setup_token().check(&body.token) {
        SetupTokenCheck::Valid => {}
        SetupTokenCheck::Used => return Err(first_owner_exists()),
        SetupTokenCheck::Unknown => {
            let text = "This is not the set-up token that the server printed.";
            return Err(ApiError::new(Code::InvalidCredentials, text));
        }
    }
    let account = Account::check(&body.email, &body.password, body.name.as_deref(), &body.organization_name)?;
    let (organization, owner) = account.found(&call, Secret::new(body.password)).await?;
    let audit = founding(&call, &organization, &owner);
    let organizations = &call.app.ports().organizations;
    let user = organizations.create_first_organization(&organization, &owner, audit).await?;
    // Ended in either case: when it was somebody else, or the command line, the token opens nothing any more.
    call.app.setup_token().end();
    log_in_as(&call, user.ok_or_else(first_owner_exists)?).await
}

/// What everybody but the first is told, also who asked in the same moment.
fn first_owner_exists() -> ApiError {
    let text = "Somebody else made the first owner already. Log in, or ask them for an invitation. Nothing was stored.";
    ApiError::new(Code::Conflict, text)
}

/// Starts a session of an account that was just stored.
pub(super) async fn log_in_as(call: &Call<NoTenant>, user: UserId) -> Result<Reply<LoggedIn>, ApiError> {
    let found = call.app.ports().organizations.user(user).await?;
    let (user, memberships) =
        found.ok_or_else(|| ApiError::new(Code::Conflict, "The account was removed in the meantime."))?;
    start_session(call, &user, &memberships).await
}

/// What an account and its organization are made from, checked.
#[derive(Debug, PartialEq, Eq)]
struct Account {
    email: String,
    name: String,
    organization_name: String,
}

impl Account {
    fn check(email: &str, password: &str, name: Option<&str>, organization_name: &str) -> Result<Self, Vec<Violation>> {
        let mut violations = Violations::new();
        let email = check_email("email", email, &mut violations).unwrap_or_default();
        check_new_password("password", password, &email, &mut violations);
        let name = check_person_name("name", name.unwrap_or_default(), &mut violations);
        let organization_name = check_organization_name("organizationName", organization_name, &mut violations);
        violations.finish(Self { email, name, organization_name })
    }

    /// The organization and its owner, not yet stored.
    async fn found(self, call: &Call<NoTenant>, password: Secret) -> Result<(Organization, User), ApiError> {
        let password_hash = Some(call.app.hashing().place()?.hash(password).await?);
        let at = call.request.at;
        let organization = Organization {
            id: OrgId::new(at, &mut rand::rng()),
            slug: slug_of(&self.organization_name),
            name: self.organization_name,
            created_at: at,
            plan: call.app.settings().default_plan,
        };
        let owner = User {
            id: UserId::new(at, &mut rand::rng()),
            email: self.email,
            name: self.name,
            created_at: at,
            password_hash,
        };
        Ok((organization, owner))
    }
}

fn founding(call: &Call<NoTenant>, organization: &Organization, owner: &User) -> AuditDraft {
    let target = Target::new("organization", organization.id, organization.name.clone());
    let metadata = json!({ "plan": organization.plan });
    AuditDraft {
        actor: user_actor(owner),
        ..call.audit(organization.id, "organization.created", vec![target], metadata)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mistake_of_a_sign_up_is_named_at_once() {
        let refused = Account::check("ada", "short", Some(&"n".repeat(101)), "  ").expect_err("nothing is right");
        let named: Vec<_> = refused.iter().map(|v| (v.path.as_str(), v.code.as_str())).collect();
        assert_eq!(
            named,
            [
                ("email", "INVALID_EMAIL"),
                ("password", "TOO_SHORT"),
                ("name", "TOO_LONG"),
                ("organizationName", "TOO_SHORT"),
            ]
        );
    }

    #[test]
    fn an_account_is_kept_under_its_address_in_lower_case() {
        let account = Account::check("Ada@Example.com", "correct horse", None, " Analytical Engines ");
        let expected = Account {
            email: "ada@example.com".into(),
            name: String::new(),
            organization_name: "Analytical Engines".into(),
        };
        assert_eq!(account, Ok(expected));
    }
}
