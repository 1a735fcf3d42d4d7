//! A separate database for each test, on one temporary PostgreSQL server.

use std::sync::{
    Arc, OnceLock,
    atomic::{AtomicU32, Ordering},
};

use askline_app::ports::whole_stores::{Database as _, Events, Metadata};
use askline_domain::shared::clock::{Clock, SystemClock};
use askline_store::{
    events::postgres::{EventServerOptions, connect_events},
    metadata::postgres::connect_metadata,
    sealing::SealingKey,
};
use sqlx::{AssertSqlSafe, Connection as _, Executor as _, PgConnection, Row as _, raw_sql};
use tempfile::TempDir;
use tokio::{
    runtime::Runtime,
    sync::{OnceCell, oneshot},
};

use super::EventOptions;
use crate::postgres_server::Server;

/// The database of which every test gets a copy.
const TEMPLATE: &str = "askline_template";

static SERVER: OnceCell<Server> = OnceCell::const_new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

pub struct Servers {
    server: &'static Server,
    database: String,
    keys: TempDir,
}

/// A transaction that prevents others from writing; it ends when this is dropped.
pub struct HeldDatabase {
    release: Option<oneshot::Sender<()>>,
    ended: std::sync::mpsc::Receiver<()>,
}

impl Drop for HeldDatabase {
    fn drop(&mut self) {
        drop(self.release.take());
        let _ = self.ended.recv();
    }
}

/// Changes that wait before their commit.
pub struct HeldChanges(PgConnection);

impl HeldChanges {
    /// Ends the connection of the waiting change, and lets its next attempt pass.
    pub async fn kill_one(mut self) {
        let killed = self.waiting(0).await;
        sqlx::query("SELECT pg_terminate_backend($1)").bind(killed).execute(&mut self.0).await.expect("it is there");
        self.waiting(killed).await;
        self.0.close().await.expect("the server answers");
    }

    /// The process of a waiting change other than `other_than`.
    async fn waiting(&mut self, other_than: i32) -> i32 {
        let found = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND classid = 4711 AND NOT granted \
             AND database = (SELECT oid FROM pg_database WHERE datname = current_database()) AND pid <> $1";
        let mut pid = None;
        while pid.is_none() {
            let asked = sqlx::query_scalar(found).bind(other_than).fetch_optional(&mut self.0).await;
            pid = asked.expect("the server answers");
        }
        pid.expect("it was found")
    }
}

/// A server with a database that has every table, all empty.
async fn start() -> Server {
    let server = Server::start().await;
    server.run("postgres", &format!("CREATE DATABASE {TEMPLATE}")).await;
    let options = server.options(TEMPLATE);
    let metadata = connect_metadata(&options, SealingKey::of_folder(server.folder())).await.expect("an empty database");
    let clock = Arc::new(SystemClock::default());
    let events = connect_events(&options, EventServerOptions::default(), clock).await.expect("an empty database");
    events.close().await;
    metadata.close().await;
    // Each test has its own key.
    server.run(TEMPLATE, "DELETE FROM deployment").await;
    server
}

/// Direct access to the store runs on a separate thread, since the test may have only one.
fn beside() -> &'static Runtime {
    static BESIDE: OnceLock<Runtime> = OnceLock::new();
    BESIDE.get_or_init(|| {
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        builder.worker_threads(1).enable_all().build().expect("a thread")
    })
}

