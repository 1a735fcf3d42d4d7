//! What handlers answer with, and how it becomes bytes: the envelope.
//!
//! `data` is written to JSON once; the envelope is put around it as text.

use askline_domain::shared::paging::Page;
use axum::{
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header},
};
use bytes::Bytes;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    caches::packed_data::{self, PackedData},
    pipeline::{
        error::{ApiError, Code},
        request::{
            cursor::{Cursor, List},
            entity_tag,
        },
        response::{envelope_body::EnvelopeBody, file_body::FileBody, present_fields::every_field_present},
    },
};

/// Bytes from which on data are sent as they are kept and not copied into one buffer with the envelope.
const SHARED_BYTES_LEAST: usize = 4 * 1024;
/// What stands before the data in every answer.
pub(crate) const BEFORE_DATA: &[u8] = b"{\"data\":";

/// What a handler can answer.
pub enum Reply<T> {
    /// Data in the envelope, with the status of the row.
    Data(Told<T>),
    /// Data in the envelope, with 200 where the row has another status: the caller asked to be told, and nothing was begun.
    /// The row says `or_tells`.
    NothingBegun(Told<T>),
    /// Data in the envelope, of the shape of `T`, that are made while they are taken.
    Streamed(Headers, FileBody),
    /// A file in place of the envelope, of this media type.
    Download(Headers, &'static str, Bytes),
    /// A file in place of the envelope, of this media type, that is made while it is taken.
    File(Headers, &'static str, FileBody),
}

/// Data, and what is told beside them.
pub struct Told<T> {
    data: T,
    pagination: Option<Pagination>,
    range: Option<Range>,
    headers: Headers,
    replay: Option<serde_json::Value>,
    packed: Option<PackedData>,
}

/// Headers of an answer.
pub type Headers = Vec<(HeaderName, HeaderValue)>;

/// How to read on in a list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct Pagination {
    /// Rows of a page.
    pub limit: u32,
    /// Whether more rows follow.
    pub has_more: bool,
    /// To be sent as `cursor` for them; null on the last page.
    pub next_cursor: Option<Cursor>,
}

/// The calendar dates an answer covers, both included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Range {
    /// The oldest date.
    #[schemars(extend("format" = "date"))]
    pub from: String,
    /// The newest date.
    #[schemars(extend("format" = "date"))]
    pub to: String,
    /// The site's time zone.
    pub timezone: String,
}

/// A list: `data.items`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "{T}List")]
pub struct Items<T> {
    /// The rows.
    pub items: Vec<T>,
}

/// Data that is JSON text already and has the shape of `T`.
pub struct Ready<T>(pub Bytes, std::marker::PhantomData<fn() -> T>);

impl<T> Ready<T> {
    /// Takes text that was made from a `T`.
    pub fn new(json: Bytes) -> Self {
        Self(json, std::marker::PhantomData)
    }
}

/// What can stand in `data`.
pub trait Data: Send {
    /// The type whose schema describes it.
    type Shape: JsonSchema;
    /// Its JSON text.
    fn into_json(self) -> Result<Bytes, serde_json::Error>;
}

impl<T: Serialize + JsonSchema + Send> Data for T {
    type Shape = T;
    fn into_json(self) -> Result<Bytes, serde_json::Error> {
        serde_json::to_vec(&self).map(Bytes::from)
    }
}

// Neither serializable nor with a schema of its own, so the two implementations cannot meet.
impl<T: JsonSchema> Data for Ready<T> {
    type Shape = T;
    fn into_json(self) -> Result<Bytes, serde_json::Error> {
        Ok(self.0)
    }
}

impl<T> Reply<T> {
    /// This data and nothing else.
    pub fn new(data: T) -> Self {
        Self::Data(Told::new(data))
    }

    /// This data, since the caller asked what would be, and nothing was begun.
    pub fn nothing_begun(data: T) -> Self {
        Self::NothingBegun(Told::new(data))
    }

    /// Data of the same shape that are made while they are taken.
    pub fn streamed(data: FileBody) -> Self {
        Self::Streamed(Headers::new(), data)
    }

    /// A file.
    pub fn download(content_type: &'static str, body: impl Into<Bytes>) -> Self {
        Self::Download(Headers::new(), content_type, body.into())
    }

    /// A file that is made while it is taken.
    pub fn file(content_type: &'static str, body: FileBody) -> Self {
        Self::File(Headers::new(), content_type, body)
    }

