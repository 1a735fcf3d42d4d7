//! Deleted data whose rows a killed server did not remove: the next server removes them.

use askline_stand_in::until_blocking as until;
use rusqlite::Connection;
use serde_json::Value;

use crate::instance::Instance;

#[test]
fn what_was_deleted_before_a_kill_stays_absent_and_its_rows_go_after_the_next_start() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let site = instance.site(&org);
    let database = || Connection::open(instance.data.join("metadata.db")).unwrap();
    // The state after a kill right after the response to the deletion.
    database()
        .execute_batch(&format!(
            "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 3000)
             INSERT INTO pending_members (org_id, user_id, email, role, created_ms)
             SELECT '{org}', 'usr_' || n, 'many-' || n, 'viewer', 0 FROM numbers;
             UPDATE organizations SET is_removed = 1 WHERE id = '{org}'"
        ))
        .unwrap();
    let server = instance.serve();
    assert_eq!(server.get(&format!("/api/v1/sites/{site}/config"), &[]).status, 404);
    let bearer = format!("Authorization: Bearer {}", server.log_in());
    let me: Value = serde_json::from_str(&server.get("/api/v1/me", &[&bearer]).body).unwrap();
    assert_eq!(me["data"]["orgs"], Value::Array(Vec::new()));
    let rows = |table: &str| -> i64 {
        database().query_row(&format!("SELECT COUNT(*) FROM {table}"), [], |row| row.get(0)).unwrap()
    };
    until("every row is gone", || {
        ["organizations", "pending_members", "sites", "prompts", "removed_sites"].iter().all(|table| rows(table) == 0)
    });
    assert_eq!(rows("users"), 1, "accounts stay");
}
