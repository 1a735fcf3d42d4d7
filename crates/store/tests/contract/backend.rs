//! The backends that the suites run on, behind one trait.

use std::path::Path;

use askline_app::{
    error::UseCaseError,
    ports::{StoreResult, whole_stores},
};
use askline_store::metadata::MetadataStore;

/// All metadata ports as one trait that can be cloned.
pub trait Metadata: whole_stores::Metadata + Clone {}
impl<T: whole_stores::Metadata + Clone> Metadata for T {}

/// The error of a store on which a use case failed. Panics at a refusal: the test does not expect it.
pub fn unexpected<T>(error: UseCaseError) -> StoreResult<T> {
    match error {
        UseCaseError::Store(error) => Err(error),
        error => panic!("{error}"),
    }
}

/// An empty database of one kind.
pub trait Backend {
    type Store: Metadata;
    async fn empty() -> Self;
    /// The store under test.
    fn store(&self) -> &Self::Store;
    /// Opens a second store on the same data, as another process would.
    async fn another_process(&self) -> Self::Store;
    /// Changes the database without the store, as a person with access to it could.
    async fn tamper(&self, sql: &str);
    /// Runs a statement like [`Backend::tamper`] that the database itself must refuse.
    async fn tamper_in_vain(&self, sql: &str);
    /// Reads a number directly from the database.
    async fn number(&self, sql: &str) -> i64;
    /// The tables that have a column for an organization or a site, ordered by name.
    async fn tables_of_somebody(&self) -> Vec<String>;
    /// The foreign keys of the layout: the table that is referred to, and the one that refers to it.
    async fn references(&self) -> Vec<(String, String)>;
    /// Returns the SQL expression for the bytes of `text`, which is an SQL expression.
    fn bytes_of(&self, text: &str) -> String;
    /// The size of the database on disk, in bytes.
    async fn bytes(&self) -> i64;
}

pub struct Sqlite {
    dir: tempfile::TempDir,
    store: MetadataStore,
}

impl Sqlite {
    pub fn dir(&self) -> &Path {
        self.dir.path()
    }
}

impl Backend for Sqlite {
    type Store = MetadataStore;

    async fn empty() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let store = MetadataStore::open(dir.path()).await.unwrap();
        Self { dir, store }
    }

    fn store(&self) -> &MetadataStore {
        &self.store
    }

    async fn another_process(&self) -> MetadataStore {
        MetadataStore::open(self.dir()).await.unwrap()
    }

    async fn tamper(&self, sql: &str) {
        let connection = rusqlite::Connection::open(self.dir().join("metadata.db")).unwrap();
        connection.execute_batch(sql).unwrap();
    }

    async fn number(&self, sql: &str) -> i64 {
        let connection = rusqlite::Connection::open(self.dir().join("metadata.db")).unwrap();
        connection.query_row(sql, [], |row| row.get(0)).unwrap()
    }

    async fn tables_of_somebody(&self) -> Vec<String> {
        let connection = rusqlite::Connection::open(self.dir().join("metadata.db")).unwrap();
        let mut statement = connection
            .prepare(
                "SELECT DISTINCT m.name FROM sqlite_master m JOIN pragma_table_info(m.name) c \
                 WHERE m.type = 'table' AND c.name IN ('org_id', 'site_id') ORDER BY m.name",
            )
            .unwrap();
        statement.query_map([], |row| row.get(0)).unwrap().map(Result::unwrap).collect()
    }

    async fn references(&self) -> Vec<(String, String)> {
        let connection = rusqlite::Connection::open(self.dir().join("metadata.db")).unwrap();
        let mut statement = connection
            .prepare(
                "SELECT f.\"table\", m.name FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f \
                 WHERE m.type = 'table' ORDER BY 1, 2",
            )
            .unwrap();
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect()
    }

    fn bytes_of(&self, text: &str) -> String {
        format!("CAST({text} AS BLOB)")
    }

    async fn bytes(&self) -> i64 {
        self.number("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size").await
    }

    async fn tamper_in_vain(&self, sql: &str) {
        let connection = rusqlite::Connection::open(self.dir().join("metadata.db")).unwrap();
        connection.execute_batch(sql).unwrap_err();
    }
}

/// Creates a test of each guarantee for each backend.
macro_rules! on_every_backend {
    ($($guarantee:ident,)*) => {
        mod on_sqlite {
            use crate::backend::{Backend as _, Sqlite};
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $guarantee() {
                    super::$guarantee(&Sqlite::empty().await).await;
                }
            )*
        }
        mod on_postgres {
            use crate::{backend::Backend as _, postgres::Postgres};
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $guarantee() {
                    super::$guarantee(&Postgres::empty().await).await;
                }
            )*
        }
        mod behind_pooler {
            use crate::postgres::Postgres;
            $(
                #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
                async fn $guarantee() {
                    super::$guarantee(&Postgres::behind_pooler().await).await;
                }
            )*
        }
    };
}
pub(crate) use on_every_backend;
