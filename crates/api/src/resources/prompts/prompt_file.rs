//! The formats of prompt files: JSON, NDJSON, CSV. Each item of a file is read separately, so that an invalid one is reported by
//! its index. What an item changes is decided elsewhere.

use std::{borrow::Cow, collections::BTreeMap};

use askline_domain::{
    prompts::import::{MAX_IMPORT_ITEMS, PromptItem},
    shared::{rfc3339::parse_moment, violation::Violation},
};
use bytes::Bytes;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{
    file_limits::{MAX_ITEM_BYTES, MAX_LINES, wrong_file},
    file_lines::LineCounter,
    prompt_csv::{self, Row},
    read_in_passing::{Envelope, FirstItems, PassedOver},
};
use crate::pipeline::{
    handling::{ApiError, Nothing},
    request::input::{Body, parse_json, parse_json_as},
};

/// The version of the format that is written.
pub const EXPORT_VERSION: &str = "1.0";
/// The prefix of the versions that are read.
const VERSIONS_READ: &str = "1.";
/// The `kind` of a file of prompts.
pub const KIND: &str = "prompts";

/// The format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "PromptFileFormat")]
pub enum FileForm {
    /// One object with all prompts.
    Json,
    /// A header and a row for each prompt.
    Csv,
    /// A JSON object on each line.
    Ndjson,
}

impl FileForm {
    const EVERY: [FileForm; 3] = [FileForm::Json, FileForm::Csv, FileForm::Ndjson];

    /// Its media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            FileForm::Json => "application/json",
            FileForm::Csv => "text/csv",
            FileForm::Ndjson => "application/x-ndjson",
        }
    }

    /// The name of the format, as in a query string and as the extension of a file name.
    pub const fn as_str(self) -> &'static str {
        match self {
            FileForm::Json => "json",
            FileForm::Csv => "csv",
            FileForm::Ndjson => "ndjson",
        }
    }

    /// The format for the media type in a `Content-Type`, or in one member of an `Accept`.
    pub fn of_media_type(header: &str) -> Option<Self> {
        let media_type = header.split(';').next().unwrap_or("").trim();
        Self::EVERY.into_iter().find(|form| media_type.eq_ignore_ascii_case(form.media_type()))
    }
}

/// A file as it was sent; `Content-Type` states its format.
pub struct PromptFile(pub Bytes);

/// A file of prompts as JSON.
#[derive(JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "PromptFile")]
#[expect(dead_code, reason = "describes the body; `FileText` reads it")]
struct FileShape {
    /// The version of the format: `1.` and a number.
    #[schemars(regex(pattern = r"^1\.[0-9]{1,4}$"))]
    export_version: String,
    /// What the file contains.
    #[schemars(extend("const" = "prompts"))]
    kind: String,
    /// When it was created.
    #[schemars(extend("format" = "date-time"))]
    generated_at: Option<String>,
    /// The prompts. Errors are reported with the index of the prompt.
    #[schemars(length(max = MAX_IMPORT_ITEMS))]
    items: Vec<ItemShape>,
}

/// The whole response of an export, with its envelope.
#[derive(JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "EnvelopedPromptFile")]
#[expect(dead_code, reason = "describes the body; `EnvelopeText` reads it")]
struct EnvelopeShape {
    /// The file.
    data: FileShape,
    /// Null, as in a response without an error.
    #[serde(default)]
    #[schemars(extend("maxProperties" = 0))]
    error: (),
    /// Ignored.
    #[serde(default)]
    meta: BTreeMap<String, serde_json::Value>,
}

struct ItemShape;

impl JsonSchema for ItemShape {
    fn schema_name() -> Cow<'static, str> {
        "PromptFileItem".into()
    }
    fn inline_schema() -> bool {
        true
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        generator.subschema_for::<PromptItem>()
    }
}

