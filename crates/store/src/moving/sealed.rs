//! Checks that the target's key opens what the source's key sealed.

use rusqlite::Connection;

use super::error::MoveError;
use crate::sealing::SealingKey;

/// The query for what is sealed, with its location; works on both databases. Previous secrets of webhooks are left out:
/// a key that was lost may have sealed them.
pub(super) const SEALED: &str = "SELECT 'webhooks/' || id, secret FROM webhooks
    UNION ALL SELECT 'webhooks/' || id || '/url', sealed_url FROM webhooks WHERE sealed_url IS NOT NULL
    UNION ALL SELECT 'channels/' || id, sealed_address FROM notification_channels
    UNION ALL SELECT 'log_sources/' || id, sealed_drain_secret FROM log_sources WHERE sealed_drain_secret IS NOT NULL
    UNION ALL SELECT 'mails/' || job_id, sealed FROM mails
    UNION ALL SELECT 'totp/' || user_id, sealed_secret FROM totp_factors";

/// Locations, and what is sealed there.
pub(super) type Sealed = Vec<(String, String)>;

/// Reads what is sealed in a metadata file.
pub(super) fn read_sealed(metadata: &Connection) -> rusqlite::Result<Sealed> {
    let mut statement = metadata.prepare(SEALED)?;
    statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?.collect()
}

/// Returns how many secrets a key opens; 0 if there is no key.
pub(super) fn opened(key: &SealingKey, sealed: &Sealed) -> Result<u64, MoveError> {
    if sealed.is_empty() || !key.is_there() {
        return Ok(0);
    }
    let mut count = 0;
    for (place, text) in sealed {
        let opened = key.open(place, text).map_err(|error| MoveError::Refused(error.to_string()))?;
        count += u64::from(opened.is_some());
    }
    Ok(count)
}

/// Refuses a target whose key differs from the source's or, if the source has no key, does not open every secret.
pub(super) fn check(source: &SealingKey, target: &SealingKey, sealed: &Sealed) -> Result<(), MoveError> {
    let refused = |text: &str| Err(MoveError::Refused(text.to_owned()));
    if source.is_there() {
        let fingerprint = |key: &SealingKey| key.fingerprint().map_err(|error| MoveError::Refused(error.to_string()));
        return if fingerprint(source)? == fingerprint(target)? {
            Ok(())
        } else {
            refused(
                "the target's key differs from the source's, which encrypted the secrets of webhooks: give the target \
                 a copy of the source's key file",
            )
        };
    }
    if opened(target, sealed)? == sealed.len() as u64 {
        Ok(())
    } else {
        refused("the source has lost the key of its secrets, and the target's key does not decrypt them")
    }
}
