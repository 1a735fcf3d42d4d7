//! What handlers return: data, with pagination and headers, or a file.

use std::convert::Infallible;

use askline_app::present_fields::every_field_present;
use askline_domain::shared::paging::Page;
use axum::http::{HeaderName, HeaderValue, header};
use bytes::Bytes;
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    caches::packed_data::PackedData,
    pipeline::{
        error::ApiError,
        request::cursor::{Cursor, List},
        response::file_body::FileBody,
    },
};

/// What a handler can return.
pub enum Reply<T> {
    /// Data in the envelope, with the route's status.
    Data(DataReply<T>),
    /// Data in the envelope, with 200 although the route has another status: the caller asked for an estimate, and nothing was
    /// started. The route must be declared with `or_tells`.
    NothingBegun(DataReply<T>),
    /// Data in the envelope, with 202 although the route has another status: an email is needed to go on. The route must be
    /// declared with `or_accepted`.
    Deferred(DataReply<T>),
    /// Data in the envelope, of the shape of `T`, that is generated while it is sent.
    Streamed(Headers, FileBody),
    /// A file instead of the envelope, of this media type.
    Download(Headers, &'static str, Bytes),
    /// A redirect, without a body. The route must be declared with `redirects`.
    Redirect(Headers),
    /// A file instead of the envelope, of this media type, that is generated while it is sent.
    File(Headers, &'static str, FileBody),
}

/// Data, with the other parts of its response.
pub struct DataReply<T> {
    pub(super) data: T,
    pub(super) pagination: Option<Pagination>,
    pub(super) range: Option<Range>,
    pub(super) notes: Vec<MetaNote>,
    pub(super) headers: Headers,
    pub(super) replay: Option<serde_json::Value>,
    pub(super) packed: Option<PackedData>,
}

/// Headers of a response.
pub type Headers = Vec<(HeaderName, HeaderValue)>;

/// How to read the next page of a list.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
pub struct Pagination {
    /// The maximum number of rows on a page.
    pub limit: u32,
    /// Whether there are more rows.
    pub has_more: bool,
    /// The `cursor` of the next page; null on the last page.
    pub next_cursor: Option<Cursor>,
}

/// The calendar dates that a response covers, both included.
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

/// What a caller should know about a response that is not an error.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[schemars(rename = "Note")]
pub struct MetaNote {
    /// A stable code, such as `PAGE_NEVER_SEEN`.
    pub code: &'static str,
    /// A sentence about it.
    pub message: String,
}

/// A list: `data.items`.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[schemars(rename = "{T}List")]
pub struct Items<T> {
    /// The rows.
    pub items: Vec<T>,
}

/// Data that is already JSON text and has the shape of `T`.
pub struct Ready<T>(pub Bytes, std::marker::PhantomData<fn() -> T>);

impl<T> Ready<T> {
    /// Wraps text that was serialized from a `T`.
    pub fn new(json: Bytes) -> Self {
        Self(json, std::marker::PhantomData)
    }
}

/// What `data` can be.
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

// `Ready` is not serializable and has no schema, so the two implementations cannot overlap.
impl<T: JsonSchema> Data for Ready<T> {
    type Shape = T;
    fn into_json(self) -> Result<Bytes, serde_json::Error> {
        Ok(self.0)
    }
}

impl<T> Reply<T> {
    /// A response with this data and nothing else.
    pub fn new(data: T) -> Self {
        Self::Data(DataReply::new(data))
    }

    /// This data as an estimate: nothing was started.
    pub fn nothing_begun(data: T) -> Self {
        Self::NothingBegun(DataReply::new(data))
    }

    /// This data as the response to a request that an email continues.
    pub fn deferred(data: T) -> Self {
        Self::Deferred(DataReply::new(data))
    }

    /// Data of the shape of `T` that is generated while it is sent.
    pub fn streamed(data: FileBody) -> Self {
        Self::Streamed(Headers::new(), data)
    }

    /// A file.
    pub fn download(content_type: &'static str, body: impl Into<Bytes>) -> Self {
        Self::Download(Headers::new(), content_type, body.into())
    }

    /// A file that is generated while it is sent.
    pub fn file(content_type: &'static str, body: FileBody) -> Self {
        Self::File(Headers::new(), content_type, body)
    }

    /// A redirect to this address.
    pub fn redirect(location: &str) -> Result<Self, ApiError> {
        let location = HeaderValue::from_str(location).map_err(ApiError::internal)?;
        Ok(Self::Redirect(vec![(header::LOCATION, location)]))
    }

    /// Adds a header.
    pub fn header(mut self, name: HeaderName, value: HeaderValue) -> Self {
        let headers = match &mut self {
            Self::Data(told) | Self::NothingBegun(told) | Self::Deferred(told) => &mut told.headers,
            Self::Streamed(headers, _) | Self::Download(headers, ..) | Self::File(headers, ..) => headers,
            Self::Redirect(headers) => headers,
        };
        headers.push((name, value));
        self
    }

    /// Forbids caches to store the response.
    pub fn no_store(self) -> Self {
        self.header(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))
    }

    /// Adds `meta.range` to data. A file has no `meta`.
    pub fn range(self, range: Range) -> Self {
        self.beside(|told| told.range = Some(range))
    }

    /// Adds a note to `meta.notes` of data. A file has no `meta`.
    pub fn note(self, note: MetaNote) -> Self {
        self.beside(|told| told.notes.push(note))
    }

    /// Adds `meta.pagination` to data. A file has no `meta`.
    pub fn pagination(self, pagination: Pagination) -> Self {
        self.beside(|told| told.pagination = Some(pagination))
    }

    /// The same reply with its data as JSON text.
    pub(crate) fn encoded(self) -> Result<Reply<Bytes>, ApiError>
    where
        T: Data,
    {
        self.try_map(T::into_json).map_err(ApiError::internal)
    }

    /// Binds the cursor of the next page to its list.
    pub(crate) fn sealed(self, list: Option<&List<'_>>) -> Self {
        self.beside(|told| {
            if let (Some(list), Some(pagination)) = (list, &mut told.pagination) {
                pagination.next_cursor = pagination.next_cursor.as_ref().map(|place| list.sealed(place));
            }
        })
    }

    /// The cursor of the next page, if there is one.
    pub(crate) fn next_cursor(&self) -> Option<&Cursor> {
        match self {
            Self::Data(told) => told.pagination.as_ref()?.next_cursor.as_ref(),
            _ => None,
        }
    }

    /// The `data` for repeated requests with the same `Idempotency-Key`, if it differs.
    pub fn replayed_as(self, data: serde_json::Value) -> Self {
        self.beside(|told| told.replay = Some(data))
    }

    /// Sends the same data compressed. The caller must accept the encoding.
    pub(crate) fn packed(self, packed: Option<PackedData>) -> Self {
        self.beside(|told| told.packed = packed)
    }

    /// Changes the data; a file stays unchanged.
    pub(crate) fn map<U>(self, change: impl FnOnce(T) -> U) -> Reply<U> {
        let Ok(changed) = self.try_map(|data| Ok::<_, Infallible>(change(data)));
        changed
    }

    fn try_map<U, E>(self, change: impl FnOnce(T) -> Result<U, E>) -> Result<Reply<U>, E> {
        Ok(match self {
            Self::Data(told) => Reply::Data(told.try_map(change)?),
            Self::NothingBegun(told) => Reply::NothingBegun(told.try_map(change)?),
            Self::Deferred(told) => Reply::Deferred(told.try_map(change)?),
            Self::Streamed(headers, body) => Reply::Streamed(headers, body),
            Self::Download(headers, media_type, body) => Reply::Download(headers, media_type, body),
            Self::Redirect(headers) => Reply::Redirect(headers),
            Self::File(headers, media_type, body) => Reply::File(headers, media_type, body),
        })
    }

    fn beside(mut self, change: impl FnOnce(&mut DataReply<T>)) -> Self {
        if let Self::Data(told) | Self::NothingBegun(told) | Self::Deferred(told) = &mut self {
            change(told);
        }
        self
    }
}

impl<T> DataReply<T> {
    fn new(data: T) -> Self {
        Self {
            data,
            pagination: None,
            range: None,
            notes: Vec::new(),
            headers: Headers::new(),
            replay: None,
            packed: None,
        }
    }

    fn try_map<U, E>(self, change: impl FnOnce(T) -> Result<U, E>) -> Result<DataReply<U>, E> {
        let Self { data, pagination, range, notes, headers, replay, packed } = self;
        Ok(DataReply { data: change(data)?, pagination, range, notes, headers, replay, packed })
    }
}

impl<T> Reply<Items<T>> {
    /// A page of a list. `id_bits` returns the position of a row, for the cursor.
    pub fn page(page: Page<T>, limit: u32, id_bits: impl Fn(&T) -> u128) -> Self {
        let next_cursor = page.items.last().filter(|_| page.has_more).map(|row| Cursor::after(id_bits(row)));
        let pagination = Pagination { limit, has_more: page.has_more, next_cursor };
        Self::new(Items { items: page.items }).pagination(pagination)
    }
}
