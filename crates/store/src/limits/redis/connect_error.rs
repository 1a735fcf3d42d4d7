//! Why sliding minutes cannot be shared.

/// Why Redis cannot be used, in words for the operator.
#[derive(Debug, Clone, thiserror::Error)]
pub enum ConnectError {
    /// Not an address of Redis.
    #[error("redis.url is not an address of Redis: {reason}. Write redis://user:password@host:port/number")]
    BadAddress {
        /// What is wrong with it.
        reason: String,
    },
    /// Nothing answers there, or it refuses.
    #[error("Redis at {place} cannot be used: {reason}")]
    Unusable {
        /// Host and port.
        place: String,
        /// Its message.
        reason: String,
    },
}
