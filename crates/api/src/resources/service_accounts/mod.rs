//! Service accounts: members that are programs. A plaintext token appears only in the response that creates it, and is
//! never stored.

mod change;
mod token;

use askline_app::present_fields::every_field_present;
use askline_domain::{
    identity::role::Role,
    keys::KeyCreator,
    service_accounts::{ServiceAccount, TokenRecord},
    shared::{
        ids::{Id as _, ServiceAccountId, SiteId},
        paging::Page,
        rfc3339::Moment,
    },
    sites::visible::VisibleSites,
};
use jiff::Timestamp;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use change::{
    Deleted, DeletedServiceAccount, create_service_account, delete_service_account, update_service_account,
};
pub use token::{CreatedServiceToken, create_service_token};

use crate::pipeline::{
    app::App,
    handling::{ApiError, Call, Input, Items, Nothing, OrgAccess, PageQuery, Reply},
};

/// A service account: a member of the organization that is a program.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ServiceAccount", transform = every_field_present)]
pub struct ServiceAccountView {
    /// Its id.
    pub id: ServiceAccountId,
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: Role,
    /// The only sites that it sees; null for every site of the organization. An empty list means no site.
    #[schemars(with = "Option<Vec<SiteId>>")]
    pub site_ids: VisibleSites,
    /// When it was created.
    pub created_at: Moment,
    /// Who created it; null for one that was created on the server's command line.
    pub created_by: Option<KeyCreator>,
    /// When it was last used, to the second.
    pub last_used_at: Option<Moment>,
    /// Its valid tokens, the newest first: at most two, of which the older one ends after an overlap.
    pub tokens: Vec<ServiceTokenView>,
}

/// A valid token of a service account, masked.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ServiceToken", transform = every_field_present)]
pub struct ServiceTokenView {
    /// Enough to recognize the token by: `sv_9fKq…x7Zb`.
    pub masked_token: String,
    /// The only networks from which it may be used; null for any.
    pub allowed_ips: Option<Vec<String>>,
    /// When it was created.
    pub created_at: Moment,
    /// Who was given it; null for one that was created on the server's command line or by an earlier release.
    pub created_by: Option<KeyCreator>,
    /// When it expires.
    pub expires_at: Moment,
}

/// A service account by name.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct NamedServiceAccount {
    /// Its id.
    pub id: ServiceAccountId,
    /// Its name.
    pub name: String,
}

/// The service account in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ServiceAccountPath {
    /// Its id.
    pub service_account_id: ServiceAccountId,
}

impl ServiceAccountView {
    /// The view of a service account at `now`.
    fn of(app: &App, account: &ServiceAccount, now: Timestamp) -> Self {
        // A use that was noted since the last flush is later than the stored one.
        let last_used_at = account.last_used_at.max(app.service_uses().noted(account.id));
        Self {
            id: account.id,
            name: account.name.clone(),
            role: account.role,
            site_ids: account.sites.clone(),
            created_at: account.created_at.into(),
            created_by: account.created_by.clone(),
            last_used_at: last_used_at.map(Moment),
            tokens: account.valid_tokens(now).map(ServiceTokenView::from).collect(),
        }
    }
}

impl From<&TokenRecord> for ServiceTokenView {
    fn from(token: &TokenRecord) -> Self {
        Self {
            masked_token: token.masked.clone(),
            allowed_ips: token.allowed_ips.as_ref().map(|networks| networks.iter().map(ToString::to_string).collect()),
            created_at: token.created_at.into(),
            created_by: token.created_by.clone(),
            expires_at: token.expires_at.into(),
        }
    }
}

impl From<ServiceAccount> for NamedServiceAccount {
    fn from(account: ServiceAccount) -> Self {
        Self { id: account.id, name: account.name }
    }
}

/// Lists the service accounts of the organization, newest first.
pub async fn list_service_accounts(
    call: Call<OrgAccess>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<Items<ServiceAccountView>>, ApiError> {
    let page = input.query.page()?;
    let accounts = call.app.ports().service_accounts.service_accounts(call.tenant.id).await?;
    let now = call.request.at;
    // All are read, since there are only a few.
    let items = accounts
        .iter()
        .filter(|account| page.before.is_none_or(|before| account.id.bits() < before))
        .take(page.limit as usize + 1)
        .map(|account| ServiceAccountView::of(&call.app, account, now))
        .collect();
    Ok(Reply::page(Page::cut(items, page.limit), page.limit, |view| view.id.bits()))
}
