//! `/docs`: the API reference, one page without a script.
//!
//! It is made from the OpenAPI document. Every text of the document is escaped, so nothing in it can become markup.

mod document;
mod operation;
mod prose;
mod schema;

use std::{fmt::Write as _, sync::LazyLock};

use askline_api::{
    caches::packed_data::{ENCODING, pack_whole},
    pipeline::request::accepted_encoding::accepts,
    routes::documents::openapi_json,
};
use axum::{
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use bytes::Bytes;

use self::{document::Document, operation::operation, prose::prose, schema::fields};
use super::{error_codes::escaped, responses::text};
use crate::VERSION;

const FRAME: &str = include_str!("../../assets/docs/index.html");
const MEDIA_TYPE: &str = "text/html; charset=utf-8";

/// The page, and the page compressed: it is about a megabyte, and compressing it for each request would block an answering thread.
struct Page {
    plain: Bytes,
    packed: Option<Bytes>,
}

/// Made at the first request, because most servers never send it.
static PAGE: LazyLock<Page> = LazyLock::new(|| {
    let document = serde_json::from_slice(&openapi_json()).expect("the document is JSON");
    let plain = Bytes::from(page(&Document(document)));
    Page { packed: pack_whole(&plain), plain }
});

/// `GET /docs`
pub(super) async fn show(headers: HeaderMap) -> Response {
    let reads_packed = accepts(&headers, ENCODING);
    let making = move || match &PAGE.packed {
        Some(packed) if reads_packed => (packed.clone(), true),
        _ => (PAGE.plain.clone(), false),
    };
    let (body, is_packed) = tokio::task::spawn_blocking(making).await.expect("the document describes its own schemas");
    let mut response = text(MEDIA_TYPE, body);
    if is_packed {
        response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(ENCODING));
    }
    response.headers_mut().insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
    response
}

fn page(document: &Document) -> String {
    let (mut contents, mut sections) = (String::new(), String::new());
    for (tag, operations) in document.by_tag() {
        let name = escaped(tag);
        let _ = write!(contents, "<h2><a href=\"#tag-{name}\">{name}</a></h2><ul>");
        let about = document.0["tags"].as_array().and_then(|tags| tags.iter().find(|one| one["name"] == *tag));
        let about = about.and_then(|tag| tag["description"].as_str()).unwrap_or_default();
        let _ = write!(sections, "<h2 id=\"tag-{name}\">{name}</h2>{}", prose(about));
        for one in operations {
            let id = escaped(one.id());
            let words = format!("{} {} {} {} {tag}", one.method, one.path, one.summary(), one.scope());
            let _ = write!(
                contents,
                "<li data-words=\"{}\"><a href=\"#{id}\"><span class=\"method {method}\">{shown}</span> {summary}</a></li>",
                escaped(&words.to_lowercase()),
                method = one.method,
                shown = one.method.to_uppercase(),
                summary = escaped(one.summary()),
            );
            sections.push_str(&operation(document, &one));
        }
        contents.push_str("</ul>");
    }
    contents.push_str("<h2><a href=\"#schemas\">Schemas</a></h2>");
    FRAME
        .replace("{{version}}", VERSION)
        .replace("{{contents}}", &contents)
        .replace("{{operations}}", &sections)
        .replace("{{schemas}}", &schemas(document))
}

/// Every schema that has a name, once.
fn schemas(document: &Document) -> String {
    let mut sections = String::new();
    for (name, schema) in document.0["components"]["schemas"].as_object().into_iter().flatten() {
        let name = escaped(name);
        let about = schema["description"].as_str().map(prose).unwrap_or_default();
        let content = fields(document, schema).unwrap_or_else(|| schema::line(document, schema));
        let _ = write!(
            sections,
            "<section class=\"schema\" id=\"schema-{name}\"><h3><a href=\"#schema-{name}\">{name}</a></h3>{about}{content}</section>"
        );
    }
    sections
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use regex::Regex;

    use super::*;

    #[test]
    fn the_page_has_every_operation_parameter_and_schema_and_every_link_in_it_leads_somewhere() {
        let document = Document(serde_json::from_slice(&openapi_json()).expect("JSON"));
        let page = page(&document);
        println!("{} bytes, {:?} packed", page.len(), pack_whole(page.as_bytes()).map(|packed| packed.len()));
        let ids = Regex::new(r#" id="([^"]+)""#).expect("an expression");
        let ids: Vec<&str> = ids.captures_iter(&page).map(|found| found.extract::<1>().1[0]).collect();
        let known: BTreeSet<&str> = ids.iter().copied().collect();
        assert_eq!(known.len(), ids.len(), "an id is there twice");
        let links = Regex::new(r##"href="#([^"]+)""##).expect("an expression");
        let links: Vec<&str> = links.captures_iter(&page).map(|found| found.extract::<1>().1[0]).collect();
        assert!(links.len() > 1_000, "{}", links.len());
        for link in links {
            assert!(known.contains(link), "{link} leads nowhere");
        }
        let mut operations = 0;
        for (_, all) in document.by_tag() {
            for one in all {
                operations += 1;
                let start = page.find(&format!("<section class=\"operation\" id=\"{}\"", one.id())).expect("a section");
                let section = &page[start..start + page[start..].find("</section>").expect("its end")];
                assert!(section.contains(&format!("<code>{}</code>", one.path)), "{}", one.id());
                for parameter in one.operation["parameters"].as_array().into_iter().flatten() {
                    let name = document.resolved(parameter)["name"].as_str().expect("a name");
                    assert!(section.contains(&format!("<code>{name}</code>")), "{}: {name}", one.id());
                }
                for status in one.operation["responses"].as_object().expect("responses").keys() {
                    assert!(section.contains(&format!(">{status}<")), "{}: {status}", one.id());
                }
            }
        }
        assert!(operations > 100, "{operations}");
        for name in document.0["components"]["schemas"].as_object().expect("schemas").keys() {
            assert!(known.contains(format!("schema-{name}").as_str()), "{name}");
        }
        for part in ["{{version}}", "{{contents}}", "{{operations}}", "{{schemas}}"] {
            assert!(!page.contains(part), "{part} of the frame is not filled");
        }
        assert!(!page.contains("<script>") && !page.contains("style=\""), "the page's policy forbids them");
    }

    #[test]
    fn a_text_of_the_document_never_becomes_markup() {
        let hostile = "<script>alert(1)</script> `<b>` \"'";
        let document = Document(serde_json::json!({
            "tags": [{ "name": hostile, "description": hostile }],
            "paths": { "/<i>": { "get": {
                "operationId": hostile, "summary": hostile, "description": hostile, "tags": [hostile],
                "parameters": [{ "name": hostile, "in": "query", "schema": { "enum": [hostile] } }],
                "responses": { "200": { "description": hostile, "content": { "text/<b>": { "example": hostile } } } },
            } } },
            "components": { "schemas": { hostile: { "properties": { hostile: { "const": hostile } } } } },
        }));
        let page = page(&document);
        for tag in ["<script>", "<b>", "<i>"] {
            assert!(!page.contains(tag), "{tag}");
        }
    }
}
