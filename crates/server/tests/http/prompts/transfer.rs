//! Prompts as files: importing an export gives the same prompts, in each format.

use askline_domain::{identity::role::Role, keys::scope::Scope, organizations::plan::Plan, shared::ids::SiteId};
use reqwest::Method;
use serde_json::{Value, json};

use super::{Prompts, rest, start};
use crate::harness::{Answer, Org, Service};

pub const FORMS: [(&str, &str); 3] =
    [("json", "application/json"), ("csv", "text/csv"), ("ndjson", "application/x-ndjson")];

/// Texts that could get lost in a file, or that a spreadsheet could run as a formula.
const AWKWARD: [&str; 12] = [
    "=HYPERLINK(\"{{url}}\";\"{{title}}\")",
    "+{{url}}",
    "-1 {{url}}",
    "@{{url}}",
    "\t{{url}}",
    "'{{url}}",
    "'={{url}}",
    "''-{{url}}",
    "two\nlines\r\nand, \"a\" third; {{url}}",
    " spaces {{url}} ",
    "Größe ✨ 日本 العربية {{url}}",
    "prm_,id,name {{url}}\\n",
];

pub async fn import(service: &Service, org: &Org, query: &str, media_type: &str, file: &str) -> Answer {
    import_as(service, org.site, &org.session, query, media_type, file).await
}

pub async fn import_as(
    service: &Service,
    site: SiteId,
    bearer: &str,
    query: &str,
    media_type: &str,
    file: &str,
) -> Answer {
    let path = format!("/api/v1/prompts/{site}/import{query}");
    let request = service.request(Method::POST, &path).bearer_auth(bearer);
    service.answer(request.header("content-type", media_type).body(file.to_owned())).await
}

/// An export file with these items.
pub fn file_of(items: &[Value]) -> String {
    json!({ "exportVersion": "1.0", "kind": "prompts", "items": items }).to_string()
}

/// A service with a site that has a prompt with each text of `AWKWARD`, besides the built-in prompts.
async fn with_prompts(plan: Plan) -> (Service, Org) {
    let service = Service::start_unlimited().await;
    let org = service.organization(plan).await;
    let prompts = Prompts::of(&service, org.site, &org.session);
    for (number, text) in AWKWARD.iter().enumerate() {
        service.advance(1);
        let name = text.trim().split(['\n', '\r', '\t']).next().unwrap();
        let made = prompts
            .create(json!({ "name": name, "text": text, "kind": "explain", "status": "draft",
            "language": "pt-BR", "platformIds": ["claude", "chatgpt"], "variantGroup": "=a b", "weight": number }))
            .await;
        prompts.edit(&made["id"], json!({ "status": "archived" })).await.data(200);
    }
    (service, org)
}

async fn listed(service: &Service, org: &Org) -> Vec<Value> {
    Prompts::of(service, org.site, &org.session).list("?limit=200").await
}

#[tokio::test]
async fn an_export_has_every_prompt_as_it_is_shown_oldest_first() {
    let (service, org) = with_prompts(Plan::Pro).await;
    let prompts = Prompts::of(&service, org.site, &org.session);
    let mut expected = listed(&service, &org).await;
    expected.reverse();
    let answer = prompts.get("/export").await;
    let data = answer.data(200);
    assert_eq!(data["items"], json!(expected));
    assert_eq!(expected.len(), 16);
    assert_eq!(data.as_object().unwrap().keys().collect::<Vec<_>>(), ["exportVersion", "kind", "generatedAt", "items"]);
    assert_eq!((&data["exportVersion"], &data["kind"]), (&json!("1.0"), &json!("prompts")));
    assert_eq!(data["generatedAt"], "2026-06-15T12:00:12.000Z");
    let lines = prompts.get("/export?format=ndjson").await;
    let items: Vec<Value> = lines.text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(items, expected);
    let request = service.request(Method::GET, &format!("/api/v1/prompts/{}/export?format=csv", org.site));
    let bytes = request.bearer_auth(&org.session).send().await.unwrap().bytes().await.unwrap();
    // The mark and the line ends that spreadsheets expect.
    let text = str::from_utf8(&bytes).unwrap().strip_prefix('\u{FEFF}').expect("a byte order mark");
    let header = text.split("\r\n").next().unwrap();
    assert_eq!(
        header,
        "id,siteId,name,kind,text,platformIds,language,source,status,version,model,generatedAt,variantGroup,weight,\
         createdAt,updatedAt"
    );
}

