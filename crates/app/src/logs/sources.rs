//! Creates, changes and deletes sources of logs. A plaintext token is only in the value that its creation returns.

use askline_domain::{
    audit::context::AuditContext,
    identity::secret::Secret,
    logs::source::{
        LogSource, LogToken, MAX_LOG_SOURCES,
        input::{DrainSecret, LogSourceEdit, NewLogSource},
    },
    shared::ids::{Id as _, LogSourceId, OrgId, SiteId},
};
use serde_json::json;

use crate::{
    error::{Limit, UseCaseError},
    ports::{change::Scope, logs::log_sources::LogSourceStore},
};

/// A source with the token that was just made for it.
pub struct MadeLogSource {
    /// The source.
    pub source: LogSource,
    /// The plaintext.
    pub token: LogToken,
}

/// Creates a source of a site, unless the site has as many as it may have.
pub async fn create(
    sources: &dyn LogSourceStore,
    (org, site): (OrgId, SiteId),
    new: NewLogSource,
    context: &AuditContext,
) -> Result<MadeLogSource, UseCaseError> {
    let (settings, secret) = new.check()?;
    let secret = secret_of(&secret);
    let token = LogToken::generate(&mut rand::rng());
    let source = LogSource {
        id: LogSourceId::new(context.at, &mut rand::rng()),
        org_id: org,
        site_id: site,
        settings,
        has_drain_secret: secret.is_some(),
        digest: token.digest(),
        masked: token.masked(),
        created_at: context.at,
    };
    let metadata = json!({ "siteId": site, "settings": source.settings, "hasDrainSecret": source.has_drain_secret });
    let entry = context.entry(org, "log_source.created", vec![source.audit_target()], metadata);
    let mut change = sources.begin(&[Scope::Organization(org)]).await?;
    match change.count_log_sources(site).await? {
        None => return Err(UseCaseError::NotFound("site")),
        Some(count) if count >= MAX_LOG_SOURCES => return Err(UseCaseError::LimitReached(Limit::LogSources)),
        Some(_) => {}
    }
    change.insert_log_source(&source, secret).await?;
    change.audit(entry).await?;
    change.commit().await?;
    Ok(MadeLogSource { source, token })
}

/// Changes the settings of a source; the next batch is read with them.
pub async fn update(
    sources: &dyn LogSourceStore,
    (org, site, id): (OrgId, SiteId, LogSourceId),
    edit: LogSourceEdit,
    context: &AuditContext,
) -> Result<LogSource, UseCaseError> {
    let mut change = sources.begin(&[Scope::Organization(org)]).await?;
    let before = of_site(change.log_source(id).await?, (org, site))?;
    let (settings, secret) = edit.check(&before.settings)?;
    let has_drain_secret = match &secret {
        DrainSecret::Kept => before.has_drain_secret,
        DrainSecret::Removed => false,
        DrainSecret::Set(_) => true,
    };
    let after = LogSource { settings, has_drain_secret, ..before.clone() };
    let secret = secret_of(&secret);
    if before == after && secret.is_none() {
        return Ok(after);
    }
    let changes_secret = secret.is_some() || before.has_drain_secret != after.has_drain_secret;
    let metadata =
        json!({ "siteId": site, "from": before.settings, "to": after.settings, "drainSecretChanged": changes_secret });
    change.replace_log_source(&after, secret).await?;
    change.audit(context.entry(org, "log_source.updated", vec![after.audit_target()], metadata)).await?;
    change.commit().await?;
    Ok(after)
}

/// Gives a source a new token; the one before it is refused from now on.
pub async fn rotate(
    sources: &dyn LogSourceStore,
    (org, site, id): (OrgId, SiteId, LogSourceId),
    context: &AuditContext,
) -> Result<MadeLogSource, UseCaseError> {
    let token = LogToken::generate(&mut rand::rng());
    let mut change = sources.begin(&[Scope::Organization(org)]).await?;
    let before = of_site(change.log_source(id).await?, (org, site))?;
    let source = LogSource { digest: token.digest(), masked: token.masked(), ..before };
    let metadata = json!({ "siteId": site, "maskedToken": source.masked });
    change.replace_log_source(&source, None).await?;
    change.audit(context.entry(org, "log_source.rotated", vec![source.audit_target()], metadata)).await?;
    change.commit().await?;
    Ok(MadeLogSource { source, token })
}

/// Deletes a source: its token is refused from now on. What it sent stays counted.
pub async fn delete(
    sources: &dyn LogSourceStore,
    (org, site, id): (OrgId, SiteId, LogSourceId),
    context: &AuditContext,
) -> Result<(), UseCaseError> {
    let mut change = sources.begin(&[Scope::Organization(org)]).await?;
    let source = of_site(change.log_source(id).await?, (org, site))?;
    change.delete_log_source(&source).await?;
    let metadata = json!({ "siteId": site });
    change.audit(context.entry(org, "log_source.deleted", vec![source.audit_target()], metadata)).await?;
    change.commit().await?;
    Ok(())
}

fn secret_of(secret: &DrainSecret) -> Option<&Secret> {
    match secret {
        DrainSecret::Set(secret) => Some(secret),
        DrainSecret::Kept | DrainSecret::Removed => None,
    }
}

/// The source, if it belongs to the site.
fn of_site(found: Option<LogSource>, (org, site): (OrgId, SiteId)) -> Result<LogSource, UseCaseError> {
    let belongs = |source: &LogSource| source.org_id == org && source.site_id == site;
    found.filter(belongs).ok_or(UseCaseError::NotFound("log source"))
}