impl Body for PromptFile {
    const MEDIA_TYPE: Option<&'static str> = Some(FileForm::Json.media_type());
    const OTHER_MEDIA_TYPES: &'static [&'static str] = &[FileForm::Csv.media_type(), FileForm::Ndjson.media_type()];
    fn accepts(media_type: &str) -> bool {
        FileForm::of_media_type(media_type).is_some()
    }
    fn parse(bytes: Bytes) -> Result<Self, ApiError> {
        Ok(Self(bytes))
    }
    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        let shapes = [generator.subschema_for::<FileShape>(), generator.subschema_for::<EnvelopeShape>()];
        Some(json_schema!({ "anyOf": shapes }))
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct FileText<'a> {
    #[serde(borrow)]
    export_version: Cow<'a, str>,
    #[serde(borrow)]
    kind: Cow<'a, str>,
    #[serde(borrow, default)]
    generated_at: Option<Cow<'a, str>>,
    #[serde(borrow)]
    items: FirstItems<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[expect(dead_code, reason = "what surrounds the file is only checked")]
struct EnvelopeText<'a> {
    #[serde(borrow)]
    data: &'a RawValue,
    #[serde(default)]
    error: Option<Nothing>,
    #[serde(default)]
    meta: PassedOver,
}

/// Any object.
type Object = serde_json::Map<String, serde_json::Value>;

/// An item of a file that is not parsed yet.
pub(super) struct FileItem<'a> {
    /// The line on which it begins, from 1.
    pub(super) line: u32,
    text: ItemText<'a>,
}

enum ItemText<'a> {
    /// A JSON text.
    Json(&'a str),
    /// A row of a CSV.
    Row(Row<'a>),
}

impl FileItem<'_> {
    /// Parses the item; fails with everything that is wrong with its form.
    pub(super) fn read(self) -> Result<PromptItem, Vec<Violation>> {
        let bytes = match &self.text {
            ItemText::Json(text) => text.len(),
            ItemText::Row(row) => row.len(),
        };
        if bytes > MAX_ITEM_BYTES {
            let message = format!("The item has {bytes} bytes; it may have {MAX_ITEM_BYTES}.");
            return Err(vec![Violation::new("", "TOO_LONG", message)]);
        }
        let text = match self.text {
            ItemText::Json(text) => Cow::Borrowed(text),
            ItemText::Row(row) => row.into_json().map(Cow::Owned).map_err(|violation| vec![violation])?,
        };
        parse_json(text.as_bytes()).map_err(|error| match error.details {
            details if details.is_empty() => {
                let message = error.message.replacen("The body", "The item", 1);
                vec![Violation::new("", "INVALID_JSON", message)]
            }
            mut details => {
                for violation in details.iter_mut().filter(|violation| violation.path.is_empty()) {
                    // An item that is not JSON is one line, and the report names the line of the file.
                    let message = violation.message.replacen(
                        "The body is not JSON: line 1, column",
                        "The item is not JSON from column",
                        1,
                    );
                    violation.message = message.replacen("The body", "The item", 1);
                }
                details
            }
        })
    }
}

/// The items of a file, up to one more than allowed.
pub(super) fn items(form: FileForm, text: &str) -> Result<Vec<FileItem<'_>>, ApiError> {
    match form {
        FileForm::Json => json_items(text),
        FileForm::Csv => {
            let rows = prompt_csv::read(text)?.into_iter();
            Ok(rows.map(|row| FileItem { line: row.line(), text: ItemText::Row(row) }).collect())
        }
        FileForm::Ndjson => {
            let lines = (1..).zip(text.lines().map(str::trim)).filter(|(_, text)| !text.is_empty());
            Ok(lines.take(MAX_LINES).map(|(line, text)| FileItem { line, text: ItemText::Json(text) }).collect())
        }
    }
}

