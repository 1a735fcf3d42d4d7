//! A database and a Redis of its own for each test, and servers on them.

use std::{
    process::{Child, Command, Stdio},
    sync::atomic::{AtomicU32, Ordering},
};

use askline_stand_in::until;
use reqwest::{Client, Method};
use serde_json::{Value, json};
use sqlx::{Connection as _, Executor as _, PgConnection};
use tempfile::TempDir;
use tokio::sync::OnceCell;

use crate::{
    instance::{Instance, Server},
    postgres_server,
};

static POSTGRES: OnceCell<postgres_server::Server> = OnceCell::const_new();
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// What several servers share.
pub struct Cluster {
    folder: TempDir,
    pub database: String,
    /// The server of the database, where it is this cluster's alone.
    pub postgres: Option<postgres_server::Server>,
    redis: Child,
    client: Client,
}

/// One of the servers, with the session of its owner.
pub struct Node {
    pub server: Server,
    client: Client,
}

/// A status, and the body.
pub type Answer = (u16, Value);

impl Cluster {
    /// An empty database, a Redis, and a key.
    pub async fn new() -> Self {
        Self::on(POSTGRES.get_or_init(postgres_server::Server::start).await).await
    }

    /// The same on a database server of its own, to which a test can do what it likes.
    pub async fn apart() -> Self {
        let postgres = postgres_server::Server::start().await;
        let mut cluster = Self::on(&postgres).await;
        cluster.postgres = Some(postgres);
        cluster
    }

    async fn on(postgres: &postgres_server::Server) -> Self {
        let database = format!("cluster_{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        postgres.run("postgres", &format!("CREATE DATABASE {database}")).await;
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("secrets.key"), [7; 32]).unwrap();
        let redis = Self::run_redis(&folder);
        askline_server::install_tls();
        let client = Client::builder().no_proxy().build().unwrap();
        let cluster = Self { folder, database: postgres.url(&database), postgres: None, redis, client };
        let socket = cluster.folder.path().join("socket");
        until("Redis listens", async || socket.exists()).await;
        cluster
    }

    fn run_redis(folder: &TempDir) -> Child {
        Command::new("redis-server")
            .args(["--port", "0", "--save", "", "--unixsocket", "socket", "--dir"])
            .arg(folder.path())
            .current_dir(folder.path())
            .stdout(Stdio::null())
            .spawn()
            .expect("Redis is installed: scripts/need.sh redis-server")
    }

    /// Ends Redis without a word.
    pub fn kill_redis(&mut self) {
        self.redis.kill().unwrap();
        self.redis.wait().unwrap();
        let _ = std::fs::remove_file(self.folder.path().join("socket"));
    }

    /// Starts it again, empty.
    pub fn start_redis(&mut self) {
        self.redis = Self::run_redis(&self.folder);
    }

    /// Runs statements in the database, as a later release may.
    pub async fn run(&self, sql: &'static str) {
        let mut connection = PgConnection::connect(&self.database).await.unwrap();
        connection.execute(sqlx::raw_sql(sql)).await.unwrap();
    }

    /// The settings that lead there.
    pub fn environment(&self) -> Vec<(&'static str, String)> {
        let folder = self.folder.path().display();
        vec![
            ("ASKLINE_DATABASE__URL", self.database.clone()),
            ("ASKLINE_REDIS__URL", format!("redis+unix://{folder}/socket")),
            ("ASKLINE_SECRETS__KEY_FILE", format!("{folder}/secrets.key")),
            ("ASKLINE_ORGANIZATIONS__DEFAULT_PLAN", "pro".into()),
            ("ASKLINE_LIMITS__SESSION_PER_MINUTE", "0".into()),
            ("ASKLINE_LIMITS__INTAKE_PER_MINUTE", "0".into()),
            ("ASKLINE_LIMITS__CONFIG_PER_MINUTE", "0".into()),
        ]
    }

    /// Another server.
    pub fn node(&self) -> Node {
        let environment = self.environment();
        let environment: Vec<(&str, &str)> = environment.iter().map(|(name, value)| (*name, value.as_str())).collect();
        let server = Instance::new().start(&["serve", "--listen", "127.0.0.1:0", "--json"], &environment);
        Node { server, client: self.client.clone() }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        let _ = self.redis.kill();
        let _ = self.redis.wait();
    }
}

impl Node {
    /// Sends its process a signal.
    pub fn signal(&self, name: &str) {
        assert!(Command::new("kill").args([name, &self.server.id().to_string()]).status().unwrap().success());
    }

    /// A request; `None` when no answer came.
    pub async fn ask(&self, method: Method, path: &str, bearer: Option<&str>, body: Option<&Value>) -> Option<Answer> {
        let mut request = self.client.request(method, format!("http://{}{path}", self.server.address));
        if let Some(bearer) = bearer {
            request = request.bearer_auth(bearer);
        }
        if let Some(body) = body {
            request = request.json(body);
        }
        let answer = request.send().await.ok()?;
        let status = answer.status().as_u16();
        Some((status, answer.json().await.unwrap_or(Value::Null)))
    }

    /// `data` of a request that must succeed.
    pub async fn data(&self, method: Method, path: &str, bearer: &str, body: Option<&Value>) -> Value {
        let (status, mut answer) = self.ask(method, path, Some(bearer), body).await.unwrap();
        assert!((200..300).contains(&status), "{answer}");
        answer["data"].take()
    }

    /// Makes the first owner by the token that the server printed: a session and a site.
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

    /// A new key that may do everything: its id and its plaintext.
    pub async fn key(&self, session: &str) -> (String, String) {
        let made = self.data(Method::POST, "/api/v1/keys", session, Some(&json!({ "scopes": ["*"] }))).await;
        let text = |name: &str| made[name].as_str().unwrap().to_owned();
        (text("id"), text("key"))
    }
}
