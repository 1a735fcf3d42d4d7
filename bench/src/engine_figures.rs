//! Figures of monitors: the memory that questions to engines use while they wait for answers.

use std::time::Duration;

use anyhow::Result;
use askline_domain::engines::Engine;
use askline_stand_in::{Reaction, StandIn, key_of};
use serde_json::json;

use crate::service::{Service, text};

const MONITORS: usize = 10;
const SAMPLES: usize = 5;
/// How often to check whether all questions were sent.
const LOOK_EVERY: Duration = Duration::from_millis(20);

/// Sends the maximum number of concurrent questions to an engine that never answers, and prints the memory.
pub async fn print() -> Result<()> {
    let engine = StandIn::start().await?;
    engine.always(Engine::OpenAi, Reaction::Hang);
    let settings = [
        ("ASKLINE_ENGINES__OPENAI__BASE_URL".to_owned(), engine.base_url(Engine::OpenAi)),
        ("ASKLINE_ENGINES__OPENAI__API_KEY".to_owned(), key_of(Engine::OpenAi).to_owned()),
    ];
    let service = Service::start_with(0, &settings).await?;
    let before = service.memory_mib()?;
    let session = service.log_in().await?;
    let monitors = format!("/api/v1/monitors/{}", service.site);
    for number in 0..MONITORS {
        let monitor = json!({
            "query": format!("Which example is best, number {number}?"),
            "engines": ["openai"], "cadence": "manual", "samplesPerRun": SAMPLES,
        });
        let made = service.post(&monitors, Some(&session), &monitor).await?;
        service.post(&format!("{monitors}/{}/run", text(&made, "id")?), Some(&session), &json!({})).await?;
    }
    while engine.received().len() < MONITORS * SAMPLES {
        tokio::time::sleep(LOOK_EVERY).await;
    }
    println!(
        "{:<52} {:>8.1} MiB {:>8.1} MiB {:>8} {:>8}",
        "memory, 50 questions to engines under way, against 0",
        service.memory_mib()?,
        before,
        "",
        "<= 128"
    );
    Ok(())
}
