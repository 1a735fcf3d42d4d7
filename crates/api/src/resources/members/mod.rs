//! Members of an organization. A person joins an existing organization only by accepting an invitation; only owners can change
//! or remove owners, and the last owner stays.

mod change;
mod invite;

use askline_app::present_fields::every_field_present;
use askline_domain::{
    identity::{email_address::shown_email, role::Role},
    organizations::member::{Member, MemberStatus},
    shared::{
        ids::{Id as _, SiteId, UserId},
        rfc3339::Moment,
    },
    sites::visible::VisibleSites,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use change::{Removed, RemovedMember, leave_organization, remove_member, update_member};
pub use invite::{AddedMember, InvitationView, invite_member, renew_invitation};

use crate::{
    pipeline::handling::{ApiError, Call, Input, Items, Nothing, OrgAccess, PageQuery, Reply},
    resources::auth::MailState,
};

/// A member, or someone who was invited.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "Member", transform = every_field_present)]
pub struct MemberView {
    /// The member's id. For an invited person, the id of the invitation, which is not the id of an account.
    pub user_id: UserId,
    /// The account's email address; for an invited person, the one in the invitation.
    /// It may be unconfirmed.
    pub email: String,
    /// Name; empty if none was given.
    pub name: String,
    /// Their role, which applies to an invited person after they join.
    pub role: Role,
    /// The only sites that they see, or will see; null for every site of the organization. An empty list means no site.
    #[schemars(with = "Option<Vec<SiteId>>")]
    pub site_ids: VisibleSites,
    /// Whether they accepted the invitation.
    pub status: MemberStatus,
    /// When they joined, or were invited.
    pub created_at: Moment,
    /// When the invitation's token expires; null for members, and if the token ended because the person who invited them left,
    /// was removed or may no longer give the role.
    pub invitation_expires_at: Option<Moment>,
    /// `refused` if the mail server of the address refused an email; null otherwise.
    pub mail_state: Option<MailState>,
    /// The response of that mail server, such as `550 no such user`; or a sentence on why no email can be sent to the address, if
    /// the server was not asked.
    pub mail_answer: Option<String>,
}

impl From<Member> for MemberView {
    fn from(member: Member) -> Self {
        Self {
            user_id: member.user_id,
            email: shown_email(&member.email),
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

/// The member in the path.
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
