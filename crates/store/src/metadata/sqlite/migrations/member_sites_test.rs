//! The step `member_sites` on a database of the previous release.
//!
//! Jobs and ledger entries get their site.

use askline_app::ports::{credits::CreditStore as _, jobs::JobStore as _};
use askline_domain::shared::{
    ids::{JobId, OrgId, SiteId},
    paging::PageRequest,
};
use sqlx::{Connection as _, migrate::Migrator, sqlite::SqliteConnectOptions};

use super::{MIGRATIONS, STEPS};
use crate::metadata::MetadataStore;

const STEP: &str = "member_sites";
const ORG: &str = "org_01j00000000000000000000001";
const SITES: [&str; 2] = ["site_01j00000000000000000000001", "site_01j00000000000000000000002"];

fn job(number: u8) -> String {
    format!("job_01j0000000000000000000000{number}")
}

/// A generation at the first site and a run at the second; an older run at the second, of which only the ledger entry
/// and the run are left; and a webhook delivery.
fn rows() -> Vec<String> {
    let run = |number: u8| format!("run_01j0000000000000000000000{number}");
    let mut rows = vec![
        "PRAGMA application_id = 0x41534B4C".to_owned(),
        "PRAGMA foreign_keys = OFF".to_owned(),
        format!("INSERT INTO organizations (id, name, slug, plan, created_ms) VALUES ('{ORG}', 'o', 'o', 'pro', 1)"),
    ];
    for (number, kind, input) in [
        (1, "prompts.generate", format!(r#"{{"siteId":"{}"}}"#, SITES[0])),
        (2, "monitor.run", format!(r#"{{"runId":"{}"}}"#, run(2))),
        (4, "webhook.delivery", r#"{"deliveryId":"dlv_1"}"#.to_owned()),
    ] {
        rows.push(format!(
            "INSERT INTO jobs (id, org_id, kind, input, state, attempts, due_ms, created_ms) \
             VALUES ('{}', '{ORG}', '{kind}', '{input}', 'succeeded', 1, 1, 1)",
            job(number)
        ));
    }
    for number in [2, 3] {
        rows.push(format!(
            "INSERT INTO monitor_runs (id, monitor_id, site_id, job_id, started_by, question, engines, status, \
             credits_reserved, credits_used, started_ms, finished_ms) \
             VALUES ('{}', 'mon_1', '{}', '{}', 'manual', '{{}}', '[]', 'succeeded', 1, 1, 1, 2)",
            run(number),
            SITES[1],
            job(number)
        ));
    }
    for number in 1..=3 {
        rows.push(format!(
            "INSERT INTO credit_ledger (id, org_id, place, kind, amount, balance_after, reason, reference_type, \
             reference_id, created_ms) VALUES ('crl_01j0000000000000000000000{number}', '{ORG}', {number}, 'debit', -1, 9, 'r', \
             'job', '{}', 1)",
            job(number)
        ));
    }
    rows
}

#[tokio::test]
async fn migration_fills_in_the_site_of_jobs_and_ledger_lines_and_keeps_the_ledger_append_only() {
    let dir = tempfile::tempdir().expect("a temporary folder");
    let options = SqliteConnectOptions::new().filename(dir.path().join("metadata.db")).create_if_missing(true);
    let mut connection = sqlx::SqliteConnection::connect_with(&options).await.expect("a new file");
    let number = STEPS.0.iter().find(|(_, name, _)| *name == STEP).expect("the step is there").0;
    let earlier = MIGRATIONS.iter().filter(|migration| migration.version < number).cloned().collect();
    Migrator::with_migrations(earlier).run(&mut connection).await.expect("the earlier steps fit");
    for row in rows() {
        sqlx::raw_sql(sqlx::AssertSqlSafe(row)).execute(&mut connection).await.expect("the row fits");
    }
    drop(connection);

    let store = MetadataStore::open(dir.path()).await.expect("the step is taken");
    let org: OrgId = ORG.parse().expect("an id");
    let sites = SITES.map(|site| site.parse::<SiteId>().expect("an id"));
    for (number, site) in [(1, Some(sites[0])), (2, Some(sites[1])), (4, None)] {
        let id: JobId = job(number).parse().expect("an id");
        assert_eq!(store.job(org, id).await.expect("it answers").expect("it is there").site_id, site, "{number}");
    }
    for (among, expected) in [(sites[0], vec![job(1)]), (sites[1], vec![job(3), job(2)])] {
        let lines = store.ledger(org, Some(&[among]), None, PageRequest::NEWEST).await.expect("it answers").items;
        assert_eq!(lines.into_iter().map(|line| line.reference.id).collect::<Vec<_>>(), expected);
    }
    let mut connection = sqlx::SqliteConnection::connect_with(&options).await.expect("the file");
    let altered = sqlx::raw_sql("UPDATE credit_ledger SET amount = 5").execute(&mut connection).await;
    assert!(altered.is_err(), "the ledger is only added to");
}
