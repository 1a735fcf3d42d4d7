//! What is wrong with shared servers is named at the start, with what to do, and ends with 2.

use crate::{cluster::Cluster, instance::Instance};

async fn check(change: &[(&str, &str)], parts: &[&str]) {
    let cluster = Cluster::new().await;
    let mut environment = cluster.environment();
    for (name, value) in change {
        environment.retain(|(known, _)| known != name);
        environment.extend(
            ["ASKLINE_DATABASE__URL", "ASKLINE_REDIS__URL", "ASKLINE_SECRETS__KEY_FILE"]
                .into_iter()
                .filter(|known| known == name)
                .map(|name| (name, (*value).to_owned())),
        );
    }
    let environment: Vec<(&str, &str)> = environment.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let outcome = Instance::new().run_with(&["serve", "--listen", "127.0.0.1:0"], &environment, "");
    outcome.refused(2, parts);
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
    let mut environment = cluster.environment();
    environment.push(("ASKLINE_SECRETS__KEY_FILE", other.path().display().to_string()));
    let environment: Vec<(&str, &str)> = environment.iter().map(|(name, value)| (*name, value.as_str())).collect();
    let outcome = Instance::new().run_with(&["serve", "--listen", "127.0.0.1:0"], &environment, "");
    assert_eq!(outcome.code, 2, "{}", outcome.stderr);
    assert!(outcome.stderr.contains("sealed with another key"), "{}", outcome.stderr);
}
