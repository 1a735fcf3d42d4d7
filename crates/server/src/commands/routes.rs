//! `askline routes`: the route table as a page of the documentation. Needs no data and no settings.

use std::fmt::Write as _;

use askline_api::{guard::Access, route_table::Policy, routes};
use clap::Args;
use serde_json::{Value, json};

use super::answer::{print_json, print_line};
use crate::failure::Failure;

/// `askline routes`
#[derive(Debug, Args)]
pub struct Routes {}

impl Routes {
    /// Runs it.
    pub fn run(&self, as_json: bool) -> Result<(), Failure> {
        let table = routes::table();
        if as_json {
            let items: Vec<Value> = table
                .policies()
                .map(|policy| {
                    json!({
                        "method": policy.method.as_str(),
                        "path": policy.path,
                        "operationId": policy.operation,
                        "summary": policy.summary,
                        "access": access(policy),
                        "success": policy.success.as_u16(),
                    })
                })
                .collect();
            return print_json(&json!({ "items": items }));
        }
        let mut page = String::from(
            "# Routes\n\nWritten by `askline routes` from the route table; do not edit.\n\n\
             | Method | Path | Who may call it | What it does |\n|---|---|---|---|\n",
        );
        for policy in table.policies() {
            let _ =
                writeln!(page, "| {} | `{}` | {} | {} |", policy.method, policy.path, access(policy), policy.summary);
        }
        print_line(page.trim_end())
    }
}

fn access(policy: &Policy) -> String {
    let caller = match policy.access {
        Access::Key(scope) => format!("key with `{scope}`, or session"),
        Access::AnyKey => "any valid key".into(),
        Access::Session(role) => format!("session, {role} or higher"),
        Access::AnySession => "session".into(),
        Access::Anyone => "anybody".into(),
        Access::Keyless => "anybody, without `Authorization`".into(),
    };
    match policy.plan {
        Some(plan) => format!("{caller}; {} plan or higher", plan.name()),
        None => caller,
    }
}
