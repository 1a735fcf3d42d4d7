//! How a server counts requests for a limit: by Redis, by its share, or both.

/// How a server counts requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counting {
    /// By Redis, for all servers together.
    Redis,
    /// By Redis and by this server's share: what both admit. Redis has not all that was admitted within the span.
    Both,
    /// By this server's share of each limit.
    Share,
}

impl Counting {
    /// As the database has it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Redis => "together",
            Self::Both => "carefully",
            Self::Share => "alone",
        }
    }
}
