//! Why a database server cannot be used. Each variant is a sentence for the operator: what is wrong and what to do. It
//! never contains a password.

use std::{io::ErrorKind, time::Duration};

use sqlx::postgres::PgDatabaseError;

use crate::sql::NotConnected;

/// The oldest release of PostgreSQL that is supported.
pub(crate) const OLDEST_RELEASE: u32 = 15;

/// A step of an upgrade.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedStep {
    /// The migration's number.
    pub number: i64,
    /// The migration's name.
    pub name: String,
    /// `metadata` or `events`.
    pub tables: &'static str,
}

/// Why a database server cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConnectError {
    /// Nothing answers at the address.
    #[error(
        "PostgreSQL at {place} cannot be reached: {reason}. Check that it is running, and check the host and port in \
         database.url."
    )]
    Unreachable {
        /// Host, port and database.
        place: String,
        /// The server's or the driver's message.
        reason: String,
    },
    /// The user or the password is wrong.
    #[error("PostgreSQL at {place} refuses the user or the password: {reason}. Check both in database.url.")]
    Refused {
        /// Host, port and database.
        place: String,
        /// The server's or the driver's message.
        reason: String,
    },
    /// There is no such database.
    #[error(
        "PostgreSQL at {place} has no such database. Create it with CREATE DATABASE, or name another in database.url."
    )]
    NoDatabase {
        /// Host, port and database.
        place: String,
    },
    /// The server's certificate is not trusted, or the server does not support TLS.
    #[error(
        "There is no secure connection to PostgreSQL at {place}: {reason}. Check sslmode and sslrootcert in \
         database.url."
    )]
    Untrusted {
        /// Host, port and database.
        place: String,
        /// The server's or the driver's message.
        reason: String,
    },
    /// The release is too old.
    #[error("PostgreSQL at {place} is release {found}; Askline needs {OLDEST_RELEASE} or newer.")]
    TooOld {
        /// Host, port and database.
        place: String,
        /// The server's release.
        found: String,
    },
    /// The database belongs to another program; it was not changed.
    #[error("The database at {place} holds tables of another program; it was left as it is. Choose an empty database.")]
    NotAskline {
        /// Host, port and database.
        place: String,
    },
    /// A newer release has changed the layout so that this release cannot read it.
    #[error(
        "The database at {place} was written by a newer release (layout {found}, this one knows up to {known}). \
         Start that release again, or restore a backup made before it."
    )]
    NewerThanBinary {
        /// Host, port and database.
        place: String,
        /// The last migration that was applied to the database.
        found: i64,
        /// The last migration of this release.
        known: i64,
    },
    /// Missing migrations rewrite or drop stored data, which only a backup can restore.
    #[error(
        "The database at {place} must be upgraded, and these steps rewrite or drop what is stored: {steps}. Make a backup with the \
         database's own tools, such as pg_dump, then run askline migrate --backup-done. None of these steps was applied."
    )]
    BackupNeeded {
        /// Host, port and database.
        place: String,
        /// The number and name of each migration.
        steps: String,
    },
    /// Another process has been applying migrations for longer than this one waits.
    #[error(
        "Another process has been upgrading the database at {place} for more than {seconds} s. Nothing is wrong if that upgrade is \
         large: wait until it has ended, and start this server again. pg_stat_activity shows what it is doing."
    )]
    UpgradeElsewhere {
        /// Host, port and database.
        place: String,
        /// How long this process waited.
        seconds: u64,
    },
    /// A migration was ended before it was complete. All tables are as they were before the upgrade.
    #[error(
        "The database at {place} could not be upgraded: step {} ({}) of the {} ended after {seconds} s, because {reason}. Nothing \
         was changed, and the earlier release still starts on this database.",
        step.number, step.name, step.tables
    )]
    StepFailed {
        /// Host, port and database.
        place: String,
        /// The migration.
        step: FailedStep,
        /// How long it ran.
        seconds: u64,
        /// What ended it, and what to do.
        reason: String,
    },
    /// The server is read-only: it is a standby, or configured that way.
    #[error(
        "PostgreSQL at {place} is read-only (it is a standby, or default_transaction_read_only is on). Set database.url to \
         the primary."
    )]
    ReadOnly {
        /// Host, port and database.
        place: String,
    },
    /// The user lacks a necessary right.
    #[error("The user in database.url lacks rights at {place}: {reason}. Make this user the owner of the database.")]
    NoRights {
        /// Host, port and database.
        place: String,
        /// The server's or the driver's message.
        reason: String,
    },
    /// A move that fills the database has not ended.
    #[error(
        "The database at {place} is being filled by askline migrate-store, which has not ended. Run that command again to finish, or \
         create a new database."
    )]
    UnfinishedMove {
        /// Host, port and database.
        place: String,
    },
    /// Secrets in the database are sealed with another key.
    #[error(
        "The secrets of the database at {place} are encrypted with a different key from the one in secrets.key_file. \
         Copy that file from the first server to every other one."
    )]
    OtherKey {
        /// Host, port and database.
        place: String,
    },
    /// The address cannot be read.
    #[error("database.url cannot be read: {reason}.")]
    BadAddress {
        /// What is wrong with the address.
        reason: String,
    },
    /// The layout differs from its migrations, the sealing key cannot be used, or the server failed.
    #[error("The database at {place} cannot be used: {reason}.")]
    Unusable {
        /// Host, port and database.
        place: String,
        /// The server's or the driver's message.
        reason: String,
    },
}

