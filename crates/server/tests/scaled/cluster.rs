//! A database, a Redis and servers that use them, new for each test.

use std::{
    process::Command,
    sync::atomic::{AtomicU32, Ordering},
};

use askline_server::config::{Flags, Settings};
use reqwest::{Client, Method, Response};
use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _, PgConnection};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::{
    instance::{Instance, Outcome, Server},
    pooler::Pooler,
    postgres_server, redis_server,
};

static POSTGRES: OnceCell<postgres_server::Server> = OnceCell::const_new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// The database and the Redis that several servers share.
pub struct Cluster {
    folder: TempDir,
    pub database: String,
    /// The PostgreSQL server, if only this cluster uses it.
    pub postgres: Option<postgres_server::Server>,
    pub redis: redis_server::Server,
    client: Client,
}

/// One of the servers, and a client that calls it.
pub struct Node {
    pub server: Server,
    client: Client,
}

/// The status and body of a response.
pub type Answer = (u16, Value);

impl Cluster {
    /// An empty database on the shared PostgreSQL server, and a Redis.
    pub async fn new() -> Self {
        Self::on(POSTGRES.get_or_init(postgres_server::Server::start).await).await
    }

    /// A cluster with its own PostgreSQL server, which a test can stop or change.
    pub async fn apart() -> Self {
        let postgres = postgres_server::Server::start().await;
        let mut cluster = Self::on(&postgres).await;
        cluster.postgres = Some(postgres);
        cluster
    }

    /// A cluster with its own PostgreSQL server on a disk of `mib` MiB.
    pub async fn with_disk(mib: u32) -> Self {
        let postgres = postgres_server::Server::start_with_disk(mib).await;
        let mut cluster = Self::on(&postgres).await;
        cluster.postgres = Some(postgres);
        cluster
    }