#[tokio::test]
async fn the_form_of_an_export_is_that_of_format_or_of_accept() {
    let (service, org) = start().await;
    let path = format!("/api/v1/prompts/{}/export", org.site);
    let name = service.get(&format!("/api/v1/sites/{}", org.site), &org.session).await.data(200)["name"].clone();
    let named = |ending: &str| {
        let name = format!("{} prompts 2026-06-15.{ending}", name.as_str().unwrap());
        format!("attachment; filename=\"{name}\"; filename*=UTF-8''{}", name.replace(' ', "%20"))
    };
    for (query, accept, form) in [
        ("", "", "json"),
        ("", "*/*", "json"),
        ("", "text/html", "json"),
        ("", "text/csv", "csv"),
        ("", "application/x-ndjson, */*", "ndjson"),
        ("?format=json", "text/csv", "json"),
        ("?format=csv", "application/json", "csv"),
        ("?format=ndjson", "", "ndjson"),
    ] {
        let request = service.request(Method::GET, &format!("{path}{query}")).bearer_auth(&org.session);
        let answer = service.answer(request.header("accept", accept)).await;
        assert_eq!(answer.status, 200, "{query} {accept}");
        let (media_type, name) = match form {
            "json" => ("application/json", String::new()),
            "csv" => ("text/csv; charset=utf-8", named("csv")),
            _ => ("application/x-ndjson", named("ndjson")),
        };
        assert_eq!(answer.header("content-type"), media_type, "{query} {accept}");
        assert_eq!(answer.header("content-disposition"), name, "{query} {accept}");
        assert_eq!(answer.header("cache-control"), "no-store", "{query} {accept}");
    }
    for query in ["?format=xml", "?format=", "?form=csv"] {
        service.get(&format!("{path}{query}"), &org.session).await.refused(400, "INVALID_PARAMETER");
    }
}

#[tokio::test]
async fn reimporting_an_export_changes_nothing_in_every_format_and_mode() {
    let (service, org) = with_prompts(Plan::Pro).await;
    let before = listed(&service, &org).await;
    let audit = format!("/api/v1/audit?limit=200&orgId={}", org.id);
    let entries = service.get(&audit, &org.session).await.data(200)["items"].clone();
    service.advance(60);
    for (form, media_type) in FORMS {
        let export = Prompts::of(&service, org.site, &org.session).get(&format!("/export?format={form}")).await;
        for mode in ["upsert", "create", "replace"] {
            let answer = import(&service, &org, &format!("?mode={mode}"), media_type, &export.text).await;
            let mut expected = json!({ "dryRun": false, "created": 0, "updated": 0, "skipped": 16, "failed": 0, "errors": [], "warnings": [] });
            if mode == "replace" {
                expected["deleted"] = json!(0);
            }
            assert_eq!(*answer.data(200), expected, "{form} {mode}");
        }
        assert_eq!(listed(&service, &org).await, before, "{form}");
    }
    // The `data` of the export answer is the same file.
    let data = Prompts::of(&service, org.site, &org.session).get("/export").await.data(200).to_string();
    assert_eq!(import(&service, &org, "", "application/json", &data).await.data(200)["skipped"], 16);
    assert_eq!(service.get(&audit, &org.session).await.data(200)["items"], entries, "what changes nothing is no entry");
}

