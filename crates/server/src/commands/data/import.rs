//! `askline import`: imports events from a file. Every line is checked like an event of the API. Importing a file again
//! counts no event twice while the raw events are stored.

mod few_days;
mod past_ids;

use std::{
    fs::File,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
};

use askline_api::resources::events::why_no_event;
use askline_app::ports::sites::ConfigVersion;
use askline_domain::{
    events::{
        Event,
        hit::{Hit, HitContext, Sender},
    },
    pages::identity::PageIdentifier,
    platforms::{link_registry::LinkRegistry, social_network},
    shared::{
        calendar::DaySpan,
        ids::{MenuItemId, PromptId, QuestionId, SiteId},
    },
    sites::Site,
};
use clap::Subcommand;
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use serde::Deserialize as _;
use serde_json::{Value, json};

use crate::{
    commands::answer::{Context, now},
    failure::Failure,
    stores::Stores,
    wiring,
};
use few_days::in_batches_of_few_days;
use past_ids::PastIds;

/// The number of events that are read before they are stored.
const BATCH_EVENTS: usize = 1_000;
/// The maximum length of a line in bytes; events are far shorter.
const MAX_LINE_BYTES: usize = 64 * 1_024;
/// The maximum number of refused lines that are listed; the rest are only counted.
const MAX_REFUSALS_NAMED: usize = 20;
/// The maximum length, in characters, of an assistant's id that only another instance knows.
const MAX_PLATFORM_ID_CHARACTERS: usize = 40;
/// How far another machine's clock may be ahead of this one's.
const CLOCK_DIFFERENCE: SignedDuration = SignedDuration::from_mins(5);

/// `askline import …`
#[derive(Debug, Subcommand)]
pub enum Import {
    /// Import events from NDJSON: one event per line, in the format of `POST /events`, with its time in `at`
    Events {
        /// The id of the site that the events belong to
        #[arg(long, required_unless_present = "as_site")]
        site: Option<SiteId>,
        /// Use this instead of --site for an export of another site or instance: its events become events of this site, whatever site, domain and assistant they name
        #[arg(long, value_name = "SITE", conflicts_with = "site")]
        as_site: Option<SiteId>,
        /// The file to read; - for stdin
        file: PathBuf,
    },
}

/// The result of an import.
#[derive(Debug, Default)]
struct Outcome {
    stored: u64,
    repeated: u64,
    refused: u64,
    refusals: Vec<(u64, String)>,
}

impl Import {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        let Import::Events { site, as_site, file } = self;
        let Some(site) = site.or(*as_site) else { return Err(Failure::misuse("--site or --as-site is missing")) };
        let mut reader = open(file)?;
        let stores = context.existing_stores().await?;
        let Some((found, config)) = stores.metadata.site(site).await? else {
            return Err(Failure::failed(format!("there is no site {site}")));
        };
        let registry = wiring::link_registry(&context.settings)?;
        let zone = found.time_zone()?;
        let origin = if as_site.is_some() { Origin::AnySite } else { Origin::ThisSite };
        let pages = PageIdentifier::new(&found.pages);
        let place = Place { site: found, config, zone, registry, origin, pages };
        let outcome = import(&stores, &place, &mut reader).await;
        stores.close().await;
        report(context, outcome?)
    }
}

fn open(file: &Path) -> Result<Box<dyn BufRead + Send>, Failure> {
    if file.as_os_str() == "-" {
        return Ok(Box::new(BufReader::new(std::io::stdin())));
    }
    match File::open(file) {
        Ok(file) => Ok(Box::new(BufReader::new(file))),
        Err(error) => Err(Failure::failed(format!("{} cannot be read: {error}", file.display()))),
    }
}

async fn import(stores: &Stores, place: &Place, reader: &mut (dyn BufRead + Send)) -> Result<Outcome, Failure> {
    let mut outcome = Outcome::default();
    let mut past = PastIds::new(place.site.id, now());
    let mut batch = Vec::with_capacity(BATCH_EVENTS);
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        let read = std::io::Read::take(&mut *reader, MAX_LINE_BYTES as u64 + 1)
            .read_until(b'\n', &mut line)
            .map_err(|error| Failure::failed(format!("line {number} cannot be read: {error}")))?;
        if read == 0 {
            break;
        }
        if line.len() > MAX_LINE_BYTES {
            return Err(Failure::failed(format!(
                "line {number} is longer than {MAX_LINE_BYTES} bytes; nothing after it was read"
            )));
        }
        let text = line.trim_ascii();
        if text.is_empty() {
            continue;
        }
        match place.event(text) {
            Ok(event) if past.contains(&*stores.events, &event).await? => outcome.repeated += 1,
            Ok(event) => batch.push(event),
            Err(reason) => outcome.refuse(number, reason),
        }
        if batch.len() == BATCH_EVENTS {
            outcome.store(stores, std::mem::take(&mut batch)).await?;
        }
    }
    outcome.store(stores, batch).await?;
    Ok(outcome)
}

impl Outcome {
    fn refuse(&mut self, line: u64, reason: String) {
        self.refused += 1;
        if self.refusals.len() < MAX_REFUSALS_NAMED {
            self.refusals.push((line, reason));
        }
    }

    async fn store(&mut self, stores: &Stores, batch: Vec<Event>) -> Result<(), Failure> {
        for batch in in_batches_of_few_days(batch) {
            let appended = stores.events.append(batch).await?;
            self.stored += u64::from(appended.stored);
            self.repeated += u64::from(appended.repeated);
        }
        Ok(())
    }
}

