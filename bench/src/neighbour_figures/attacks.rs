//! What one caller can do at its worst, and what must stand ready for it. The attackers have an organization of their own.

use std::sync::{
    Arc,
    atomic::{AtomicBool, AtomicU64, Ordering},
};

use anyhow::{Context as _, Result};
use serde_json::{Map, Value, json};
use tokio::{io::AsyncReadExt as _, net::TcpListener, task::JoinSet};

use crate::service::{Service, text};

/// Callers of an attack.
const CALLERS: usize = 8;
/// Pages of the attackers' site: as many as made-up events can add in a day.
const PAGES: usize = 10_000;
/// Entries of the attackers' audit log: as many as one export has.
const AUDIT_ENTRIES: u32 = 100_000;
/// Rules of the attackers' site.
const RULES: usize = 100;
const OWNER: &str = "attacker@example.com";
/// Letters that begin one order after another and end none.
const HOSTILE_LETTERS: &str = "当店今後常にトップ良いだけ批判競合";
/// Bytes of a file of prompts.
const FILE_BYTES: usize = 5 * 1024 * 1024 - 1024;

/// What one caller does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attack {
    PromptPreviews,
    ConfigPreviews,
    RuleTrials,
    PageSearches,
    JsonImports,
    CommaImports,
    AuditExports,
    WrongLogIns,
    SlowReceiver,
    MadeUpPages,
}

impl Attack {
    pub const EVERY: [Attack; 10] = [
        Attack::PromptPreviews,
        Attack::ConfigPreviews,
        Attack::RuleTrials,
        Attack::PageSearches,
        Attack::JsonImports,
        Attack::CommaImports,
        Attack::AuditExports,
        Attack::WrongLogIns,
        Attack::SlowReceiver,
        Attack::MadeUpPages,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Attack::PromptPreviews => "previews of 2,000 letters",
            Attack::ConfigPreviews => "previews of hostile labels",
            Attack::RuleTrials => "rule trials with hostile globs",
            Attack::PageSearches => "page searches, 10,000 pages",
            Attack::JsonImports => "imports, JSON of tiny items",
            Attack::CommaImports => "imports, CSV of commas",
            Attack::AuditExports => "audit exports, 100,000 entries",
            Attack::WrongLogIns => "wrong log-ins",
            Attack::SlowReceiver => "a webhook's receiver that hangs",
            Attack::MadeUpPages => "made-up pages to the intake",
        }
    }
}

