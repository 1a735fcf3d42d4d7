//! Tests that items and errors of prompt files name their lines.

use super::*;
use crate::resources::prompts::file_text::text_of;

#[test]
fn every_item_knows_the_line_on_which_it_begins() {
    let json = "{ \"exportVersion\": \"1.0\",\r\n \"kind\": \"prompts\",\n \"items\": [ {},\n {\n }, 5,\n\n \"x\"] }";
    let enveloped = format!("{{\n\"data\": {json}\n}}");
    for (form, text, expected) in [
        (FileForm::Json, json, vec![3, 4, 5, 7]),
        (FileForm::Json, &enveloped, vec![4, 5, 6, 8]),
        (FileForm::Ndjson, "{}\n\n{}\r\n  {}\n", vec![1, 3, 4]),
        (FileForm::Csv, "\nname,text\r\na,\"one\ntwo\"\r\n,\r\n\nb,three\rc,four", vec![3, 7, 8]),
        (FileForm::Csv, "name\n\"a\nb\nc\"\nd\n", vec![2, 5]),
        (FileForm::Csv, "sep=;\r\nname;text\r\na;\"one\ntwo\"\r\nb;three\r\n", vec![3, 5]),
    ] {
        let read = items(form, text).unwrap_or_else(|error| panic!("{text}: {}", error.message));
        assert_eq!(read.iter().map(|item| item.line).collect::<Vec<_>>(), expected, "{text}");
    }
}

#[test]
fn a_file_that_cannot_be_read_names_the_line() {
    for (form, bytes, line, code) in [
        (FileForm::Csv, &b"name,text\na,b\nc,\xE4\n"[..], 3, "INVALID_ENCODING"),
        (FileForm::Ndjson, b"\xFF", 1, "INVALID_ENCODING"),
        (FileForm::Json, b"{\n\"items\": [\n}", 3, "INVALID_JSON"),
        (FileForm::Csv, b"\n\nname|text\n", 3, "UNKNOWN_COLUMN"),
        (FileForm::Csv, b"sep=;\nname;txt\n", 2, "UNKNOWN_COLUMN"),
        (FileForm::Csv, b"name,txt\n", 1, "UNKNOWN_COLUMN"),
        (FileForm::Csv, b"name,text,name\n", 1, "DUPLICATE_COLUMN"),
    ] {
        let error = text_of(bytes).and_then(|text| items(form, &text).map(|_| ())).expect_err("refused");
        let detail = &error.details[0];
        assert_eq!((detail.line, detail.code.as_str()), (Some(line), code), "{}", error.message);
        assert!(error.message.to_lowercase().contains(&format!("line {line}")), "{}", error.message);
    }
}
