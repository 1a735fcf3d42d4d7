//! Checks whether PostgreSQL ends connections of a server that hangs or vanishes. A pooler may drop the settings that a
//! connection asks for.

use askline_store::postgres::{missing_limits, setting_limits};

use crate::{config::ServerSettings, failure::Failure, stores::database};

/// Which limits are missing and how to set them, if any.
pub async fn missing(servers: &ServerSettings) -> Result<Option<String>, Failure> {
    let missing = missing_limits(&database(servers)).await?;
    Ok((!missing.is_empty()).then(|| {
        format!(
            "connections to PostgreSQL lack {}, so a server that vanishes could hold up its sites' events for hours; \
             as the user of database.url run {}",
            missing.join(", "),
            setting_limits(&missing)
        )
    }))
}

/// Does the same check at startup, and logs a warning if limits are missing.
pub async fn worry(servers: &ServerSettings) -> Result<Option<String>, Failure> {
    let worry = missing(servers).await?;
    if let Some(worry) = &worry {
        tracing::warn!("{worry}");
    }
    Ok(worry)
}
