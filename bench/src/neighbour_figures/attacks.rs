//! The worst requests of one caller, and their setup. The attackers have their own organization.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    time::Duration,
};

use anyhow::{Context as _, Result};
use serde_json::{Value, json};
use tokio::{io::AsyncReadExt as _, net::TcpListener, sync::Mutex, task::JoinSet};

use super::{held_connections, sizes::Sizes, worst_texts};
use crate::{
    filled_metadata,
    service::{Service, text},
};

/// The number of callers in most attacks.
const CALLERS: usize = 8;
/// The number of concurrent previews of configurations.
const CONFIG_PREVIEWS: usize = 10;
/// The number of addresses that hold connections.
const ADDRESSES: usize = 10;
/// The number of organizations that are deleted, one after the other.
const DELETIONS: u32 = 3;
const OWNER: &str = "attacker@example.com";
/// The size of a file of prompts in bytes.
const FILE_BYTES: usize = 5 * 1024 * 1024 - 1024;

/// What the attackers do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attack {
    RuleTrials,
    PageSearches,
    JsonImports,
    CommaImports,
    AuditExports,
    WrongLogIns,
    SlowReceiver,
    MadeUpPages,
    PromptPreviews,
    ConfigPreviews,
    SessionLists,
    Deletions,
    CitedPages,
    IdleStreams,
    OneByteConnections,
}

impl Attack {
    pub const EVERY: [Attack; 15] = [
        Attack::RuleTrials,
        Attack::PageSearches,
        Attack::JsonImports,
        Attack::CommaImports,
        Attack::AuditExports,
        Attack::WrongLogIns,
        Attack::SlowReceiver,
        Attack::MadeUpPages,
        Attack::PromptPreviews,
        Attack::ConfigPreviews,
        Attack::SessionLists,
        Attack::Deletions,
        Attack::CitedPages,
        Attack::IdleStreams,
        Attack::OneByteConnections,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Attack::RuleTrials => "rule trials with hostile globs",
            Attack::PageSearches => "page searches, 10,000 pages",
            Attack::JsonImports => "imports, JSON of tiny items",
            Attack::CommaImports => "imports, CSV of commas",
            Attack::AuditExports => "audit exports, 100,000 entries",
            Attack::WrongLogIns => "wrong sign-ins",
            Attack::SlowReceiver => "a webhook's receiver that hangs",
            Attack::MadeUpPages => "made-up pages to the intake",
            Attack::PromptPreviews => "previews of prompts, 2,000 CJK",
            Attack::ConfigPreviews => "previews of configurations, 122 KiB",
            Attack::SessionLists => "lists of 100,000 own sessions",
            Attack::Deletions => "deletions with 300,000 invitations",
            Attack::CitedPages => "lists of the pages that answers cite",
            Attack::IdleStreams => "connections of HTTP/2 without streams",
            Attack::OneByteConnections => "connections of one byte",
        }
    }

    /// The unit in which the work of the attack is counted.
    pub fn counted(self) -> &'static str {
        match self {
            Attack::IdleStreams | Attack::OneByteConnections => "connections",
            Attack::Deletions => "deletions",
            _ => "calls",
        }
    }

    fn callers(self, sizes: &StageSizes) -> usize {
        match self {
            Attack::PromptPreviews => sizes.previews,
            Attack::ConfigPreviews => CONFIG_PREVIEWS,
            Attack::Deletions => 1,
            Attack::IdleStreams | Attack::OneByteConnections => ADDRESSES,
            _ => CALLERS,
        }
    }

    /// The first bytes on a held connection; `None` for attacks that send whole requests.
    fn first_bytes(self) -> Option<&'static [u8]> {
        match self {
            Attack::IdleStreams => Some(held_connections::HTTP2),
            Attack::OneByteConnections => Some(b"G"),
            _ => None,
        }
    }
}

/// Settings that lift the limits of addresses, so that an attack is as large as one from many addresses, and that allow
/// receivers on this machine.
pub fn settings() -> Vec<(String, String)> {
    [("ASKLINE_OUTGOING__ALLOWED", "127.0.0.1/32"), ("ASKLINE_LIMITS__FAILED_AUTHENTICATION_PER_MINUTE", "0")]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
}

/// The sizes that callers need.
struct StageSizes {
    pages: usize,
    previews: usize,
    connections: usize,
}

/// The attackers' organization, with what their attacks need.
pub struct Stage {
    sizes: StageSizes,
    site: String,
    session: String,
    webhook: String,
    json: String,
    commas: String,
    prompt: Value,
    configuration: Value,
    /// Organizations to delete, each with a session of its owner.
    doomed: Mutex<Vec<(String, String)>>,
}

