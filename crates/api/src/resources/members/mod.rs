//! Members of an organization. Nobody becomes one but by taking up an invitation; owners are touched by owners alone,
//! and the last one stays.

mod change;
mod invite;

use askline_app::present_fields::every_field_present;
use askline_domain::{
    identity::{
        member::{Member, MemberStatus},
        role::Role,
    },
    shared::{
        ids::{Id as _, SiteId, UserId},
        rfc3339::Moment,
    },
    sites::visible::VisibleSites,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use change::{Removed, RemovedMember, change_member_role, leave_organization, remove_member};
pub use invite::{AddedMember, InvitationView, add_member, renew_invitation};

use crate::{
    pipeline::{
        call::Call,
        caller::OrgAccess,
        error::ApiError,
        request::{
            cursor::PageQuery,
            input::{Input, Nothing},
        },
        response::reply::{Items, Reply},
    },
    resources::auth::MailState,
};

/// A member, or someone who was invited.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Member", transform = every_field_present)]
pub struct MemberView {
    /// The member's id. Of someone who was invited, an id of the invitation's own, which names no account.
    pub user_id: UserId,
    /// The account's email address; for an invited person, the one in the invitation.
    /// The service proves no address.
    pub email: String,
    /// Name, empty when none was given.
    pub name: String,
    /// What they may do, or will be allowed to.
    pub role: Role,
    /// The only sites that they see, or will; null for all of the organization. An empty list is no site.
    #[schemars(with = "Option<Vec<SiteId>>")]
    pub site_ids: VisibleSites,
    /// Whether they accepted the invitation.
    pub status: MemberStatus,
    /// When they joined, or were invited.
    pub created_at: Moment,
    /// When the invitation's token ends; null for members, and for those whose token ended with its inviter.
    pub invitation_expires_at: Option<Moment>,
    /// `refused` when the mail server of the address refused it; null otherwise.
    pub mail_state: Option<MailState>,
    /// What that mail server answered.
    pub mail_answer: Option<String>,
}

impl From<Member> for MemberView {
    fn from(member: Member) -> Self {
        Self {
            user_id: member.user_id,
            email: member.email,
            name: member.name,
            role: member.role,
            site_ids: member.sites,
            status: member.status,
            created_at: member.created_at.into(),
            invitation_expires_at: member.invitation_expires_at.map(Into::into),
            mail_state: member.mail_refused.is_some().then_some(MailState::Refused),
            mail_answer: member.mail_refused,
        }
    }
}

/// Which member.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct MemberPath {
    /// The id of the member, or of someone who was invited.
    pub user_id: UserId,
}

/// Lists members and those who were invited, the newest ids first.
pub async fn list_members(
    call: Call<OrgAccess>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<Items<MemberView>>, ApiError> {
    let page = input.query.page()?;
    let members = call.app.ports().organizations.members(call.tenant.id, page).await?;
    Ok(Reply::page(members.map(MemberView::from), page.limit, |view| view.user_id.bits()))
}
