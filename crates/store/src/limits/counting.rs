//! How a server counts requests for a limit: through Redis, by its share, or both.

/// How a server counts requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counting {
    /// Redis counts for all servers together.
    Redis,
    /// Redis and this server's share must both admit a request: Redis does not know all requests admitted within the
    /// span.
    Both,
    /// This server counts alone and admits its share of each limit.
    Share,
}

impl Counting {
    /// The stored form in the database.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Redis => "together",
            Self::Both => "carefully",
            Self::Share => "alone",
        }
    }
}