fn report(context: &Context, outcome: Outcome) -> Result<(), Failure> {
    let errors: Vec<Value> =
        outcome.refusals.iter().map(|(line, reason)| json!({ "line": line, "message": reason })).collect();
    let Outcome { stored, repeated, refused, refusals } = outcome;
    let answer =
        json!({ "changed": stored > 0, "stored": stored, "repeated": repeated, "refused": refused, "errors": errors });
    let mut text = format!("Events stored: {stored}; already stored: {repeated}; refused: {refused}.");
    for (line, reason) in &refusals {
        text.push_str(&format!("\nline {line}: {reason}"));
    }
    context.answer(&answer, &text)?;
    match refused {
        0 => Ok(()),
        _ => Err(Failure::failed(format!("lines refused: {refused}; the others are stored"))),
    }
}

/// What the import needs to know about the site.
struct Place {
    site: Site,
    config: ConfigVersion,
    zone: TimeZone,
    registry: LinkRegistry,
    origin: Origin,
    pages: PageIdentifier,
}

/// Where the events may come from.
#[derive(PartialEq, Eq)]
enum Origin {
    ThisSite,
    /// From any site: with another id and domain, and with assistants that only the instance of that site knows.
    AnySite,
}

impl HitContext for Place {
    fn day_of(&self, at: Timestamp) -> DaySpan {
        DaySpan::of(at, &self.zone)
    }

    fn allows_origin(&self, origin: &str) -> bool {
        self.origin == Origin::AnySite || self.site.allowed_origins.iter().any(|allowed| allowed == origin)
    }

    fn knows_platform(&self, id: &str) -> bool {
        (self.origin == Origin::AnySite && is_platform_id(id))
            || self.registry.get(id).is_some()
            || self.config.config.custom_platforms.iter().any(|custom| custom.id == id)
    }

    fn knows_network(&self, id: &str) -> bool {
        social_network::get(id).is_some()
    }

    /// A file may contain questions of another instance, and questions that were deleted long ago.
    fn had_question(&self, _: QuestionId) -> bool {
        true
    }

    fn takes_own_questions(&self) -> bool {
        true
    }

    fn had_prompt(&self, _: PromptId) -> bool {
        true
    }

    fn had_item(&self, _: MenuItemId) -> bool {
        true
    }

    fn page_identifier(&self) -> &PageIdentifier {
        &self.pages
    }
}

impl Place {
    fn event(&self, line: &[u8]) -> Result<Event, String> {
        let mut value: Value = serde_json::from_slice(line).map_err(|error| why_not_json(line, &error))?;
        let Some(fields) = value.as_object_mut() else {
            return Err("this is not a JSON object: put each event on a line of its own, as {\"type\": …}".into());
        };
        let at = match fields.remove("at") {
            None => now(),
            Some(_) if fields.get("age").is_some_and(|age| !age.is_null()) => {
                return Err("`at` and `age` both say when it happened; send only one of them".into());
            }
            Some(at) => time_of(&at)?,
        };
        let crawler = match fields.remove("crawler") {
            None | Some(Value::Null) => None,
            Some(Value::String(name)) if !name.is_empty() && name.chars().count() <= 100 => Some(name),
            Some(_) => return Err("crawler must be a name of at most 100 characters".into()),
        };
        if self.origin == Origin::AnySite || !fields.contains_key("siteId") {
            fields.insert("siteId".into(), json!(self.site.id));
        }
        // The reason is found only for an event that is refused: comparing with the schema costs several times as much.
        let hit = Hit::deserialize(&value)
            .map_err(|error| why_no_event(&value.to_string()).unwrap_or_else(|| error.to_string()))?;
        if hit.site_id != self.site.id {
            return Err(format!(
                "siteId is {}, another site: import the file with --as-site {}",
                hit.site_id, self.site.id
            ));
        }
        hit.into_event(self, None, Sender { crawler: crawler.as_deref(), device: None, library: None }, at)
            .map(|taken| taken.event)
            .map_err(|refusal| format!("{}: {}", refusal.code, refusal.message))
    }
}

/// Why a line is not JSON, with the column.
fn why_not_json(line: &[u8], error: &serde_json::Error) -> String {
    match std::str::from_utf8(line) {
        Err(_) => "the line is not UTF-8: save the file in the encoding UTF-8".into(),
        Ok(_) => format!("this is not JSON from column {} on: check quotes, commas and brackets", error.column()),
    }
}

/// Whether a text has the form of an assistant's id, of the registry or of a custom assistant.
fn is_platform_id(id: &str) -> bool {
    let is_of_id = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || matches!(byte, b'_' | b'-');
    (1..=MAX_PLATFORM_ID_CHARACTERS).contains(&id.len()) && id.bytes().all(is_of_id)
}

fn time_of(value: &Value) -> Result<Timestamp, String> {
    let at = value
        .as_str()
        .and_then(askline_domain::shared::rfc3339::parse_moment)
        .ok_or("`at` must be a time such as 2026-01-31T09:30:00Z")?;
    if at > now() + CLOCK_DIFFERENCE {
        return Err("`at` is in the future".into());
    }
    if at < Timestamp::UNIX_EPOCH {
        return Err("`at` is before 1970".into());
    }
    Ok(askline_domain::shared::clock::whole_milliseconds(at))
}
