//! Creates organizations with their owners, changes their settings, plans and credits, and deletes them.

mod create;
pub(crate) mod invitation_tokens;
mod settings;

pub use create::{Owner, add, add_for_invited, create, create_for_invited};
pub use settings::{change, put, put_plan, set_plan};

use askline_domain::{
    audit::context::AuditContext,
    organizations::{Organization, ledger::CreditAccount, preconditions::Precondition},
    shared::ids::OrgId,
};
use jiff::Timestamp;
use serde_json::json;

use self::settings::target;
use crate::{
    credits::adjust,
    error::UseCaseError,
    ports::{
        credits::CreditStore,
        organizations::{OrganizationStore, RemovedOrganization},
    },
};

/// Adds credits, or removes available ones, for a reason that the ledger shows. Returns the account afterwards.
pub async fn adjust_credits(
    credits: &dyn CreditStore,
    organization: &Organization,
    amount: i64,
    reason: &str,
    context: &AuditContext,
) -> Result<CreditAccount, UseCaseError> {
    let metadata = json!({ "amount": amount, "reason": reason });
    let audit = context.entry(organization.id, "credits.adjusted", vec![target(organization)], metadata);
    let adjusted = adjust(credits, organization.id, amount, reason, context.at, audit).await?;
    adjusted.ok_or_else(|| {
        UseCaseError::InsufficientCredits(format!("{} credits are not available", amount.unsigned_abs()))
    })
}

/// Deletes an organization with everything in it, its audit log included, if all of `preconditions` hold at `at`.
pub async fn remove(
    organizations: &dyn OrganizationStore,
    id: OrgId,
    preconditions: &[Precondition],
    at: Timestamp,
) -> Result<RemovedOrganization, UseCaseError> {
    let removed = organizations.remove_organization(id, preconditions, at).await?;
    removed.ok_or(UseCaseError::NotFound("organization"))
}
