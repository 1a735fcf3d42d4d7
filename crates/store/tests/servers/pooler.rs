//! PgBouncer in front of the throwaway PostgreSQL, without support for prepared statements. It is Debian's package.
//! Each transaction gets any of a few connections.

use std::process::{Child, Stdio};

use askline_stand_in::until;
use askline_store::postgres::{PostgresOptions, UPGRADE_WAIT};
use sqlx::{Connection as _, Executor as _, PgConnection};

use crate::postgres_server::{Server, as_plain_user};

/// The number of connections to each database: fewer than any two stores have to the pooler.
pub const CONNECTIONS: usize = 3;
const PORT: u16 = 6432;

/// A pooler that lives as long as this process.
pub struct Pooler {
    folder: String,
    /// Ends the pooler when this process ends in any way: the pipe to the guard closes.
    _guard: Child,
}

impl Pooler {
    /// Starts a pooler.
    pub async fn start(server: &Server) -> Self {
        let folder = server.folder().display().to_string();
        let settings = format!(
            "[databases]\n* = host={folder} port=5432 user=askline\n\
             [pgbouncer]\nlisten_port = {PORT}\nunix_socket_dir = {folder}\nauth_type = any\npool_mode = transaction\n\
             default_pool_size = {CONNECTIONS}\nmax_client_conn = 2000\nserver_idle_timeout = 2\n\
             ignore_startup_parameters = extra_float_digits,options\n"
        );
        std::fs::write(format!("{folder}/pooler.ini"), settings).unwrap();
        let guard = as_plain_user("sh".as_ref())
            .args([
                "-c",
                r#"PATH="$PATH:/usr/sbin"; pgbouncer -q "$0/pooler.ini" & cat >/dev/null; kill -KILL $!"#,
                &folder,
            ])
            .stdin(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let pooler = Self { folder, _guard: guard };
        until("the pooler answers: scripts/need.sh pgbouncer", async || {
            PgConnection::connect(&pooler.url("postgres")).await.is_ok()
        })
        .await;
        pooler
    }

    /// The address of a database.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://askline@localhost:{PORT}/{database}?host={}", self.folder)
    }

    /// How a store connects to a database.
    pub fn options(&self, database: &str) -> PostgresOptions {
        PostgresOptions {
            url: self.url(database),
            password: None,
            connections: 20,
            statement_cache: 0,
            is_backup_done: false,
            upgrade_wait: UPGRADE_WAIT,
        }
    }

    /// Returns the number of named prepared statements on all connections to a database.
    pub async fn kept_statements(&self, database: &str) -> i64 {
        let mut connections = Vec::new();
        for _ in 0..CONNECTIONS {
            let mut connection = PgConnection::connect(&self.url(database)).await.unwrap();
            // Each keeps a connection to the server until its transaction ends.
            connection.execute("BEGIN").await.unwrap();
            connections.push(connection);
        }
        let mut kept = 0;
        for connection in &mut connections {
            let row = connection.fetch_one("SELECT count(*) FROM pg_prepared_statements").await.unwrap();
            kept += sqlx::Row::get::<i64, _>(&row, 0);
        }
        kept
    }
}
