//! How long a caller waits for the answer to a statement on PostgreSQL.

use std::time::Duration;

/// How long to wait for an answer. It is longer than a statement waits for a lock (`lock_timeout`); a frozen or
/// unreachable server does not end statements.
pub(super) const ANSWER_WITHIN: Duration = Duration::from_secs(8);
/// The limit for the few statements whose work grows with years of data. The server's own limit (`statement_timeout`)
/// ends them earlier.
const LONG_ANSWER_WITHIN: Duration = Duration::from_secs(35);

/// How long the answer to a statement may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum TimeLimit {
    #[default]
    Usual,
    Long,
}

impl TimeLimit {
    pub(super) const fn duration(self) -> Duration {
        match self {
            Self::Usual => ANSWER_WITHIN,
            Self::Long => LONG_ANSWER_WITHIN,
        }
    }
}
