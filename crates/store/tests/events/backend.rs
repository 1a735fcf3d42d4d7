//! The backends that the suites run on, behind one trait.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use askline_app::ports::whole_stores::{Database as _, Events};
use askline_domain::shared::clock::{Clock, ManualClock};
use askline_store::{
    events::{
        postgres::{EventServer, EventServerOptions, connect_events},
        sqlite::{EVENTS_FILE, EventDatabase, EventOptions},
    },
    postgres::PostgresOptions,
};
use sqlx::{Connection as _, Executor as _, PgConnection};
use tokio::sync::OnceCell;

use crate::{clock, pooler::Pooler, postgres_server::Server, small};

/// An empty database of one kind.
pub trait Backend: Send + Sync {
    type Store: Events;
    async fn empty() -> Self;
    /// Opens a store as another process would, beside those that are open.
    async fn open_at(&self, options: EventOptions, clock: Arc<ManualClock>) -> Self::Store;
    /// Returns the number of rows in a table, which is given by its SQLite name.
    async fn rows(&self, table: &str) -> i64;

    /// Returns the number of event ids that are remembered; in SQLite, of those in sealed runs.
    async fn ids(&self) -> i64;

    /// Opens a store with a clock set to the evening of [`crate::sample::TODAY`].
    async fn open_with(&self, options: EventOptions) -> Self::Store {
        self.open_at(options, clock()).await
    }

    /// Opens such a store with small limits.
    async fn open(&self) -> Self::Store {
        self.open_with(small()).await
    }
}

pub struct Sqlite(tempfile::TempDir);

impl Sqlite {
    /// Opens the file without a store.
    pub fn file(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.0.path().join(EVENTS_FILE)).unwrap()
    }
}

impl Backend for Sqlite {
    type Store = EventDatabase;

    async fn empty() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    async fn open_at(&self, options: EventOptions, clock: Arc<ManualClock>) -> EventDatabase {
        EventDatabase::open(self.0.path(), options, clock).unwrap()
    }

    async fn ids(&self) -> i64 {
        let file = self.file();
        file.query_row("SELECT sum(count) FROM sealed_runs", [], |row| row.get(0)).unwrap()
    }

    async fn rows(&self, table: &str) -> i64 {
        let file = self.file();
        file.query_row(&format!("SELECT count(*) FROM {table}"), [], |row| row.get(0)).unwrap()
    }
}

/// The template from which databases on the throwaway server are copied.
const TEMPLATE: &str = "askline_events_template";

static SERVER: OnceCell<Server> = OnceCell::const_new();
static POOLER: OnceCell<Pooler> = OnceCell::const_new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

async fn start() -> Server {
    let server = Server::start().await;
    server.run("postgres", &format!("CREATE DATABASE {TEMPLATE}")).await;
    let store = connect_events(&server.options(TEMPLATE), EventServerOptions::default(), clock()).await;
    store.unwrap().close().await;
    server
}

pub struct Postgres {
    pub server: &'static Server,
    pub database: String,
    /// The address, if the database is not on the throwaway server.
    given: Option<String>,
    /// The pooler between the server and the stores, if there is one.
    pooler: Option<&'static Pooler>,
}

/// The variable with the address of a database in which [`Backend::empty`] creates a schema for each test, instead of a
/// database on the throwaway server. It is for a distributed PostgreSQL: each schema's tables are distributed by the
/// statement in docs/scaling.md.
const GIVEN: &str = "ASKLINE_TEST_EVENTS_URL";
const PLACING: &str = "SELECT create_distributed_table(class.oid::regclass, 'site')
    FROM pg_class class JOIN pg_attribute attribute ON attribute.attrelid = class.oid AND attribute.attname = 'site'
    WHERE class.relnamespace = current_schema()::regnamespace AND class.relkind IN ('r', 'p') AND NOT class.relispartition";

