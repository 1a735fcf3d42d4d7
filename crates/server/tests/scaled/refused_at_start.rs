//! A server that cannot use PostgreSQL or Redis says why and what to do. Its exit code is 2.

use crate::cluster::Cluster;

async fn check(changes: &[(&'static str, &str)], parts: &[&str]) {
    Cluster::new().await.outcome_with(changes).refused(2, parts);
}

#[tokio::test]
async fn a_redis_without_a_database() {
    check(&[("ASKLINE_DATABASE__URL", ""), ("ASKLINE_SECRETS__KEY_FILE", "")], &["redis.url", "database.url"]).await;
}

#[tokio::test]
async fn a_database_without_a_key() {
    check(&[("ASKLINE_SECRETS__KEY_FILE", "")], &["secrets.key_file", "32 random bytes"]).await;
    check(&[("ASKLINE_SECRETS__KEY_FILE", "/nowhere/secrets.key")], &["secrets.key_file", "/nowhere", "missing"]).await;
}

#[tokio::test]
async fn an_unreachable_database_or_an_invalid_address() {
    check(
        &[("ASKLINE_DATABASE__URL", "postgres://askline@127.0.0.1:1/askline")],
        &["127.0.0.1:1", "cannot be reached"],
    )
    .await;
    check(&[("ASKLINE_DATABASE__URL", "mysql://askline@127.0.0.1/askline")], &["database.url", "postgres://"]).await;
}

#[tokio::test]
async fn a_list_of_servers_that_cannot_be_read_or_of_which_none_accepts_writes() {
    let url = "ASKLINE_DATABASE__URL";
    check(&[(url, "postgres://askline:secret@db1,db2:x/askline")], &["database.url", "the port of host 2"]).await;
    check(&[(url, "postgres://askline@db1/askline?target_session_attrs=any")], &["must be read-write"]).await;
    let nowhere = "postgres://askline@127.0.0.1:1,127.0.0.1:2/askline?target_session_attrs=read-write";
    check(&[(url, nowhere)], &["127.0.0.1:1,127.0.0.1:2/askline cannot be reached", "127.0.0.1:2: "]).await;
    let cluster = Cluster::apart().await;
    let replica = cluster.postgres.as_ref().unwrap().start_replica().await;
    let only = format!("{}&target_session_attrs=read-write", replica.url(cluster.name_of_database()));
    refused(&cluster, &only, &["cannot be reached", "it only reads"]);
}

/// A password with every printable character of ASCII, in SQL.
const PASSWORD_IN_SQL: &str = "SELECT string_agg(chr(code), '' ORDER BY code) FROM generate_series(32, 126) code";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_password_of_every_printable_character_is_accepted_from_a_setting_and_from_a_file() {
    let cluster = Cluster::apart().await;
    let role = format!(
        "DO $$ BEGIN EXECUTE format('CREATE ROLE other LOGIN SUPERUSER PASSWORD %L', ({PASSWORD_IN_SQL})); END $$"
    );
    cluster.run(&role).await;
    cluster.postgres.as_ref().unwrap().ask_for_password("other").await;
    let url = cluster.database.replace("askline@", "other@");
    let password: String = (' '..='~').collect();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), format!("{password}\n")).unwrap();
    let place = file.path().display().to_string();
    for (setting, value) in
        [("ASKLINE_DATABASE__PASSWORD", password.as_str()), ("ASKLINE_DATABASE__PASSWORD_FILE", &place)]
    {
        let node = cluster.node_with(&[("ASKLINE_DATABASE__URL", &url), (setting, value)]);
        assert!(node.server.is_ready_without_problems(), "{setting}");
    }
    let wrong = [("ASKLINE_DATABASE__URL", url.as_str()), ("ASKLINE_DATABASE__PASSWORD", "12/wrong")];
    let outcome = cluster.outcome_with(&wrong);
    outcome.refused(2, &["refuses the user or the password", "database.url"]);
    let in_address = url.replace("other@", "other:12/wrong@");
    let outcome = cluster.outcome_with(&[("ASKLINE_DATABASE__URL", &in_address)]);
    outcome.refused(2, &["database.url", "percent-encoded"]);
    assert!(!outcome.stderr.contains("wrong"), "{}", outcome.stderr);
}

