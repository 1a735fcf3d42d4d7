//! Rows of service accounts in a change of a use case.

use askline_app::ports::{StoreResult, change::ServiceAccountRows, changes::Subject};
use askline_domain::{
    service_accounts::ServiceAccount,
    shared::ids::{OrgId, ServiceAccountId},
};
use async_trait::async_trait;

use super::rows::{insert, insert_token, select};
use crate::{
    metadata::changes::change::Change,
    sql::{rows::json_text, sql},
};

#[async_trait]
impl ServiceAccountRows for Change {
    async fn service_account(&mut self, id: ServiceAccountId) -> StoreResult<Option<ServiceAccount>> {
        select(self.connection(), id).await
    }

    async fn count_service_accounts(&mut self, org: OrgId) -> StoreResult<u32> {
        let count: i64 =
            sql("SELECT COUNT(*) FROM service_accounts WHERE org_id = $1").bind(org).value(self.connection()).await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn insert_service_account(&mut self, account: &ServiceAccount) -> StoreResult<()> {
        self.concerns(Subject::Organization(account.org_id));
        insert(self.connection(), account).await
    }

    async fn replace_service_account(&mut self, account: &ServiceAccount) -> StoreResult<()> {
        self.concerns(Subject::Organization(account.org_id));
        sql("UPDATE service_accounts SET name = $1, role = $2, site_ids = $3 WHERE id = $4")
            .bind(&account.name)
            .bind(account.role.as_str())
            .bind(account.sites.listed().map(json_text).transpose()?)
            .bind(account.id)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn replace_service_tokens(&mut self, account: &ServiceAccount) -> StoreResult<()> {
        self.concerns(Subject::Organization(account.org_id));
        sql("DELETE FROM service_tokens WHERE account_id = $1").bind(account.id).execute(self.connection()).await?;
        for token in &account.tokens {
            insert_token(self.connection(), account.id, token).await?;
        }
        Ok(())
    }

    async fn delete_service_account(&mut self, account: &ServiceAccount) -> StoreResult<()> {
        self.concerns(Subject::Organization(account.org_id));
        sql("DELETE FROM service_accounts WHERE id = $1").bind(account.id).execute(self.connection()).await.map(|_| ())
    }
}
