//! `askline doctor`: checks the instance. The checks change nothing, but opening the stores upgrades an old layout.

mod backups;
mod crawler_lists;
mod disk;
mod finding;
mod links;
mod missing_views;
mod postgres;
mod providers;
mod widget_host;

use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use askline_domain::{
    engines::EngineReadiness,
    mail::MailHealth,
    shared::{calendar::Day, rfc3339::Moment},
};
use askline_store::{metadata::SealedUrls, sealing::SEALING_KEY_FILE};
use clap::Args;
use serde_json::{Value, json};

use self::finding::{Finding, State, finding};
use super::mail;
use crate::{
    backups::{before_upgrades::BACKUPS_FOLDER, file::OpenStores as _},
    commands::answer::{Context, now},
    failure::Failure,
    full_version,
    scratch::{Purpose, Scratch, left_in, places_noted_in},
    stores::{Stores, database},
    wiring,
};

/// A link of an assistant that was last checked more than this many days ago may have changed.
const MAX_LINK_DAYS: u32 = 180;

/// `askline doctor`
#[derive(Debug, Args)]
pub struct Doctor {
    /// Only list the date on which each assistant's links were last checked; needs no data
    #[arg(long)]
    links: bool,
    /// The number of days after which an entry is outdated
    #[arg(long, value_name = "DAYS", default_value_t = MAX_LINK_DAYS, requires = "links")]
    older_than: u32,
    /// Only send a test email to this address and print the dialogue with the mail server; needs no data
    #[arg(long, value_name = "ADDRESS", conflicts_with = "links")]
    mail: Option<String>,
}

impl Doctor {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        if self.links {
            return links::report(context, self.older_than);
        }
        if let Some(address) = &self.mail {
            return mail::test(context, address).await;
        }
        let stores = context.existing_stores().await?;
        let mut findings = vec![
            Finding { name: "version", state: State::Good, text: full_version().into() },
            settings(context),
            answers(&stores).await,
        ];
        match &context.settings.servers {
            Some(servers) => findings.extend(postgres::findings(servers, &database(servers)).await),
            None => findings.extend([integrity(&stores).await, secrets_key(context, &stores).await]),
        }
        findings.extend([
            audit_log(&stores).await,
            counters(&stores).await,
            link_registry(context),
            engines(context),
            mail_state(context, &stores).await,
            missing_views::missing_views(&stores).await,
            crawler_lists::crawler_lists(&stores, context.settings.updates_crawlers).await,
            providers::providers(context, &stores).await,
            widget_host::widget_host(context.settings.api.script_url().as_deref()),
            disk::room(&context.settings.data),
            leftovers(&context.settings.data),
            backups::scheduled(&context.settings).await,
        ]);
        stores.close().await;
        let items: Vec<Value> = findings
            .iter()
            .map(|finding| json!({ "name": finding.name, "state": finding.state.as_str(), "message": finding.text }))
            .collect();
        let lines: Vec<String> = findings
            .iter()
            .map(|finding| format!("{:<8} {:<14} {}", finding.state.as_str(), finding.name, finding.text))
            .collect();
        let bad: Vec<&str> =
            findings.iter().filter(|finding| finding.state == State::Bad).map(|finding| finding.name).collect();
        context.answer(&json!({ "healthy": bad.is_empty(), "checks": items }), &lines.join("\n"))?;
        if bad.is_empty() { Ok(()) } else { Err(Failure::failed(format!("problems found: {}", bad.join(", ")))) }
    }
}

fn settings(context: &Context) -> Finding {
    let changed: Vec<String> =
        context.settings.changed.iter().map(|(name, source)| format!("{name} from {source}")).collect();
    let text = if changed.is_empty() { "all defaults".into() } else { changed.join(", ") };
    Finding { name: "settings", state: State::Good, text }
}

async fn answers(stores: &Stores) -> Finding {
    let pinged = stores.ping().await.map_err(|error| error.to_string());
    finding("stores", pinged.map(|()| "metadata and events respond".into()))
}

/// Copies both databases, which reads every page of them, and deletes the copies.
async fn integrity(stores: &Stores) -> Finding {
    let check = async {
        let folder = Scratch::make(&std::env::temp_dir(), Purpose::Doctor).map_err(|error| error.to_string())?;
        let copied = |name: &str| folder.path().join(name);
        let copied = stores.copy_into(&copied("metadata.db"), &copied("events.db")).await;
        copied.map_err(|failure| failure.to_string())?;
        Ok("every page can be read".into())
    };
    finding("integrity", check.await)
}

/// Whether the key that encrypts secrets is the one that the webhooks of this instance were stored with.
async fn secrets_key(context: &Context, stores: &Stores) -> Finding {
    const NAME: &str = "secrets key";
    let urls = match stores.sealed_urls().await {
        Ok(urls) => urls.unwrap_or(SealedUrls { all: 0, lost: 0 }),
        Err(failure) => return finding(NAME, Err(failure.to_string())),
    };
    let SealedUrls { all, lost } = urls;
    let is_there = context.settings.data.join(SEALING_KEY_FILE).exists();
    let what_to_do =
        "copy the file from where you keep it, or enter the URL of each webhook again and rotate its secret";
    match (all, lost) {
        (0, _) => finding(NAME, Ok("no webhook needs it".into())),
        (_, 0) => finding(NAME, Ok(format!("decrypts the URLs of all webhooks; webhooks: {all}"))),
        _ if !is_there => finding(NAME, Err(format!("{SEALING_KEY_FILE} is missing; {what_to_do}"))),
        _ if lost == all => {
            let text =
                format!("{SEALING_KEY_FILE} decrypts no webhook, as if it were another instance's; {what_to_do}");
            finding(NAME, Err(text))
        }
        _ => {
            let text =
                format!("webhooks whose URLs {SEALING_KEY_FILE} does not decrypt: {lost} of {all}; enter each again");
            Finding { name: NAME, state: State::Worry, text }
        }
    }
}

