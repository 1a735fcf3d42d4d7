//! What happened to a page, as one kind of thing after another.

use std::collections::BTreeMap;

use askline_domain::{
    annotations::{Annotation, AnnotationKind},
    audit::ActorKind,
    citations::citation_change::{ChangedRate, CitationChange},
    engines::Engine,
    logs::{evidence::Evidence, purpose::ReadPurpose},
    pages::text::{
        difference::{ChangedSentence, Structure},
        version::TextVersion,
    },
    rules::{PromptRule, RuleActionType},
    shared::{
        calendar::Day,
        ids::{MonitorId, RuleId},
        rfc3339::Moment,
    },
};
use jiff::{Timestamp, tz::TimeZone};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{ports::logs::crawler_reads::CrawlerDay, present_fields::every_field_present};

/// Something that happened to a page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PageHappened", transform = every_field_present)]
pub struct Happened {
    /// The date in the site's time zone.
    #[schemars(extend("format" = "date"))]
    pub date: String,
    /// When it was first known; null for reads and for notes, which belong to a day.
    pub at: Option<Moment>,
    /// What it was.
    pub kind: HappenedKind,
    /// The reads of a crawler on this day; null unless `kind` is `read`.
    pub read: Option<ReadOfDay>,
    /// The text of the page; null unless `kind` is `text_first_read` or `text_changed`.
    pub text: Option<TextOfPage>,
    /// The change of a citation rate; null unless `kind` is `citation_gained` or `citation_lost`.
    pub citation: Option<CitationOfPage>,
    /// The note; null unless `kind` is `note`.
    pub note: Option<NoteOfPage>,
    /// The rule; null unless `kind` is `rule_created` or `rule_changed`.
    pub rule: Option<RuleOfPage>,
    #[serde(skip)]
    day: Day,
}

/// What happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PageHappenedKind")]
pub enum HappenedKind {
    /// A crawler read the page on this day.
    Read,
    /// Askline read the text of the page for the first time.
    TextFirstRead,
    /// The text of the page changed.
    TextChanged,
    /// The citation rate of a question and engine clearly rose, in whose answers the page was cited then.
    CitationGained,
    /// The citation rate of a question and engine clearly fell, in whose answers the page was cited before.
    CitationLost,
    /// Someone wrote a note on the site's charts, or Askline did.
    Note,
    /// A rule was created whose paths include the page.
    RuleCreated,
    /// A rule was changed whose paths include the page.
    RuleChanged,
}

/// The reads of a page by one crawler on a day.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReadOfDay {
    /// The crawler's name.
    pub crawler: String,
    /// What it read for.
    pub purpose: ReadPurpose,
    /// Whether the address speaks for it.
    pub evidence: Evidence,
    /// The number of reads.
    pub reads: u64,
    /// When the last one was.
    pub last_at: Moment,
}

/// A version of a page's text.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct TextOfPage {
    /// The number of its words.
    pub words: u32,
    /// What it has.
    pub structure: Structure,
    /// The number of words of the previous version; null for the first one.
    pub words_before: Option<u32>,
    /// What the previous version had; null for the first one.
    pub structure_before: Option<Structure>,
    /// The sentences that changed, in the order of the page, at most 100.
    pub sentences: Vec<ChangedSentence>,
    /// How many sentences changed.
    pub changed_sentences: u32,
}

/// A clear change of the citation rate of a question and engine.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct CitationOfPage {
    /// The monitor of the question.
    pub monitor_id: Option<MonitorId>,
    /// The question.
    pub query: Option<String>,
    /// The engine.
    pub engine: Option<Engine>,
    /// When the first run after the change began, according to an estimate.
    pub first_run_at: Moment,
    /// The answers before the change.
    pub before: ChangedRate,
    /// The answers from the change until it became clear.
    pub after: ChangedRate,
}

/// A note on the site's charts.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct NoteOfPage {
    /// The text.
    pub text: String,
    /// What it is about.
    pub kind: AnnotationKind,
    /// The name of who wrote it; null if Askline wrote it.
    pub author: Option<String>,
}

/// A rule whose paths include the page.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RuleOfPage {
    /// Its id.
    pub id: RuleId,
    /// Its name.
    pub name: String,
    /// The type of its action.
    pub action: RuleActionType,
}

