//! Files of the dashboard's tables: every row, with readable headings, as CSV and workbook.

mod sums;

use std::io::{Cursor, Read as _};

use askline_domain::{engines::Engine, organizations::plan::Plan};
use regex::Regex;
use reqwest::Method;
use serde_json::{Value, json};

use crate::{
    events::{count, event},
    harness::{Org, Service, described_headers},
    monitors::{Scene, engines::Act},
};

const CSV_TYPE: &str = "text/csv; charset=utf-8";
const XLSX_TYPE: &str = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet";
const UTF8_MARK: &str = "\u{feff}";

/// A downloaded file.
struct File {
    media_type: String,
    disposition: String,
    bytes: Vec<u8>,
}

impl File {
    async fn of(service: &Service, org: &Org, route: &str) -> Self {
        let request = service.request(Method::GET, &format!("/api/v1/{route}")).bearer_auth(&org.session);
        let answer = request.send().await.expect("an answer");
        let header = |name: &str| answer.headers()[name].to_str().expect("a text").to_owned();
        assert_eq!(answer.status(), 200, "{route}");
        described_headers::check(&Method::GET, answer.url().path(), answer.status(), answer.headers());
        let (media_type, disposition) = (header("content-type"), header("content-disposition"));
        Self { media_type, disposition, bytes: answer.bytes().await.expect("it is whole").to_vec() }
    }

    /// The cells of a CSV file, row by row. The first row has the headings.
    fn rows(&self) -> Vec<Vec<String>> {
        assert_eq!(self.media_type, CSV_TYPE);
        let text = str::from_utf8(&self.bytes).expect("UTF-8").strip_prefix(UTF8_MARK).expect("the mark stands first");
        let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
        reader.records().map(|row| row.expect("a row").iter().map(str::to_owned).collect()).collect()
    }

    /// The text of one of the files that a workbook consists of.
    fn part(&self, name: &str) -> String {
        assert_eq!(self.media_type, XLSX_TYPE);
        let mut book = zip::ZipArchive::new(Cursor::new(&self.bytes)).expect("a workbook");
        let mut text = String::new();
        book.by_name(name).expect("it has this part").read_to_string(&mut text).expect("a text");
        text
    }

    /// The typed cells of a workbook's table, row by row.
    fn cells(&self) -> Vec<Vec<Typed>> {
        self.sheet(1)
    }

    /// The typed cells of a sheet, by its number from 1.
    fn sheet(&self, number: u8) -> Vec<Vec<Typed>> {
        let sheet = self.part(&format!("xl/worksheets/sheet{number}.xml"));
        let strings = Regex::new("<row .*?</row>").unwrap();
        let cells = Regex::new(r#"<c r="[A-Z]+\d+"(?: s="(\d+)")?(?: t="(\w+)")?>(.*?)</c>"#).unwrap();
        let marks = Regex::new("<[^>]*>").unwrap();
        let formats = self.formats();
        let cell = |found: regex::Captures<'_>| {
            let shown = marks.replace_all(&found[3], "").into_owned();
            assert!(!found[3].contains("<f>"), "no formula stands in a cell: {}", &found[3]);
            match found.get(2) {
                Some(_) => Typed::Text(shown),
                None => Typed::Number(
                    shown.parse().expect("a number"),
                    formats[found.get(1).map_or(0, |style| style.as_str().parse().unwrap())].clone(),
                ),
            }
        };
        strings.find_iter(&sheet).map(|row| cells.captures_iter(row.as_str()).map(cell).collect()).collect()
    }