async fn audit_log(stores: &Stores) -> Finding {
    let check = async {
        let chains = stores.metadata.verify_chains().await.map_err(|error| error.to_string())?;
        let broken = chains.iter().filter(|chain| chain.broken_at.is_some() || chain.truncated).count();
        match broken {
            0 => Ok(format!("intact chains: {}", chains.len())),
            _ => Err(format!("broken chains: {broken}; askline audit verify names them")),
        }
    };
    finding("audit log", check.await)
}

/// Recounts yesterday and today of every site from the raw events, and compares the counters.
async fn counters(stores: &Stores) -> Finding {
    let check = async {
        let (mut days, mut events) = (0_u64, 0_u64);
        for (id, _) in stores.metadata.retention_days().await.map_err(|error| error.to_string())? {
            let Some((site, _)) = stores.metadata.site(id).await.map_err(|error| error.to_string())? else { continue };
            let zone = site.time_zone().map_err(|error| error.to_string())?;
            let today = Day::of(now(), &zone);
            for day in [Day(today.0 - 1), today] {
                let recount = stores.events.recount(id, day).await.map_err(|error| error.to_string())?;
                if let Some((name, counted, recounted)) = recount.differences.first() {
                    return Err(format!(
                        "{id} on {}: {name} is {counted} in the counters, but {recounted} in the raw events; differences in total: {}",
                        day.date(),
                        recount.differences.len()
                    ));
                }
                days += 1;
                events += recount.events;
            }
        }
        Ok(format!("the counters agree with the raw events; days checked: {days}, events: {events}"))
    };
    finding("counters", check.await)
}

fn link_registry(context: &Context) -> Finding {
    let registry = match wiring::link_registry(&context.settings) {
        Ok(registry) => registry,
        Err(failure) => return finding("platforms", Err(failure.to_string())),
    };
    let oldest = registry.iter().min_by_key(|platform| platform.checked_on);
    let Some(oldest) = oldest else { return finding("platforms", Err("the link registry is empty".into())) };
    let of_file = match (&context.settings.link_file, registry.file_date()) {
        (None, _) => String::new(),
        (Some(_), Some(date)) => format!("; links.file was written on {date}"),
        (Some(_), None) => "; links.file has no date".into(),
    };
    let text = format!(
        "assistants: {}; the oldest entry ({}) was last checked on {}{of_file}; see askline doctor --links",
        registry.iter().len(),
        oldest.id,
        oldest.checked_on
    );
    let is_old = i64::from(links::days_since_check(oldest)) > i64::from(MAX_LINK_DAYS);
    let state = if is_old { State::Worry } else { State::Good };
    Finding { name: "platforms", state, text }
}

/// Whether emails can be sent, according to the latest attempt. Sends none.
async fn mail_state(context: &Context, stores: &Stores) -> Finding {
    if context.settings.mail.is_none() {
        return finding("mail", Ok("no mail server is set".into()));
    }
    match stores.metadata.mail_health().await {
        Err(error) => finding("mail", Err(error.to_string())),
        Ok(MailHealth { failing_since: Some(since), failure, .. }) => {
            let why = failure.unwrap_or_default();
            let text =
                format!("sending email has failed since {}: {why}; see askline doctor --mail ADDRESS", Moment(since));
            Finding { name: "mail", state: State::Worry, text }
        }
        Ok(health) => finding("mail", Ok(format!("emails waiting: {}", health.waiting))),
    }
}

/// Which engines are ready. None is asked, since an answer would cost money.
fn engines(context: &Context) -> Finding {
    if let Err(failure) = wiring::answer_engines(&context.settings) {
        return finding("engines", Err(failure.to_string()));
    }
    let names = |wanted: EngineReadiness| {
        let offers = context.settings.api.engines.offers().iter().filter(|offer| offer.readiness == wanted);
        offers.map(|offer| offer.engine.as_str()).collect::<Vec<_>>().join(", ")
    };
    let told = [
        ("ready", names(EngineReadiness::Ready)),
        ("terms not confirmed", names(EngineReadiness::TermsNotConfirmed)),
        ("without a key", names(EngineReadiness::NoKey)),
    ];
    // A key that is set but not used is probably a mistake.
    let state = if told[1].1.is_empty() { State::Good } else { State::Worry };
    let told = told.iter().filter(|(_, names)| !names.is_empty()).map(|(text, names)| format!("{text}: {names}"));
    Finding { name: "engines", state, text: told.collect::<Vec<_>>().join("; ") }
}

/// What interrupted commands left in the folders where they wrote. It may contain copies of the data.
fn leftovers(data: &Path) -> Finding {
    let (noted, temporary) = (places_noted_in(data), std::env::temp_dir());
    let backups = data.join(BACKUPS_FOLDER);
    let usual = [Some(data), Some(backups.as_path()), data.parent(), Some(temporary.as_path()), Some(Path::new("."))];
    let usual = usual.into_iter().flatten();
    let places = usual.chain(noted.iter().map(PathBuf::as_path));
    let places: BTreeSet<PathBuf> = places.filter_map(|place| place.canonicalize().ok()).collect();
    let left: Vec<String> =
        places.iter().flat_map(|place| left_in(place)).map(|folder| folder.display().to_string()).collect();
    let (state, text) = if left.is_empty() {
        (State::Good, "no interrupted command left copies of the data".into())
    } else {
        (State::Worry, format!("interrupted commands left copies of the data; remove {}", left.join(", ")))
    };
    Finding { name: "leftovers", state, text }
}