    async fn on(postgres: &postgres_server::Server) -> Self {
        let database = format!("cluster_{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        postgres.run("postgres", &format!("CREATE DATABASE {database}")).await;
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secrets.key"), [7; 32]).unwrap();
        let redis = redis_server::Server::start().await;
        askline_server::install_tls();
        let client = Client::builder().no_proxy().build().unwrap();
        Self { folder, database: postgres.url(&database), postgres: None, redis, client }
    }

    /// Runs statements directly in the database.
    pub async fn run(&self, sql: &str) {
        let mut connection = PgConnection::connect(&self.database).await.unwrap();
        connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await.unwrap();
    }

    /// Begins a transaction with these statements. It holds their locks until it is dropped.
    pub async fn holding(&self, sql: &str) -> PgConnection {
        let mut connection = PgConnection::connect(&self.database).await.unwrap();
        connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(format!("BEGIN; {sql}")))).await.unwrap();
        connection
    }

    /// The number that a statement returns.
    pub async fn number(&self, sql: &str) -> i64 {
        let mut connection = PgConnection::connect(&self.database).await.unwrap();
        sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&mut connection).await.unwrap()
    }

    /// The names of the tables in the database.
    pub async fn tables(&self) -> Vec<String> {
        let mut connection = PgConnection::connect(&self.database).await.unwrap();
        let tables = sqlx::query_scalar("SELECT tablename::text FROM pg_tables WHERE schemaname = 'public' ORDER BY 1");
        tables.fetch_all(&mut connection).await.unwrap()
    }

    /// Whether the database has connections over the network, all of them encrypted.
    pub async fn are_connections_encrypted(&self) -> bool {
        let mut connection = PgConnection::connect(&self.database).await.unwrap();
        let encrypted = sqlx::query_scalar(
            "SELECT COALESCE(bool_and(ssl), false) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
             WHERE datname = current_database() AND client_addr IS NOT NULL",
        );
        encrypted.fetch_one(&mut connection).await.unwrap()
    }

    /// The environment variables for servers that use this database and Redis.
    fn environment(&self) -> Vec<(&'static str, String)> {
        let folder = self.folder.path().display();
        vec![
            ("ASKLINE_DATABASE__URL", self.database.clone()),
            ("ASKLINE_REDIS__URL", self.redis.url()),
            ("ASKLINE_SECRETS__KEY_FILE", format!("{folder}/secrets.key")),
            ("ASKLINE_ORGANIZATIONS__DEFAULT_PLAN", "pro".into()),
            ("ASKLINE_LIMITS__SESSION_PER_MINUTE", "0".into()),
            ("ASKLINE_LIMITS__INTAKE_PER_MINUTE", "0".into()),
            ("ASKLINE_LIMITS__CONFIG_PER_MINUTE", "0".into()),
            ("ASKLINE_LIMITS__FAILED_AUTHENTICATION_PER_MINUTE", "0".into()),
        ]
    }

    /// The settings that a server reads from that environment.
    pub fn settings(&self) -> Settings {
        let environment = self.environment().into_iter().map(|(name, value)| (name.into(), value.into()));
        Settings::load_from(&Flags::default(), environment).unwrap()
    }

    /// Starts another server.
    pub fn node(&self) -> Node {
        self.start(&self.environment())
    }

    /// Starts another server that connects to the database through a local port.
    pub fn node_through(&self, port: u16) -> Node {
        let (place, _) = self.database.split_once('?').unwrap();
        let through = place.replace("localhost", &format!("127.0.0.1:{port}")) + "?sslmode=disable";
        self.node_with(&[("ASKLINE_DATABASE__URL", &through)])
    }

    /// Starts another server that uses a pooler, so that each transaction may get a different connection.
    pub fn node_behind(&self, pooler: &Pooler) -> Node {
        let url = pooler.url(self.name_of_database());
        self.node_with(&[("ASKLINE_DATABASE__URL", &url), ("ASKLINE_DATABASE__STATEMENT_CACHE", "0")])
    }

    /// The name of the database.
    pub fn name_of_database(&self) -> &str {
        let (place, _) = self.database.split_once('?').unwrap();
        place.rsplit('/').next().unwrap()
    }

    fn start(&self, environment: &[(&'static str, String)]) -> Node {
        let server = Instance::new().start(&["serve", "--listen", "127.0.0.1:0", "--json"], &borrowed(environment));
        Node { server, client: self.client.clone() }
    }

    /// The outcome of starting a server with these settings changed.
    pub fn outcome_with(&self, changes: &[(&'static str, &str)]) -> Outcome {
        let environment = self.environment_with(changes);
        Instance::new().run_with(&["serve", "--listen", "127.0.0.1:0"], &borrowed(&environment), "")
    }

    /// The outcome of a command with these settings changed.
    pub fn command(&self, arguments: &[&str], changes: &[(&'static str, &str)]) -> Outcome {
        Instance::new().run_with(arguments, &borrowed(&self.environment_with(changes)), "")
    }

    /// Starts another server with these settings changed.
    pub fn node_with(&self, changes: &[(&'static str, &str)]) -> Node {
        self.start(&self.environment_with(changes))
    }

    fn environment_with(&self, changes: &[(&'static str, &str)]) -> Vec<(&'static str, String)> {
        let mut environment = self.environment();
        for (name, value) in changes {
            environment.retain(|(known, _)| known != name);
            environment.push((name, (*value).to_owned()));
        }
        environment
    }
}

fn borrowed<'a>(environment: &'a [(&'static str, String)]) -> Vec<(&'a str, &'a str)> {
    environment.iter().map(|(name, value)| (*name, value.as_str())).collect()
}

impl Node {
    /// Sends a signal to the server's process.
    pub fn signal(&self, name: &str) {
        assert!(Command::new("kill").args([name, &self.server.id().to_string()]).status().unwrap().success());
    }

    /// Sends a request. `None` means that no answer came.
    pub async fn ask(&self, method: Method, path: &str, bearer: Option<&str>, body: Option<&Value>) -> Option<Answer> {
        let answer = self.answer(method, path, bearer, body).await?;
        let status = answer.status().as_u16();
        Some((status, answer.json().await.unwrap_or(Value::Null)))
    }

    /// Sends a request and returns the whole response. `None` means that no answer came.
    pub async fn answer(
        &self,
        method: Method,
        path: &str,
        bearer: Option<&str>,
        body: Option<&Value>,
    ) -> Option<Response> {
        let mut request = self.client.request(method, format!("http://{}{path}", self.server.address));
        if let Some(bearer) = bearer {
            request = request.bearer_auth(bearer);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        request.send().await.ok()
    }

    /// Sends a request that must succeed, and returns the `data` of its answer.
    pub async fn data(&self, method: Method, path: &str, bearer: &str, body: Option<&Value>) -> Value {
        let (status, mut answer) = self.ask(method, path, Some(bearer), body).await.unwrap();
        assert!((200..300).contains(&status), "{answer}");
        answer["data"].take()
    }

    /// Makes the first owner with the token that the server printed. Returns a session and a site.
    pub async fn set_up(&self) -> (String, String) {
        let body = json!({ "token": self.server.said["setupToken"], "email": "owner@example.com",
            "password": "a good long password", "organizationName": "Example" });
        let (status, answer) = self.ask(Method::POST, "/api/v1/auth/setup", None, Some(&body)).await.unwrap();
        assert!((200..300).contains(&status), "{answer}");
        let session = answer["data"]["token"].as_str().unwrap().to_owned();
        let site = json!({ "domain": "example.com", "name": "Example" });
        let site = self.data(Method::POST, "/api/v1/sites", &session, Some(&site)).await;
        (session, site["id"].as_str().unwrap().to_owned())
    }

    /// Makes a key with every scope, and returns its id and its plaintext.
    pub async fn key(&self, session: &str) -> (String, String) {
        let made = self.data(Method::POST, "/api/v1/keys", session, Some(&json!({ "scopes": ["*"] }))).await;
        let text = |name: &str| made[name].as_str().unwrap().to_owned();
        (text("id"), text("key"))
    }
}
