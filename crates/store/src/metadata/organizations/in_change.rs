//! Rows of organizations in a change of a use case.

use std::collections::HashSet;

use askline_app::ports::{StoreResult, change::OrganizationRows};
use askline_domain::{
    organizations::{Organization, bounds::Made, brand::BrandLogo, plan::Plan},
    shared::ids::{OrgId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{logos, made_on_day, select_organization};
use crate::{
    metadata::changes::change::Change,
    sql::{rows::json_text, sql},
};

#[async_trait]
impl OrganizationRows for Change {
    async fn organization(&mut self, org: OrgId) -> StoreResult<Option<Organization>> {
        select_organization(self.connection(), org).await
    }

    async fn organization_name(&mut self, org: OrgId) -> StoreResult<String> {
        sql("SELECT name FROM organizations WHERE id = $1").bind(org).value(self.connection()).await
    }

    async fn is_slug_taken(&mut self, organization: &Organization) -> StoreResult<bool> {
        let found = sql("SELECT 1 FROM organizations WHERE slug = $1 AND id <> $2")
            .bind(&organization.slug)
            .bind(organization.id)
            .fetch_optional(self.connection())
            .await?;
        Ok(found.is_some())
    }

    async fn free_slug(&mut self, slug: &str) -> StoreResult<String> {
        // A slug contains no character that LIKE treats as a wildcard.
        let taken: Vec<String> = sql("SELECT slug FROM organizations WHERE slug = $1 OR slug LIKE $2")
            .bind(slug)
            .bind(format!("{slug}-%"))
            .values(self.connection())
            .await?;
        let taken: HashSet<String> = taken.into_iter().collect();
        if !taken.contains(slug) {
            return Ok(slug.to_owned());
        }
        let numbered = (2_u32..).map(|number| format!("{slug}-{number}"));
        Ok(numbered.into_iter().find(|candidate| !taken.contains(candidate)).expect("one of four billion is free"))
    }

    async fn insert_organization(&mut self, organization: &Organization) -> StoreResult<()> {
        sql("INSERT INTO organizations (id, name, slug, plan, created_ms) VALUES ($1, $2, $3, $4, $5)")
            .bind(organization.id)
            .bind(&organization.name)
            .bind(&organization.slug)
            .bind(organization.plan.as_str())
            .bind(organization.created_at)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn replace_settings(&mut self, organization: &Organization, logo: Option<&BrandLogo>) -> StoreResult<()> {
        let Organization { id, name, slug, sign_in_rules, brand, .. } = organization;
        sql("UPDATE organizations SET name = $1, slug = $2, require_second_factor = $3, remember_browsers = $4, brand = $5 \
             WHERE id = $6")
        .bind(name)
        .bind(slug)
        .bind(sign_in_rules.require_second_factor)
        .bind(sign_in_rules.remember_browsers)
        .bind(brand.as_ref().map(json_text).transpose()?)
        .bind(*id)
        .execute(self.connection())
        .await?;
        logos::put(self.connection(), *id, brand.as_ref(), logo).await
    }

    async fn replace_plan(&mut self, org: OrgId, plan: Plan) -> StoreResult<()> {
        sql("UPDATE organizations SET plan = $1 WHERE id = $2")
            .bind(plan.as_str())
            .bind(org)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn count_foundings(&mut self, account: UserId) -> StoreResult<u32> {
        let count: i64 = sql("SELECT COUNT(*) FROM founded_organizations WHERE user_id = $1")
            .bind(account)
            .value(self.connection())
            .await?;
        Ok(u32::try_from(count).unwrap_or(u32::MAX))
    }

    async fn forget_foundings(&mut self, account: UserId, latest: Timestamp) -> StoreResult<()> {
        sql("DELETE FROM founded_organizations WHERE user_id = $1 AND founded_ms <= $2 \
             AND org_id NOT IN (SELECT id FROM organizations WHERE is_removed = 0)")
        .bind(account)
        .bind(latest)
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn insert_founding(&mut self, org: OrgId, account: UserId, at: Timestamp) -> StoreResult<()> {
        sql("INSERT INTO founded_organizations (org_id, user_id, founded_ms) VALUES ($1, $2, $3)")
            .bind(org)
            .bind(account)
            .bind(at)
            .execute(self.connection())
            .await
            .map(|_| ())
    }

    async fn count_made(&mut self, org: OrgId, made: Made, day: i64) -> StoreResult<u32> {
        made_on_day::count_made(self.connection(), org, made, day).await
    }
}
