//! The responses of the service.

use std::sync::Mutex;

use axum::{
    body::{Body, to_bytes},
    extract::Request,
    http::Response,
};
use futures_util::stream;
use sha2::{Digest as _, Sha256};

use super::{
    request::Received,
    signature,
    state::{Fault, Operation, State, Upload, locked},
};

/// The maximum size of a request that is read, in bytes.
const MAX_REQUEST_BYTES: usize = 64 * 1024 * 1024;
/// The minimum size of each part except the last, in bytes.
const MIN_PART_BYTES: usize = 5 * 1024 * 1024;
const WHEN: &str = "2026-06-15T08:00:00.000Z";
const WHEN_IN_HEADERS: &str = "Mon, 15 Jun 2026 08:00:00 GMT";

/// A status, headers and a body.
struct Answer {
    status: u16,
    headers: Vec<(&'static str, String)>,
    body: Vec<u8>,
}

impl Answer {
    fn xml(text: String) -> Self {
        Self::of(200, "application/xml", text.into_bytes())
    }

    fn of(status: u16, kind: &str, body: Vec<u8>) -> Self {
        Self { status, headers: vec![("content-type", kind.into())], body }
    }

    fn refused(status: u16, code: &str) -> Self {
        // Like the real services, it shows what was signed; no client may pass that on.
        let text = format!(
            "<?xml version=\"1.0\"?><Error><Code>{code}</Code><Message>The stand-in refuses: {code}.</Message>\
             <StringToSign>string-that-was-signed</StringToSign></Error>"
        );
        Self::of(status, "application/xml", text.into_bytes())
    }

    fn into_response(self) -> Response<Body> {
        let mut response = Response::builder().status(self.status);
        for (name, value) in self.headers {
            response = response.header(name, value);
        }
        response.body(Body::from(self.body)).expect("status and headers are valid")
    }

    /// Sends the first half of the body and then breaks off.
    fn broken_off(self) -> Response<Body> {
        let half = self.body[..self.body.len() / 2].to_vec();
        let parts = [Ok(half), Err(std::io::Error::other("broken off"))];
        let response = Response::builder().status(self.status).header("content-length", self.body.len());
        let response = self
            .headers
            .into_iter()
            .filter(|(name, _)| *name != "content-length")
            .fold(response, |response, (name, value)| response.header(name, value));
        response.body(Body::from_stream(stream::iter(parts))).expect("status and headers are valid")
    }
}

/// Responds to a request.
pub(super) async fn answer(state: &Mutex<State>, request: Request) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let Ok(body) = to_bytes(body, MAX_REQUEST_BYTES).await else {
        return Answer::refused(400, "IncompleteBody").into_response();
    };
    let request = Received { method: parts.method, uri: parts.uri, headers: parts.headers, body: body.to_vec() };
    let (answered, fault) = {
        let mut state = locked(state);
        state.largest_body = state.largest_body.max(request.body.len());
        decide(&mut state, &request)
    };
    match (answered, fault) {
        (_, Some(Fault::Hang)) => std::future::pending().await,
        (answer, Some(Fault::BreakOff)) => answer.broken_off(),
        (mut answer, Some(Fault::Corrupt)) => {
            let middle = answer.body.len() / 2;
            answer.body[middle] ^= 1;
            answer.into_response()
        }
        (answer, _) => answer.into_response(),
    }
}

fn decide(state: &mut State, request: &Received) -> (Answer, Option<Fault>) {
    if let Err((status, code)) = signature::check(request, &state.secret) {
        return (Answer::refused(status, code), None);
    }
    let Some(key) = request.key() else { return (Answer::refused(404, "NoSuchBucket"), None) };
    let Some(operation) = request.operation(&key) else { return (Answer::refused(501, "NotImplemented"), None) };
    match state.next_fault(operation) {
        Some(Fault::Refuse(status, code)) => (Answer::refused(status, code), None),
        // The operation is not executed either.
        Some(Fault::Hang) => (Answer::refused(500, "InternalError"), Some(Fault::Hang)),
        fault => (work(state, request, operation, key), fault),
    }
}

fn work(state: &mut State, request: &Received, operation: Operation, key: String) -> Answer {
    let upload_id = request.parameter("uploadId").unwrap_or_default();
    match operation {
        Operation::List => list(state, request),
        Operation::Head | Operation::Get => match state.objects.get(&key) {
            Some(bytes) => object(bytes, request),
            None => Answer::refused(404, "NoSuchKey"),
        },
        Operation::Put => {
            let tag = tag_of(&request.body);
            state.objects.insert(key, request.body.clone());
            Answer { headers: vec![("etag", tag)], ..Answer::of(200, "", Vec::new()) }
        }
        Operation::Delete => {
            state.objects.remove(&key);
            Answer::of(204, "", Vec::new())
        }
        Operation::Create => {
            state.begun += 1;
            let id = format!("upload-{}", state.begun);
            state.uploads.insert(id.clone(), Upload { key, ..Upload::default() });
            Answer::xml(format!(
                "<InitiateMultipartUploadResult><UploadId>{id}</UploadId></InitiateMultipartUploadResult>"
            ))
        }
        Operation::Part => {
            let number = request.parameter("partNumber").and_then(|number| number.parse().ok()).unwrap_or(0);
            match state.uploads.get_mut(&upload_id).filter(|upload| upload.key == key) {
                Some(upload) if (1..=10_000).contains(&number) => {
                    upload.parts.insert(number, request.body.clone());
                    Answer { headers: vec![("etag", tag_of(&request.body))], ..Answer::of(200, "", Vec::new()) }
                }
                Some(_) => Answer::refused(400, "InvalidArgument"),
                None => Answer::refused(404, "NoSuchUpload"),
            }
        }
        Operation::Complete => complete(state, request, &upload_id, key),
        Operation::Abort => match state.uploads.remove(&upload_id) {
            Some(_) => Answer::of(204, "", Vec::new()),
            None => Answer::refused(404, "NoSuchUpload"),
        },
    }
}