impl Postgres {
    /// Creates a database on the throwaway server, regardless of the environment.
    pub async fn on_own_server() -> Self {
        let server = SERVER.get_or_init(start).await;
        let database = format!("test_{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        server.copy(TEMPLATE, &database).await;
        Self { server, database, given: None, pooler: None }
    }

    /// Creates an empty database on another server.
    pub async fn on(server: &'static Server, database: &str) -> Self {
        server.run("postgres", &format!("CREATE DATABASE {database}")).await;
        Self { server, database: database.to_owned(), given: None, pooler: None }
    }

    /// Creates a database that stores reach through a pooler.
    pub async fn behind_pooler() -> Self {
        let backend = Self::on_own_server().await;
        let pooler = POOLER.get_or_init(|| Pooler::start(backend.server)).await;
        Self { pooler: Some(pooler), ..backend }
    }

    /// Creates a schema in the database with this address.
    async fn in_schema_of(url: &str) -> Self {
        let schema = format!("test_{}_{}", std::process::id(), DATABASES.fetch_add(1, Ordering::Relaxed));
        run(url, &format!("CREATE SCHEMA {schema}")).await;
        let joint = if url.contains('?') { '&' } else { '?' };
        let place = format!("{url}{joint}options=-csearch_path%3D{schema}%2Cpublic");
        let server = SERVER.get_or_init(start).await;
        let postgres = Self { server, database: schema, given: Some(place.clone()), pooler: None };
        postgres.open().await.close().await;
        run(&place, PLACING).await;
        postgres
    }

    fn options(&self) -> PostgresOptions {
        let options = self.server.options(&self.database);
        PostgresOptions { url: self.given.clone().unwrap_or(options.url), ..options }
    }

    fn options_of_stores(&self) -> PostgresOptions {
        self.pooler.map_or_else(|| self.options(), |pooler| pooler.options(&self.database))
    }

    /// Reads a number directly from the database.
    pub async fn number(&self, sql: &str) -> i64 {
        let mut connection = PgConnection::connect(&self.options().url).await.unwrap();
        let number = sqlx::query_scalar(sqlx::AssertSqlSafe(format!("SELECT ({sql})::bigint")));
        number.fetch_one(&mut connection).await.unwrap()
    }
}

impl Backend for Postgres {
    type Store = EventServer;

    async fn empty() -> Self {
        match std::env::var(GIVEN) {
            Ok(url) => Self::in_schema_of(&url).await,
            Err(_) => Self::on_own_server().await,
        }
    }

    async fn open_at(&self, options: EventOptions, clock: Arc<ManualClock>) -> EventServer {
        let limits = EventServerOptions {
            max_waiting_events: options.max_waiting_events,
            max_commit_events: options.max_commit_events,
            events_per_site_and_day: options.events_per_site_and_day,
            max_new_pages_per_day: options.max_new_pages_per_day,
            max_new_referrers_per_day: options.max_new_referrers_per_day,
            max_new_pairs_per_day: options.max_new_pairs_per_day,
        };
        let clock: Arc<dyn Clock> = clock;
        connect_events(&self.options_of_stores(), limits, clock).await.unwrap()
    }

    async fn ids(&self) -> i64 {
        self.number("SELECT count(*) FROM event_ids").await
    }

    async fn rows(&self, table: &str) -> i64 {
        let name = match table {
            "events" => "events".to_owned(),
            "known_labels" => "event_labels".to_owned(),
            "sites" => "event_books".to_owned(),
            _ => format!("event_{table}"),
        };
        self.number(&format!("SELECT count(*) FROM {name}")).await
    }
}

async fn run(url: &str, sql: &str) {
    let mut connection = PgConnection::connect(url).await.unwrap();
    connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await.unwrap();
}

/// Creates a test of each guarantee for each backend.
macro_rules! on_every_backend {
    ($($guarantee:ident,)*) => {
        mod on_sqlite {
            use crate::backend::{Backend as _, Sqlite};
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
                async fn $guarantee() {
                    super::$guarantee(&Sqlite::empty().await).await;
                }
            )*
        }
        mod on_postgres {
            use crate::backend::{Backend as _, Postgres};
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
                async fn $guarantee() {
                    super::$guarantee(&Postgres::empty().await).await;
                }
            )*
        }
        mod behind_pooler {
            use crate::backend::Postgres;
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 4)]
                async fn $guarantee() {
                    super::$guarantee(&Postgres::behind_pooler().await).await;
                }
            )*
        }
    };
}
pub(crate) use on_every_backend;
