//! Why a move ended early. In that case the source's data is unchanged and the target is not served.

use crate::{postgres::ConnectError, sqlite::OpenError};

/// Why a move ended early. Each variant is a sentence for the operator.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoveError {
    /// The server cannot be used.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The folder cannot be used.
    #[error(transparent)]
    Open(#[from] OpenError),
    /// The move is not possible, and why.
    #[error("{0}")]
    Refused(String),
    /// PostgreSQL failed or is no longer reachable.
    #[error("PostgreSQL ended the copying: {0}")]
    Database(String),
    /// SQLite or the disk failed.
    #[error("SQLite ended the copying: {0}")]
    File(String),
}

impl From<sqlx::Error> for MoveError {
    fn from(error: sqlx::Error) -> Self {
        match error {
            sqlx::Error::Database(inner) => Self::Database(inner.message().to_owned()),
            other => Self::Database(crate::sql::reason_of(&other)),
        }
    }
}

impl From<rusqlite::Error> for MoveError {
    fn from(error: rusqlite::Error) -> Self {
        Self::File(error.to_string())
    }
}
