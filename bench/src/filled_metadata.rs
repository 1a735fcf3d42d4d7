//! Inserts rows directly into an embedded store, because requests would take too long.

#[path = "../../crates/server/tests/http/load/full_instance/filling.rs"]
mod filling;

use anyhow::Result;
use rusqlite::params;

use crate::service::Service;

/// Adds this many rows of every kind that grows to the organization of a site.
pub fn fill_instance(service: &Service, site: &str, rows: u32) -> Result<()> {
    let metadata = service.metadata()?;
    let org: String = metadata.query_row("SELECT org_id FROM sites WHERE id = ?1", [site], |row| row.get(0))?;
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?;
    for statement in filling::statements(&org, site, i64::try_from(now.as_millis())?, 1..=rows) {
        metadata.execute(&statement, [])?;
    }
    Ok(())
}

/// Adds this many entries to an organization's audit log.
pub fn add_audit_entries(service: &Service, org: &str, entries: u32) -> Result<()> {
    service.metadata()?.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2) \
         INSERT INTO audit_entries (org_id, sequence, id, occurred_ms, action, actor_type, actor_id, actor_name, \
         targets, ip, user_agent, request_id, metadata, previous_hash, hash) \
         SELECT ?1, 1000000 + i, substr(id, 1, 20) || printf('%010d', i), 0, 'key.created', 'system', 'bench', 'bench', \
         '[]', NULL, NULL, NULL, '{\"padding\":\"' || hex(zeroblob(400)) || '\"}', '', '' \
         FROM n, (SELECT id FROM audit_entries LIMIT 1)",
        params![org, entries],
    )?;
    Ok(())
}

/// Adds this many sessions to an account that has one.
pub fn add_sessions(service: &Service, email: &str, sessions: u32) -> Result<()> {
    service.metadata()?.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2) \
         INSERT INTO sessions (id, user_id, digest, created_ms, last_used_ms, user_agent) \
         SELECT substr(own.id, 1, length(own.id) - 10) || printf('%010d', i), own.user_id, randomblob(32), \
         own.created_ms, own.last_used_ms, hex(zeroblob(100)) \
         FROM n, (SELECT sessions.* FROM sessions JOIN users ON users.id = sessions.user_id WHERE email = ?1 LIMIT 1) own",
        params![email, sessions],
    )?;
    Ok(())
}

/// Adds this many pending invitations to an organization.
pub fn add_invitations(service: &Service, org: &str, invitations: u32) -> Result<()> {
    service.metadata()?.execute(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2) \
         INSERT INTO pending_members (org_id, user_id, email, role, created_ms, invited_by, digest, expires_ms) \
         SELECT ?1, 'usr_00000000000000' || printf('%012d', i), printf('invited-%d@example.com', i), 'viewer', 0, NULL, \
         randomblob(32), 4102444800000 FROM n",
        params![org, invitations],
    )?;
    Ok(())
}
