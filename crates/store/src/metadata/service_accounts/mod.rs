//! Service accounts. Plaintext tokens never get here, only their digests.

mod in_change;
pub(in crate::metadata) mod rows;

use askline_app::ports::{
    StoreResult,
    service_accounts::{ServiceAccountStore, ServiceGrant},
};
use askline_domain::{
    identity::secret::SecretDigest,
    service_accounts::{MadeObject, ServiceAccount},
    shared::ids::{OrgId, ServiceAccountId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{MetadataStore, keys::latest_uses::touching};
use crate::sql::{Dialects, rows::RowReader, sql};

/// The objects of one kind that a service account created and that are still there, at most `$3`. The id is that of the
/// entry's first target.
macro_rules! made {
    ($id:literal, $kind:literal, $table:literal, $name:literal, $rest:literal) => {
        concat!(
            "SELECT o.id, ",
            $name,
            " AS name FROM audit_entries e JOIN ",
            $table,
            " o ON o.id = ",
            $id,
            $rest,
            " WHERE e.org_id = $1 AND e.actor_id = $2 AND e.actor_type = 'service' AND e.action = '",
            $kind,
            ".created' AND o.is_removed = 0 ORDER BY e.id DESC LIMIT $3"
        )
    };
    ($kind:literal, $table:literal, $name:literal, $rest:literal) => {
        (
            $kind,
            Dialects {
                sqlite: made!("e.targets ->> '$[0].id'", $kind, $table, $name, $rest),
                postgres: made!("CAST(e.targets AS jsonb) -> 0 ->> 'id'", $kind, $table, $name, $rest),
            },
        )
    };
}

/// What a service account created: each kind with its statement.
const MADE: [(&str, Dialects); 3] = [
    made!("site", "sites", "o.name", ""),
    made!("webhook", "webhooks", "o.description", ""),
    made!("monitor", "monitors", "o.query", " JOIN sites s ON s.id = o.site_id AND s.is_removed = 0"),
];

#[async_trait]
impl ServiceAccountStore for MetadataStore {
    async fn service_account_by_token(&self, digest: SecretDigest) -> StoreResult<Option<ServiceGrant>> {
        // One transaction, so that account, tokens and plan are consistent.
        let mut snapshot = self.inner.read.begin().await?;
        let found = sql("SELECT a.id, o.plan FROM service_tokens t JOIN service_accounts a ON a.id = t.account_id \
             JOIN organizations o ON o.id = a.org_id WHERE t.digest = $1 AND o.is_removed = 0")
        .bind(digest)
        .optional(&mut snapshot, |row| {
            let row = RowReader::new(row, "service_accounts", "id");
            Ok((row.parsed("id")?, row.parsed("plan")?))
        })
        .await?;
        let Some((id, plan)) = found else { return Ok(None) };
        let Some(account) = rows::select(&mut snapshot, id).await? else { return Ok(None) };
        let token = account.tokens.iter().find(|token| token.digest == digest).cloned();
        Ok(token.map(|token| ServiceGrant { account, token, plan }))
    }

    async fn service_account(&self, org: OrgId, id: ServiceAccountId) -> StoreResult<Option<ServiceAccount>> {
        let mut snapshot = self.inner.read.begin().await?;
        Ok(rows::select(&mut snapshot, id).await?.filter(|account| account.org_id == org))
    }

    async fn organization_of_service_account(&self, id: ServiceAccountId) -> StoreResult<Option<OrgId>> {
        let mut connection = self.inner.read.acquire().await?;
        Ok(rows::select(&mut connection, id).await?.map(|account| account.org_id))
    }

    async fn service_accounts(&self, org: OrgId) -> StoreResult<Vec<ServiceAccount>> {
        let mut snapshot = self.inner.read.begin().await?;
        rows::of_organization(&mut snapshot, org).await
    }

    async fn made_by_service_account(
        &self,
        org: OrgId,
        id: ServiceAccountId,
        most: u32,
    ) -> StoreResult<Vec<MadeObject>> {
        let mut connection = self.inner.read.acquire().await?;
        let mut made = Vec::new();
        for (kind, statement) in MADE {
            let read = sql(statement).bind(org).bind(id).bind(most);
            made.extend(
                read.all(&mut connection, |row| {
                    let row = RowReader::new(row, "audit_entries", "id");
                    Ok(MadeObject { kind: kind.into(), id: row.text("id")?, name: row.text("name")? })
                })
                .await?,
            );
        }
        Ok(made)
    }

    async fn service_accounts_left_by(
        &self,
        person: UserId,
        org: Option<OrgId>,
        at: Timestamp,
    ) -> StoreResult<Vec<ServiceAccount>> {
        let mut snapshot = self.inner.read.begin().await?;
        rows::left_by(&mut snapshot, person, org, at).await
    }

    async fn touch_service_accounts(&self, uses: &[(ServiceAccountId, Timestamp)]) -> StoreResult<()> {
        self.record_uses(touching!("service_accounts"), uses).await
    }
}