    /// Adds a header.
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        let headers = match &mut self {
            Self::Data(told) | Self::NothingBegun(told) => &mut told.headers,
            Self::Streamed(headers, _) | Self::Download(headers, ..) | Self::File(headers, ..) => headers,
        };
        headers.push((name, value));
        self
    }

    /// Keeps the answer out of every cache.
    pub fn no_store(self) -> Self {
        self.header(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))
    }

    /// Adds `meta.range` to data. A file has no `meta`.
    pub fn range(self, range: Range) -> Self {
        self.beside(|told| told.range = Some(range))
    }

    /// Adds `meta.pagination` to data. A file has no `meta`.
    pub fn pagination(self, pagination: Pagination) -> Self {
        self.beside(|told| told.pagination = Some(pagination))
    }

    /// Binds the next page to the list that it is of.
    pub(crate) fn sealed(self, list: Option<&List<'_>>) -> Self {
        self.beside(|told| {
            if let (Some(list), Some(pagination)) = (list, &mut told.pagination) {
                pagination.next_cursor = pagination.next_cursor.as_ref().map(|place| list.sealed(place));
            }
        })
    }

    /// What a repeat of this request under the same `Idempotency-Key` gets as `data`, when it is not the same.
    pub fn replayed_as(self, data: serde_json::Value) -> Self {
        self.beside(|told| told.replay = Some(data))
    }

    /// Sends the same data packed. The caller reads that.
    pub(crate) fn packed(self, packed: Option<PackedData>) -> Self {
        self.beside(|told| told.packed = packed)
    }

    /// The same with other data; a file stays what it is.
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Reply<U> {
        match self {
            Self::Data(told) => Reply::Data(told.map(change)),
            Self::NothingBegun(told) => Reply::NothingBegun(told.map(change)),
            Self::Streamed(headers, body) => Reply::Streamed(headers, body),
            Self::Download(headers, media_type, body) => Reply::Download(headers, media_type, body),
            Self::File(headers, media_type, body) => Reply::File(headers, media_type, body),
        }
    }

    fn beside(mut self, change: impl FnOnce(&mut Told<T>)) -> Self {
        if let Self::Data(told) | Self::NothingBegun(told) = &mut self {
            change(told);
        }
        self
    }
}

impl<T> Told<T> {
    fn new(data: T) -> Self {
        Self { data, pagination: None, range: None, headers: Headers::new(), replay: None, packed: None }
    }

    fn map<U>(self, change: impl FnOnce(T) -> U) -> Told<U> {
        let Self { data, pagination, range, headers, replay, packed } = self;
        Told { data: change(data), pagination, range, headers, replay, packed }
    }
}

impl<T> Reply<Items<T>> {
    /// A page of a list whose rows are found again by `id_bits`.
    pub fn page(page: Page<T>, limit: u32, id_bits: impl Fn(&T) -> u128) -> Self {
        let next_cursor = page.items.last().filter(|_| page.has_more).map(|row| Cursor::after(id_bits(row)));
        let pagination = Pagination { limit, has_more: page.has_more, next_cursor };
        Self::new(Items { items: page.items }).pagination(pagination)
    }
}

/// An answer without a request's particulars: what the route table finishes.
pub struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: Headers,
    pub(crate) content: Content,
}

pub(crate) enum Content {
    /// `data`, and the members of `meta` beside the request id, each with a leading comma.
    Data {
        json: Bytes,
        meta: String,
        replay: Option<serde_json::Value>,
        packed: Option<PackedData>,
    },
    Error(ApiError),
    Download {
        content_type: &'static str,
        body: Bytes,
    },
    /// What is made while it is taken.
    File {
        content_type: &'static str,
        body: FileBody,
    },
    /// `data` that are.
    Streamed(FileBody),
    NotModified,
    /// What an earlier request under the same `Idempotency-Key` was answered.
    Replay {
        body: String,
    },
}

impl Answer {
    /// What `reply` is with this status.
    pub(crate) fn of<T: Data>(reply: Reply<T>, status: StatusCode) -> Result<Self, ApiError> {
        let (headers, content) = match reply {
            Reply::Data(told) => return Self::told(told, status),
            Reply::NothingBegun(told) => return Self::told(told, StatusCode::OK),
            Reply::Streamed(headers, data) => (headers, Content::Streamed(data)),
            Reply::Download(headers, content_type, body) => (headers, Content::Download { content_type, body }),
            Reply::File(headers, content_type, body) => (headers, Content::File { content_type, body }),
        };
        Ok(Self { status, headers, content })
    }

    fn told<T: Data>(told: Told<T>, status: StatusCode) -> Result<Self, ApiError> {
        let mut meta = String::new();
        if let Some(pagination) = &told.pagination {
            meta.push_str(",\"pagination\":");
            meta.push_str(&serde_json::to_string(pagination).map_err(ApiError::internal)?);
        }
        if let Some(range) = &told.range {
            meta.push_str(",\"range\":");
            meta.push_str(&serde_json::to_string(range).map_err(ApiError::internal)?);
        }
        let json = told.data.into_json().map_err(ApiError::internal)?;
        let content = Content::Data { json, meta, replay: told.replay, packed: told.packed };
        Ok(Self { status, headers: told.headers, content })
    }