impl Servers {
    pub async fn start(options: EventOptions, clock: Arc<dyn Clock>) -> (Self, Arc<dyn Events>) {
        let server = SERVER.get_or_init(start).await;
        let database = format!("test_{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        server.copy(TEMPLATE, &database).await;
        let options = EventServerOptions {
            events_per_site_and_day: options.events_per_site_and_day,
            max_new_pages_per_day: options.max_new_pages_per_day,
            max_new_referrers_per_day: options.max_new_referrers_per_day,
            ..EventServerOptions::default()
        };
        let events = connect_events(&server.options(&database), options, clock).await.expect("a copy of the template");
        let keys = tempfile::tempdir().expect("a temporary folder");
        (Self { server, database, keys }, Arc::new(events))
    }

    pub async fn metadata(&self) -> Arc<dyn Metadata> {
        let key = SealingKey::of_folder(self.keys.path());
        Arc::new(connect_metadata(&self.server.options(&self.database), key).await.expect("the store"))
    }

    pub async fn hold_writers(&self) -> HeldDatabase {
        let (url, (held, is_held)) = (self.server.url(&self.database), oneshot::channel());
        let ((release, released), (end, ended)) = (oneshot::channel(), std::sync::mpsc::channel());
        beside().spawn(async move {
            let mut connection = PgConnection::connect(&url).await.expect("the server answers");
            let tables: String = sqlx::query_scalar(
                "SELECT string_agg(quote_ident(tablename), ', ' ORDER BY tablename) FROM pg_tables \
                 WHERE schemaname = 'public' AND tablename NOT LIKE 'event%'",
            )
            .fetch_one(&mut connection)
            .await
            .expect("there are tables");
            let lock = format!("BEGIN; LOCK TABLE {tables} IN SHARE MODE");
            connection.execute(raw_sql(AssertSqlSafe(lock))).await.expect("nobody else writes for long");
            held.send(()).expect("the test waits");
            let _ = released.await;
            connection.execute("ROLLBACK").await.expect("the server answers");
            let _ = end.send(());
        });
        is_held.await.expect("the tables are locked");
        HeldDatabase { release: Some(release), ended }
    }

    /// From now on, a test can have each change of metadata rolled back at its first statement.
    pub async fn prepare_to_roll_back(&self) {
        self.tamper(
            "CREATE TABLE test_faults (is_on boolean NOT NULL); INSERT INTO test_faults VALUES (false);
             CREATE SEQUENCE test_changes;
             CREATE FUNCTION roll_back() RETURNS trigger LANGUAGE plpgsql AS $$
             DECLARE change text := pg_current_xact_id()::text;
             BEGIN
                 IF (SELECT is_on FROM test_faults) AND current_setting('test.change', true) IS DISTINCT FROM change THEN
                     PERFORM set_config('test.change', change, true);
                     CASE nextval('test_changes') % 4
                         WHEN 1 THEN RAISE EXCEPTION USING ERRCODE = 'deadlock_detected';
                         WHEN 3 THEN PERFORM pg_terminate_backend(pg_backend_pid());
                         ELSE NULL;
                     END CASE;
                 END IF;
                 RETURN NULL;
             END $$;
             DO $$ DECLARE of_metadata text; BEGIN
                 FOR of_metadata IN SELECT quote_ident(tablename) FROM pg_tables
                     WHERE schemaname = 'public' AND tablename NOT LIKE 'event%' AND tablename <> 'test_faults'
                 LOOP
                     EXECUTE 'CREATE TRIGGER rolls_back BEFORE INSERT OR UPDATE OR DELETE ON ' || of_metadata
                         || ' FOR EACH STATEMENT EXECUTE FUNCTION roll_back()';
                 END LOOP;
             END $$;",
        )
        .await;
    }

    /// Sets whether each change is rolled back the first time, by a deadlock or because its connection ends, and
    /// succeeds the second time.
    pub async fn roll_back(&self, each: bool) {
        self.tamper(&format!("UPDATE test_faults SET is_on = {each}")).await;
    }

    /// The number of changes begun while each one was rolled back first, including the ones that were rolled back.
    pub fn begun_changes(&self) -> i64 {
        self.number("SELECT last_value FROM test_changes")
    }

    /// The only column of the only row.
    pub fn number(&self, sql: &'static str) -> i64 {
        self.ask(async move |connection| sqlx::query_scalar(sql).fetch_one(connection).await.expect("a number"))
    }

    /// Holds back each change that caches must notice, right before its commit.
    pub async fn hold_changes(&self) -> HeldChanges {
        self.tamper(
            "CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
                 $$ BEGIN PERFORM pg_advisory_xact_lock(4711, 1); RETURN NULL; END $$;
             CREATE TRIGGER waits BEFORE INSERT ON changes FOR EACH STATEMENT EXECUTE FUNCTION wait();",
        )
        .await;
        let mut connection = PgConnection::connect(&self.server.url(&self.database)).await.expect("the server answers");
        connection.execute("SELECT pg_advisory_lock(4711, 1)").await.expect("nobody holds it");
        HeldChanges(connection)
    }

    pub async fn tamper(&self, sql: &str) {
        let (url, sql) = (self.server.url(&self.database), sql.to_owned());
        let run = async move {
            let mut connection = PgConnection::connect(&url).await.expect("the server answers");
            connection.execute(raw_sql(AssertSqlSafe(sql))).await.expect("it fits");
            connection.close().await.expect("the server answers");
        };
        beside().spawn(run).await.expect("the statements run");
    }

    pub fn newest_event(&self, column: &str) -> Option<String> {
        // The first title of a page is stored with the page.
        let kept = if column == "title" { "coalesce(e.title, p.first_title)".into() } else { format!("e.{column}") };
        let sql =
            format!("SELECT {kept} FROM events e JOIN event_pages p USING (site, page) ORDER BY e.place DESC LIMIT 1");
        self.ask(async move |connection| {
            sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(connection).await.expect("an event")
        })
    }

    pub fn known_visitors(&self) -> Vec<(String, Vec<u8>)> {
        self.ask(async move |connection| {
            let rows = sqlx::query_as("SELECT kind, digest FROM known_visitors ORDER BY kind");
            rows.fetch_all(connection).await.expect("a text and bytes")
        })
    }

    /// Whether any row contains this text, as text or as bytes.
    pub fn hold(&self, text: &str) -> bool {
        let text = text.to_owned();
        self.ask(async move |connection| {
            for (table, _) in columns(connection).await {
                let sql = format!(
                    "SELECT EXISTS (SELECT 1 FROM {table} AS stored WHERE position($1 IN stored::text) > 0 \
                     OR position(encode(convert_to($1, 'UTF8'), 'hex') IN stored::text) > 0)"
                );
                let holds = sqlx::query_scalar(AssertSqlSafe(sql)).bind(&text).fetch_one(&mut *connection).await;
                if holds.expect("a table") {
                    return true;
                }
            }
            false
        })
    }

    pub fn replace(&self, from: &str, to: &str) {
        let (from, to) = (from.to_owned(), to.to_owned());
        let places = self.ask(async move |connection| {
            let mut places = 0;
            for (table, column) in columns(connection).await.into_iter().filter(|(_, column)| !column.is_empty()) {
                let sql = format!(
                    "UPDATE {table} SET {column} = replace({column}, $1, $2) WHERE position($1 IN {column}) > 0"
                );
                let done = sqlx::query(AssertSqlSafe(sql)).bind(&from).bind(&to).execute(&mut *connection).await;
                places += done.expect("a text").rows_affected();
            }
            places
        });
        assert_eq!(places, 1);
    }

    /// Runs something on a separate connection and waits for it, from any thread.
    fn ask<T: Send + 'static, A>(&self, asking: A) -> T
    where
        A: AsyncFnOnce(&mut PgConnection) -> T + Send + 'static,
    {
        let url = self.server.url(&self.database);
        std::thread::spawn(move || {
            beside().block_on(async {
                let mut connection = PgConnection::connect(&url).await.expect("the server answers");
                let answer = asking(&mut connection).await;
                connection.close().await.expect("the server answers");
                answer
            })
        })
        .join()
        .expect("it does what was asked")
    }
}

impl Drop for Servers {
    /// Drops the database, which takes ten megabytes.
    fn drop(&mut self) {
        let (server, database) = (self.server, self.database.clone());
        beside().spawn(async move {
            server.run("postgres", &format!("DROP DATABASE {database} WITH (FORCE)")).await;
        });
    }
}

/// Every table with each of its text columns, and once without a column.
async fn columns(connection: &mut PgConnection) -> Vec<(String, String)> {
    let rows = sqlx::query(
        "SELECT quote_ident(table_name), quote_ident(column_name) FROM information_schema.columns \
         WHERE table_schema = 'public' AND data_type = 'text' \
         UNION SELECT quote_ident(tablename), '' FROM pg_tables WHERE schemaname = 'public' ORDER BY 1, 2",
    )
    .fetch_all(connection)
    .await
    .expect("there are tables");
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}