impl Happened {
    fn on(day: Day, at: Option<Timestamp>, kind: HappenedKind) -> Self {
        let at = at.map(Moment);
        let date = day.date().to_string();
        Self { date, at, kind, read: None, text: None, citation: None, note: None, rule: None, day }
    }

    fn at(at: Timestamp, zone: &TimeZone, kind: HappenedKind) -> Self {
        Self::on(Day::of(at, zone), Some(at), kind)
    }

    /// The place in the list, the newest last. What has no time of day comes before what has one.
    pub(super) fn order(&self) -> (Day, Option<Timestamp>, HappenedKind) {
        (self.day, self.at.map(|at| at.0), self.kind)
    }
}

/// The reads of each day by crawler and purpose, whatever the server answered.
pub(super) fn of_reads(rows: &[CrawlerDay]) -> Vec<Happened> {
    let mut days: BTreeMap<(Day, &str, ReadPurpose, Evidence), (u64, Timestamp)> = BTreeMap::new();
    for row in rows.iter().filter(|row| row.evidence != Evidence::Refuted) {
        let day = days.entry((row.day, &row.crawler, row.purpose, row.evidence)).or_insert((0, row.last_at));
        *day = (day.0 + row.reads, day.1.max(row.last_at));
    }
    let read = |((day, crawler, purpose, evidence), (reads, last_at)): ((Day, &str, _, _), _)| Happened {
        read: Some(ReadOfDay { crawler: crawler.to_owned(), purpose, evidence, reads, last_at: Moment(last_at) }),
        ..Happened::on(day, None, HappenedKind::Read)
    };
    days.into_iter().map(read).collect()
}

pub(super) fn of_version(version: TextVersion, zone: &TimeZone) -> Happened {
    let TextVersion { read_at, words, structure, change } = version;
    let kind = if change.is_some() { HappenedKind::TextChanged } else { HappenedKind::TextFirstRead };
    let text = TextOfPage {
        words,
        structure,
        words_before: change.as_ref().map(|change| change.words_before),
        structure_before: change.as_ref().map(|change| change.structure_before),
        changed_sentences: change.as_ref().map_or(0, |change| change.changed),
        sentences: change.map(|change| change.sentences).unwrap_or_default(),
    };
    Happened { text: Some(text), ..Happened::at(read_at, zone, kind) }
}

pub(super) fn of_change(change: CitationChange, zone: &TimeZone) -> Happened {
    let kind = if change.is_rise() { HappenedKind::CitationGained } else { HappenedKind::CitationLost };
    let citation = CitationOfPage {
        monitor_id: change.monitor_id,
        query: change.query,
        engine: change.engine,
        first_run_at: Moment(change.first_run_at),
        before: change.before,
        after: change.after,
    };
    Happened { citation: Some(citation), ..Happened::at(change.clear_at, zone, kind) }
}

/// Whether a note concerns every page: rules are shown only where they include the page, and questions by their citations.
pub(super) fn is_shown(note: &Annotation) -> bool {
    !matches!(note.kind, AnnotationKind::Rules | AnnotationKind::Monitor)
}

pub(super) fn of_note(note: Annotation) -> Happened {
    let author = (note.author.kind != ActorKind::System).then_some(note.author.name);
    Happened {
        note: Some(NoteOfPage { text: note.text, kind: note.kind, author }),
        ..Happened::on(note.date, None, HappenedKind::Note)
    }
}

pub(super) fn of_rule(rule: &PromptRule, (from, before): (Timestamp, Timestamp), zone: &TimeZone) -> Vec<Happened> {
    let about = || RuleOfPage { id: rule.id, name: rule.settings.name.clone(), action: rule.settings.action.kind() };
    let created = (HappenedKind::RuleCreated, rule.created_at);
    let changed = (HappenedKind::RuleChanged, rule.updated_at);
    let all = [Some(created), Some(changed).filter(|_| rule.updated_at > rule.created_at)];
    all.into_iter()
        .flatten()
        .filter(|(_, at)| (from..before).contains(at))
        .map(|(kind, at)| Happened { rule: Some(about()), ..Happened::at(at, zone, kind) })
        .collect()
}
