//! Sign-ins that are under way at a provider, as rows. They are few and end soon.

use askline_app::ports::{StoreResult, identity::identities::Flow};
use askline_domain::identity::{
    grounds::SessionGround,
    linked_identity::{FlowPurpose, MAX_FLOWS, MAX_FLOWS_OF_SESSION},
};
use jiff::Timestamp;

use crate::sql::{
    Connection, Row,
    rows::{RowReader, json_text},
    skipping_locked, sql,
};

/// The maximum number of rows that the beginning of a sign-in removes: more than it adds.
const MAX_REMOVED_AT_ONCE: u32 = 100;

pub(super) async fn insert(connection: &mut Connection, flow: &Flow) -> StoreResult<()> {
    let ground = flow.purpose.session();
    sql("INSERT INTO sign_in_flows (digest, provider, user_id, session_id, proven, expires_ms, is_proof) \
         VALUES ($1, $2, $3, $4, $5, $6, $7)")
    .bind(flow.digest)
    .bind(&flow.provider)
    .bind(ground.map(|ground| ground.user))
    .bind(ground.map(|ground| ground.session))
    .bind(flow.proven.as_ref().map(json_text).transpose()?)
    .bind(flow.expires_at)
    .bind(i64::from(matches!(flow.purpose, FlowPurpose::Prove(_))))
    .execute(connection)
    .await
    .map(|_| ())
}

/// Removes sign-ins that expired, and the oldest ones beyond the limits: of all, and of the session that asks for `new`.
pub(super) async fn remove_ended(connection: &mut Connection, new: &Flow, now: Timestamp) -> StoreResult<()> {
    sql(skipping_locked!(
        removing "DELETE FROM sign_in_flows WHERE digest IN (SELECT digest FROM sign_in_flows WHERE expires_ms <= $1 \
         ORDER BY expires_ms LIMIT $2",
        ")"
    ))
    .bind(now)
    .bind(MAX_REMOVED_AT_ONCE)
    .execute(&mut *connection)
    .await?;
    sql(skipping_locked!(
        removing "DELETE FROM sign_in_flows WHERE digest IN (SELECT digest FROM sign_in_flows ORDER BY expires_ms DESC \
         LIMIT $1 OFFSET $2",
        ")"
    ))
    .bind(MAX_REMOVED_AT_ONCE)
    .bind(MAX_FLOWS - 1)
    .execute(&mut *connection)
    .await?;
    let Some(ground) = new.purpose.session() else { return Ok(()) };
    sql(skipping_locked!(
        removing "DELETE FROM sign_in_flows WHERE digest IN (SELECT digest FROM sign_in_flows WHERE session_id = $1 \
         ORDER BY expires_ms DESC LIMIT $2 OFFSET $3",
        ")"
    ))
    .bind(ground.session)
    .bind(MAX_REMOVED_AT_ONCE)
    .bind(MAX_FLOWS_OF_SESSION - 1)
    .execute(connection)
    .await
    .map(|_| ())
}

pub(super) fn read(row: &Row) -> StoreResult<Flow> {
    let row = RowReader::new(row, "sign_in_flows", "digest");
    let ground = match (row.optional_parsed("user_id")?, row.optional_parsed("session_id")?) {
        (Some(user), Some(session)) => Some(SessionGround { user, session }),
        _ => None,
    };
    Ok(Flow {
        digest: row.digest("digest")?,
        provider: row.text("provider")?,
        purpose: match (ground, row.flag("is_proof")?) {
            (None, _) => FlowPurpose::SignIn,
            (Some(ground), false) => FlowPurpose::Link(ground),
            (Some(ground), true) => FlowPurpose::Prove(ground),
        },
        expires_at: row.time("expires_ms")?,
        proven: row.optional_json("proven")?,
    })
}
