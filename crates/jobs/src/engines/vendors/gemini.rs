//! Google: Gemini, grounded in Google Search. No parameter forces a search, and sources arrive as redirects.

use askline_app::ports::monitors::answer_engine::AnswerEngine;
use askline_domain::engines::{
    Engine,
    answer::{EngineAnswer, EngineFailure, EngineFailureKind as Kind, EngineQuestion},
};
use async_trait::async_trait;
use serde_json::{Value, json};
use url::Url;

use crate::engines::{
    access::{EngineAccess, NotConnected},
    requests::{
        connection::Connection,
        fault::Fault,
        instructions::{self, MAX_ANSWER_TOKENS},
    },
    responses::{
        evidence::{address_of, list_or_empty, missing, title_of},
        json::{items, says, text},
        reading::{CitedPage, Reading},
        redirects::{Redirects, front_page},
    },
};

/// The connector.
pub struct Gemini {
    connection: Connection,
    redirects: Redirects,
}

impl Gemini {
    /// Creates a connector with this access.
    pub fn new(access: &EngineAccess) -> Result<Self, NotConnected> {
        let method = format!("{}:generateContent", access.model);
        Ok(Self {
            // In a header, because a key in the URL would end up in logs on the way.
            connection: Connection::new(access, &["models", &method], "x-goog-api-key", "")?,
            redirects: Redirects::new(&access.base_url, access.max_time)?,
        })
    }

    /// Returns the reading with the pages to which the redirects lead.
    async fn resolve(&self, grounded: Grounded) -> Reading {
        let addresses: Vec<&str> = grounded.addresses().collect();
        let targets = self.redirects.targets(&addresses).await;
        let reading =
            grounded.leading_to(|url| targets.get(url.as_str()).cloned(), |url| self.redirects.is_redirect(url));
        Reading { targets, ..reading }
    }
}

#[async_trait]
impl AnswerEngine for Gemini {
    fn engine(&self) -> Engine {
        Engine::Gemini
    }

    async fn ask(&self, question: &EngineQuestion) -> Result<EngineAnswer, EngineFailure> {
        let reply = self.connection.send(&request(question), refusal).await?;
        let reading = match read(&reply.json) {
            Ok(grounded) => Ok(self.resolve(grounded).await),
            Err(fault) => Err(fault),
        };
        self.connection.finish(reading, reply.raw)
    }
}

fn request(question: &EngineQuestion) -> Value {
    let mut request = json!({
        "contents": [{ "role": "user", "parts": [{ "text": question.text }] }],
        "tools": [{ "google_search": {} }],
        "generationConfig": { "maxOutputTokens": MAX_ANSWER_TOKENS },
    });
    if let Some(told) = instructions::language_and_region(question) {
        request["systemInstruction"] = json!({ "parts": [{ "text": told }] });
    }
    request
}

/// What a response says, with sources that are still redirects.
#[derive(Debug)]
pub struct Grounded {
    /// Everything except the sources.
    pub reading: Reading,
    /// Pages that were retrieved.
    pub chunks: Vec<Chunk>,
    /// Which of them support the text, each with the place in characters at which its passage begins.
    pub cited: Vec<(u64, usize)>,
}

impl Grounded {
    /// The addresses of the sources.
    pub fn addresses(&self) -> impl Iterator<Item = &str> {
        self.chunks.iter().map(|chunk| chunk.url.as_str())
    }

    /// Returns the reading with the pages to which the sources lead: the target of a redirect if it is known, otherwise
    /// the home page of the host that the engine names, marked as not the page itself.
    pub fn leading_to(self, target: impl Fn(&Url) -> Option<String>, is_redirect: impl Fn(&Url) -> bool) -> Reading {
        let Grounded { mut reading, chunks, cited } = self;
        let pages: Vec<(String, bool)> = chunks
            .iter()
            .map(|chunk| {
                let url = Url::parse(&chunk.url).ok();
                let hidden = url.as_ref().is_some_and(&is_redirect);
                let named = || front_page(chunk.domain.as_deref().or(chunk.title.as_deref())).filter(|_| hidden);
                match url.as_ref().and_then(&target) {
                    Some(page) => (page, true),
                    None => (named().unwrap_or_else(|| chunk.url.clone()), !hidden),
                }
            })
            .collect();
        for ((page, page_known), chunk) in pages.iter().zip(&chunks).filter(|(_, chunk)| chunk.is_page) {
            reading.consulted.add_as(page, chunk.title.as_deref(), *page_known);
        }
        for (at, index) in cited {
            if let (Some((url, page_known)), Some(chunk)) = (pages.get(index), chunks.get(index)) {
                let (url, title) = (url.clone(), chunk.title.clone());
                reading.cited.push(CitedPage { at, url, title, page_known: *page_known });
            }
        }
        reading
    }
}

/// A page behind a redirect.
#[derive(Debug)]
pub struct Chunk {
    url: String,
    /// Whether it is a page of the web, and not a place on a map or a document of the caller.
    is_page: bool,
    title: Option<String>,
    domain: Option<String>,
}