    /// The number format of each style.
    fn formats(&self) -> Vec<String> {
        let styles = self.part("xl/styles.xml");
        let codes = Regex::new(r#"<numFmt numFmtId="(\d+)" formatCode="([^"]*)""#).unwrap();
        let own: Vec<(String, String)> =
            codes.captures_iter(&styles).map(|code| (code[1].to_owned(), code[2].to_owned())).collect();
        let styles = &styles[styles.find("<cellXfs").expect("styles of cells")..];
        let styles = &styles[..styles.find("</cellXfs>").expect("their end")];
        let ids = Regex::new(r#"<xf numFmtId="(\d+)""#).unwrap();
        let code = |id: &str| match id {
            "3" => "#,##0".to_owned(),
            id => own.iter().find(|(own, _)| own == id).map_or_else(|| id.to_owned(), |(_, code)| code.clone()),
        };
        ids.captures_iter(styles).map(|style| code(&style[1])).collect()
    }
}

/// A cell of a workbook.
#[derive(Debug, Clone, PartialEq)]
enum Typed {
    Text(String),
    /// A number and its number format.
    Number(f64, String),
}

fn text(text: &str) -> Typed {
    Typed::Text(text.into())
}

fn number(value: f64, format: &str) -> Typed {
    Typed::Number(value, format.into())
}

/// A service, and an organization whose site has a German name.
async fn start() -> (Service, Org) {
    let service = Service::start_unlimited().await;
    let org = service.organization(Plan::Enterprise).await;
    name(&service, &org, "Flüsse: Notizen").await;
    (service, org)
}

async fn name(service: &Service, org: &Org, name: &str) {
    let path = format!("/api/v1/sites/{}", org.site);
    service.send(Method::PATCH, &path, Some(&org.session), Some(&json!({ "name": name }))).await.data(200);
}

const PAGES: usize = 620;

/// Sends events from many pages. Every second page has a click on Claude, and one has a title like a formula.
async fn visit_many(service: &Service, org: &Org) {
    let on = |page: usize, mut fields: Value| {
        fields["url"] = json!(format!("https://example.com/guides/{page:03}"));
        fields["title"] = if page == 0 { json!("=1+1") } else { json!(format!("Guide {page}")) };
        event(org.site, fields)
    };
    let views = (0..PAGES).map(|page| on(page, json!({})));
    let presses = (0..PAGES).step_by(2).map(|page| on(page, json!({ "type": "ai_click", "platform": "claude" })));
    count(service, &views.chain(presses).collect::<Vec<_>>()).await;
}

fn pages_path(org: &Org, query: &str) -> String {
    format!("analytics/{}/pages?days=1&sort=path&table=pages&{query}", org.site)
}

#[tokio::test]
async fn a_file_of_pages_has_every_page_in_the_order_and_the_language_that_are_looked_at() {
    let (service, org) = start().await;
    visit_many(&service, &org).await;
    let file = File::of(&service, &org, &pages_path(&org, "format=csv&language=de")).await;
    assert_eq!(
        file.disposition,
        "attachment; filename=\"Fl_sse Notizen Seiten 2026-06-15 bis 2026-06-15.csv\"; \
         filename*=UTF-8''Fl%C3%BCsse%20Notizen%20Seiten%202026-06-15%20bis%202026-06-15.csv"
    );
    let rows = file.rows();
    assert_eq!(rows[0][..5], ["Seite", "Titel", "KI-Anfragen", "Häufigster Assistent", "Fragen"]);
    assert_eq!(rows[1][..5], ["/guides/000", "'=1+1", "1", "Claude", "0"]);
    let expected: Vec<String> = (0..PAGES).map(|page| format!("/guides/{page:03}")).collect();
    let paths: Vec<&str> = rows[1..].iter().map(|row| row[0].as_str()).collect();
    assert_eq!(paths, expected);
    // The filters of the list also apply to the file.
    let narrowed = async |query: &str| {
        let file = File::of(&service, &org, &pages_path(&org, &format!("format=csv&{query}"))).await;
        file.rows().len() - 1
    };
    assert_eq!(narrowed("platform=claude").await, PAGES / 2);
    assert_eq!(narrowed("q=guides/01").await, 10);
    assert_eq!(narrowed("platform=claude&q=guides/01").await, 5);
    assert_eq!(narrowed("platform=chatgpt").await, 0);
    // Without a table, the download is the API's own CSV.
    let path = format!("/api/v1/analytics/{}/pages?days=1&format=csv", org.site);
    let plain = service.get(&path, &org.session).await;
    assert!(plain.text.starts_with("path,title,views,aiClicks,"), "{:.80}", plain.text);
    assert_eq!((plain.text.lines().count(), plain.header("content-disposition")), (51, ""));
}

#[tokio::test]
async fn a_workbook_of_pages_has_every_page_with_numbers_and_times_of_their_type() {
    let (service, org) = start().await;
    visit_many(&service, &org).await;
    let file = File::of(&service, &org, &pages_path(&org, "format=xlsx&language=de")).await;
    assert!(file.disposition.ends_with("%20Seiten%202026-06-15%20bis%202026-06-15.xlsx"), "{}", file.disposition);
    let rows = file.cells();
    assert_eq!(rows.len(), 1 + PAGES);
    assert_eq!((&rows[0][0], &rows[0][10]), (&text("Seite"), &text("Letzter Klick")));
    let count = |value: f64| number(value, "#,##0");
    // Noon in UTC is 14:00 in Berlin: for spreadsheets, day 46188 and 14 hours.
    let asked = number(46_188.0 + 14.0 / 24.0, "yyyy-mm-dd hh:mm");
    let first = &rows[1];
    assert_eq!(first[..5], [text("/guides/000"), text("=1+1"), count(1.0), text("Claude"), count(0.0)]);
    let (Typed::Number(found, found_format), Typed::Number(value, format)) = (&first[first.len() - 1], &asked) else {
        panic!("a time is a number: {first:?}");
    };
    assert_eq!(found_format, format);
    assert!((found - value).abs() < 1e-6, "{found} is not {value}");
    assert_eq!(rows[PAGES][0], text("/guides/619"));
    // Only tables have workbooks, so the request need not name a table.
    let path = format!("analytics/{}/pages?days=1&format=xlsx&platform=claude", org.site);
    let narrowed = File::of(&service, &org, &path).await.cells();
    assert_eq!((narrowed.len(), &narrowed[0][0]), (1 + PAGES / 2, &text("Page")));
}

#[tokio::test]
async fn a_file_of_counters_has_the_rows_that_an_answer_folds() {
    let (service, org) = start().await;
    let ids: Vec<String> = (0..60).map(|number| format!("q_000000000000000000000000{number:02}")).collect();
    service.offer(&org, &ids).await;
    service.offer(&org, &["m_00000000000000000000000002".into()]).await;
    let asked =
        |id: &String| event(org.site, json!({ "type": "question_click", "questionId": id, "platform": "grok" }));
    let from = |number: usize| event(org.site, json!({ "referrer": format!("https://river-{number}.example/") }));
    let item = json!({ "id": "m_00000000000000000000000001", "kind": "command", "label": "Install", "text": "npx a" });
    let config = format!("/api/v1/sites/{}/config", org.site);
    service.send(Method::PUT, &config, Some(&org.session), Some(&json!({ "menu": [item] }))).await.data(200);
    let clicked = |number: u8| {
        event(org.site, json!({ "type": "item_click", "itemId": format!("m_0000000000000000000000000{number}") }))
    };
    let clicks = [clicked(1), clicked(1), clicked(2)];
    let events = ids.iter().map(asked).chain((0..70).map(from)).chain(clicks);
    count(&service, &events.collect::<Vec<_>>()).await;
    let report = format!("analytics/{}", org.site);
    let file = async |query: &str| File::of(&service, &org, &format!("{report}/{query}&days=1&format=csv")).await;
    let questions = file("questions?table=questions").await;
    assert!(questions.disposition.contains(" questions 2026-06-15 to 2026-06-15.csv"), "{}", questions.disposition);
    assert_eq!(
        (questions.rows().len(), &questions.rows()[0][..]),
        (61, &["Question", "Asks", "Share"].map(str::to_owned)[..])
    );
    let items = file("items?table=items&language=de").await;
    assert!(items.disposition.contains("%20eigene%20Eintr%C3%A4ge%202026-06-15"), "{}", items.disposition);
    assert_eq!(
        items.rows(),
        [
            ["Eigener Eintrag", "Klicks", "Anteil"],
            ["Install", "2", "0.666667"],
            ["Gelöschter Eintrag", "1", "0.333333"]
        ]
    );
    let questions = file("questions?table=questions&language=de&platform=claude").await;
    assert_eq!(questions.rows(), [["Frage", "KI-Anfragen", "Anteil"]]);
    let sources = file("referrers?table=sources&language=de").await.rows();
    assert_eq!((sources.len(), &sources[0][0]), (1 + 70, &"Quelle".to_owned()));
    let assistants = file("ai?table=assistants&language=de").await.rows();
    assert_eq!(assistants, [["Assistent", "KI-Anfragen", "Anteil", "Besuche"], ["Grok", "60", "1", "0"]]);
    let shares = file("shares?table=shares&language=de").await.rows();
    assert_eq!(shares, [["Kanal", "Geteilt", "Anteil"]]);
}

#[tokio::test]
async fn a_file_of_crawlers_has_crawlers() {
    let (service, org) = start().await;
    for (agent, times) in [("GPTBot/1.2", 3), ("ClaudeBot/1.0", 1)] {
        for _ in 0..times {
            let view = event(org.site, json!({}));
            let sent = service.request(Method::POST, "/api/v1/events").header("user-agent", agent).json(&view);
            service.answer(sent).await.data(202);
        }
    }
    let path = format!("analytics/{}/crawlers?days=1&language=de&table=crawlers", org.site);
    let rows = File::of(&service, &org, &path).await.rows();
    assert_eq!(rows, [["Crawler", "Abrufe", "Anteil"], ["GPTBot", "3", "0.75"], ["ClaudeBot", "1", "0.25"]]);
    let cells = File::of(&service, &org, &format!("{path}&format=xlsx")).await.cells();
    assert_eq!(cells[1], [text("GPTBot"), number(3.0, "#,##0"), number(0.75, "0.0%")]);
}

#[tokio::test]
async fn a_file_of_answers_has_every_answer_that_matches() {
    let scene = Scene::new().await;
    let fields = json!({ "engines": ["openai", "perplexity", "xai"], "samplesPerRun": 5 });
    let monitor = scene.create(fields).await;
    for engine in [Engine::OpenAi, Engine::Perplexity, Engine::Xai] {
        let cited: &[&str] = if engine == Engine::Xai { &["https://example.com/a"] } else { &[] };
        scene.engine(engine).always(Act::says("=An answer", cited));
    }
    for _ in 0..16 {
        scene.run(&monitor).await;
    }
    let file = async |query: &str| {
        let path = format!("citations/{}?table=answers&days=1&{query}", scene.org.site);
        File::of(&scene.service, &scene.org, &path).await
    };
    let answers = file("language=de").await;
    assert!(answers.disposition.contains("Antworten%202026-06-15%20bis%202026-06-15.csv"), "{}", answers.disposition);
    let rows = answers.rows();
    assert_eq!((rows.len(), &rows[0][..3]), (1 + 240, &["Frage", "KI-Suche", "Datum"].map(str::to_owned)[..]));
    let cited = file("cited=true").await.rows();
    assert_eq!(cited.len(), 1 + 80);
    assert!(cited[1..].iter().all(|row| row[1] == "Grok" && row[3] == "Cited"), "{:?}", cited[1]);
    assert_eq!(file("engine=openai").await.rows().len(), 1 + 80);
    let cells = file("format=xlsx&engine=openai").await.cells();
    assert_eq!((cells.len(), &cells[0][0]), (1 + 80, &text("Question")));
    assert!(matches!(&cells[1][2], Typed::Number(_, format) if format == "yyyy-mm-dd hh:mm"), "{:?}", cells[1]);
    assert!(cells[1].contains(&text("=An answer")), "{:?}", cells[1]);
}

#[tokio::test]
async fn a_table_that_is_not_there_is_refused_and_named() {
    let (service, org) = start().await;
    for (question, name) in [
        ("pages?table=crawlers", "table"),
        ("crawlers?table=questions", "table"),
        ("questions?table=questions&language=fr", "language"),
        ("pages?table=pages&format=pdf", "format"),
        ("social?format=xlsx", "format"),
    ] {
        let answer = service.get(&format!("/api/v1/analytics/{}/{question}", org.site), &org.session).await;
        answer.refused(400, "INVALID_PARAMETER");
        assert_eq!(answer.body["error"]["details"][0]["path"], name, "{question}");
    }
}

#[tokio::test]
async fn a_file_is_made_in_a_place_of_its_own_and_each_organization_has_a_share() {
    let (service, org) = start().await;
    let path = format!("/api/v1/analytics/{}/crawlers?table=crawlers", org.site);
    let holder = askline_api::pipeline::work_pools::Holder::Organization(org.id);
    let mut taken = Vec::new();
    while let Ok(place) = service.app.slot(askline_api::pipeline::work_pools::WorkPool::Export, holder).await {
        taken.push(place);
    }
    assert!(!taken.is_empty());
    service.get(&path, &org.session).await.refused(503, "UNAVAILABLE");
    // A list that is no file needs no slot.
    let list = service.get(&path.replace("?table=crawlers", ""), &org.session).await;
    list.data(200);
    drop(taken);
    assert_eq!(service.get(&path, &org.session).await.status, 200);
}
