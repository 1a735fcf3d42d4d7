//! Service accounts and their tokens as rows, and back.

use askline_app::ports::StoreResult;
use askline_domain::{
    keys::KeyCreator,
    service_accounts::{ServiceAccount, TokenRecord},
    shared::ids::{OrgId, ServiceAccountId, SiteId, UserId},
};
use jiff::Timestamp;

use crate::sql::{
    Connection,
    rows::{Columns, RowReader, json_text},
    sql,
};

pub(super) async fn insert(connection: &mut Connection, account: &ServiceAccount) -> StoreResult<()> {
    let creator = account.created_by.as_ref();
    sql("INSERT INTO service_accounts (id, org_id, name, role, site_ids, created_ms, created_by_id, created_by_email, \
         last_used_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)")
    .bind(account.id)
    .bind(account.org_id)
    .bind(&account.name)
    .bind(account.role.as_str())
    .bind(account.sites.listed().map(json_text).transpose()?)
    .bind(account.created_at)
    .bind(creator.map(|creator| creator.id.to_string()))
    .bind(creator.map(|creator| creator.email.as_str()))
    .bind(account.last_used_at)
    .execute(connection)
    .await
    .map(|_| ())
}

pub(super) async fn insert_token(
    connection: &mut Connection,
    account: ServiceAccountId,
    token: &TokenRecord,
) -> StoreResult<()> {
    let creator = token.created_by.as_ref();
    sql("INSERT INTO service_tokens (digest, account_id, masked, allowed_ips, created_ms, expires_ms, created_by_id, \
         created_by_email) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)")
    .bind(token.digest)
    .bind(account)
    .bind(&token.masked)
    .bind(token.allowed_ips.as_ref().map(json_text).transpose()?)
    .bind(token.created_at)
    .bind(token.expires_at)
    .bind(creator.map(|creator| creator.id.to_string()))
    .bind(creator.map(|creator| creator.email.as_str()))
    .execute(connection)
    .await
    .map(|_| ())
}

/// A service account with its tokens.
pub(in crate::metadata) async fn select(
    connection: &mut Connection,
    id: ServiceAccountId,
) -> StoreResult<Option<ServiceAccount>> {
    let found =
        sql("SELECT * FROM service_accounts WHERE id = $1").bind(id).optional(&mut *connection, account).await?;
    let Some(mut account) = found else { return Ok(None) };
    account.tokens = sql("SELECT * FROM service_tokens WHERE account_id = $1 ORDER BY created_ms DESC, digest")
        .bind(id)
        .all(connection, token)
        .await?;
    Ok(Some(account))
}

/// The service accounts of an organization, newest first.
pub(super) async fn of_organization(connection: &mut Connection, org: OrgId) -> StoreResult<Vec<ServiceAccount>> {
    let accounts = sql("SELECT * FROM service_accounts WHERE org_id = $1 ORDER BY id DESC")
        .bind(org)
        .all(&mut *connection, account)
        .await?;
    let tokens =
        sql("SELECT t.* FROM service_accounts a JOIN service_tokens t ON t.account_id = a.id WHERE a.org_id = $1 \
         ORDER BY t.created_ms DESC, t.digest")
        .bind(org)
        .all(connection, token_of_account)
        .await?;
    Ok(with_tokens(accounts, tokens))
}

/// The service accounts that a person created or was given a token of that is valid at `at`, newest first: in one
/// organization, or in all.
pub(super) async fn left_by(
    connection: &mut Connection,
    person: UserId,
    org: Option<OrgId>,
    at: Timestamp,
) -> StoreResult<Vec<ServiceAccount>> {
    /// The ids of these accounts, as `$1`, `$2` and `$3` say.
    macro_rules! left {
        ($columns:literal, $from:literal, $rest:literal) => {
            concat!(
                "SELECT ",
                $columns,
                " FROM ",
                $from,
                " JOIN organizations o ON o.id = a.org_id \
                 WHERE (CAST($2 AS TEXT) IS NULL OR a.org_id = $2) AND o.is_removed = 0 AND a.id IN \
                 (SELECT id FROM service_accounts WHERE created_by_id = $1 \
                 UNION SELECT account_id FROM service_tokens WHERE created_by_id = $1 AND expires_ms > $3)",
                $rest
            )
        };
    }
    let accounts = sql(left!("a.*", "service_accounts a", " ORDER BY a.id DESC"))
        .bind(person)
        .bind(org)
        .bind(at)
        .all(&mut *connection, account)
        .await?;
    let tokens = sql(left!(
        "t.*",
        "service_accounts a JOIN service_tokens t ON t.account_id = a.id",
        " ORDER BY t.created_ms DESC, t.digest"
    ))
    .bind(person)
    .bind(org)
    .bind(at)
    .all(connection, token_of_account)
    .await?;
    Ok(with_tokens(accounts, tokens))
}

fn with_tokens(mut accounts: Vec<ServiceAccount>, tokens: Vec<(ServiceAccountId, TokenRecord)>) -> Vec<ServiceAccount> {
    for (id, token) in tokens {
        if let Some(account) = accounts.iter_mut().find(|account| account.id == id) {
            account.tokens.push(token);
        }
    }
    accounts
}

fn token_of_account<C: Columns>(row: &C) -> StoreResult<(ServiceAccountId, TokenRecord)> {
    let id = RowReader::new(row, "service_tokens", "account_id").parsed("account_id")?;
    Ok((id, token(row)?))
}

/// Reads a service account without its tokens.
pub(super) fn account<C: Columns>(row: &C) -> StoreResult<ServiceAccount> {
    let row = RowReader::new(row, "service_accounts", "id");
    Ok(ServiceAccount {
        id: row.parsed("id")?,
        org_id: row.parsed("org_id")?,
        name: row.text("name")?,
        role: row.parsed("role")?,
        sites: row.optional_json::<Vec<SiteId>>("site_ids")?.into(),
        created_at: row.time("created_ms")?,
        created_by: creator(&row)?,
        last_used_at: row.optional_time("last_used_ms")?,
        tokens: Vec::new(),
    })
}

fn token<C: Columns>(row: &C) -> StoreResult<TokenRecord> {
    let row = RowReader::new(row, "service_tokens", "account_id");
    Ok(TokenRecord {
        digest: row.digest("digest")?,
        masked: row.text("masked")?,
        allowed_ips: row.optional_json("allowed_ips")?,
        created_at: row.time("created_ms")?,
        created_by: creator(&row)?,
        expires_at: row.time("expires_ms")?,
    })
}

fn creator<C: Columns>(row: &RowReader<'_, C>) -> StoreResult<Option<KeyCreator>> {
    Ok(match row.optional_parsed("created_by_id")? {
        Some(id) => Some(KeyCreator { id, email: row.text("created_by_email")? }),
        None => None,
    })
}
