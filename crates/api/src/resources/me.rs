//! `/me`: shows who is signed in, and changes their name. Only for sessions; API keys are refused.

use askline_domain::{
    identity::{
        names::{MAX_NAME_CHARACTERS, check_person_name},
        role::Role,
        session::Session,
        user::User,
    },
    organizations::plan::Plan,
    shared::{
        edited_field::given,
        ids::{OrgId, SessionId, SiteId},
        rfc3339::Moment,
        violation::Violations,
    },
    sites::visible::VisibleSites,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::{
    pipeline::handling::{ApiError, Call, Input, Json, NoTenant, Nothing, Reply},
    resources::auth::UserView,
};

/// Who is signed in.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Me {
    /// The user.
    pub user: UserView,
    /// The organizations of which the user is a member.
    pub orgs: Vec<MyOrganization>,
    /// The session of this request.
    pub session: MySession,
}

/// An organization and what the member may do there.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyOrganization {
    /// The id.
    pub id: OrgId,
    /// The name.
    pub name: String,
    /// The member's role there.
    pub role: Role,
    /// The organization's plan.
    pub plan: Plan,
    /// The only sites that the member sees there; null for all of them.
    #[schemars(with = "Option<Vec<SiteId>>")]
    pub site_ids: VisibleSites,
    /// Whether the organization demands a second factor that this session did not give: every other route of it refuses.
    pub second_factor_missing: bool,
}

/// The session of a request.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "CurrentSession")]
pub struct MySession {
    /// The id.
    pub id: SessionId,
    /// When the user signed in.
    pub created_at: Moment,
    /// When it ends if it is not used again.
    pub expires_at: Moment,
}

/// Changes to the account that is signed in; omitted fields stay unchanged.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "MeUpdate")]
pub struct MeEdit {
    /// Your name as others in your organizations see it; empty for none.
    #[schemars(length(max = MAX_NAME_CHARACTERS))]
    #[serde(default, deserialize_with = "given")]
    #[schemars(with = "String", skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

/// Shows the user, their organizations and their session.
pub async fn show_me(call: Call<NoTenant>, _: Input) -> Result<Reply<Me>, ApiError> {
    let user = call.session()?.user.clone();
    me(&call, &user)
}

/// Renames the account. This is not an action in an organization, so no audit log contains it.
pub async fn update_me(
    call: Call<NoTenant>,
    input: Input<Nothing, Nothing, Json<MeEdit>>,
) -> Result<Reply<Me>, ApiError> {
    let mut user = call.session()?.user.clone();
    if let Some(name) = input.body.0.name {
        let mut violations = Violations::new();
        let name = check_person_name("name", &name, &mut violations);
        let name = violations.finish(name)?;
        if name != user.name {
            call.app.ports().organizations.set_user_name(call.session()?.ground(), &name).await?;
        }
        user.name = name;
    }
    me(&call, &user)
}

fn me(call: &Call<NoTenant>, user: &User) -> Result<Reply<Me>, ApiError> {
    let grant = call.session()?;
    // This request is a use that is not stored yet.
    let session = Session { last_used_at: call.request.at, ..grant.session.clone() };
    let orgs = grant.memberships.iter().map(|membership| MyOrganization {
        id: membership.org_id,
        name: membership.org_name.clone(),
        role: membership.role,
        plan: membership.plan,
        site_ids: membership.sites.clone(),
        second_factor_missing: !membership.sign_in_rules.admit(grant.session.assurance, grant.user.factors),
    });
    Ok(Reply::new(Me {
        user: user.into(),
        orgs: orgs.collect(),
        session: MySession {
            id: session.id,
            created_at: session.created_at.into(),
            expires_at: session.expires_at().into(),
        },
    }))
}
