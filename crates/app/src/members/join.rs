//! Makes a person a member by an invitation. Never with an account that is only named by an email address.

use askline_domain::{
    audit::{Target, context::AuditContext},
    identity::secret::SecretDigest,
};
use serde_json::json;

use crate::{
    error::{Conflict, Limit, UseCaseError},
    ports::organizations::{Joiner, Joining, OpenInvitation, OrganizationStore},
};

/// Makes a person a member by the invitation that the token with this digest opens. `context` names them as the one who acts.
pub async fn join(
    organizations: &dyn OrganizationStore,
    (digest, invitation): (SecretDigest, &OpenInvitation),
    joiner: &Joiner,
    context: &AuditContext,
) -> Result<(), UseCaseError> {
    let user = match joiner {
        Joiner::New(user) => user.id,
        Joiner::Account(id) => *id,
    };
    let target = Target::new("member", user, &*context.actor.name);
    let metadata = json!({ "role": invitation.role, "siteIds": invitation.sites, "invited": invitation.email });
    let audit = context.entry(invitation.org_id, "member.joined", vec![target], metadata);
    let audit = audit.provided(invitation.precondition());
    match organizations.take_up_invitation(digest, joiner, context.at, audit).await? {
        Joining::Joined(_) => Ok(()),
        Joining::Unknown => Err(UseCaseError::UnknownInvitation),
        Joining::AlreadyMember => Err(Conflict::JoinedAlready.into()),
        Joining::EmailTaken => Err(Conflict::AddressOfJoinerTaken.into()),
        Joining::LimitReached => Err(UseCaseError::LimitReached(Limit::SeatsToJoin)),
    }
}
