//! A separate database for each test, with the settings file that names it.

use std::{
    future::Future,
    path::PathBuf,
    process::Child,
    sync::{
        OnceLock,
        atomic::{AtomicU32, Ordering},
    },
};

use tempfile::TempDir;
use tokio::runtime::Runtime;

use crate::{
    instance::{Instance, Outcome, Server},
    postgres_server,
};

static SERVER: OnceLock<postgres_server::Server> = OnceLock::new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// Waits for work on PostgreSQL.
pub fn wait<T>(work: impl Future<Output = T>) -> T {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    RUNTIME.get_or_init(|| Runtime::new().unwrap()).block_on(work)
}

/// An empty database, and the settings of servers on it.
pub struct Target {
    folder: TempDir,
    database: String,
}

impl Target {
    pub fn new() -> Self {
        Self::on(SERVER.get_or_init(|| wait(postgres_server::Server::start())))
    }

    fn on(server: &postgres_server::Server) -> Self {
        let database = format!("moved_{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        wait(server.run("postgres", &format!("CREATE DATABASE {database}")));
        let folder = tempfile::tempdir().unwrap();
        let target = Self { folder, database };
        let settings = format!(
            "[database]\nurl = \"{}\"\n\n[secrets]\nkey_file = \"{}\"\n",
            server.url(&target.database),
            target.key_file().display()
        );
        std::fs::write(target.config(), settings).unwrap();
        target
    }

    fn server(&self) -> &'static postgres_server::Server {
        SERVER.get().unwrap()
    }

    /// Allows or forbids connections to the database. Both end the existing connections.
    pub fn admit(&self, admits: bool) {
        let database = &self.database;
        wait(self.server().run("postgres", &format!("ALTER DATABASE {database} WITH ALLOW_CONNECTIONS {admits}")));
        let end = format!("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{database}'");
        wait(self.server().run("postgres", &end));
    }

    /// The settings file.
    pub fn config(&self) -> PathBuf {
        self.folder.path().join("servers.toml")
    }

    /// The path of its key file, which may not exist yet.
    pub fn key_file(&self) -> PathBuf {
        self.folder.path().join("shared.key")
    }

    pub fn run(&self, sql: &str) {
        wait(self.server().run(&self.database, sql));
    }

    pub fn number(&self, sql: &str) -> i64 {
        wait(self.server().number(&self.database, sql))
    }

    /// The texts that a query returns, such as the names of tables.
    pub fn texts(&self, sql: &str) -> Vec<String> {
        use sqlx::Connection as _;
        wait(async {
            let mut connection = sqlx::PgConnection::connect(&self.server().url(&self.database)).await.unwrap();
            sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_all(&mut connection).await.unwrap()
        })
    }

    /// A settings file that names a data folder.
    pub fn config_of_folder(&self, data: &std::path::Path) -> PathBuf {
        let file = self.folder.path().join("folder.toml");
        std::fs::write(&file, format!("data = \"{}\"\n", data.display())).unwrap();
        file
    }
}

/// Moves an instance's folder to a target.
pub fn moved(instance: &Instance, target: &Target) -> Outcome {
    instance.run(&["migrate-store", "--json", "--to", target.config().to_str().unwrap()])
}

/// Starts the command of [`moved`]; the test reads its stderr.
pub fn begun(instance: &Instance, target: &Target) -> Child {
    let config = target.config();
    let mut command = instance.command(&["migrate-store", "--to", config.to_str().unwrap()]);
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::piped()).spawn().unwrap()
}

/// Moves everything on a target to an instance's folder.
pub fn moved_back(target: &Target, instance: &Instance) -> Outcome {
    let to = target.config_of_folder(&instance.data);
    // The `--data` option that the harness adds is for the source, which is on PostgreSQL and does not use it.
    let arguments = ["migrate-store", "--json", "--to", to.to_str().unwrap()];
    instance.run_with(&arguments, &[("ASKLINE_CONFIG", target.config().to_str().unwrap())], "")
}

/// Starts the command of [`moved_back`].
pub fn begun_back(target: &Target, instance: &Instance) -> Child {
    let to = target.config_of_folder(&instance.data);
    let mut command = instance.command(&["migrate-store", "--to", to.to_str().unwrap()]);
    command.env("ASKLINE_CONFIG", target.config());
    command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::piped()).spawn().unwrap()
}

/// Runs a command on a target.
pub fn run_on(target: &Target, instance: &Instance, arguments: &[&str], stdin: &str) -> Outcome {
    instance.run_with(arguments, &[("ASKLINE_CONFIG", target.config().to_str().unwrap())], stdin)
}

/// The settings that lift the limits on requests.
pub const UNLIMITED: [(&str, &str); 5] = [
    ("ASKLINE_LIMITS__FAILED_AUTHENTICATION_PER_MINUTE", "0"),
    ("ASKLINE_LIMITS__SESSION_PER_MINUTE", "0"),
    ("ASKLINE_LIMITS__DOCUMENT_PER_MINUTE", "0"),
    ("ASKLINE_LIMITS__CONFIG_PER_MINUTE", "0"),
    ("ASKLINE_LIMITS__LOGIN_PER_MINUTE", "0"),
];

/// Serves a folder.
pub fn serve(instance: &Instance) -> Server {
    instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &UNLIMITED)
}

/// Serves a target.
pub fn serve_on(target: &Target, instance: &Instance) -> Server {
    let config = target.config();
    let settings = [&UNLIMITED[..], &[("ASKLINE_CONFIG", config.to_str().unwrap())]].concat();
    instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &settings)
}
