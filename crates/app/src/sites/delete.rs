//! Deletes a site: nobody sees it from then on. [`super::gone`] removes what belongs to it.

use askline_domain::{
    audit::{Target, context::AuditContext},
    sites::Site,
};
use serde_json::json;

use crate::{error::UseCaseError, instance::Instance};

/// Deletes a site. [`super::gone`] removes its rows and events later.
pub async fn delete(instance: &Instance, site: &Site, context: &AuditContext) -> Result<(), UseCaseError> {
    let targets = vec![Target::new("site", site.id, &*site.name)];
    let audit = context.entry(site.org_id, "site.deleted", targets, json!({ "domain": site.domain }));
    match instance.ports.sites.delete_site(site.org_id, site.id, audit).await? {
        true => Ok(()),
        false => Err(UseCaseError::NotFound("site")),
    }
}
