//! Remote control of the server: `POST /control` accepts plans, `GET /requests` returns what was received.

use askline_domain::engines::Engine;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{reaction::Reaction, state::State};

/// `{ "reset": true, "plans": [ { "engine": "openai", "reaction": { "kind": "no_search" }, "always": false } ] }`
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Control {
    /// Whether to reset the server first.
    #[serde(default)]
    reset: bool,
    /// The plans, in this order.
    #[serde(default)]
    plans: Vec<Plan>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plan {
    engine: Engine,
    reaction: Reaction,
    /// Whether it applies to every question without its own plan.
    #[serde(default)]
    always: bool,
}

/// The status and the body of the response.
pub(crate) fn answer(state: &State, method: &str, path: &str, body: &[u8]) -> (u16, Value) {
    match (method, path) {
        ("GET", "/requests") => (200, json!({ "items": state.received() })),
        ("POST", "/control") => match plan(state, body) {
            Ok(planned) => (200, json!({ "planned": planned })),
            Err(error) => (400, json!({ "error": error })),
        },
        _ => (405, json!({ "error": "POST /control or GET /requests" })),
    }
}

fn plan(state: &State, body: &[u8]) -> Result<usize, String> {
    let control: Control = serde_json::from_slice(body).map_err(|error| error.to_string())?;
    for plan in &control.plans {
        if !plan.reaction.is_of(plan.engine) {
            return Err(format!("{} has no such reaction: {:?}", plan.engine, plan.reaction));
        }
    }
    if control.reset {
        state.reset();
    }
    let planned = control.plans.len();
    for plan in control.plans {
        if plan.always { state.always(plan.engine, plan.reaction) } else { state.plan(plan.engine, plan.reaction) }
    }
    Ok(planned)
}
