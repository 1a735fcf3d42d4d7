//! Compares the preconditions of a decision with the stored data. This happens in the transaction of the change.
//!
//! Roles, sites of members, keys and plans change only in the scope of their organization, which a change with an audit
//! entry has locked: what is true here stays true until the commit.

use askline_app::ports::{StoreError, StoreResult};
use askline_domain::{
    organizations::{plan::Plan, preconditions::Precondition},
    shared::ids::OrgId,
};
use jiff::Timestamp;

use crate::{
    metadata::{
        accounts::open_session::is_open, keys, oauth::still_connected, organizations::member_rows, service_accounts,
    },
    sql::{Connection, rows::RowReader, sql},
};

/// Fails with [`StoreError::PreconditionsChanged`] unless all of `preconditions` are true in `org`, and with
/// [`StoreError::SessionEnded`] if the session has ended.
pub(crate) async fn compare(
    connection: &mut Connection,
    org: OrgId,
    preconditions: &[Precondition],
    at: Timestamp,
) -> StoreResult<()> {
    for precondition in preconditions {
        let holds = match precondition {
            Precondition::Session(ground) if is_open(&mut *connection, *ground).await? => true,
            Precondition::Session(_) => return Err(StoreError::SessionEnded),
            Precondition::Plan(plan) => plan_of(&mut *connection, org).await? == Some(*plan),
            Precondition::Member { user, role, status, sites } => {
                let member = member_rows::one(&mut *connection, org, *user).await?;
                member.is_some_and(|member| {
                    role.holds(member.role) && member.status == *status && sites.holds(&member.sites)
                })
            }
            Precondition::ServiceAccount(needs) => {
                let account = service_accounts::rows::select(&mut *connection, needs.id).await?;
                account.is_some_and(|account| account.org_id == org && needs.are_met_by(&account, at))
            }
            Precondition::App(id) => still_connected::stays_connected(&mut *connection, org, *id).await?,
            Precondition::NoSecondFactorDemanded => !demands_second_factor(&mut *connection, org).await?,
            Precondition::Key(needs) => {
                let key = keys::rows::select(&mut *connection, needs.id).await?;
                key.is_some_and(|key| key.org_id == org && needs.are_met_by(&key, at))
            }
        };
        if !holds {
            return Err(StoreError::PreconditionsChanged);
        }
    }
    Ok(())
}

async fn plan_of(connection: &mut Connection, org: OrgId) -> StoreResult<Option<Plan>> {
    let row = sql("SELECT id, plan FROM organizations WHERE id = $1").bind(org);
    row.optional(connection, |row| RowReader::new(row, "organizations", "id").parsed("plan")).await
}

async fn demands_second_factor(connection: &mut Connection, org: OrgId) -> StoreResult<bool> {
    let row = sql("SELECT id, require_second_factor FROM organizations WHERE id = $1").bind(org);
    let demands = row
        .optional(connection, |row| RowReader::new(row, "organizations", "id").flag("require_second_factor"))
        .await?;
    Ok(demands.unwrap_or(true))
}