impl ConnectError {
    /// Returns what an error of the driver means for the server at `place`.
    pub(crate) fn of(place: &str, error: &sqlx::Error) -> Self {
        let (place, reason) = (place.to_owned(), error.to_string());
        if let Some(unreached) = NotConnected::of(error) {
            return match unreached.cause() {
                Some(cause) => Self::of(&place, cause),
                None => Self::Unreachable { place, reason: unreached.reason().to_owned() },
            };
        }
        match error {
            sqlx::Error::Database(inner) => match inner.try_downcast_ref::<PgDatabaseError>() {
                Some(inner) => Self::of_sqlstate(place, inner.code(), inner.message().to_owned()),
                None => Self::Unusable { place, reason },
            },
            sqlx::Error::Tls(reason) => Self::Untrusted { place, reason: reason.to_string() },
            // A bad certificate is reported while the connection is being opened.
            sqlx::Error::Io(error) if error.kind() == ErrorKind::InvalidData => Self::Untrusted { place, reason },
            sqlx::Error::Io(_) | sqlx::Error::PoolTimedOut | sqlx::Error::Protocol(_) => {
                Self::Unreachable { place, reason }
            }
            sqlx::Error::Configuration(reason) => Self::BadAddress { reason: reason.to_string() },
            _ => Self::Unusable { place, reason },
        }
    }

    /// Returns why a migration was ended after `ran`.
    pub(crate) fn of_step(place: &str, step: FailedStep, ran: Duration, error: &sqlx::Error) -> Self {
        let code = error.as_database_error().and_then(|error| error.code().map(|code| code.into_owned()));
        let said = match error.as_database_error() {
            Some(error) => error.message().to_owned(),
            None => error.to_string(),
        };
        let reason = match code.as_deref() {
            Some("57014") => format!(
                "it took longer than a limit outside of Askline allows, or somebody canceled it ({said}). Askline sets no limit; \
                 lift the one of the pooler or of the operator, then upgrade again"
            ),
            Some("55P03") => format!(
                "another connection used a table for longer than ten minutes ({said}). pg_stat_activity names it; end it, then \
                 upgrade again"
            ),
            Some(code) if code.starts_with("53") => {
                format!("PostgreSQL has no room for it ({said}). Give it more, then upgrade again")
            }
            Some(code) if !code.starts_with("57") && !code.starts_with("08") => said,
            _ => format!(
                "the connection to PostgreSQL ended ({said}). Check that it runs and that no proxy in between ends quiet \
                 connections, then upgrade again"
            ),
        };
        Self::StepFailed { place: place.to_owned(), step, seconds: ran.as_secs(), reason }
    }

    /// <https://www.postgresql.org/docs/current/errcodes-appendix.html>
    fn of_sqlstate(place: String, code: &str, reason: String) -> Self {
        match code {
            "3D000" => Self::NoDatabase { place },
            "25006" => Self::ReadOnly { place },
            "42501" => Self::NoRights { place, reason },
            _ if code.starts_with("28") => Self::Refused { place, reason },
            _ if code.starts_with("08") || code.starts_with("57") => Self::Unreachable { place, reason },
            _ => Self::Unusable { place, reason },
        }
    }
}
