//! `askline routes`: the route table as a page of the documentation. Needs no data and no settings.

use std::fmt::Write as _;

use askline_api::{
    openapi::or_higher,
    pipeline::route_table::policy::{Access, ForLinks, Policy, Quota, Work},
    routes,
};
use askline_domain::{identity::role::Role, organizations::plan::Plan};
use clap::Args;
use serde_json::{Value, json};

use crate::{
    commands::answer::{print_json, print_line, with_changed},
    failure::Failure,
};

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
                        "limit": limit(policy),
                        "work": work(policy),
                        "bodyBytesMost": policy.max_body_bytes,
                        "success": policy.success.as_u16(),
                    })
                })
                .collect();
            return print_json(&with_changed(&json!({ "items": items })));
        }
        let mut page = String::from(
            "# Routes\n\nWritten by `askline routes` from the route table; do not edit.\n\n\
             | Method | Path | Access | Rate limit | Runs in | What it does |\n|---|---|---|---|---|---|\n",
        );
        for policy in table.policies() {
            let Policy { method, path, summary, .. } = policy;
            let (access, limit, work) = (access(policy), limit(policy), work(policy));
            let _ = writeln!(page, "| {method} | `{path}` | {access} | {limit} | {work} | {summary} |");
        }
        print_line(page.trim_end())
    }
}

fn access(policy: &Policy) -> String {
    let caller = match policy.access {
        Access::Key(scope) => format!("key with `{scope}`, or {}", session_of(policy)),
        Access::AnyKey => "any valid key".into(),
        Access::AnyCaller => format!("any valid key, or {}", session_of(policy)),
        Access::Session(role) if policy.for_services => session_or_service_with(role),
        Access::Session(role) => session_with(role),
        Access::AnySession => "session".into(),
        Access::Anyone => "anyone".into(),
        Access::AnyoneOrSession => "anyone, with or without a session".into(),
        Access::Link => "session of a shared link".into(),
        Access::Keyless => "anyone, without `Authorization`".into(),
    };
    let caller = match policy.for_links {
        Some(ForLinks::With(panel)) => format!("{caller}, or shared link with `{panel}`"),
        Some(ForLinks::Every) | None => caller,
    };
    match policy.plan {
        Some(plan) => format!("{caller}; {} plan{}", plan.name(), or_higher(plan < Plan::Enterprise)),
        None => caller,
    }
}

fn session_of(policy: &Policy) -> String {
    match policy.needed_role() {
        Some(role) => session_or_service_with(role),
        None => "session or service account".into(),
    }
}

fn session_with(role: Role) -> String {
    format!("session, {role}{}", or_higher(role < Role::Owner))
}

fn session_or_service_with(role: Role) -> String {
    format!("session or service account, {role}{}", or_higher(role < Role::Owner))
}

/// The threads or the pool in which the work of a route runs.
const fn work(policy: &Policy) -> &'static str {
    match policy.work {
        Work::Light => "answering threads",
        Work::InPool(heavy) => heavy.name(),
    }
}

/// What requests are counted by, and what limits them: the plan or a setting.
const fn limit(policy: &Policy) -> &'static str {
    match policy.quota {
        Quota::Caller => match policy.access {
            Access::Key(_) | Access::AnyCaller => "key (plan) or user (`limits.session_per_minute`)",
            Access::AnyKey => "key (plan)",
            Access::Link => "address (`limits.document_per_minute`)",
            _ => "user (`limits.session_per_minute`)",
        },
        Quota::Config => "address (`limits.config_per_minute`)",
        Quota::Intake => "address (`limits.intake_per_minute`)",
        Quota::LogIn => "address and its networks (`limits.login_per_minute`)",
        Quota::Document => "address (`limits.document_per_minute`)",
    }
}
