//! `[database]`, `[redis]` and `[secrets]`: PostgreSQL, Redis and the key that several servers share.

use std::{path::PathBuf, time::Duration};

use askline_domain::identity::secret::Secret;
use askline_store::postgres::MIN_CONNECTIONS;

use super::Layers;
use crate::failure::Failure;

/// The maximum of `database.connections`.
const MAX_CONNECTIONS: i64 = 1_000;
const MAX_STATEMENTS: i64 = 10_000;
/// The maximum of `database.stop_notice_seconds`. Service managers seldom wait longer for a server to stop.
const MAX_STOP_NOTICE: i64 = 60;

/// The database and what belongs to it, which replace the data folder.
#[derive(Debug, Clone)]
pub struct ServerSettings {
    /// The address of PostgreSQL, perhaps with its password.
    pub database: Secret,
    /// The password of PostgreSQL, if it is not in the address.
    pub database_password: Option<Secret>,
    /// The total number of connections of this server to PostgreSQL.
    pub connections: u32,
    /// The number of statements that each connection keeps prepared.
    pub statement_cache: usize,
    /// The file with the key that encrypts secrets.
    pub key_file: PathBuf,
    /// The address of Redis, perhaps with its password.
    pub redis: Option<Secret>,
    /// The password of Redis, if it is not in the address.
    pub redis_password: Option<Secret>,
    /// How long before its end a server announces that it will stop.
    pub stop_notice: Duration,
    /// Whether the operator confirmed that a backup exists, so that an upgrade may rewrite or drop stored data.
    pub is_backup_done: bool,
}

/// The servers; `None` if no database is set. Without one, `redis.url` and `secrets.key_file` are refused.
pub(super) fn server_settings(layers: &Layers) -> Result<Option<ServerSettings>, Failure> {
    let redis = layers.text("redis.url", 0)?;
    let key_file = layers.text("secrets.key_file", 0)?;
    let number = |key: &str, least: i64, most: i64| layers.integer(key, least, most).map(i64::unsigned_abs);
    let (connections, statements) = (
        number("database.connections", MIN_CONNECTIONS.into(), MAX_CONNECTIONS)?,
        number("database.statement_cache", 0, MAX_STATEMENTS)?,
    );
    let notice = number("database.stop_notice_seconds", 0, MAX_STOP_NOTICE)?;
    let database_password = password(layers, "database.password", "database.password_file")?;
    let redis_password = password(layers, "redis.password", "redis.password_file")?;
    let Some(database) = database_address(layers)? else {
        if database_password.is_some() {
            return Err(layers.bad_secret("database.password", "empty unless database.url is set"));
        }
        return match (redis.is_empty(), key_file.is_empty()) {
            (true, true) => Ok(None),
            // An operator who shares one of them has several servers, which must not use separate data folders.
            (false, _) => Err(layers.bad_secret("redis.url", "empty unless database.url is set")),
            (_, false) => Err(layers.bad("secrets.key_file", "empty unless database.url is set")),
        };
    };
    if !["redis://", "rediss://", "redis+unix://"].iter().any(|scheme| redis.starts_with(scheme)) && !redis.is_empty() {
        return Err(layers.bad_secret("redis.url", "an address such as redis://:password@host:6379"));
    }
    if redis.is_empty() && redis_password.is_some() {
        return Err(layers.bad_secret("redis.password", "empty unless redis.url is set"));
    }
    if key_file.is_empty() {
        return Err(layers.bad("secrets.key_file", "the path of a file with 32 random bytes if database.url is set"));
    }
    Ok(Some(ServerSettings {
        database,
        database_password,
        redis_password,
        connections: u32::try_from(connections).expect("checked to be in range"),
        statement_cache: usize::try_from(statements).expect("checked to be in range"),
        key_file: PathBuf::from(key_file),
        stop_notice: Duration::from_secs(notice),
        is_backup_done: false,
        redis: Some(redis).filter(|redis| !redis.is_empty()).map(Secret::new),
    }))
}

/// A password, from a setting or from a file, without the line break that editors add.
fn password(layers: &Layers, key: &str, file_key: &str) -> Result<Option<Secret>, Failure> {
    let (text, file) = (layers.text(key, 0)?, layers.text(file_key, 0)?);
    let password = match (text.is_empty(), file.is_empty()) {
        (true, true) => return Ok(None),
        (false, false) => return Err(layers.bad(file_key, &format!("empty if {key} is set"))),
        (false, true) => text,
        (true, false) => {
            let read = std::fs::read_to_string(&file);
            let read = read.map_err(|error| layers.bad(file_key, &format!("a file that can be read ({error})")))?;
            let line = read.strip_suffix('\n').unwrap_or(&read);
            line.strip_suffix('\r').unwrap_or(line).to_owned()
        }
    };
    if password.is_empty() || password.contains(['\n', '\0']) {
        return Err(layers.bad_secret(file_key, "a file with a password on its only line"));
    }
    Ok(Some(Secret::new(password)))
}

/// The address of the database, from a setting or from a file.
fn database_address(layers: &Layers) -> Result<Option<Secret>, Failure> {
    let (url, file) = (layers.text("database.url", 0)?, layers.text("database.url_file", 0)?);
    let (key, url) = match (url.is_empty(), file.is_empty()) {
        (true, true) => return Ok(None),
        (false, false) => return Err(layers.bad("database.url_file", "empty if database.url is set")),
        (false, true) => ("database.url", url),
        (true, false) => {
            let read = std::fs::read_to_string(&file);
            let read =
                read.map_err(|error| layers.bad("database.url_file", &format!("a file that can be read ({error})")))?;
            ("database.url_file", read.trim().to_owned())
        }
    };
    let is_postgres = ["postgres://", "postgresql://"].iter().any(|scheme| url.starts_with(scheme));
    if is_postgres {
        Ok(Some(Secret::new(url)))
    } else {
        Err(layers.bad_secret(key, "an address such as postgres://user:password@host/database"))
    }
}
