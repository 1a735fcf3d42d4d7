//! Imports and exports events as files.

use serde_json::json;

use crate::instance::Instance;

fn line(number: u32, at: &str) -> String {
    let id = format!("0193a1b2-c3d4-7abc-8def-{number:012}");
    json!({ "type": "view", "eventId": id, "url": "https://example.com/a?utm_source=newsletter&email=x", "title": "A", "at": at }).to_string()
}

#[test]
fn good_lines_are_stored_once_and_bad_ones_named_by_number() {
    let instance = Instance::new();
    let site = instance.site(&instance.organization("enterprise"));
    let file = instance.beside("events.ndjson");
    let good: Vec<String> = (0..2_500).map(|n| line(n, "2026-01-31T09:30:00Z")).collect();
    std::fs::write(&file, good.join("\n")).unwrap();
    let import = ["import", "events", "--site", &site, file.to_str().unwrap()];
    let first = instance.json(&import);
    assert_eq!((first["stored"].as_u64(), first["refused"].as_u64()), (Some(2_500), Some(0)));
    let again = instance.json(&import);
    assert_eq!((again["stored"].as_u64(), again["repeated"].as_u64()), (Some(0), Some(2_500)));

    let mixed = [
        line(9_000, "2026-01-31T09:30:00Z"),
        "{".into(),
        line(9_001, "2999-01-01T00:00:00Z"),
        line(9_002, "2026-01-31T09:30:00Z").replace("example.com", "example.org"),
    ];
    std::fs::write(&file, mixed.join("\n")).unwrap();
    let outcome = instance.run(&[&import[..], &["--json"]].concat());
    assert_eq!(outcome.code, 1);
    let answer: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!((answer["stored"].as_u64(), answer["refused"].as_u64()), (Some(1), Some(3)));
    let lines: Vec<u64> =
        answer["errors"].as_array().unwrap().iter().map(|error| error["line"].as_u64().unwrap()).collect();
    assert_eq!(lines, [2, 3, 4]);
}

#[test]
fn every_refused_line_says_its_number_its_field_and_what_is_wrong_in_plain_words() {
    let instance = Instance::new();
    let site = instance.site(&instance.organization("enterprise"));
    let file = instance.beside("events.ndjson");
    let good = line(1, "2026-01-31T09:30:00Z");
    let cases = [
        (good.replace("\"view\"", "\"vew\""), "type: must be one of view"),
        (good.replace("\"title\":\"A\"", "\"title\":5"), "title: must be a string"),
        (good.replace("\"type\":\"view\",", ""), "type: is missing"),
        (good.replace("\"title\"", "\"titel\""), "titel: is unknown"),
        (format!("{good},"), "not JSON from column"),
        ("[1]".to_owned(), "not a JSON object"),
        (good.replace("2026-01-31T09:30:00Z", "yesterday"), "`at` must be a time"),
        (good.replace("https://example.com", "example.com"), "url"),
    ];
    // The first two lines of the file are a good event and an empty line.
    let lines: Vec<&str> = [good.as_str(), ""].into_iter().chain(cases.iter().map(|(line, _)| line.as_str())).collect();
    std::fs::write(&file, lines.join("\r\n")).unwrap();
    let outcome = instance.run(&["import", "events", "--site", &site, file.to_str().unwrap()]);
    assert_eq!(outcome.code, 1);
    for (number, (_, words)) in (3..).zip(&cases) {
        let told =
            outcome.stdout.lines().find(|told| told.starts_with(&format!("line {number}: "))).unwrap_or_default();
        assert!(told.contains(words), "{number} {words}: {}", outcome.stdout);
        // The parser's own words, and the line that it counts, help nobody: each event is one line.
        assert!(!told.contains("at line 1") && !told.contains("unknown variant"), "{told}");
    }
    let not_utf8 = [good.as_bytes(), b"\n\"\xE4\"\n"].concat();
    std::fs::write(&file, not_utf8).unwrap();
    let outcome = instance.run(&["import", "events", "--site", &site, file.to_str().unwrap()]);
    assert!(outcome.stdout.contains("line 2: the line is not UTF-8"), "{}", outcome.stdout);
}

#[test]
fn history_that_is_imported_again_after_weeks_counts_once() {
    let instance = Instance::new();
    let site = instance.site(&instance.organization("enterprise"));
    let file = instance.beside("events.ndjson");
    let lines: Vec<String> = (0..40).map(|n| line(n, &format!("2026-01-{:02}T09:30:00Z", n % 28 + 1))).collect();
    std::fs::write(&file, lines.join("\n")).unwrap();
    let import = ["import", "events", "--site", &site, file.to_str().unwrap()];
    assert_eq!(instance.json(&import)["stored"].as_u64(), Some(40));
    // As if the import had been a month ago.
    let events = rusqlite::Connection::open(instance.data.join("events.db")).unwrap();
    assert_eq!(events.execute("UPDATE events SET taken = taken - 30 * 86400", []).unwrap(), 40);
    drop(events);
    let again = instance.json(&import);
    assert_eq!((again["stored"].as_u64(), again["repeated"].as_u64()), (Some(0), Some(40)));
}

