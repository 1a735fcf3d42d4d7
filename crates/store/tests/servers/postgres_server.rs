//! A throwaway PostgreSQL server for all tests of a program.

use std::{
    io::Write as _,
    net::Ipv4Addr,
    os::unix::{fs::PermissionsExt as _, process::CommandExt as _},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use askline_stand_in::until;
use askline_store::postgres::{PostgresOptions, UPGRADE_WAIT};
use sqlx::{Connection as _, Executor as _, PgConnection};

/// Why a test fails that starts a server in a suite without servers.
const UNLISTED: &str = "name this test's module in scripts/testing/on_servers.mjs: it starts PostgreSQL";

/// A script that waits for the end of its input, then ends the server in the folder `$0` and removes the folder.
const END_SERVER: &str = r#"trap '' INT TERM; cat >/dev/null; server="$(head -1 "$0/data/postmaster.pid")"
    pkill -CONT --parent "$server"; kill -CONT "$server"; kill -INT "$server"; sleep 1; rm -rf "$0""#;

/// A server that lives as long as this process.
pub struct Server {
    folder: PathBuf,
    /// Ends the server when this process ends in any way: the pipe to the guard closes.
    _guard: Child,
    server: Child,
}

impl Server {
    /// Starts an empty server.
    pub async fn start() -> Self {
        Self::of(Self::initialized(), run).await
    }

    /// Starts an empty server with these lines in its settings.
    pub async fn start_with(settings: &str) -> Self {
        let folder = Self::initialized();
        set(&folder, settings);
        Self::of(folder, run).await
    }

    /// Starts a server with a disk of `mib` MiB, in memory, for all new tables.
    pub async fn start_with_disk(mib: u32) -> Self {
        let folder = Self::initialized();
        std::fs::create_dir(folder.join("disk")).unwrap();
        let server = Self::of(folder, |folder| run_with_disk(folder, mib)).await;
        let disk = server.folder.join("disk");
        server.run("postgres", &format!("CREATE TABLESPACE disk LOCATION '{}'", disk.display())).await;
        server.run("postgres", "ALTER SYSTEM SET default_tablespace = 'disk'").await;
        server.run("postgres", "SELECT pg_reload_conf()").await;
        until("new tables are there", async || {
            server.number("postgres", "SELECT (current_setting('default_tablespace') = 'disk')::int::bigint").await == 1
        })
        .await;
        server
    }

    /// Fills the disk of [`Self::start_with_disk`]. The file remains when there is no more space for it.
    pub async fn fill_disk(&self) {
        let mut connection = PgConnection::connect(&self.url("postgres")).await.unwrap();
        let fill = format!(
            "COPY (SELECT repeat('x', 8000) FROM generate_series(1, 10000000)) TO '{}'",
            self.folder.join("disk/filling").display()
        );
        let error = connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(fill))).await.unwrap_err();
        assert!(error.to_string().contains("No space left on device"), "{error}");
    }

    /// Frees the space again.
    pub async fn empty_disk(&self) {
        let file = self.folder.join("disk/filling");
        self.run("postgres", &format!("COPY (SELECT 1 WHERE false) TO '{}'", file.display())).await;
    }

    /// Creates a folder with the data of a new server.
    fn initialized() -> PathBuf {
        let folder = new_folder();
        let data = folder.join("data");
        let initialized = as_plain_user(&programs().join("initdb"))
            .args(["--auth=trust", "--username=askline", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync", "-D"])
            .arg(&data)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(initialized.success(), "initdb failed");
        set(&folder, "listen_addresses = ''\nfsync = off\nmax_connections = 400");
        folder
    }

    /// Starts a replica that follows this server: it has every commit that is acknowledged from now on.
    pub async fn start_replica(&self) -> Self {
        let folder = new_folder();
        let copied = as_plain_user(&programs().join("pg_basebackup"))
            .args(["--username=askline", "--write-recovery-conf", "--checkpoint=fast", "--no-sync", "--host"])
            .arg(&self.folder)
            .arg("--pgdata")
            .arg(folder.join("data"))
            .status()
            .unwrap();
        assert!(copied.success(), "pg_basebackup failed");
        let replica = Self::of(folder, run).await;
        self.run("postgres", "ALTER SYSTEM SET synchronous_standby_names = '*'").await;
        self.run("postgres", "SELECT pg_reload_conf()").await;
        let follows = "SELECT COUNT(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        until("the replica follows", async || self.number("postgres", follows).await == 1).await;
        replica
    }

    /// Makes a replica an independent server, which accepts writes.
    pub async fn promote(&self) {
        assert_eq!(self.number("postgres", "SELECT pg_promote()::int::bigint").await, 1);
    }

    /// Starts a server whose data is already in the folder.
    async fn of(folder: PathBuf, run: impl FnOnce(&Path) -> Child) -> Self {
        set(&folder, &format!("unix_socket_directories = '{}'", folder.display()));
        // The shell runs as long as its input is open, and then ends the server, also a frozen one, and removes the folder.
        let guard = Command::new("sh").arg("-c").arg(END_SERVER).arg(&folder).stdin(Stdio::piped()).spawn().unwrap();
        let server = Self { server: run(&folder), folder, _guard: guard };
        server.wait().await;
        server
    }

    /// Requires a password for a user.
    pub async fn ask_for_password(&self, user: &str) {
        let rules = self.folder.join("data/pg_hba.conf");
        let others = std::fs::read_to_string(&rules).unwrap();
        std::fs::write(&rules, format!("local all {user} scram-sha-256\n{others}")).unwrap();
        self.run("postgres", "SELECT pg_reload_conf()").await;
        until("it asks", async || {
            PgConnection::connect(&self.url("postgres").replace("askline@", &format!("{user}@"))).await.is_err()
        })
        .await;
    }

    /// Makes the server listen at an unused address of this machine, with a certificate for that address: returns the
    /// address, and the signer's certificate.
    pub async fn speak_tls(&mut self) -> (Ipv4Addr, PathBuf) {
        const SIGN: &str = "set -e; new='req -newkey rsa:2048 -nodes -subj /CN=askline.test'
            openssl $new -x509 -days 2 -keyout signer.key -out signer.crt
            openssl $new -keyout server.key -out server.csr
            echo subjectAltName=IP:$0 >server.names
            openssl x509 -req -days 2 -in server.csr -CA signer.crt -CAkey signer.key -CAcreateserial -extfile server.names -out server.crt";
        let address = own_address();
        let data = self.folder.join("data");
        let mut signing = as_plain_user("sh".as_ref());
        signing.args(["-c", SIGN, &address.to_string()]).current_dir(&data).stderr(Stdio::null()).stdout(Stdio::null());
        assert!(signing.status().unwrap().success(), "no certificate was made: scripts/need.sh openssl");
        self.run("postgres", "ALTER SYSTEM SET ssl = on").await;
        (self.listen().await, data.join("signer.crt"))
    }

    /// Makes the server listen at an unused address of this machine.
    pub async fn listen(&mut self) -> Ipv4Addr {
        let address = own_address();
        self.run("postgres", &format!("ALTER SYSTEM SET listen_addresses = '{address}'")).await;
        self.kill_and_start_again().await;
        address
    }

    /// Kills the server with all of its processes, and starts it again: it reads its log as after a power failure.
    pub async fn kill_and_start_again(&mut self) {
        self.kill();
        // A new server detects the shared memory of servers that have not ended yet.
        until("it starts", async || {
            self.server = run(&self.folder);
            until("it answers or has ended", async || {
                PgConnection::connect(&self.url("postgres")).await.is_ok() || self.server.try_wait().unwrap().is_some()
            })
            .await;
            self.server.try_wait().unwrap().is_none()
        })
        .await;
    }

    /// Kills the server with all of its processes.
    pub fn kill(&mut self) {
        self.signal("-KILL");
        self.server.wait().unwrap();
    }

    fn signal(&self, name: &str) {
        let id = self.server.id().to_string();
        // Its children first, so that none of them notices that another one ended.
        let _ = Command::new("pkill").args([name, "--parent", &id]).status().unwrap();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    /// Copies a database into an empty one of another server, with `pg_dump` and `psql`.
    pub fn restore_dump(&self, database: &str, to: &Self, empty: &str) {
        let programs = programs();
        let dump = Command::new(programs.join("pg_dump"))
            .args(["--username=askline", "--host"])
            .arg(&self.folder)
            .arg(database)
            .output()
            .unwrap();
        assert!(dump.status.success(), "{}", String::from_utf8_lossy(&dump.stderr));
        let file = self.folder.join("dump.sql");
        std::fs::write(&file, dump.stdout).unwrap();
        let restored = Command::new(programs.join("psql"))
            .args(["--quiet", "--set=ON_ERROR_STOP=1", "--username=askline", "--dbname", empty, "--host"])
            .arg(&to.folder)
            .arg("--file")
            .arg(&file)
            .stdout(Stdio::null())
            .status()
            .unwrap();
        assert!(restored.success());
    }

    /// The folder of its socket.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Creates a database that is a copy of another.
    pub async fn copy(&self, template: &str, database: &str) {
        self.run("postgres", &format!("CREATE DATABASE {database} TEMPLATE {template} STRATEGY FILE_COPY")).await;
    }

    async fn wait(&self) {
        until("PostgreSQL answers", async || PgConnection::connect(&self.url("postgres")).await.is_ok()).await;
    }

    /// Stops all of the server's processes until it is thawed: connections stay open but do not answer.
    pub fn freeze(&self) {
        let id = self.server.id().to_string();
        // First the one that starts the others: a connection that it accepted in between would answer.
        assert!(Command::new("kill").args(["-STOP", &id]).status().unwrap().success());
        loop {
            let _ = Command::new("pkill").args(["-STOP", "--parent", &id]).status().unwrap();
            let states = Command::new("ps").args(["-o", "state=", "--pid", &id, "--ppid", &id]).output().unwrap();
            if String::from_utf8(states.stdout).unwrap().split_whitespace().all(|state| state == "T" || state == "Z") {
                return;
            }
        }
    }

    /// Lets the server continue.
    pub fn thaw(&self) {
        self.signal("-CONT");
    }

    /// The address of a database.
    pub fn url(&self, database: &str) -> String {
        format!("postgres://askline@localhost/{database}?host={}", self.folder.display())
    }

    /// The address of a database that is on this server and on a replica.
    pub fn url_of_both(&self, replica: &Self, database: &str) -> String {
        let (one, other) = (replica.folder.display(), self.folder.display());
        format!("postgres://askline@localhost/{database}?host={one},{other}&target_session_attrs=read-write")
    }

    /// How the store connects to a database.
    pub fn options(&self, database: &str) -> PostgresOptions {
        PostgresOptions {
            url: self.url(database),
            password: None,
            connections: 20,
            statement_cache: 100,
            is_backup_done: false,
            upgrade_wait: UPGRADE_WAIT,
        }
    }

    /// Returns the number that a query selects.
    pub async fn number(&self, database: &str, sql: &str) -> i64 {
        let mut connection = PgConnection::connect(&self.url(database)).await.unwrap();
        sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_one(&mut connection).await.unwrap()
    }

    /// Runs statements in a database.
    pub async fn run(&self, database: &str, sql: &str) {
        let mut connection = PgConnection::connect(&self.url(database)).await.unwrap();
        connection.execute(sqlx::raw_sql(sqlx::AssertSqlSafe(sql))).await.unwrap();
        connection.close().await.unwrap();
    }
}

fn new_folder() -> PathBuf {
    let folder = tempfile::Builder::new().prefix("askline-postgres-").tempdir().unwrap().keep();
    std::fs::set_permissions(&folder, std::fs::Permissions::from_mode(0o777)).unwrap();
    folder
}

/// Adds settings. If a setting is given several times, the last one applies.
fn set(folder: &Path, settings: &str) {
    let mut file = std::fs::OpenOptions::new().append(true).open(folder.join("data/postgresql.conf")).unwrap();
    writeln!(file, "{settings}").unwrap();
}

fn own_address() -> Ipv4Addr {
    let [_, high, middle, low] = std::process::id().to_be_bytes();
    Ipv4Addr::new(127, high.max(1), middle, low)
}

fn run(folder: &Path) -> Child {
    as_plain_user(&programs().join("postgres"))
        .arg("-D")
        .arg(folder.join("data"))
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Runs a server in a separate namespace, in which a disk in memory is mounted. The server must not see itself as root.
fn run_with_disk(folder: &Path, mib: u32) -> Child {
    const MOUNT: &str = "mount -t tmpfs -o mode=700,size=$2m tmpfs \"$1/disk\" && \
        exec unshare --map-user=1000 --map-group=1000 \"$0\" -D \"$1/data\"";
    as_plain_user("unshare".as_ref())
        .args(["--map-root-user", "--mount", "sh", "-c", MOUNT])
        .args([programs().join("postgres").as_path(), folder])
        .arg(mib.to_string())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// The folder of the newest release's programs, which Debian does not add to the path.
fn programs() -> PathBuf {
    // The suite `rust` sets this, because it runs on machines without servers.
    assert!(std::env::var_os("TEST_SERVERS").is_none_or(|servers| servers != "none"), "{UNLISTED}");
    let releases =
        std::fs::read_dir("/usr/lib/postgresql").expect("PostgreSQL is installed: scripts/need.sh postgresql");
    let mut releases: Vec<PathBuf> = releases.map(|entry| entry.unwrap().path().join("bin")).collect();
    releases.retain(|folder| folder.join("postgres").exists());
    releases.sort();
    releases.pop().expect("PostgreSQL is installed: scripts/need.sh postgresql")
}

/// A command that does not run as root, as PostgreSQL requires.
pub fn as_plain_user(program: &Path) -> Command {
    let mut command = Command::new(program);
    if let Some((uid, gid)) = plain_user() {
        command.uid(uid).gid(gid);
    }
    command
}

/// The ids of the user `postgres`, if this process runs as root.
fn plain_user() -> Option<(u32, u32)> {
    let is_root = std::fs::metadata("/proc/self").map(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0).unwrap();
    let users = std::fs::read_to_string("/etc/passwd").unwrap();
    let line = users.lines().find(|line| line.starts_with("postgres:")).filter(|_| is_root)?;
    let mut numbers = line.split(':').skip(2).map(|number| number.parse().unwrap());
    Some((numbers.next()?, numbers.next()?))
}