/// Refuses a file with more items than a site may have prompts.
pub(super) fn check_count(count: usize) -> Result<(), ApiError> {
    if count < MAX_LINES {
        return Ok(());
    }
    let message = format!("The file has more than {MAX_IMPORT_ITEMS} items, the limit of a site.");
    Err(wrong_file("items", "TOO_MANY", message))
}

fn json_items(text: &str) -> Result<Vec<FileItem<'_>>, ApiError> {
    let whole: &RawValue = parse_json_as::<_, serde_json::Value>(text.as_bytes())?;
    let file = if parse_json_as::<Envelope, Object>(whole.get().as_bytes())?.has_data {
        parse_json_as::<EnvelopeText<'_>, EnvelopeShape>(text.as_bytes())?.data.get()
    } else {
        whole.get()
    };
    let file: FileText<'_> = parse_json_as::<_, FileShape>(file.as_bytes())?;
    check_version(&file.export_version)?;
    if file.kind != KIND {
        let shown: String = file.kind.chars().take(60).collect();
        let message =
            format!("kind is '{}'; prompts are imported from a file of the kind '{KIND}'.", shown.escape_debug());
        return Err(wrong_file("kind", "UNKNOWN_KIND", message));
    }
    if file.generated_at.as_deref().is_some_and(|text| parse_moment(text).is_none()) {
        let message = "generatedAt must be an RFC 3339 time such as 2026-01-31T09:30:00Z.";
        return Err(wrong_file("generatedAt", "INVALID_TIME", message));
    }
    let mut lines = LineCounter::new(text);
    let texts = file.items.0.into_iter().map(RawValue::get);
    Ok(texts.map(|text| FileItem { line: lines.line_of(text), text: ItemText::Json(text) }).collect())
}