#[tokio::test]
async fn what_was_edited_and_deleted_since_is_restored_in_every_form() {
    for (form, media_type) in FORMS {
        let (service, org) = with_prompts(Plan::Pro).await;
        let prompts = Prompts::of(&service, org.site, &org.session);
        let before = listed(&service, &org).await;
        let export = prompts.get(&format!("/export?format={form}")).await;
        for (number, prompt) in before.iter().enumerate() {
            match number % 3 {
                0 => prompts.send(Method::DELETE, &rest(&prompt["id"]), &json!({})).await.data(200),
                1 => prompts.edit(&prompt["id"], json!({ "name": "x", "platformIds": [] })).await.data(200),
                _ => &Value::Null,
            };
        }
        let answer = import(&service, &org, "", media_type, &export.text).await;
        let data = answer.data(200);
        assert_eq!((&data["created"], &data["updated"], &data["skipped"]), (&json!(6), &json!(5), &json!(5)), "{form}");
        let restored = |prompts: Vec<Value>| {
            let mut prompts: Vec<Value> = prompts.into_iter().map(|prompt| settings_of(&prompt)).collect();
            prompts.sort_by_key(Value::to_string);
            prompts
        };
        let after = listed(&service, &org).await;
        assert_eq!(restored(after.clone()), restored(before.clone()), "{form}");
        let new: Vec<&Value> = after.iter().filter(|now| before.iter().all(|then| then["id"] != now["id"])).collect();
        assert_eq!(new.len(), 6, "{form}");
        for prompt in new {
            assert_eq!((&prompt["source"], &prompt["version"]), (&json!("imported"), &json!(1)), "{form}");
        }
        let kept = after.iter().find(|now| now["id"] == before[2]["id"]).unwrap();
        assert_eq!(*kept, before[2], "{form}");
    }
}

/// The fields of a prompt that an import restores: all except those that the service sets itself.
pub fn settings_of(prompt: &Value) -> Value {
    let mut settings = prompt.clone();
    let decided = ["id", "source", "version", "createdAt", "updatedAt"];
    settings.as_object_mut().unwrap().retain(|name, _| !decided.contains(&name.as_str()));
    settings
}

