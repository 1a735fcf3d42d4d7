//! Records of idempotent requests. A record is inserted in the transaction of its change ([`Change::append_audit`]), so
//! that only one of two equal requests is executed, in any process.
//!
//! Totals are in a row for each organization, and each record has a position, so that checking limits needs no
//! counting.

use askline_app::ports::{StoreError, StoreResult, requests::idempotency::IdempotencyStore};
use askline_domain::{
    identity::secret::SecretDigest,
    requests::idempotency::{
        IDEMPOTENCY_KEPT, IdempotencyRecord, IdempotencyState, IdempotencyTicket, MAX_ANSWER_BYTES,
        MAX_ANSWER_BYTES_PER_ORGANIZATION, MAX_ANSWERS_PER_CALLER, MAX_RECORDS_PER_ORGANIZATION, StoredAnswer,
    },
    shared::ids::OrgId,
};
use async_trait::async_trait;
use jiff::{SignedDuration, Timestamp};

use super::scope::Scope;
use crate::{
    metadata::MetadataStore,
    sql::{
        Connection, Row,
        rows::{RowReader, milliseconds},
        skipping_locked, sql,
    },
};

const TABLE: &str = "idempotency_records";
/// The number of old answers that are examined in one step when space for a new one is needed.
const ANSWERS_AT_ONCE: i64 = 64;

#[async_trait]
impl IdempotencyStore for MetadataStore {
    async fn look_up(
        &self,
        ticket: &IdempotencyTicket,
        body: SecretDigest,
        organization: Option<OrgId>,
        now: Timestamp,
    ) -> StoreResult<IdempotencyState> {
        let mut connection = self.inner.read.acquire().await?;
        let row = sql(
            "SELECT r.*, a.answer FROM idempotency_records r LEFT JOIN idempotency_answers a ON a.ticket = r.ticket \
             WHERE r.ticket IN ($1, $2) AND r.created_ms > $3",
        )
        .bind(ticket.digest())
        .bind(earlier_name(ticket))
        .bind(newest_expired(now))
        .fetch_optional(&mut connection)
        .await?;
        match (row, organization) {
            (Some(row), _) => state_of(&row, body),
            (None, Some(org)) if records_of(&mut connection, org).await? >= MAX_RECORDS_PER_ORGANIZATION => {
                Ok(IdempotencyState::Full { free_in: free_in(&mut connection, org, now).await? })
            }
            (None, _) => Ok(IdempotencyState::New),
        }
    }

    async fn keep_answer(
        &self,
        organization: Option<OrgId>,
        record: &IdempotencyRecord,
        answer: &str,
    ) -> StoreResult<()> {
        let ticket = record.ticket.digest();
        // The record may belong to an organization that the request created.
        let owner = sql("SELECT ticket, org_id FROM idempotency_records WHERE ticket = $1")
            .bind(ticket)
            .optional(&self.inner.read, |row| RowReader::new(row, TABLE, "org_id").optional_parsed("org_id"))
            .await?;
        let mut change = self.begin(owner.flatten().or(organization).map(Scope::Organization)).await?;
        let connection = change.connection();
        let row = sql("SELECT org_id, answer_bytes FROM idempotency_records WHERE ticket = $1")
            .bind(ticket)
            .fetch_optional(&mut *connection)
            .await?;
        let org = match row {
            Some(row) => {
                let row = RowReader::new(&row, TABLE, "org_id");
                let has_answer = row.number::<u64>("answer_bytes")? > 0;
                row.optional_parsed("org_id")?.filter(|_| !has_answer)
            }
            None => {
                if let Some(org) = organization {
                    insert(&mut *connection, org, record).await?;
                }
                organization
            }
        };
        let Some(org) = org else { return Ok(()) };
        if answer.len() <= MAX_ANSWER_BYTES {
            make_room(connection, org, answer.len() as u64).await?;
            insert_answer(connection, org, ticket, answer).await?;
        }
        change.commit_without_notice().await
    }

    async fn remove_expired(&self, now: Timestamp, most: u32) -> StoreResult<u64> {
        let rows = sql(
            "SELECT COALESCE(org_id, '') AS org_id, COUNT(*) AS records FROM (SELECT org_id FROM idempotency_records \
             WHERE created_ms <= $1 ORDER BY created_ms LIMIT $2) AS expired GROUP BY org_id",
        )
        .bind(newest_expired(now))
        .bind(most)
        .fetch_all(&self.inner.read)
        .await?;
        let mut removed = 0;
        for row in &rows {
            let row = RowReader::new(row, TABLE, "org_id");
            let (owner, records) = (row.text("org_id")?, row.number("records")?);
            removed += self.remove_expired_of(&owner, now, records).await?;
        }
        Ok(removed)
    }
}