    /// The answer to someone who has this data already: 304 with the same headers. Only what has an entity tag, and
    /// was asked for and not done, is ever left out.
    pub(crate) fn unless_at_hand(mut self, method: &Method, asked: &HeaderMap) -> Self {
        let is_read = method.is_safe() && self.status == StatusCode::OK;
        let tag = self.headers.iter().find(|(name, _)| name == header::ETAG).map(|(_, tag)| tag);
        if is_read && tag.is_some_and(|tag| entity_tag::is_at_hand(asked, tag)) {
            self.status = StatusCode::NOT_MODIFIED;
            self.content = Content::NotModified;
        }
        self
    }

    pub(crate) fn error(error: ApiError) -> Self {
        Self { status: error.code.status(), headers: Vec::new(), content: Content::Error(error) }
    }

    /// Whether the change turned out to be made already, by another request with the same `Idempotency-Key`.
    pub(crate) fn tells_of_a_change_made_before(&self) -> bool {
        matches!(&self.content, Content::Error(error) if error.code == Code::IdempotencyInProgress)
    }

    /// What is kept for a repeat: `"data":…,"error":null` and the rest of `meta`; `None` for what cannot be repeated.
    pub(crate) fn stored_body(&self) -> Option<String> {
        match &self.content {
            Content::Data { json, meta, replay, .. } => {
                let data = match replay {
                    Some(value) => value.to_string(),
                    None => String::from_utf8_lossy(json).into_owned(),
                };
                Some(format!("\"data\":{data},\"error\":null,\"meta\":{{{}", meta.trim_start_matches(',')))
            }
            _ => None,
        }
    }

    /// The response to the request with this id.
    pub(crate) fn into_response(self, request_id: &str) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        for (name, value) in self.headers {
            // The one header that may come several times.
            if name == header::SET_COOKIE {
                headers.append(name, value);
            } else {
                headers.insert(name, value);
            }
        }
        let json = HeaderValue::from_static("application/json");
        let (content_type, body) = match self.content {
            Content::Data { json: data, meta, packed, .. } if data.len() >= SHARED_BYTES_LEAST => {
                let end = format!(",\"error\":null,\"meta\":{{\"requestId\":\"{request_id}\"{meta}}}}}");
                let parts = match packed {
                    Some(packed) => {
                        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(packed_data::ENCODING));
                        packed.ended_by(&end)
                    }
                    None => [Bytes::from_static(BEFORE_DATA), data, Bytes::from(end)],
                };
                headers.insert(header::CONTENT_TYPE, json);
                *response.body_mut() = Body::new(EnvelopeBody::new(parts));
                return response;
            }
            Content::File { content_type, body } => {
                headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(content_type));
                *response.body_mut() = Body::new(body);
                return response;
            }
            Content::Streamed(data) => {
                let end = Bytes::from(format!(",\"error\":null,\"meta\":{{\"requestId\":\"{request_id}\"}}}}"));
                headers.insert(header::CONTENT_TYPE, json);
                *response.body_mut() = Body::new(data.between(Bytes::from_static(BEFORE_DATA), end));
                return response;
            }
            Content::Data { json: data, meta, .. } => (json, enveloped(&data, b"null", request_id, &meta)),
            Content::Error(error) => {
                if let Some(seconds) = error.retry_after {
                    headers.insert(header::RETRY_AFTER, seconds.into());
                }
                if let Some(allow) = error.allow.as_deref().and_then(|text| text.parse().ok()) {
                    headers.insert(header::ALLOW, allow);
                }
                if self.status == StatusCode::UNAUTHORIZED {
                    headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
                }
                let error = serde_json::to_vec(&error.body()).expect("an error is plain text and lists");
                (json, enveloped(b"null", &error, request_id, ""))
            }
            Content::Replay { body } => {
                let separator = if body.ends_with('{') { "" } else { "," };
                (json, Bytes::from(format!("{{{body}{separator}\"requestId\":\"{request_id}\"}}}}")))
            }
            Content::Download { content_type, body } => (HeaderValue::from_static(content_type), body),
            Content::NotModified => return response,
        };
        headers.insert(header::CONTENT_TYPE, content_type);
        *response.body_mut() = Body::from(body);
        response
    }
}

fn enveloped(data: &[u8], error: &[u8], request_id: &str, meta: &str) -> Bytes {
    let mut text = Vec::with_capacity(data.len() + error.len() + meta.len() + 96);
    for part in [
        BEFORE_DATA,
        data,
        b",\"error\":",
        error,
        b",\"meta\":{\"requestId\":\"",
        request_id.as_bytes(),
        b"\"",
        meta.as_bytes(),
        b"}}",
    ] {
        text.extend_from_slice(part);
    }
    text.into()
}