/// Reads a response with 200. Looks for `content.parts[].text`, and for an address in `groundingChunks` behind each index in
/// `groundingSupports`.
pub fn read(body: &Value) -> Result<Grounded, Fault> {
    let Some(candidate) = body.pointer("/candidates/0") else {
        let reason = text(body, "/promptFeedback/blockReason");
        return Err(match reason {
            Some(_) => Fault::lasting(Kind::Declined).called(reason),
            None => missing("no candidate"),
        });
    };
    match text(candidate, "/finishReason") {
        None | Some("STOP" | "FINISH_REASON_UNSPECIFIED") => {}
        Some(reason) => return Err(Fault::lasting(Kind::Declined).called(Some(reason))),
    }
    let parts = items(candidate, "/content/parts").iter().filter(|part| !is_thought(part));
    let mut reading = Reading {
        model: text(body, "/modelVersion").map(str::to_owned),
        text: parts.filter_map(|part| text(part, "/text")).collect(),
        ..Reading::default()
    };
    let queries = grounding(candidate, "webSearchQueries", "web_search_queries")?;
    // Each query is billed, also one that is repeated.
    reading.billed_queries = u32::try_from(queries.len()).unwrap_or(u32::MAX);
    for query in queries {
        reading.searched = true;
        reading.add_query(query.as_str());
    }
    let chunks: Vec<Chunk> = grounding(candidate, "groundingChunks", "grounding_chunks")?.iter().map(chunk).collect();
    let cited = cited_chunks(candidate, &chunks)?;
    Ok(Grounded { reading, chunks, cited })
}

/// A list of the grounding. The API writes camelCase, and some proxies and client libraries write snake_case.
fn grounding<'a>(candidate: &'a Value, camel: &str, snake: &str) -> Result<&'a [Value], Fault> {
    let pointers = ["groundingMetadata", "grounding_metadata"]
        .map(|parent| [format!("/{parent}/{camel}"), format!("/{parent}/{snake}")])
        .concat();
    list_or_empty(candidate, &pointers.iter().map(String::as_str).collect::<Vec<_>>())
}

/// A chunk of another kind keeps its index, since passages name chunks by number.
fn chunk(chunk: &Value) -> Chunk {
    let other = ["/retrievedContext", "/maps"].into_iter().find_map(|kind| chunk.pointer(kind));
    let kind = chunk.pointer("/web").or(other).unwrap_or(chunk);
    Chunk {
        url: address_of(kind).unwrap_or_default().to_owned(),
        is_page: chunk.pointer("/web").is_some() || other.is_none(),
        title: title_of(kind).map(str::to_owned),
        domain: text(kind, "/domain").map(str::to_owned),
    }
}

/// The numbers of chunks, each with the character at which its passage begins. The response gives that place as a part
/// and a byte; both are omitted if they are zero. A passage without a chunk that has an address says that a source is missing.
fn cited_chunks(candidate: &Value, found: &[Chunk]) -> Result<Vec<(u64, usize)>, Fault> {
    let number = |support: &Value, pointer| support.pointer(pointer).and_then(Value::as_u64).unwrap_or(0);
    let parts = items(candidate, "/content/parts");
    let said: Vec<&str> =
        parts.iter().map(|part| if is_thought(part) { "" } else { text(part, "/text").unwrap_or_default() }).collect();
    let whole = said.concat();
    let place = |support: &Value| {
        let part = usize::try_from(number(support, "/segment/partIndex")).unwrap_or(usize::MAX);
        let before: usize = said.iter().take(part).map(|text| text.len()).sum();
        let byte = before.saturating_add(usize::try_from(number(support, "/segment/startIndex")).unwrap_or(usize::MAX));
        whole[..whole.floor_char_boundary(byte.min(whole.len()))].chars().count() as u64
    };
    let mut chunks: Vec<(u64, usize)> = Vec::new();
    for support in grounding(candidate, "groundingSupports", "grounding_supports")? {
        let indices = list_or_empty(support, &["/groundingChunkIndices", "/grounding_chunk_indices"])?;
        if indices.is_empty() {
            return Err(missing("groundingSupports without groundingChunkIndices"));
        }
        for index in indices {
            let index = index.as_u64().and_then(|index| usize::try_from(index).ok());
            match index.filter(|index| found.get(*index).is_some_and(|chunk| !chunk.url.is_empty())) {
                Some(index) if !found[index].is_page => {}
                Some(index) => chunks.push((place(support), index)),
                None => return Err(missing("groundingSupports that point at no groundingChunks")),
            }
        }
    }
    chunks.sort_by_key(|(at, _)| *at);
    Ok(chunks)
}

fn is_thought(part: &Value) -> bool {
    part.get("thought").and_then(Value::as_bool) == Some(true)
}

/// Reads a response with another status. A wrong key gets 400.
pub fn refusal(status: u16, body: &Value) -> Fault {
    let details = items(body, "/error/details");
    let reason = details.iter().find_map(|detail| text(detail, "/reason"));
    let called = text(body, "/error/status");
    let of_the_day = details
        .iter()
        .flat_map(|detail| items(detail, "/violations"))
        .any(|violation| says(Some(&violation.to_string()), &["perday"]));
    let fault = match (status, called) {
        (400, _) if matches!(reason, Some("API_KEY_INVALID" | "API_KEY_EXPIRED")) => Fault::lasting(Kind::BadKey),
        (400, Some("FAILED_PRECONDITION")) => Fault::lasting(Kind::Forbidden),
        // Asking again would use up the rest of the day's quota.
        (429, _) if of_the_day => Fault::lasting(Kind::OutOfCredit),
        _ => Fault::of_status(status),
    };
    fault.called(called).called(reason)
}
