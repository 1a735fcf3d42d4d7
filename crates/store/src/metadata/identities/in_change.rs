//! Rows of linked identities in a change of a use case.

use askline_app::ports::{
    StoreResult,
    change::{IdentityJoin, IdentityRows},
    changes::Subject,
};
use askline_domain::{
    identity::{linked_identity::LinkedIdentity, provider::ProvenIdentity, secret::SecretDigest},
    organizations::plan::Plan,
    shared::ids::{LinkedIdentityId, OrgId, SessionId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{flows, rows};
use crate::{
    metadata::changes::change::Change,
    sql::{rows::RowReader, sql},
};

#[async_trait]
impl IdentityRows for Change {
    async fn identity(&mut self, issuer: &str, subject: &str) -> StoreResult<Option<LinkedIdentity>> {
        rows::select(self.connection(), issuer, subject).await
    }

    async fn identity_of(&mut self, user: UserId, id: LinkedIdentityId) -> StoreResult<Option<LinkedIdentity>> {
        sql("SELECT * FROM linked_identities WHERE id = $1 AND user_id = $2")
            .bind(id)
            .bind(user)
            .optional(self.connection(), rows::read)
            .await
    }

    async fn identities_of(&mut self, user: UserId) -> StoreResult<Vec<LinkedIdentity>> {
        rows::of_account(self.connection(), user).await
    }

    async fn insert_identity(&mut self, identity: &LinkedIdentity) -> StoreResult<()> {
        self.concerns(Subject::User(identity.user_id));
        rows::insert(self.connection(), identity).await
    }

    async fn note_identity_use(
        &mut self,
        identity: &LinkedIdentity,
        proven: &ProvenIdentity,
        at: Timestamp,
    ) -> StoreResult<()> {
        self.concerns(Subject::User(identity.user_id));
        sql("UPDATE linked_identities SET provider = $1, email = $2, last_used_ms = $3 WHERE id = $4")
            .bind(&proven.provider)
            .bind(proven.email.as_deref().unwrap_or_default())
            .bind(at)
            .bind(identity.id)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn delete_identity(&mut self, identity: &LinkedIdentity, keep: Option<SessionId>) -> StoreResult<()> {
        self.concerns(Subject::User(identity.user_id));
        sql("DELETE FROM sessions WHERE identity_id = $1 AND (CAST($2 AS TEXT) IS NULL OR id <> $2)")
            .bind(identity.id)
            .bind(keep)
            .execute(self.connection())
            .await?;
        sql("DELETE FROM linked_identities WHERE id = $1")
            .bind(identity.id)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn delete_identities_of(&mut self, user: UserId) -> StoreResult<()> {
        self.concerns(Subject::User(user));
        let deleting = sql("DELETE FROM linked_identities WHERE user_id = $1").bind(user);
        deleting.execute(self.connection()).await.map(|_| ())
    }

    async fn identity_joins(&mut self, issuer: &str, subject: &str) -> StoreResult<Vec<IdentityJoin>> {
        sql("SELECT org_id, by_group FROM identity_joins WHERE issuer = $1 AND subject = $2 ORDER BY org_id")
            .bind(issuer)
            .bind(subject)
            .all(self.connection(), |row| {
                let row = RowReader::new(row, "identity_joins", "org_id");
                Ok(IdentityJoin { org: row.parsed("org_id")?, by_group: row.flag("by_group")? })
            })
            .await
    }

    async fn keep_identity_join(&mut self, issuer: &str, subject: &str, join: IdentityJoin) -> StoreResult<()> {
        sql("INSERT INTO identity_joins (issuer, subject, org_id, by_group) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (issuer, subject, org_id) DO UPDATE SET by_group = excluded.by_group")
        .bind(issuer)
        .bind(subject)
        .bind(join.org)
        .bind(i64::from(join.by_group))
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn forget_identity_join(&mut self, issuer: &str, subject: &str, org: OrgId) -> StoreResult<()> {
        sql("DELETE FROM identity_joins WHERE issuer = $1 AND subject = $2 AND org_id = $3")
            .bind(issuer)
            .bind(subject)
            .bind(org)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn plan_of(&mut self, org: OrgId) -> StoreResult<Option<Plan>> {
        sql("SELECT id, plan FROM organizations WHERE id = $1 AND is_removed = 0")
            .bind(org)
            .optional(self.connection(), |row| RowReader::new(row, "organizations", "id").parsed("plan"))
            .await
    }

    async fn end_waiting_flow(&mut self, flow: SecretDigest, now: Timestamp) -> StoreResult<Option<ProvenIdentity>> {
        let ended = sql("DELETE FROM sign_in_flows WHERE digest = $1 AND proven IS NOT NULL RETURNING *")
            .bind(flow)
            .optional(self.connection(), flows::read)
            .await?;
        Ok(ended.filter(|flow| flow.expires_at > now).and_then(|flow| flow.proven))
    }
}