impl Stage {
    pub async fn set(service: &Service, sizes: &Sizes) -> Result<Self> {
        let (org, site) = service.another_organization(OWNER, "attacker.example").await?;
        let session = service.log_in_as(OWNER).await?;
        filled_metadata::fill_instance(service, &site, sizes.rows)?;
        filled_metadata::add_audit_entries(service, &org, sizes.audit_entries)?;
        filled_metadata::add_sessions(service, OWNER, sizes.sessions)?;
        // The maximum number of wildcards in a rule.
        let globs: Vec<String> = (0..20).map(|number| format!("/**/{}{number}", "a*".repeat(9))).collect();
        for number in 0..sizes.rules {
            let rule = json!({
                "name": format!("rule {number}"),
                "match": { "paths": globs },
                "action": { "type": "hide_widget" },
            });
            service.post(&format!("/api/v1/rules/{site}"), Some(&session), &rule).await?;
        }
        for first in (0..sizes.pages).step_by(50) {
            post_events(service, &site, first).await?;
        }
        let webhook = json!({ "url": hanging_receiver().await?, "events": ["site.installed"] });
        let webhook = service.post("/api/v1/webhooks", Some(&session), &webhook).await?;
        let items = "0,".repeat(FILE_BYTES / 2 - 100);
        Ok(Self {
            sizes: StageSizes { pages: sizes.pages, previews: sizes.previews, connections: sizes.connections },
            site,
            session,
            webhook: text(&webhook, "id")?,
            json: format!("{{\"exportVersion\":\"1.0\",\"kind\":\"prompts\",\"items\":[{items}0]}}"),
            commas: ",".repeat(FILE_BYTES),
            prompt: worst_texts::prompt(),
            configuration: worst_texts::configuration(),
            doomed: Mutex::new(doomed(service, sizes.invitations).await?),
        })
    }

    /// Starts the callers, which attack until the signal to stop. Refusals are expected.
    pub fn attack(
        self: &Arc<Self>,
        attack: Attack,
        service: &Arc<Service>,
        stop: &Arc<AtomicBool>,
        calls: &Arc<AtomicU64>,
    ) -> JoinSet<()> {
        let mut callers = JoinSet::new();
        let count = attack.callers(&self.sizes);
        for caller in 0..count {
            let (stage, service, stop, calls) = (self.clone(), service.clone(), stop.clone(), calls.clone());
            callers.spawn(async move {
                if let Some(begin) = attack.first_bytes() {
                    let wanted = stage.sizes.connections / ADDRESSES;
                    let held = held_connections::hold(service.address(), caller, wanted, begin, &stop, &calls);
                    return held.await.unwrap_or_else(|error| eprintln!("{error:#}"));
                }
                let mut turn = caller;
                while !stop.load(Ordering::Relaxed) {
                    let done = stage.call(attack, &service, turn).await;
                    calls.fetch_add(u64::from(done.is_ok() || attack != Attack::Deletions), Ordering::Relaxed);
                    turn += count;
                }
            });
        }
        callers
    }

    async fn call(&self, attack: Attack, service: &Service, turn: usize) -> Result<()> {
        let (site, session) = (&self.site, Some(self.session.as_str()));
        match attack {
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
            Attack::MadeUpPages => post_events(service, site, self.sizes.pages + turn * 50).await,
            Attack::PromptPreviews => {
                service.post(&format!("/api/v1/prompts/{site}/preview"), session, &self.prompt).await.map(drop)
            }
            Attack::ConfigPreviews => service
                .post(&format!("/api/v1/sites/{site}/config/preview"), session, &self.configuration)
                .await
                .map(drop),
            Attack::SessionLists => {
                let bearer = format!("Bearer {}", self.session);
                service.get("/api/v1/auth/sessions", Some(("Authorization", &bearer))).await.map(drop)
            }
            Attack::CitedPages => {
                let bearer = format!("Bearer {}", self.session);
                let path = format!("/api/v1/citations/{site}/urls?days=365");
                service.get(&path, Some(("Authorization", &bearer))).await.map(drop)
            }
            Attack::Deletions => {
                let Some((org, session)) = self.doomed.lock().await.pop() else {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    anyhow::bail!("all are deleted");
                };
                service.delete_named(&format!("/api/v1/orgs/{org}"), &session, r#"{"name":"Other"}"#).await
            }
            Attack::IdleStreams | Attack::OneByteConnections => Ok(()),
        }
    }

    async fn import(&self, service: &Service, media_type: &str, file: &str) -> Result<()> {
        let path = format!("/api/v1/prompts/{}/import?dryRun=true", self.site);
        let header = format!("Authorization: Bearer {}\r\n", self.session);
        service.post_text(&path, &header, media_type, file).await.map(drop)
    }
}

/// Creates organizations with this many pending invitations.
async fn doomed(service: &Service, invitations: u32) -> Result<Vec<(String, String)>> {
    let mut doomed = Vec::new();
    for number in 0..DELETIONS {
        let owner = format!("doomed-{number}@example.com");
        let (org, _) = service.another_organization(&owner, &format!("doomed-{number}.example")).await?;
        filled_metadata::add_invitations(service, &org, invitations)?;
        doomed.push((org, service.log_in_as(&owner).await?));
    }
    Ok(doomed)
}

async fn post_events(service: &Service, site: &str, first: usize) -> Result<()> {
    let (origin, events) = ("Origin: https://attacker.example\r\n", events(site, first).to_string());
    service.post_text("/api/v1/events", origin, "application/json", &events).await.map(drop)
}

/// Fifty views of new pages.
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

/// The URL of a receiver that accepts messages and never responds.
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
