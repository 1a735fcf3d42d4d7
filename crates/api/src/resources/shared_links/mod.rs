//! Shared links: what people without an account may see of a site.
//!
//! A plaintext token appears only in the response that creates it.

mod change;
mod opening;
mod view;

use askline_app::present_fields::every_field_present;
use askline_domain::{
    keys::KeyCreator,
    shared::{
        ids::{SharedLinkId, SiteId},
        rfc3339::Moment,
    },
    shared_links::{LinkSettings, SharedLink},
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

pub use change::{CreatedSharedLink, create_shared_link, delete_shared_link, update_shared_link};
pub use opening::{LinkSession, open_shared_link, show_shared_link_brand};
pub use view::{preview_shared_link, show_shared_view};

use crate::pipeline::handling::{ApiError, Call, Input, Items, Reply, SiteAccess};

/// A shared link.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "SharedLink", transform = every_field_present)]
pub struct SharedLinkView {
    /// Its id.
    pub id: SharedLinkId,
    /// The site that it shows.
    pub site_id: SiteId,
    /// Its settings.
    #[serde(flatten)]
    pub settings: LinkSettings,
    /// Enough to recognize the token by: `lk_9fKq…x7Zb`.
    pub masked_token: String,
    /// Whether it has a password.
    pub has_password: bool,
    /// When it expires; null for never.
    pub expires_at: Option<Moment>,
    /// When it was created.
    pub created_at: Moment,
    /// Who created it.
    pub created_by: Option<KeyCreator>,
    /// When it was last opened; null if it never was.
    pub last_used_at: Option<Moment>,
    /// How often it was opened.
    pub uses: u64,
}

/// The link in the path.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct SharedLinkPath {
    /// Its id.
    pub link_id: SharedLinkId,
}

impl From<SharedLink> for SharedLinkView {
    fn from(link: SharedLink) -> Self {
        Self {
            id: link.id,
            site_id: link.site_id,
            settings: link.settings,
            masked_token: link.masked,
            has_password: link.password_hash.is_some(),
            expires_at: link.expires_at.map(Moment),
            created_at: link.created_at.into(),
            created_by: link.created_by,
            last_used_at: link.last_used_at.map(Moment),
            uses: link.uses,
        }
    }
}

/// `GET /links/:siteId`
pub async fn list_shared_links(call: Call<SiteAccess>, _: Input) -> Result<Reply<Items<SharedLinkView>>, ApiError> {
    let links = call.app.ports().shared_links.shared_links(call.tenant.site.site.id).await?;
    Ok(Reply::new(Items { items: links.into_iter().map(SharedLinkView::from).collect() }))
}