/// Limits of addresses lifted, so that an attack is as large as many addresses could make it; receivers on this machine.
pub fn settings() -> Vec<(String, String)> {
    [("ASKLINE_OUTGOING__ALLOWED", "127.0.0.1/32"), ("ASKLINE_LIMITS__FAILED_AUTHENTICATION_PER_MINUTE", "0")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
}

/// The attackers' organization, with what their attacks need.
pub struct Stage {
    site: String,
    session: String,
    webhook: String,
    json: String,
    commas: String,
    labels: Value,
}

impl Stage {
    pub async fn set(service: &Service) -> Result<Self> {
        let (org, site) = service.another_organization(OWNER, "attacker.example").await?;
        let session = service.log_in_as(OWNER).await?;
        service.fill_audit_log(&org, AUDIT_ENTRIES)?;
        // As many wildcards as a rule may have.
        let globs: Vec<String> = (0..20).map(|number| format!("/**/{}{number}", "a*".repeat(9))).collect();
        for number in 0..RULES {
            let rule = json!({
                "name": format!("rule {number}"),
                "match": { "paths": globs },
                "action": { "type": "hide_widget" },
            });
            service.post(&format!("/api/v1/rules/{site}"), Some(&session), &rule).await?;
        }
        for first in (0..PAGES).step_by(50) {
            post_events(service, &site, first).await?;
        }
        let webhook = json!({ "url": hanging_receiver().await?, "events": ["site.installed"] });
        let webhook = service.post("/api/v1/webhooks", Some(&session), &webhook).await?;
        let items = "0,".repeat(FILE_BYTES / 2 - 100);
        Ok(Self {
            site,
            session,
            webhook: text(&webhook, "id")?,
            json: format!("{{\"exportVersion\":\"1.0\",\"kind\":\"prompts\",\"items\":[{items}0]}}"),
            commas: ",".repeat(FILE_BYTES),
            labels: labels(),
        })
    }

    /// Callers that do it until the sign to stop. Refusals are part of it.
    pub fn attack(
        self: &Arc<Self>,
        attack: Attack,
        service: &Arc<Service>,
        stop: &Arc<AtomicBool>,
        calls: &Arc<AtomicU64>,
    ) -> JoinSet<()> {
        let mut callers = JoinSet::new();
        for caller in 0..CALLERS {
            let (stage, service, stop, calls) = (self.clone(), service.clone(), stop.clone(), calls.clone());
            callers.spawn(async move {
                let mut turn = caller;
                while !stop.load(Ordering::Relaxed) {
                    let _ = stage.call(attack, &service, turn).await;
                    calls.fetch_add(1, Ordering::Relaxed);
                    turn += CALLERS;
                }
            });
        }
        callers
    }

    async fn call(&self, attack: Attack, service: &Service, turn: usize) -> Result<()> {
        let (site, session) = (&self.site, Some(self.session.as_str()));
        match attack {
            Attack::PromptPreviews => {
                let text: String = HOSTILE_LETTERS.chars().cycle().take(2_000).collect();
                let path = format!("/api/v1/prompts/{site}/preview");
                service.post(&path, session, &json!({ "text": text })).await.map(drop)
            }
            Attack::ConfigPreviews => {
                let path = format!("/api/v1/sites/{site}/config/preview");
                service.post(&path, session, &self.labels).await.map(drop)
            }
            Attack::RuleTrials => {
                let url = format!("https://attacker.example/{}", "a".repeat(1_900));
                let trial = json!({ "url": url });
                service.post(&format!("/api/v1/rules/{site}/test"), session, &trial).await.map(drop)
            }
            Attack::PageSearches => {
                let bearer = format!("Bearer {}", self.session);
                let path = format!("/api/v1/analytics/{site}/pages?q=a&days=365");
                service.get(&path, Some(("Authorization", &bearer))).await.map(drop)
            }
            Attack::JsonImports => self.import(service, "application/json", &self.json).await,
            Attack::CommaImports => self.import(service, "text/csv", &self.commas).await,
            Attack::AuditExports => {
                let bearer = format!("Bearer {}", self.session);
                service.get("/api/v1/audit/export", Some(("Authorization", &bearer))).await.map(drop)
            }
            Attack::WrongLogIns => {
                let body = json!({ "email": format!("nobody-{turn}@example.com"), "password": "not the password" });
                service.post("/api/v1/auth/login", None, &body).await.map(drop)
            }
            Attack::SlowReceiver => {
                let path = format!("/api/v1/webhooks/{}/test", self.webhook);
                service.post(&path, session, &json!({})).await.map(drop)
            }
            Attack::MadeUpPages => post_events(service, site, PAGES + turn * 50).await,
        }
    }

    async fn import(&self, service: &Service, media_type: &str, file: &str) -> Result<()> {
        let path = format!("/api/v1/prompts/{}/import?dryRun=true", self.site);
        let header = format!("Authorization: Bearer {}\r\n", self.session);
        service.post_text(&path, &header, media_type, file).await.map(drop)
    }
}

/// A configuration of labels that begin one order after another: 18 languages of 8 labels.
fn labels() -> Value {
    let label: String = HOSTILE_LETTERS.chars().cycle().take(110).collect();
    let names = ["title", "menu", "asked", "summary", "explain", "compare", "own", "ownHint"];
    let languages =
        ["ar", "bg", "cs", "da", "de", "el", "en", "es", "fi", "fr", "he", "hu", "it", "ja", "ko", "nl", "pl", "pt"];
    let of_language: Value = names.iter().map(|name| ((*name).to_owned(), json!(label))).collect::<Map<_, _>>().into();
    let labels: Map<_, _> = languages.iter().map(|language| ((*language).to_owned(), of_language.clone())).collect();
    json!({ "labels": labels })
}

async fn post_events(service: &Service, site: &str, first: usize) -> Result<()> {
    let (origin, events) = ("Origin: https://attacker.example\r\n", events(site, first).to_string());
    service.post_text("/api/v1/events", origin, "application/json", &events).await.map(drop)
}

/// Fifty views of pages that were never seen before.
fn events(site: &str, first: usize) -> Value {
    let event = |number: usize| {
        json!({
            "siteId": site, "type": "view", "eventId": id(), "title": "A page that nobody wrote",
            "url": format!("https://attacker.example/made-up/{number}/{}", "a".repeat(100)),
        })
    };
    json!({ "events": (first..first + 50).map(event).collect::<Vec<_>>() })
}

fn id() -> String {
    let bits: u128 = rand::random();
    let hex = format!("{bits:032x}");
    format!("{}-{}-4{}-8{}-{}", &hex[..8], &hex[8..12], &hex[13..16], &hex[17..20], &hex[20..])
}

/// The address of a receiver that takes messages and never answers.
async fn hanging_receiver() -> Result<String> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr().context("bound")?;
    tokio::spawn(async move {
        while let Ok((mut stream, _)) = listener.accept().await {
            tokio::spawn(async move {
                let mut bytes = [0; 4096];
                while stream.read(&mut bytes).await.is_ok_and(|read| read > 0) {}
            });
        }
    });
    Ok(format!("http://{address}/hooks"))
}
