//! `GET /me`: who is logged in. For sessions alone; a key is never told.

use askline_domain::{
    id::{OrgId, SessionId},
    organization::Session,
    plan::Plan,
    role::Role,
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    auth::UserView,
    caller::{Call, NoTenant},
    error::ApiError,
    input::Input,
    moment::Moment,
    reply::Reply,
};

/// Who is logged in.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Me {
    /// The user.
    pub user: UserView,
    /// Where they are a member.
    pub orgs: Vec<MyOrganization>,
    /// The session of this request.
    pub session: MySession,
}

/// An organization and the member's place there.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MyOrganization {
    /// The id.
    pub id: OrgId,
    /// The name.
    pub name: String,
    /// What the member may do there.
    pub role: Role,
    /// What the organization may do.
    pub plan: Plan,
}

/// The session of a request.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MySession {
    /// The id.
    pub id: SessionId,
    /// When the log-in was.
    pub created_at: Moment,
    /// When it ends if it is not used again.
    pub expires_at: Moment,
}

/// Shows the user, their organizations and their session.
pub async fn show_me(call: Call<NoTenant>, _: Input) -> Result<Reply<Me>, ApiError> {
    let grant = call.session()?;
    // This request is a use that is not written down yet.
    let session = Session { last_used_at: call.request.at, ..grant.session.clone() };
    let orgs = grant.memberships.iter().map(|membership| MyOrganization {
        id: membership.org_id,
        name: membership.org_name.clone(),
        role: membership.role,
        plan: membership.plan,
    });
    Ok(Reply::new(Me {
        user: (&grant.user).into(),
        orgs: orgs.collect(),
        session: MySession {
            id: session.id,
            created_at: session.created_at.into(),
            expires_at: session.expires_at().into(),
        },
    }))
}