#[test]
fn what_is_exported_can_be_imported_and_is_the_same() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let site = instance.site(&org);
    let file = instance.beside("in.ndjson");
    let click = json!({ "type": "ai_click", "platform": "chatgpt", "eventId": "0193a1b2-c3d4-7abc-8def-000000000777", "url": "https://example.com/b", "at": "2026-02-01T10:00:00Z" });
    let crawled = json!({ "type": "view", "crawler": "GPTBot", "eventId": "0193a1b2-c3d4-7abc-8def-000000000778", "url": "https://example.com/b", "at": "2026-02-01T10:00:01Z" });
    std::fs::write(&file, format!("{}\n{click}\n{crawled}\n", line(1, "2026-01-31T09:30:00.250Z"))).unwrap();
    instance.json(&["import", "events", "--site", &site, file.to_str().unwrap()]);
    let out = instance.beside("out.ndjson");
    instance.json(&["export", "events", "--site", &site, out.to_str().unwrap()]);
    let text = std::fs::read_to_string(&out).unwrap();
    assert_eq!(text.lines().count(), 3);
    assert!(text.contains("utm_source=newsletter") && !text.contains("email="), "{text}");

    let other = Instance::new();
    let other_site = other.site(&other.organization("enterprise"));
    std::fs::write(&file, text.replace(&site, &other_site)).unwrap();
    other.json(&["import", "events", "--site", &other_site, file.to_str().unwrap()]);
    let copied = other.run(&["export", "events", "--site", &other_site, "-"]);
    assert_eq!(copied.stdout.replace(&other_site, &site), text);
}

#[test]
fn what_one_site_exported_goes_into_another_site_and_instance_once() {
    let from = Instance::new();
    let org = from.organization("enterprise");
    let site = from.site(&org);
    let event = |number: u32, fields: serde_json::Value| {
        let mut line = json!({
            "type": "view", "eventId": format!("0193a1b2-c3d4-7abc-8def-{number:012}"),
            "url": "https://example.com/b", "at": "2026-02-01T10:00:00Z",
        });
        line.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        line.to_string()
    };
    // `c_ours` is a custom assistant that neither site has.
    let lines = [
        event(1, json!({ "referrer": "https://news.example/", "title": "B" })),
        event(2, json!({ "type": "ai_click", "platform": "c_ours", "promptId": "prm_01kv5je8g00000000000000001" })),
        event(
            3,
            json!({ "type": "question_click", "questionId": "q_01kv5je8g00000000000000001", "platform": "c_ours" }),
        ),
        event(4, json!({ "type": "social_click", "network": "x" })),
        event(5, json!({ "type": "copy", "url": "https://example.com/b?utm_source=letter" })),
        event(6, json!({ "crawler": "GPTBot" })),
        event(8, json!({ "type": "item_click", "itemId": "m_01kv5je8g00000000000000001" })),
    ];
    let file = from.beside("in.ndjson");
    std::fs::write(&file, lines.join("\n")).unwrap();
    let path = file.to_str().unwrap();
    let plain = from.run(&["import", "events", "--site", &site, path, "--json"]);
    assert!(plain.code == 1 && plain.stdout.contains("c_ours"), "{}", plain.stdout);
    assert_eq!(from.json(&["import", "events", "--as-site", &site, path])["repeated"].as_u64(), Some(5));
    let exported = from.run(&["export", "events", "--site", &site, "-"]).stdout;
    assert_eq!(exported.lines().count(), 7);

    let other = Instance::new();
    let org = other.organization("enterprise");
    let made =
        other.json(&["site", "create", "--org", &org, "--domain", "elsewhere.example", "--timezone", "Asia/Tokyo"]);
    let to = made["siteId"].as_str().unwrap();
    std::fs::write(&file, &exported).unwrap();
    let plain = other.run(&["import", "events", "--site", to, path, "--json"]);
    assert!(plain.code == 1 && plain.stdout.contains(r#""refused":7"#), "it is another site's: {}", plain.stdout);
    let taken = other.json(&["import", "events", "--as-site", to, path]);
    assert_eq!((taken["stored"].as_u64(), taken["refused"].as_u64()), (Some(7), Some(0)), "{taken}");
    let again = other.json(&["import", "events", "--as-site", to, path]);
    assert_eq!((again["stored"].as_u64(), again["repeated"].as_u64()), (Some(0), Some(7)), "{again}");
    let copied = other.run(&["export", "events", "--site", to, "-"]).stdout;
    assert_eq!(copied.replace(to, &site).replace("https://elsewhere.example/", "https://example.com/"), exported);

    std::fs::write(&file, event(7, json!({ "type": "ai_click", "platform": "Not An Id" }))).unwrap();
    assert_eq!(other.run(&["import", "events", "--as-site", to, path, "--json"]).code, 1);
    other.run(&["import", "events", path]).refused(2, &["--site"]);
    other.run(&["import", "events", "--site", to, "--as-site", to, path]).refused(2, &["--as-site"]);
}

#[test]
fn an_export_never_replaces_a_file() {
    let instance = Instance::new();
    let org = instance.organization("enterprise");
    let file = instance.beside("kept");
    std::fs::write(&file, "kept").unwrap();
    instance.run(&["export", "sites", "--org", &org, file.to_str().unwrap()]).refused(1, &["kept"]);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "kept");
}