impl MetadataStore {
    /// Removes up to `records` expired records of an organization. An empty `owner` stands for records of the previous
    /// table layout, which had no organization.
    async fn remove_expired_of(&self, owner: &str, now: Timestamp, records: i64) -> StoreResult<u64> {
        let mut change = self.begin(owner.parse().ok().map(Scope::Organization)).await?;
        let rows = sql(skipping_locked!(
            removing "DELETE FROM idempotency_records WHERE ticket IN (SELECT ticket FROM idempotency_records \
             WHERE created_ms <= $1 AND COALESCE(org_id, '') = $2 ORDER BY created_ms LIMIT $3",
            ") RETURNING ticket, org_id, answer_bytes"
        ))
        .bind(newest_expired(now))
        .bind(owner)
        .bind(records)
        .fetch_all(change.connection())
        .await?;
        forget(change.connection(), &rows).await?;
        change.commit_without_notice().await?;
        Ok(rows.len() as u64)
    }
}

/// Stores the record of a request: in the change that the request makes, or with its answer if it makes none.
pub(crate) async fn insert(connection: &mut Connection, org: OrgId, record: &IdempotencyRecord) -> StoreResult<()> {
    let ticket = record.ticket.digest();
    let expired = sql("DELETE FROM idempotency_records WHERE ticket = $1 AND created_ms <= $2 \
         RETURNING ticket, org_id, answer_bytes")
    .bind(ticket)
    .bind(newest_expired(record.at))
    .fetch_all(&mut *connection)
    .await?;
    forget(&mut *connection, &expired).await?;
    let place: Option<i64> = sql("INSERT INTO idempotency_records \
         (ticket, org_id, caller, place, body_digest, status, made_id, created_ms, answer_bytes) \
         VALUES ($1, $2, $3, (SELECT COALESCE(MAX(place), 0) + 1 FROM idempotency_records WHERE caller = $3), \
         $4, $5, $6, $7, 0) ON CONFLICT (ticket) DO NOTHING RETURNING place")
    .bind(ticket)
    .bind(org)
    .bind(&record.ticket.caller)
    .bind(record.body)
    .bind(record.status)
    .bind(&record.made_id)
    .bind(record.at)
    .optional_value(&mut *connection)
    .await?;
    let Some(place) = place else { return Err(StoreError::DoneBefore) };
    count_in(&mut *connection, org, record.at).await?;
    // Only a caller's newest records keep their answers: this record displaces the answer of an older one.
    let pushed_out = sql("SELECT ticket, org_id, answer_bytes FROM idempotency_records \
         WHERE caller = $1 AND place = $2 AND answer_bytes > 0")
    .bind(&record.ticket.caller)
    .bind(place - i64::from(MAX_ANSWERS_PER_CALLER))
    .fetch_all(&mut *connection)
    .await?;
    for row in &pushed_out {
        remove_answer(&mut *connection, row).await?;
    }
    Ok(())
}

/// Adds a record to the total of its organization; an error if the organization has its maximum number of records.
async fn count_in(connection: &mut Connection, org: OrgId, now: Timestamp) -> StoreResult<()> {
    let counted = sql("INSERT INTO idempotency_totals (org_id, records, answer_bytes) VALUES ($1, 1, 0) \
         ON CONFLICT (org_id) DO UPDATE SET records = idempotency_totals.records + 1 \
         WHERE idempotency_totals.records < $2")
    .bind(org)
    .bind(MAX_RECORDS_PER_ORGANIZATION)
    .execute(&mut *connection)
    .await?;
    match counted {
        0 => Err(StoreError::TooManyRequestsKept { free_in: free_in(connection, org, now).await? }),
        _ => Ok(()),
    }
}

async fn insert_answer(connection: &mut Connection, org: OrgId, ticket: SecretDigest, answer: &str) -> StoreResult<()> {
    sql("INSERT INTO idempotency_answers (ticket, answer) VALUES ($1, $2)")
        .bind(ticket)
        .bind(answer)
        .execute(&mut *connection)
        .await?;
    count_answer(connection, &ticket.0, Some(org.to_string()), answer.len() as i64).await
}

