//! Checks the platform in a query: the site must offer it or have counted it.

use askline_domain::{
    platforms::social_network,
    shared::violation::{Allowed, Violation},
};

use crate::pipeline::handling::{ApiError, Call, Code, SiteAccess};

/// The row that sums up the rest of a breakdown. It is not a platform, so it cannot be queried.
const SUM_OF_THE_TAIL: &str = "other";

/// Refuses a platform that the site neither offers nor ever counted, so that a typing error does not look like zero counts.
pub(crate) async fn check_platform(id: &str, call: &Call<SiteAccess>) -> Result<(), ApiError> {
    let offered = || {
        let registry = call.app.link_registry().iter().map(|platform| platform.id.as_str());
        let networks = social_network::iter().map(|network| network.id.as_str());
        let own = call.tenant.site.config.config.custom_platforms.iter().map(|platform| platform.id.as_str());
        registry.chain(networks).chain(own)
    };
    if offered().any(|known| known == id) {
        return Ok(());
    }
    let mut allowed = call.app.ports().analytics.counted_platforms(call.tenant.site.site.id).await?;
    allowed.retain(|counted| counted != SUM_OF_THE_TAIL);
    if allowed.iter().any(|counted| counted == id) {
        return Ok(());
    }
    allowed.extend(offered().map(str::to_owned));
    allowed.sort();
    allowed.dedup();
    let reason = match id {
        SUM_OF_THE_TAIL => "platform is 'other', which is the sum of the rest and not a platform.".to_owned(),
        _ => "platform is not offered by this site and was never counted on it.".to_owned(),
    };
    let detail = Violation {
        allowed: Some(Allowed::OneOf(allowed)),
        ..Violation::new("platform", Code::InvalidParameter.as_str(), reason.clone())
    };
    Err(ApiError { details: vec![detail], ..ApiError::new(Code::InvalidParameter, reason) })
}
