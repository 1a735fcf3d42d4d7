//! PostgreSQL under the suites: one throwaway server for all of them, and an empty database for each test.

use std::{
    io::Write as _,
    os::unix::{fs::PermissionsExt as _, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use askline_stand_in::until;
use askline_store::{
    postgres::{PostgresOptions, connect_metadata},
    sealing::SealingKey,
    sqlite::MetadataStore,
};
use sqlx::{Connection as _, Executor as _, PgConnection};
use tokio::sync::OnceCell;

use crate::backend::Backend;

/// The database that every test's own is a copy of.
const TEMPLATE: &str = "askline_template";

static SERVER: OnceCell<Server> = OnceCell::const_new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

struct Server {
    folder: PathBuf,
    /// Ends the server when this process ends, however it ends: the pipe to it closes.
    _guard: Child,
    _server: Child,
}

impl Server {
    async fn start() -> Self {
        let programs = programs();
        let folder = tempfile::Builder::new().prefix("askline-postgres-").tempdir().unwrap().keep();
        std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o777)).unwrap();
        let data = folder.join("data");
        let initialized = as_plain_user(&programs.join("initdb"))
            .args(["--auth=trust", "--username=askline", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "-D"])
            .arg(&data)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(initialized.success(), "initdb failed");
        let mut settings = std::fs::OpenOptions::new().append(true).open(data.join("postgresql.conf")).unwrap();
        writeln!(
            settings,
            "listen_addresses = ''\nunix_socket_directories = '{}'\nfsync = off\nmax_connections = 400",
            folder.display()
        )
        .unwrap();
        // The shell lives as long as its input is open, and takes server and folder with it.
        let guard = Command::new("sh")
            .arg("-c")
            .arg(r#"trap '' INT TERM; cat >/dev/null; kill -INT "$(head -1 "$0/data/postmaster.pid")"; sleep 1; rm -rf "$0""#)
            .arg(&folder)
            .stdin(Stdio::piped())
            .spawn()
            .unwrap();
        let server =
            as_plain_user(&programs.join("postgres")).arg("-D").arg(&data).stderr(Stdio::null()).spawn().unwrap();
        let server = Self { folder, _guard: guard, _server: server };
        server.wait().await;
        server.run("postgres", &format!("CREATE DATABASE {TEMPLATE}")).await;
        let store = connect_metadata(&server.options(TEMPLATE), SealingKey::of_folder(&server.folder)).await.unwrap();
        askline_domain::ports::Database::close(&store).await;
        server
    }

    async fn wait(&self) {
        until("PostgreSQL answers", async || PgConnection::connect(&self.url("postgres")).await.is_ok()).await;
    }

    fn url(&self, database: &str) -> String {
        format!("postgres://askline@localhost/{database}?host={}", self.folder.display())
    }

    fn options(&self, database: &str) -> PostgresOptions {
        PostgresOptions { url: self.url(database), read_connections: 4, statement_cache: 100 }
    }

    async fn run(&self, database: &str, sql: &str) {
        let mut connection = PgConnection::connect(&self.url(database)).await.unwrap();
        connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await.unwrap();
        connection.close().await.unwrap();
    }
}

/// The folder of the newest release's programs, which Debian keeps out of the path.
fn programs() -> PathBuf {
    let releases =
        std::fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL is installed: scripts/need.sh postgresql");
    let mut releases: Vec<PathBuf> = releases.map(|entry| entry.unwrap().path().join("bin")).collect();
    releases.retain(|folder| folder.join("postgres").exists());
    releases.sort();
    releases.pop().expect("PostgreSQL is installed: scripts/need.sh postgresql")
}

/// PostgreSQL never runs as root.
fn as_plain_user(program: &Path) -> Command {
    let mut command = Command::new(program);
    if let Some((uid, gid)) = plain_user() {
        command.uid(uid).gid(gid);
    }
    command
}

/// The user `postgres`, when this is root.
fn plain_user() -> Option<(u32, u32)> {
    let is_root = std::fs::metadata("/proc/self").map(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0).unwrap();
    let users = std::fs::read_to_string("/etc/passwd").unwrap();
    let line = users.lines().find(|line| line.starts_with("postgres:")).filter(|_| is_root)?;
    let mut numbers = line.split(':').skip(2).map(|number| number.parse().unwrap());
    Some((numbers.next()?, numbers.next()?))
}

/// A transaction of somebody else that is still open.
pub struct Held(PgConnection);

impl Held {
    pub async fn commit(mut self) {
        self.0.execute("COMMIT").await.unwrap();
    }
}

/// An empty database on the server.
pub struct Postgres {
    server: &'static Server,
    database: String,
    store: MetadataStore,
    keys: tempfile::TempDir,
}

impl Postgres {
    /// Runs a statement in a transaction that stays open.
    pub async fn hold(&self, sql: &'static str) -> Held {
        let mut connection = PgConnection::connect(&self.server.url(&self.database)).await.unwrap();
        connection.execute("BEGIN").await.unwrap();
        connection.execute(sql).await.unwrap();
        Held(connection)
    }
}

impl Backend for Postgres {
    type Store = MetadataStore;

    async fn empty() -> Self {
        let server = SERVER.get_or_init(Server::start).await;
        let database = format!("test_{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        server.run("postgres", &format!("CREATE DATABASE {database} TEMPLATE {TEMPLATE} STRATEGY FILE_COPY")).await;
        let keys = tempfile::tempdir().unwrap();
        let store = connect_metadata(&server.options(&database), SealingKey::of_folder(keys.path())).await.unwrap();
        Self { server, database, store, keys }
    }

    fn store(&self) -> &MetadataStore {
        &self.store
    }

    async fn another_process(&self) -> MetadataStore {
        let options = self.server.options(&self.database);
        connect_metadata(&options, SealingKey::of_folder(self.keys.path())).await.unwrap()
    }

    async fn tamper(&self, sql: &str) {
        self.server.run(&self.database, sql).await;
    }

    async fn tamper_in_vain(&self, sql: &str) {
        let mut connection = PgConnection::connect(&self.server.url(&self.database)).await.unwrap();
        connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await.unwrap_err();
    }

    async fn number(&self, sql: &str) -> i64 {
        let mut connection = PgConnection::connect(&self.server.url(&self.database)).await.unwrap();
        let number = sqlx::query_scalar(sqlx::AssertSqlSafe(format!("SELECT ({sql})::bigint")));
        number.fetch_one(&mut connection).await.unwrap()
    }

    async fn tables_of_somebody(&self) -> Vec<String> {
        let mut connection = PgConnection::connect(&self.server.url(&self.database)).await.unwrap();
        let tables = sqlx::query_scalar(
            "SELECT DISTINCT table_name::text FROM information_schema.columns WHERE table_schema = 'public' \
             AND column_name IN ('org_id', 'site_id') ORDER BY 1",
        );
        tables.fetch_all(&mut connection).await.unwrap()
    }

    fn bytes_of(&self, text: &str) -> String {
        format!("convert_to({text}, 'UTF8')")
    }

    async fn bytes(&self) -> i64 {
        self.number("SELECT pg_database_size(current_database())").await
    }
}
