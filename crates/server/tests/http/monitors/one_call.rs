//! Questions that a person asks an assistant, each answered by one call of one tool.

use askline_domain::{engines::Engine, keys::scope::Scope, organizations::plan::Plan};
use serde_json::{Value, json};

use super::Scene;
use crate::{mcp, monitors::engines::Act};

const OWN: &str = "https://www.example.com/a";
const RIVAL: &str = "https://rival.com/x";
const OTHER: &str = "https://other.net/y";
const DAY_SECONDS: u64 = 86_400;
const ANSWER: &str = "Lowfell planes are sharp when they arrive.";

/// The answer of a tool to the only call, and the cells of a column of one of its tables.
struct OneCall(mcp::Heard);

impl OneCall {
    async fn of(scene: &Scene, key: &str, tool: &str, mut arguments: Value) -> Self {
        if tool != "show_credits" {
            arguments["siteId"] = json!("example.com");
        }
        Self(mcp::call(&scene.service, key, tool, arguments).await)
    }

    fn column(&self, table: &str, name: &str) -> Vec<Value> {
        let table = &self.0.answer()["tables"][table];
        let columns = table["columns"].as_array().expect("columns");
        let place = columns.iter().position(|column| column == name).unwrap_or_else(|| panic!("{name}: {table}"));
        table["rows"].as_array().expect("rows").iter().map(|row| row[place].clone()).collect()
    }
}

#[tokio::test]
async fn four_usual_questions_are_each_answered_by_one_call_of_one_tool() {
    let scene = Scene::on(Plan::Business).await;
    let key = scene.service.key(&scene.org, &[Scope::All]).await;
    let fields =
        json!({ "engines": ["openai", "perplexity"], "cadence": "daily", "competitors": ["other.net", "rival.com"] });
    scene.create(fields).await;
    scene.engine(Engine::Perplexity).always(Act::says(ANSWER, &[OWN, RIVAL]));
    let next_day = async |urls: &[&str]| {
        scene.engine(Engine::OpenAi).always(Act::says("", urls));
        scene.service.advance(DAY_SECONDS);
        scene.tick().await;
        scene.service.run_due_jobs().await;
    };
    for _ in 0..30 {
        next_day(&[RIVAL]).await;
    }
    next_day(&[OTHER]).await;
    let since = scene.service.app.now().to_string()[..10].to_owned();
    let changed = async || OneCall::of(&scene, &key, "list_changes", json!({ "since": since })).await;
    let mut days = 0;
    while changed().await.column("items", "direction").is_empty() {
        days += 1;
        assert!(days < 60, "the rise becomes clear");
        next_day(&[OWN]).await;
    }

    // "What changed this month?"
    let changes = changed().await;
    assert_eq!(changes.column("items", "direction"), [json!("rise")]);
    assert_eq!(changes.column("items", "engine"), [json!("openai")]);
    assert!(changes.column("items", "after.rate")[0].as_f64() > changes.column("items", "before.rate")[0].as_f64());

    // "Which competitor leads?"
    let summary =
        OneCall::of(&scene, &key, "show_citation_summary", json!({ "groupBy": "competitor", "days": 90 })).await;
    let domains = summary.column("byCompetitor", "domain");
    let rates = summary.column("byCompetitor", "citationRate");
    assert_eq!(domains[0], "rival.com", "the one that is cited most comes first: {domains:?}");
    assert!(
        rates.is_sorted_by(|one, next| one.as_f64() >= next.as_f64()) && rates[1].as_f64() > Some(0.0),
        "{rates:?}"
    );

    // "What did Perplexity answer?"
    let answers = OneCall::of(&scene, &key, "list_citations", json!({ "engine": "perplexity", "limit": 1 })).await;
    assert_eq!(answers.column("items", "answerExcerpt"), [json!(ANSWER)]);

    // "How long do my credits last?"
    let credits = OneCall::of(&scene, &key, "show_credits", json!({})).await;
    let facts = &credits.0.answer()["facts"];
    assert!(facts["pace.creditsPerDay"].as_f64() > Some(0.0), "{facts}");
    assert!(facts["periodEnd"].is_string() && facts.get("pace.runsOutAt").is_some(), "{facts}");
}