/// Adds the bytes of an answer to its record and to the total of its organization, or subtracts them.
async fn count_answer(connection: &mut Connection, ticket: &[u8], org: Option<String>, bytes: i64) -> StoreResult<()> {
    for statement in [
        sql("UPDATE idempotency_records SET answer_bytes = answer_bytes + $2 WHERE ticket = $1").bind(ticket),
        sql("UPDATE idempotency_totals SET answer_bytes = answer_bytes + $2 WHERE org_id = $1").bind(org),
    ] {
        statement.bind(bytes).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Removes the oldest answers of an organization until there is space for another `bytes` bytes.
async fn make_room(connection: &mut Connection, org: OrgId, bytes: u64) -> StoreResult<()> {
    loop {
        let kept = sql("SELECT answer_bytes FROM idempotency_totals WHERE org_id = $1")
            .bind(org)
            .optional_value::<i64>(&mut *connection)
            .await?;
        let mut kept = kept.unwrap_or(0).unsigned_abs();
        if kept + bytes <= MAX_ANSWER_BYTES_PER_ORGANIZATION {
            return Ok(());
        }
        let oldest = sql("SELECT ticket, org_id, answer_bytes FROM idempotency_records \
             WHERE org_id = $1 AND answer_bytes > 0 ORDER BY created_ms LIMIT $2")
        .bind(org)
        .bind(ANSWERS_AT_ONCE)
        .fetch_all(&mut *connection)
        .await?;
        if oldest.is_empty() {
            return Err(StoreError::Internal(format!("the answers of {org} are counted and not there")));
        }
        for row in &oldest {
            if kept + bytes <= MAX_ANSWER_BYTES_PER_ORGANIZATION {
                break;
            }
            kept = kept.saturating_sub(remove_answer(&mut *connection, row).await?);
        }
    }
}

/// Removes the answer of a record but keeps the record; returns the size of the answer in bytes.
async fn remove_answer(connection: &mut Connection, row: &Row) -> StoreResult<u64> {
    let row = RowReader::new(row, TABLE, "org_id");
    let (ticket, org) = (row.bytes("ticket")?, row.optional_text("org_id")?);
    let bytes: u64 = row.number("answer_bytes")?;
    sql("DELETE FROM idempotency_answers WHERE ticket = $1").bind(&ticket).execute(&mut *connection).await?;
    count_answer(connection, &ticket, org, -bytes.cast_signed()).await?;
    Ok(bytes)
}

/// Subtracts removed records, all of one organization, from its totals. Their answers were deleted together with them,
/// through their foreign key.
async fn forget(connection: &mut Connection, removed: &[Row]) -> StoreResult<()> {
    let rows = || removed.iter().map(|row| RowReader::new(row, TABLE, "org_id"));
    let Some(org) = rows().next().map(|row| row.optional_text("org_id")).transpose()?.flatten() else { return Ok(()) };
    let bytes: i64 = rows().map(|row| row.number::<i64>("answer_bytes")).sum::<StoreResult<_>>()?;
    sql("UPDATE idempotency_totals SET records = records - $2, answer_bytes = answer_bytes - $3 WHERE org_id = $1")
        .bind(org)
        .bind(removed.len() as i64)
        .bind(bytes)
        .execute(connection)
        .await
        .map(|_| ())
}

async fn records_of(connection: &mut Connection, org: OrgId) -> StoreResult<u32> {
    let records: Option<i64> =
        sql("SELECT records FROM idempotency_totals WHERE org_id = $1").bind(org).optional_value(connection).await?;
    Ok(records.and_then(|records| u32::try_from(records).ok()).unwrap_or(0))
}

/// Returns the time until the oldest record of an organization expires.
async fn free_in(connection: &mut Connection, org: OrgId, now: Timestamp) -> StoreResult<SignedDuration> {
    let oldest: Option<i64> =
        sql("SELECT MIN(created_ms) FROM idempotency_records WHERE org_id = $1").bind(org).value(connection).await?;
    let age = SignedDuration::from_millis(milliseconds(now) - oldest.unwrap_or_else(|| milliseconds(now)));
    Ok((IDEMPOTENCY_KEPT - age).max(SignedDuration::ZERO))
}

fn state_of(row: &Row, body: SecretDigest) -> StoreResult<IdempotencyState> {
    let row = RowReader::new(row, TABLE, "caller");
    if row.digest("body_digest")? != body {
        return Ok(IdempotencyState::Reused);
    }
    Ok(IdempotencyState::Done(StoredAnswer {
        status: row.number("status")?,
        made_id: row.optional_text("made_id")?,
        body: row.optional_text("answer")?,
    }))
}

/// The form of the ticket in records of the previous table layout.
fn earlier_name(ticket: &IdempotencyTicket) -> Vec<u8> {
    format!("{}\n{}\n{}", ticket.caller, ticket.route, ticket.key).into_bytes()
}

/// Records created at this millisecond or earlier are treated as absent.
fn newest_expired(now: Timestamp) -> i64 {
    milliseconds(now) - i64::try_from(IDEMPOTENCY_KEPT.as_millis()).expect("a day of milliseconds fits")
}