#[tokio::test]
async fn a_redis_that_refuses_the_password() {
    let cluster = Cluster::new().await;
    cluster.redis.ask_for_password("right");
    cluster.outcome_with(&[]).refused(2, &["Redis at", "cannot be used"]);
}

#[tokio::test]
async fn another_key_than_that_of_the_first_server() {
    let cluster = Cluster::new().await;
    drop(cluster.node());
    let other = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(other.path(), [8; 32]).unwrap();
    let other = other.path().display().to_string();
    let outcome = cluster.outcome_with(&[("ASKLINE_SECRETS__KEY_FILE", &other)]);
    assert_eq!(outcome.code, 2, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("encrypted with a different key"), "{}", outcome.stderr);
}

/// The address of the cluster's database with another user and, if given, another name.
fn reached_by(cluster: &Cluster, user: &str, database: Option<&str>) -> String {
    let name = cluster.name_of_database();
    cluster.database.replace("//askline@", &format!("//{user}@")).replace(name, database.unwrap_or(name))
}

fn refused(cluster: &Cluster, url: &str, parts: &[&str]) {
    cluster.outcome_with(&[("ASKLINE_DATABASE__URL", url)]).refused(2, parts);
}

#[tokio::test]
async fn wrong_password_or_unknown_user_is_refused_at_start() {
    let cluster = Cluster::apart().await;
    let postgres = cluster.postgres.as_ref().unwrap();
    postgres.run("postgres", "CREATE ROLE guarded LOGIN SUPERUSER PASSWORD 'right'").await;
    postgres.ask_for_password("guarded").await;
    let wrong = ["refuses the user or the password", "database.url"];
    refused(&cluster, &reached_by(&cluster, "guarded:wrong", None), &wrong);
    refused(&cluster, &reached_by(&cluster, "nobody", None), &wrong);
    let right = reached_by(&cluster, "guarded:right", None);
    assert_eq!(cluster.node_with(&[("ASKLINE_DATABASE__URL", &right)]).server.terminate().0, 0);
}

#[tokio::test]
async fn a_database_that_the_server_does_not_have() {
    let cluster = Cluster::new().await;
    refused(&cluster, &reached_by(&cluster, "askline", Some("nowhere")), &["no such database", "CREATE DATABASE"]);
}

#[tokio::test]
async fn a_user_who_may_not_make_tables() {
    let cluster = Cluster::apart().await;
    cluster.run("CREATE ROLE guest LOGIN").await;
    refused(&cluster, &reached_by(&cluster, "guest", None), &["lacks rights", "owner of the database"]);
}

#[tokio::test]
async fn a_database_of_another_program_which_is_left_as_it_is() {
    let cluster = Cluster::new().await;
    cluster.run("CREATE TABLE orders (number bigint)").await;
    let database = cluster.database.clone();
    refused(&cluster, &database, &["another program", "empty database"]);
    assert_eq!(cluster.tables().await, ["orders"]);
}

#[tokio::test]
async fn a_database_that_only_reads() {
    let cluster = Cluster::new().await;
    let name = cluster.name_of_database().to_owned();
    let only_reads = format!("ALTER DATABASE {name} SET default_transaction_read_only = on");
    cluster.run(&only_reads).await;
    let database = cluster.database.clone();
    refused(&cluster, &database, &["is read-only", "primary"]);
    assert_eq!(cluster.tables().await, [""; 0]);
}

#[tokio::test]
async fn a_server_whose_certificate_is_not_trusted_or_that_has_none() {
    let mut cluster = Cluster::apart().await;
    let name = cluster.name_of_database().to_owned();
    let untrusted = ["no secure connection", "sslrootcert"];
    let plain = format!("{}&sslmode=require", cluster.database);
    refused(&cluster, &plain, &untrusted);
    let (address, certificate) = cluster.postgres.as_mut().unwrap().speak_tls().await;
    let safely = format!("postgres://askline@{address}/{name}?sslmode=verify-full");
    refused(&cluster, &safely, &untrusted);
    let trusting = format!("{safely}&sslrootcert={}", certificate.display());
    let node = cluster.node_with(&[("ASKLINE_DATABASE__URL", &trusting)]);
    assert!(cluster.are_connections_encrypted().await);
    assert_eq!(node.server.terminate().0, 0);
    // The certificate is not valid for this address.
    refused(&cluster, &trusting.replace(&address.to_string(), "127.0.0.1"), &["127.0.0.1"]);
}
