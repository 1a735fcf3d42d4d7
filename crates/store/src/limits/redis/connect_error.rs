//! Why rate limits cannot be shared through Redis.

/// Why Redis cannot be used, in words for the operator.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ConnectError {
    /// The setting is not an address of Redis.
    #[error("redis.url is not an address of Redis: {reason}. Write redis://user:password@host:port/number")]
    BadAddress {
        /// What is wrong with the address.
        reason: String,
    },
    /// Redis refuses the connection, or this server cannot set it up. A Redis that is only unavailable is not an error.
    #[error("Redis at {place} cannot be used: {reason}")]
    Unusable {
        /// Host and port.
        place: String,
        /// The error message.
        reason: String,
    },
}
