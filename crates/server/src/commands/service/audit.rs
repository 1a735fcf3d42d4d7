//! `askline audit`: verifies that the audit log is intact.

use clap::Subcommand;
use serde_json::{Value, json};

use crate::{commands::answer::Context, failure::Failure};

/// `askline audit …`
#[derive(Debug, Subcommand)]
pub enum Audit {
    /// Check the hashes of every audit log from its beginning, and name the entries where they do not match
    Verify,
}

impl Audit {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        let Audit::Verify = self;
        let stores = context.existing_stores().await?;
        let chains = stores.metadata.verify_chains().await?;
        stores.close().await;
        let entries: u64 = chains.iter().map(|chain| chain.entries).sum();
        let broken: Vec<_> = chains.iter().filter(|chain| chain.broken_at.is_some() || chain.truncated).collect();
        let items: Vec<Value> = chains
            .iter()
            .map(|chain| {
                json!({
                    "orgId": chain.org_id,
                    "entries": chain.entries,
                    "brokenAt": chain.broken_at,
                    "truncated": chain.truncated,
                })
            })
            .collect();
        let intact = broken.is_empty();
        let mut text = format!("Entries read: {entries}; organizations: {}.", chains.len());
        for chain in &broken {
            match chain.broken_at {
                Some(entry) => text.push_str(&format!("\n{}: the chain breaks at entry {entry}", chain.org_id)),
                None => text.push_str(&format!("\n{}: entries are missing from the end", chain.org_id)),
            }
        }
        context.answer(&json!({ "intact": intact, "entries": entries, "chains": items }), &text)?;
        if intact { Ok(()) } else { Err(Failure::failed(format!("broken audit logs: {}", broken.len()))) }
    }
}
