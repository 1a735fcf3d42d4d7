//! PostgreSQL in the contract suites: one throwaway server, with an empty database for each test.

mod changes;
mod conflicts;
mod fail_over;
mod scopes;
mod silent;
mod through_pooler;
mod upgrade;

use std::sync::atomic::{AtomicU32, Ordering};

use askline_store::{
    metadata::{MetadataStore, postgres::connect_metadata},
    postgres::PostgresOptions,
    sealing::SealingKey,
};
use sqlx::{Connection as _, Executor as _, PgConnection};
use tokio::sync::OnceCell;

use crate::{backend::Backend, pooler::Pooler, postgres_server::Server};

/// The template that every test's database is copied from.
const TEMPLATE: &str = "askline_template";

static SERVER: OnceCell<Server> = OnceCell::const_new();
static POOLER: OnceCell<Pooler> = OnceCell::const_new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// A server with the template database.
async fn start() -> Server {
    let server = Server::start().await;
    server.run("postgres", &format!("CREATE DATABASE {TEMPLATE}")).await;
    let store = connect_metadata(&server.options(TEMPLATE), SealingKey::of_folder(server.folder())).await.unwrap();
    askline_app::ports::whole_stores::Database::close(&store).await;
    // Each test has its own key.
    server.run(TEMPLATE, "DELETE FROM deployment").await;
    server
}

/// Another client's transaction that is still open.
pub struct Held(PgConnection);

impl Held {
    pub async fn commit(mut self) {
        self.0.execute("COMMIT").await.unwrap();
    }
}

impl Postgres {
    /// The number of this database's transactions that wait for another transaction.
    pub async fn waiting(&self) -> i64 {
        self.number(
            "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        )
        .await
    }
}

/// An empty database on the server.
pub struct Postgres {
    server: &'static Server,
    database: String,
    /// How a store connects to it.
    options: PostgresOptions,
    store: MetadataStore,
    keys: tempfile::TempDir,
}

impl Postgres {
    /// An empty database that stores connect to through a pooler.
    pub async fn behind_pooler() -> Self {
        let server = SERVER.get_or_init(start).await;
        let pooler = POOLER.get_or_init(|| Pooler::start(server)).await;
        Self::reached(server, |database| pooler.options(database)).await
    }

    async fn reached(server: &'static Server, options: impl Fn(&str) -> PostgresOptions) -> Self {
        let database = format!("test_{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        server.copy(TEMPLATE, &database).await;
        let (keys, options) = (tempfile::tempdir().unwrap(), options(&database));
        let store = connect_metadata(&options, SealingKey::of_folder(keys.path())).await.unwrap();
        Self { server, database, options, store, keys }
    }

    /// The address of the database.
    pub fn url(&self) -> String {
        self.server.url(&self.database)
    }

    /// Runs a statement in a transaction that stays open.
    pub async fn hold(&self, sql: &str) -> Held {
        let mut connection = PgConnection::connect(&self.server.url(&self.database)).await.unwrap();
        connection.execute("BEGIN").await.unwrap();
        connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await.unwrap();
        Held(connection)
    }
}

impl Backend for Postgres {
    type Store = MetadataStore;

    async fn empty() -> Self {
        let server = SERVER.get_or_init(start).await;
        Self::reached(server, |database| server.options(database)).await
    }

    fn store(&self) -> &MetadataStore {
        &self.store
    }

    async fn another_process(&self) -> MetadataStore {
        connect_metadata(&self.options, SealingKey::of_folder(self.keys.path())).await.unwrap()
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

    async fn references(&self) -> Vec<(String, String)> {
        let mut connection = PgConnection::connect(&self.server.url(&self.database)).await.unwrap();
        let references = sqlx::query_as(
            "SELECT f.confrelid::regclass::text, f.conrelid::regclass::text FROM pg_constraint f \
             WHERE f.contype = 'f' AND f.connamespace = 'public'::regnamespace ORDER BY 1, 2",
        );
        references.fetch_all(&mut connection).await.unwrap()
    }

    fn bytes_of(&self, text: &str) -> String {
        format!("convert_to({text}, 'UTF8')")
    }

    async fn bytes(&self) -> i64 {
        self.number("SELECT pg_database_size(current_database())").await
    }
}