fn complete(state: &mut State, request: &Received, id: &str, key: String) -> Answer {
    let Some(upload) = state.uploads.get(id).filter(|upload| upload.key == key) else {
        return Answer::refused(404, "NoSuchUpload");
    };
    let text = String::from_utf8_lossy(&request.body);
    let named: Vec<(u32, String)> = text
        .split("<Part>")
        .skip(1)
        .map(|part| (between(part, "PartNumber").parse().unwrap_or(0), between(part, "ETag").replace("&quot;", "\"")))
        .collect();
    let is_ascending = named.windows(2).all(|pair| pair[0].0 < pair[1].0);
    let known: Option<Vec<&Vec<u8>>> =
        named.iter().map(|(number, tag)| upload.parts.get(number).filter(|bytes| tag_of(bytes) == *tag)).collect();
    let Some(parts) = known.filter(|parts| is_ascending && !parts.is_empty()) else {
        return Answer::refused(400, "InvalidPart");
    };
    if parts[..parts.len() - 1].iter().any(|part| part.len() < MIN_PART_BYTES) {
        return Answer::refused(400, "EntityTooSmall");
    }
    let whole: Vec<u8> = parts.into_iter().flatten().copied().collect();
    let tag = tag_of(&whole).replace('"', "&quot;");
    state.uploads.remove(id);
    state.objects.insert(key, whole);
    Answer::xml(format!("<CompleteMultipartUploadResult><ETag>{tag}</ETag></CompleteMultipartUploadResult>"))
}

/// An object, or the end of it that a range requests.
fn object(bytes: &[u8], request: &Received) -> Answer {
    let from = request.header("range").strip_prefix("bytes=").and_then(|range| range.split_once('-'));
    let from = from.and_then(|(from, _)| from.parse::<usize>().ok()).filter(|from| *from < bytes.len());
    let mut headers = vec![("etag", tag_of(bytes)), ("last-modified", WHEN_IN_HEADERS.into())];
    let rest = &bytes[from.unwrap_or(0)..];
    headers.push(("content-length", rest.len().to_string()));
    if let Some(from) = from {
        headers.push(("content-range", format!("bytes {from}-{}/{}", bytes.len() - 1, bytes.len())));
    }
    Answer { status: if from.is_some() { 206 } else { 200 }, headers, body: rest.to_vec() }
}

fn list(state: &State, request: &Received) -> Answer {
    let prefix = request.parameter("prefix").unwrap_or_default();
    let delimiter = request.parameter("delimiter").unwrap_or_default();
    // The token is the last key of the previous page, with characters that a client must encode correctly to return it.
    let after = request.parameter("continuation-token").map(|token| token.trim_start_matches("after+/=").to_owned());
    let is_next = |key: &&String| after.as_ref().is_none_or(|after| *key > after);
    let is_direct = |key: &&String| delimiter.is_empty() || !key[prefix.len()..].contains(&delimiter);
    let mut found = state.objects.keys().filter(|key| key.starts_with(&prefix)).filter(is_next).filter(is_direct);
    let page: Vec<&String> = found.by_ref().take(state.page).collect();
    let more = match (found.next(), page.last()) {
        (Some(_), Some(last)) => format!("<NextContinuationToken>after+/={last}</NextContinuationToken>"),
        _ => String::new(),
    };
    let contents: String = page
        .iter()
        .map(|key| {
            format!(
                "<Contents><Key>{}</Key><LastModified>{WHEN}</LastModified><ETag>x</ETag><Size>{}</Size></Contents>",
                key.replace('&', "&amp;").replace('<', "&lt;"),
                state.objects[*key].len()
            )
        })
        .collect();
    Answer::xml(format!("<?xml version=\"1.0\"?><ListBucketResult>{contents}{more}</ListBucketResult>"))
}

fn tag_of(bytes: &[u8]) -> String {
    format!("\"{}\"", &hex::encode(Sha256::digest(bytes))[..32])
}

fn between<'t>(text: &'t str, element: &str) -> &'t str {
    let rest = text.split_once(&format!("<{element}>")).map_or("", |(_, rest)| rest);
    rest.split_once(&format!("</{element}>")).map_or("", |(value, _)| value)
}