fn check_version(version: &str) -> Result<(), ApiError> {
    let is_number = |text: &str| (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if version.strip_prefix(VERSIONS_READ).is_some_and(is_number) {
        return Ok(());
    }
    let shown: String = version.chars().take(20).collect();
    let major = version.split('.').next().unwrap_or("");
    let is_newer = is_number(major) && major.parse::<u32>().is_ok_and(|major| major > 1);
    let (code, advice) = if is_newer {
        ("NEWER_VERSION", "It is newer than the versions that this service reads")
    } else {
        ("UNKNOWN_VERSION", "This is not a version of the format")
    };
    let message =
        format!("exportVersion is '{}'. {advice}: {VERSIONS_READ}x, such as {EXPORT_VERSION}.", shown.escape_debug());
    Err(wrong_file("exportVersion", code, message))
}

#[cfg(test)]
mod line_tests;
#[cfg(test)]
mod tests {
    use askline_domain::prompts::{
        MAX_PROMPT_NAME_CHARACTERS, MAX_PROMPT_TEXT_CHARACTERS, import::MAX_MODEL_CHARACTERS,
    };
    use proptest::prelude::*;

    use super::*;
    use crate::resources::prompts::file_text::text_of;

    fn refused(text: &str) -> (String, String) {
        let error = items(FileForm::Json, text).err().unwrap_or_else(|| panic!("{text}"));
        error.details.first().map(|detail| (detail.path.clone(), detail.code.clone())).unwrap_or_default()
    }

    #[test]
    fn prompt_file_is_read_bare_or_in_a_response_envelope() {
        let file = r#"{"exportVersion":"1.0","kind":"prompts","generatedAt":null,"items":[{"name":"a"},5]}"#;
        let enveloped = format!(r#"{{"data":{file},"error":null,"meta":{{"requestId":"req_1"}}}}"#);
        for text in [file, &enveloped] {
            let read = items(FileForm::Json, text).map(|items| items.into_iter().map(FileItem::read));
            let read: Vec<_> = read.unwrap_or_else(|_| panic!("{text}")).collect();
            assert_eq!(read[0].as_ref().map(|item| item.name.as_deref()), Ok(Some("a")));
            let wrong = read[1].as_ref().expect_err("a number is no item");
            assert!(wrong[0].message.starts_with("The item"), "{wrong:?}");
        }
    }

    #[test]
    fn a_file_of_another_release_or_kind_is_refused_by_its_field() {
        let with = |version: &str, kind: &str| format!(r#"{{"exportVersion":"{version}","kind":"{kind}","items":[]}}"#);
        assert!(items(FileForm::Json, &with("1.12", "prompts")).is_ok());
        for version in ["2.0", "3", "10.0"] {
            assert_eq!(refused(&with(version, "prompts")), ("exportVersion".into(), "NEWER_VERSION".into()));
        }
        for version in ["", "1", "1.", "1.x", "0.9", "v1.0", "1.00000"] {
            assert_eq!(refused(&with(version, "prompts")), ("exportVersion".into(), "UNKNOWN_VERSION".into()));
        }
        assert_eq!(refused(&with("1.0", "rules")), ("kind".into(), "UNKNOWN_KIND".into()));
        assert_eq!(refused(r#"{"kind":"prompts","items":[]}"#), ("exportVersion".into(), "REQUIRED".into()));
        assert_eq!(refused(r#"{"exportVersion":"1.0","kind":"prompts"}"#), ("items".into(), "REQUIRED".into()));
        let timed = r#"{"exportVersion":"1.0","kind":"prompts","generatedAt":"now","items":[]}"#;
        assert_eq!(refused(timed), ("generatedAt".into(), "INVALID_TIME".into()));
        assert_eq!(
            refused(r#"{"data":{"exportVersion":"1.0","kind":"prompts","items":[]},"eror":null}"#),
            ("eror".into(), "UNKNOWN_FIELD".into())
        );
    }

    #[test]
    fn the_schema_states_what_is_checked() {
        let schema = serde_json::to_value(schemars::schema_for!(FileShape)).expect("a schema");
        assert_eq!(schema["properties"]["items"]["maxItems"], MAX_IMPORT_ITEMS);
        assert_eq!(schema["properties"]["kind"]["const"], KIND);
        assert_eq!(schema["required"], serde_json::json!(["exportVersion", "kind", "items"]));
        let item = serde_json::to_value(schemars::schema_for!(PromptItem)).expect("a schema");
        assert_eq!(item["properties"]["model"]["maxLength"], MAX_MODEL_CHARACTERS);
        assert_eq!(item["properties"]["name"]["maxLength"], MAX_PROMPT_NAME_CHARACTERS);
        assert_eq!(item["properties"]["text"]["maxLength"], MAX_PROMPT_TEXT_CHARACTERS);
    }

    #[test]
    fn of_a_file_without_end_no_more_is_read_than_shows_that_it_is_too_long() {
        let many = vec!["{}"; 9_000].join(",");
        for (form, text) in [
            (FileForm::Json, format!(r#"{{"exportVersion":"1.0","kind":"prompts","items":[{many}]}}"#)),
            (FileForm::Csv, format!("name\n{}", "n\n".repeat(9_000))),
            (FileForm::Ndjson, "{}\n".repeat(9_000)),
        ] {
            let read = items(form, &text).map(|items| items.len());
            assert_eq!(read.ok(), Some(MAX_IMPORT_ITEMS + 1), "{form:?}");
            assert!(check_count(MAX_IMPORT_ITEMS + 1).is_err() && check_count(MAX_IMPORT_ITEMS).is_ok());
        }
    }

    proptest! {
        #[test]
        fn no_file_makes_a_reader_panic(bytes: Vec<u8>, text in "(\\{|\\}|id|,|\n|\"|:|name|text|5){0,40}") {
            for form in FileForm::EVERY {
                for body in [&bytes[..], text.as_bytes()] {
                    let Ok(text) = text_of(body) else { continue };
                    let _ = items(form, &text).map(|items| items.into_iter().map(FileItem::read).count());
                }
            }
        }
    }
}
