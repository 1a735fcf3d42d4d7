//! A response with its envelope, and its conversion to bytes.
//!
//! `data` is written to JSON once; the envelope is put around it as text.

use std::collections::BTreeMap;

use askline_domain::keys::scope::Scope;
use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, Method, Response, StatusCode, header},
};
use bytes::Bytes;

use super::reply::{DataReply, Headers, Reply};
use crate::{
    caches::packed_data::{self, BEFORE_DATA, PackedData},
    pipeline::{
        error::{ApiError, Code},
        request::entity_tag,
        response::{envelope_body::EnvelopeBody, file_body::FileBody, location::location_of},
        route_table::policy::Policy,
    },
};

/// From this many bytes on, data is sent without copying it into one buffer with the envelope.
const MIN_SHARED_BYTES: usize = 4 * 1024;

/// A response before the parts that depend on the request, such as its id, are added.
pub struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: Headers,
    pub(crate) content: Content,
}

pub(crate) enum Content {
    /// `data`, and the members of `meta` besides the request id, each with a leading comma.
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
    /// A file that is generated while it is sent.
    File {
        content_type: &'static str,
        body: FileBody,
    },
    /// `data` that is generated while it is sent.
    Streamed(FileBody),
    NotModified,
    Redirect,
    /// The response to an earlier request with the same `Idempotency-Key`.
    Replay {
        body: String,
    },
}

impl Answer {
    /// Creates the response of `reply`, whose data is JSON text, with this status, with 200 if nothing was begun, or with 202 if an email
    /// continues the work.
    pub(crate) fn of(reply: Reply<Bytes>, status: StatusCode) -> Result<Self, ApiError> {
        let (headers, content) = match reply {
            Reply::Data(told) => return Self::told(told, status),
            Reply::NothingBegun(told) => return Self::told(told, StatusCode::OK),
            Reply::Deferred(told) => return Self::told(told, StatusCode::ACCEPTED),
            Reply::Streamed(headers, data) => (headers, Content::Streamed(data)),
            Reply::Download(headers, content_type, body) => (headers, Content::Download { content_type, body }),
            Reply::Redirect(headers) => (headers, Content::Redirect),
            Reply::File(headers, content_type, body) => (headers, Content::File { content_type, body }),
        };
        Ok(Self { status, headers, content })
    }

    fn told(told: DataReply<Bytes>, status: StatusCode) -> Result<Self, ApiError> {
        let mut meta = String::new();
        if let Some(pagination) = &told.pagination {
            meta.push_str(",\"pagination\":");
            meta.push_str(&serde_json::to_string(pagination).map_err(ApiError::internal)?);
        }
        if let Some(range) = &told.range {
            meta.push_str(",\"range\":");
            meta.push_str(&serde_json::to_string(range).map_err(ApiError::internal)?);
        }
        if !told.notes.is_empty() {
            meta.push_str(",\"notes\":");
            meta.push_str(&serde_json::to_string(&told.notes).map_err(ApiError::internal)?);
        }
        let content = Content::Data { json: told.data, meta, replay: told.replay, packed: told.packed };
        Ok(Self { status, headers: told.headers, content })
    }

    /// The response to a caller that already has this data: 304 with the same headers. Data is left out only if it has an entity
    /// tag and the request only reads it.
    pub(crate) fn unless_at_hand(mut self, method: &Method, asked: &HeaderMap) -> Self {
        let is_read = method.is_safe() && self.status == StatusCode::OK;
        let tag = self.headers.iter().find(|(name, _)| name == header::ETAG).map(|(_, tag)| tag);
        if is_read && tag.is_some_and(|tag| entity_tag::is_at_hand(asked, tag)) {
            self.status = StatusCode::NOT_MODIFIED;
            self.content = Content::NotModified;
        }
        self
    }

    /// Adds an entity tag of the content to a success that has none, except to what is generated while it is sent.
    pub(crate) fn with_entity_tag(mut self) -> Self {
        let is_tagged = self.headers.iter().any(|(name, _)| name == header::ETAG);
        if self.status == StatusCode::OK && !is_tagged {
            let tag = match &self.content {
                // The request id in the envelope differs each time, so the tag is weak.
                Content::Data { json, meta, .. } => Some(entity_tag::weak_tag_of(&[json, meta.as_bytes()])),
                Content::Download { content_type, body } => {
                    Some(entity_tag::weak_tag_of(&[content_type.as_bytes(), body]))
                }
                _ => None,
            };
            self.headers.extend(tag.map(|tag| (header::ETAG, tag)));
        }
        self
    }

    /// Adds the address of what was created or started, if the route declares one.
    pub(crate) fn located(mut self, policy: &Policy, path: &BTreeMap<String, String>) -> Self {
        let Some(address) = policy.location.filter(|_| self.status == policy.success) else { return self };
        let data = match &self.content {
            Content::Data { json, .. } => serde_json::from_slice(json).ok(),
            Content::Replay { body } => serde_json::from_str(&format!("{{{body}}}}}"))
                .ok()
                .and_then(|mut answer: serde_json::Value| answer.get_mut("data").map(serde_json::Value::take)),
            _ => None,
        };
        let location = data.and_then(|data| location_of(address, path, &data));
        self.headers.extend(location.map(|location| (header::LOCATION, location)));
        self
    }

    pub(crate) fn error(error: ApiError) -> Self {
        Self { status: error.code.status(), headers: Vec::new(), content: Content::Error(error) }
    }

    /// Whether another request with the same `Idempotency-Key` had already made the change.
    pub(crate) fn tells_of_a_change_made_before(&self) -> bool {
        matches!(&self.content, Content::Error(error) if error.code == Code::IdempotencyInProgress)
    }

    /// The part that is stored for repeated requests: `"data":…,"error":null` and the rest of `meta`; `None` if the response
    /// cannot be repeated.
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

    /// Converts it to the response to the request with this id, of an instance with this address.
    pub(crate) fn into_response(self, request_id: &str, public_url: Option<&str>) -> Response<Body> {
        let mut response = Response::new(Body::empty());
        *response.status_mut() = self.status;
        let headers = response.headers_mut();
        for (name, value) in self.headers {
            // The one header that may be repeated.
            if name == header::SET_COOKIE {
                headers.append(name, value);
            } else {
                headers.insert(name, value);
            }
        }
        let json = HeaderValue::from_static("application/json");
        let (content_type, body) = match self.content {
            Content::Data { json: data, meta, packed, .. } if data.len() >= MIN_SHARED_BYTES => {
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
                if let Some(scopes) = &error.scopes_to_ask_for {
                    let words: Vec<&str> = scopes.iter().map(Scope::as_str).collect();
                    let challenge = format!("Bearer error=\"insufficient_scope\", scope=\"{}\"", words.join(" "));
                    headers.insert(
                        header::WWW_AUTHENTICATE,
                        challenge.parse().expect("scopes are words of visible ASCII characters"),
                    );
                }
                let error = serde_json::to_vec(&error.body(public_url)).expect("an error is plain text and lists");
                (json, enveloped(b"null", &error, request_id, ""))
            }
            Content::Replay { body } => {
                let separator = if body.ends_with('{') { "" } else { "," };
                (json, Bytes::from(format!("{{{body}{separator}\"requestId\":\"{request_id}\"}}}}")))
            }
            Content::Download { content_type, body } => (HeaderValue::from_static(content_type), body),
            Content::NotModified | Content::Redirect => return response,
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
