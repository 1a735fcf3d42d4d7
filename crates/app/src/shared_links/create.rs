//! Creates a shared link.

use askline_domain::{
    audit::context::AuditContext,
    keys::KeyCreator,
    shared::ids::{Id as _, OrgId, SharedLinkId, SiteId},
    shared_links::{CheckedLink, LinkToken, MAX_SHARED_LINKS, SharedLink},
};

use super::entry::described;
use crate::{
    error::{Limit, UseCaseError},
    ports::{change::Scope, sites::shared_links::SharedLinkStore},
};

/// A link with the token that was just made for it.
pub struct MadeSharedLink {
    /// The link.
    pub link: SharedLink,
    /// The plaintext.
    pub token: LinkToken,
}

/// Creates a link of a site, unless the site has as many as it may have.
pub async fn create(
    links: &dyn SharedLinkStore,
    (org, site): (OrgId, SiteId),
    (checked, password_hash): (CheckedLink, Option<String>),
    created_by: Option<KeyCreator>,
    context: &AuditContext,
) -> Result<MadeSharedLink, UseCaseError> {
    let token = LinkToken::generate(&mut rand::rng());
    let link = SharedLink {
        id: SharedLinkId::new(context.at, &mut rand::rng()),
        org_id: org,
        site_id: site,
        settings: checked.settings,
        expires_at: checked.expires_at,
        password_hash,
        digest: token.digest(),
        masked: token.masked(),
        created_at: context.at,
        created_by,
        last_used_at: None,
        uses: 0,
    };
    let entry = context.entry(org, "shared_link.created", vec![link.audit_target()], described(&link));
    let mut change = links.begin(&[Scope::Organization(org)]).await?;
    match change.count_shared_links(site).await? {
        None => return Err(UseCaseError::NotFound("site")),
        Some(count) if count >= MAX_SHARED_LINKS => return Err(UseCaseError::LimitReached(Limit::SharedLinks)),
        Some(_) => {}
    }
    change.insert_shared_link(&link).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(MadeSharedLink { link, token })
}
