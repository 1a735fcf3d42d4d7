//! Which releases can read a database's tables.
//!
//! A migration records it when it is applied, so that older servers can continue beside newer ones.

use super::connect_error::ConnectError;
use crate::{events::postgres, metadata::postgres::migrations, sql::Link};

/// A kind of tables with its own migrations.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    Metadata,
    Events,
}

impl Layout {
    const fn name(self) -> &'static str {
        match self {
            Self::Metadata => "metadata",
            Self::Events => "events",
        }
    }

    /// Returns the last migration that this release has.
    fn known(self) -> i64 {
        match self {
            Self::Metadata => migrations::last_step(),
            Self::Events => postgres::last_step(),
        }
    }

    /// Refuses tables whose last migration is `found`, if this release cannot read them.
    pub(crate) async fn check(self, link: &mut Link, place: &str, found: i64) -> Result<(), ConnectError> {
        let known = self.known();
        if found <= known {
            return Ok(());
        }
        let failed = |error: sqlx::Error| ConnectError::of(place, &error);
        let is_said: bool = sqlx::query_scalar("SELECT to_regclass('layouts') IS NOT NULL")
            .fetch_one(&mut *link)
            .await
            .map_err(failed)?;
        let from: Option<i64> = match is_said {
            true => sqlx::query_scalar("SELECT readable_from FROM layouts WHERE name = $1")
                .bind(self.name())
                .fetch_optional(link)
                .await
                .map_err(failed)?,
            false => None,
        };
        match from {
            Some(from) if from <= known => Ok(()),
            _ => Err(ConnectError::NewerThanBinary { place: place.to_owned(), found, known }),
        }
    }
}

/// Whether a newer release has changed the tables so that this release can no longer read them.
pub(crate) async fn is_outdated(link: &mut Link) -> sqlx::Result<bool> {
    sqlx::query_scalar(
        "SELECT EXISTS (SELECT FROM layouts WHERE readable_from > CASE name WHEN $1 THEN $2 ELSE $3 END)",
    )
    .bind(Layout::Metadata.name())
    .bind(Layout::Metadata.known())
    .bind(Layout::Events.known())
    .fetch_one(link)
    .await
}
