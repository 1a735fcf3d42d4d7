//! What is wrong with shared servers is named at the start, with what to do, and ends with 2.

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
async fn a_database_that_is_not_there_or_is_none() {
    check(
        &[("ASKLINE_DATABASE__URL", "postgres://askline@127.0.0.1:1/askline")],
        &["127.0.0.1:1", "cannot be reached"],
    )
    .await;
    check(&[("ASKLINE_DATABASE__URL", "mysql://askline@127.0.0.1/askline")], &["database.url", "postgres://"]).await;
}

#[tokio::test]
async fn a_redis_that_is_not_there() {
    check(&[("ASKLINE_REDIS__URL", "redis://127.0.0.1:1")], &["Redis", "127.0.0.1:1"]).await;
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
    assert!(outcome.stderr.contains("sealed with another key"), "{}", outcome.stderr);
}