#[tokio::test]
async fn no_cell_of_a_csv_begins_a_formula() {
    let (service, org) = with_prompts(Plan::Pro).await;
    let csv = Prompts::of(&service, org.site, &org.session).get("/export?format=csv").await;
    let mut reader = csv::Reader::from_reader(csv.text.trim_start_matches('\u{FEFF}').as_bytes());
    let mut cells = 0;
    for record in reader.records() {
        for cell in &record.unwrap() {
            assert!(!cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']), "{cell}");
            cells += 1;
        }
    }
    assert_eq!(cells, 16 * 16);
}

#[tokio::test]
async fn a_csv_that_a_person_wrote_needs_few_columns_in_any_order() {
    let (service, org) = start().await;
    let prompts = Prompts::of(&service, org.site, &org.session);
    let id = prompts.list("").await[0]["id"].as_str().unwrap().to_owned();
    service.advance(1);
    let file = format!(
        "\u{FEFF}text, name ,id,weight\r\n\"Sum, up {{{{url}}}}\",'Tis short,,\r\n,,,\r\nNew {{{{url}}}},Old,{id},7\r\n"
    );
    let answer = import(&service, &org, "", "text/csv; charset=utf-8", &file).await;
    assert_eq!((&answer.data(200)["created"], &answer.data(200)["updated"]), (&json!(1), &json!(1)), "{}", answer.text);
    let made = &prompts.list("").await[0];
    assert_eq!((&made["name"], &made["text"]), (&json!("'Tis short"), &json!("Sum, up {{url}}")));
    assert_eq!((&made["weight"], &made["kind"], &made["source"]), (&json!(100), &json!("custom"), &json!("imported")));
    let edited = prompts.get(&format!("/{id}")).await.data(200).clone();
    assert_eq!((&edited["name"], &edited["weight"], &edited["version"]), (&json!("Old"), &json!(7), &json!(2)));
}

#[tokio::test]
async fn a_csv_export_can_be_reimported_as_each_spreadsheet_saves_it() {
    let (service, org) = with_prompts(Plan::Pro).await;
    let prompts = Prompts::of(&service, org.site, &org.session);
    let csv = prompts.get("/export?format=csv").await.text;
    let mut reader = csv::Reader::from_reader(csv.trim_start_matches('\u{FEFF}').as_bytes());
    let mut records = vec![reader.headers().unwrap().clone()];
    records.extend(reader.records().map(Result::unwrap));
    let with = |separator: u8| {
        let mut writer = csv::WriterBuilder::new().delimiter(separator).from_writer(Vec::new());
        records.iter().for_each(|record| writer.write_record(record).unwrap());
        String::from_utf8(writer.into_inner().unwrap()).unwrap()
    };
    let utf16 = |text: &str| format!("\u{FEFF}{text}").encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    for file in [
        csv.clone().into_bytes(),
        with(b';').into_bytes(),
        with(b'\t').into_bytes(),
        format!("sep=;\r\n{}", with(b';')).into_bytes(),
        utf16(&with(b'\t')),
    ] {
        let request = service.request(Method::POST, &format!("/api/v1/prompts/{}/import", org.site));
        let request = request.bearer_auth(&org.session).header("content-type", "text/csv").body(file);
        let answer = service.answer(request).await;
        let found = answer.data(200);
        assert_eq!((&found["skipped"], &found["failed"]), (&json!(16), &json!(0)), "{}", answer.text);
    }
}

#[tokio::test]
async fn imported_prompts_are_created_in_the_order_of_the_file() {
    let (service, org) = start().await;
    let items: Vec<Value> = (0..30).map(|n| json!({ "name": format!("n{n}"), "text": "{{url}}" })).collect();
    import(&service, &org, "", "application/json", &file_of(&items)).await.data(200);
    let names = Prompts::of(&service, org.site, &org.session).names("?language=*&kind=custom").await;
    assert_eq!(names, (0..30).rev().map(|n| format!("n{n}")).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_file_moves_prompts_to_another_site_under_new_ids() {
    let (service, org) = with_prompts(Plan::Pro).await;
    let other = Org { site: service.site_of(&org, "other.example").await, ..org.clone() };
    let file = Prompts::of(&service, org.site, &org.session).get("/export").await.text;
    let before = listed(&service, &org).await;
    let answer = import(&service, &other, "?mode=replace", "application/json", &file).await;
    let data = answer.data(200);
    assert_eq!((&data["created"], &data["deleted"]), (&json!(16), &json!(4)), "{}", answer.text);
    assert_eq!(listed(&service, &org).await, before, "the first site keeps its own");
    let moved = listed(&service, &other).await;
    for (there, here) in moved.iter().zip(&before) {
        let mut expected = settings_of(here);
        expected["siteId"] = json!(other.site.to_string());
        assert_eq!(settings_of(there), expected);
        assert_ne!(there["id"], here["id"]);
    }
}

#[tokio::test]
async fn reading_prompts_is_not_enough_for_files_of_them() {
    let (service, org) = start().await;
    let prompts = Prompts::of(&service, org.site, &org.session);
    let before = prompts.list("").await;
    let reader = service.key(&org, &[Scope::PromptsRead]).await;
    let writer = service.key(&org, &[Scope::PromptsWrite]).await;
    let (_, viewer) = service.member_of(&org, Role::Viewer).await;
    let (_, member) = service.member_of(&org, Role::Member).await;
    let file = file_of(&[json!({ "name": "n", "text": "{{url}}" })]);
    for (bearer, status, code) in [(&reader, 403, "INSUFFICIENT_SCOPE"), (&viewer, 403, "FORBIDDEN")] {
        Prompts::of(&service, org.site, bearer).get("/export").await.refused(status, code);
        let answer = import_as(&service, org.site, bearer, "", "application/json", &file).await;
        answer.refused(status, code);
    }
    assert_eq!(prompts.list("").await, before);
    for bearer in [&writer, &member] {
        assert_eq!(Prompts::of(&service, org.site, bearer).get("/export").await.status, 200);
        import_as(&service, org.site, bearer, "", "application/json", &file).await.data(200);
    }
    let foreign = service.organization(Plan::Enterprise).await;
    Prompts::of(&service, org.site, &foreign.session).get("/export").await.refused(404, "NOT_FOUND");
    let answer = import_as(&service, org.site, &foreign.session, "", "application/json", &file).await;
    answer.refused(404, "NOT_FOUND");
}
