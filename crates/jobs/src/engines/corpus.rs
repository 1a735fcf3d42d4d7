//! Compares what the parsers find in the labeled answers of `testdata/answers` with the labels. The table is in
//! `docs/answer-reading.md`, so that a change shows there.

use std::{collections::BTreeMap, fmt::Write as _};

use askline_domain::{
    citations::{
        answer_reading::{AnswerReading, CitationOutcome, READING_VERSION, Watched},
        competitor::Competitor,
    },
    engines::Engine,
    shared::ids::Id as _,
    sites::{Sightings, Site, SiteSettings},
};
use serde::Deserialize;
use serde_json::Value;

use super::{
    requests::fault::Fault,
    responses::reading::Reading,
    vendors::{anthropic, gemini, openai, perplexity, xai},
};

const FILES: [&str; 5] = [
    include_str!("../../../../testdata/answers/openai.json"),
    include_str!("../../../../testdata/answers/anthropic.json"),
    include_str!("../../../../testdata/answers/perplexity.json"),
    include_str!("../../../../testdata/answers/xai.json"),
    include_str!("../../../../testdata/answers/gemini.json"),
];
const DOCUMENT: &str = include_str!("../../../../docs/answer-reading.md");

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Labelled {
    name: String,
    engine: Engine,
    source: Source,
    site: Named,
    competitors: Vec<Competitor>,
    says: Says,
    body: Value,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Source {
    /// `published` or `ours`.
    kind: String,
    /// The page, or the repository and file.
    r#where: String,
    date: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    name: String,
    domain: String,
    aliases: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Says {
    outcome: CitationOutcome,
    cited: bool,
    mentioned: bool,
    competitors: Vec<SaysOfCompetitor>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SaysOfCompetitor {
    domain: String,
    cited: bool,
    mentioned: bool,
}

fn corpus() -> Vec<Labelled> {
    let read = |text: &&str| serde_json::from_str::<Vec<Labelled>>(text).expect("labelled answers");
    FILES.iter().flat_map(read).collect()
}

/// Reads an answer as the service does.
fn read(labelled: &Labelled) -> AnswerReading {
    let body = &labelled.body;
    let reading: Result<Reading, Fault> = match labelled.engine {
        Engine::OpenAi => openai::read(body),
        Engine::Anthropic => anthropic::read(std::slice::from_ref(body)),
        Engine::Perplexity => perplexity::read(body),
        Engine::Xai => xai::read(body),
        Engine::Gemini => gemini::read(body).map(|grounded| {
            let is_redirect = |url: &url::Url| url.host_str() == Some("vertexaisearch.cloud.google.com");
            grounded.leading_to(|_| None, is_redirect)
        }),
    };
    let answer = reading.and_then(|reading| reading.into_answer("asked", String::new()));
    let answer = answer.unwrap_or_else(|fault| panic!("{}: {fault:?}", labelled.name));
    let at = jiff::Timestamp::UNIX_EPOCH;
    let site = Site {
        id: askline_domain::shared::ids::SiteId::from_bits(1),
        org_id: askline_domain::shared::ids::OrgId::from_bits(1),
        settings: SiteSettings {
            name: labelled.site.name.clone(),
            domain: labelled.site.domain.clone(),
            aliases: labelled.site.aliases.clone(),
            allowed_origins: vec![],
            timezone: "UTC".into(),
            ..SiteSettings::default()
        },
        created_at: at,
        updated_at: at,
        sightings: Sightings::default(),
    };
    Watched::new(&site, &labelled.competitors).read(&answer)
}

/// How often a label was found, missed, or found where it does not belong.
#[derive(Default)]
struct Score {
    found: u32,
    missed: u32,
    wrong: u32,
}

impl Score {
    fn note(&mut self, is_there: bool, is_read: bool) {
        match (is_there, is_read) {
            (true, true) => self.found += 1,
            (true, false) => self.missed += 1,
            (false, true) => self.wrong += 1,
            (false, false) => {}
        }
    }

    fn cell(&self) -> String {
        format!("{} / {} / {}", self.found, self.missed, self.wrong)
    }
}

#[derive(Default)]
struct Row {
    answers: u32,
    published: u32,
    cited: Score,
    mentioned: Score,
    outcomes: u32,
}

fn table(corpus: &[Labelled]) -> (String, Vec<String>) {
    let mut rows: BTreeMap<Engine, Row> = BTreeMap::new();
    let mut mistakes = Vec::new();
    for labelled in corpus {
        let (says, seen) = (&labelled.says, read(labelled));
        let row = rows.entry(labelled.engine).or_default();
        row.answers += 1;
        row.published += u32::from(labelled.source.kind == "published");
        row.outcomes += u32::from(says.outcome == seen.outcome);
        row.cited.note(says.cited, seen.cited);
        row.mentioned.note(says.mentioned, seen.mentioned);
        let mut is_right = (says.outcome, says.mentioned) == (seen.outcome, seen.mentioned);
        for (said, read) in says.competitors.iter().zip(&seen.competitors) {
            assert_eq!(said.domain, read.domain, "{}", labelled.name);
            row.cited.note(said.cited, read.cited);
            row.mentioned.note(said.mentioned, read.mentioned);
            is_right &= (said.cited, said.mentioned) == (read.cited, read.mentioned);
        }
        if !is_right {
            mistakes.push(format!("{}: {:?}, mentioned {}", labelled.name, seen.outcome, seen.mentioned));
        }
    }
    let mut text = String::from(
        "| Engine | Answers | Of these, published | Outcome right | Citations found / missed / wrong | Mentions found / missed / wrong |\n\
         |---|---|---|---|---|---|\n",
    );
    for (engine, row) in rows {
        let (cited, mentioned) = (row.cited.cell(), row.mentioned.cell());
        let (answers, published, outcomes) = (row.answers, row.published, row.outcomes);
        writeln!(text, "| {engine} | {answers} | {published} | {outcomes} | {cited} | {mentioned} |")
            .expect("a string");
    }
    (text, mistakes)
}

#[test]
fn the_table_of_what_is_read_in_labelled_answers_is_the_one_in_the_documents() {
    let (table, mistakes) = table(&corpus());
    assert!(DOCUMENT.contains(&table), "docs/answer-reading.md needs this table:\n{table}\n{}", mistakes.join("\n"));
}

#[test]
fn there_are_sixty_labelled_answers_with_their_source_and_most_of_them_were_published() {
    let corpus = corpus();
    let published = corpus.iter().filter(|one| one.source.kind == "published").count();
    assert!(corpus.len() >= 60 && published * 2 >= corpus.len(), "{published} of {}", corpus.len());
    for one in &corpus {
        let source = &one.source;
        assert!(!source.r#where.is_empty() && source.date.parse::<jiff::civil::Date>().is_ok(), "{}", one.name);
    }
}

/// The path of the file with what this version of the rules reads in the labeled answers.
fn readings_file() -> std::path::PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/answers");
    std::path::Path::new(folder).join(format!("readings_{READING_VERSION}.txt"))
}

/// What is read in each labeled answer, as far as it is counted and compared.
fn readings() -> String {
    let line = |labelled: &Labelled| {
        let AnswerReading { outcome, searched, mentioned, cited, consulted, position, competitors, cited_urls, .. } =
            read(labelled);
        let pages: Vec<&str> = cited_urls.iter().map(|page| page.url.as_str()).collect();
        let competitors: Vec<String> =
            competitors.iter().map(|one| format!("{} {} {:?}", one.cited, one.mentioned, one.position)).collect();
        format!(
            "{}: {outcome}, searched {searched}, mentioned {mentioned}, cited {cited}, consulted {consulted}, {position:?}, \
             competitors {competitors:?}, {pages:?}\n",
            labelled.name
        )
    };
    corpus().iter().map(line).collect()
}

#[test]
fn answers_are_read_as_ever_unless_the_version_of_the_reading_was_raised() {
    let known = std::fs::read_to_string(readings_file()).unwrap_or_default();
    let now = readings();
    let changed = now.lines().zip(known.lines()).find(|(now, known)| now != known);
    assert!(
        known == now,
        "answers are read differently than version {READING_VERSION} did, so figures before and after would be compared \
         though they mean different things. Raise READING_VERSION, write the new file (cargo test -p askline-jobs --lib \
         write_what_is_read_now -- --ignored), and say in CHANGELOG.md what changed. First: {changed:?}"
    );
}

#[test]
#[ignore = "writes a file of testdata"]
fn write_what_is_read_now() {
    std::fs::write(readings_file(), readings()).expect("a file of testdata");
}
