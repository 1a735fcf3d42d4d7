//! Input of handlers: path, query and body, parsed once.

use std::collections::BTreeMap;

use askline_domain::shared::{steps, violation::Violation};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use bytes::Bytes;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde::{
    Deserialize, Serialize,
    de::{DeserializeOwned, IgnoredAny},
};

use crate::pipeline::{
    error::{ApiError, Code},
    request::{
        json_tree::Tree,
        objects_only::ObjectsOnly,
        query_shape,
        shape::{Shape, violation},
    },
};

/// The maximum nesting of arrays and objects in a JSON body.
pub const MAX_JSON_LEVELS: usize = 32;

/// Steps counted for each byte of a JSON text that is parsed.
const STEPS_TO_PARSE_A_BYTE: usize = 3;

/// The parsed input of a route.
pub struct Input<P = Nothing, Q = Nothing, B = ()> {
    /// Parameters of the path, except the organization's or site's id.
    pub path: P,
    /// The query string.
    pub query: Q,
    /// The body.
    pub body: B,
}

/// No parameters.
#[derive(Debug, Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

/// A body that can be parsed and described.
pub trait Body: Sized + Send {
    /// The media type that callers send; `None` if the route has no body.
    const MEDIA_TYPE: Option<&'static str>;
    /// Other media types that it accepts.
    const OTHER_MEDIA_TYPES: &'static [&'static str] = &[];
    /// Whether a request without a body is refused.
    const REQUIRED: bool = true;
    /// Whether it may be sent with `Content-Encoding: gzip` or `zstd`; the handler unpacks it.
    const MAY_BE_PACKED: bool = false;
    /// Whether this media type is accepted.
    fn accepts(media_type: &str) -> bool;
    /// Parses the bytes.
    fn parse(bytes: Bytes) -> Result<Self, ApiError>;
    /// The body's schema.
    fn schema(generator: &mut SchemaGenerator) -> Option<Schema>;
}

impl Body for () {
    const MEDIA_TYPE: Option<&'static str> = None;
    const REQUIRED: bool = false;
    fn accepts(_: &str) -> bool {
        true
    }
    fn parse(_: Bytes) -> Result<Self, ApiError> {
        Ok(())
    }
    fn schema(_: &mut SchemaGenerator) -> Option<Schema> {
        None
    }
}

/// A JSON body.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned + JsonSchema + Send> Body for Json<T> {
    const MEDIA_TYPE: Option<&'static str> = Some("application/json");
    fn accepts(media_type: &str) -> bool {
        is_json(media_type)
    }
    fn parse(bytes: Bytes) -> Result<Self, ApiError> {
        parse_json(&bytes).map(Json)
    }
    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<T>())
    }
}

/// A JSON body that may be left out.
pub struct OptionalJson<T>(pub T);

impl<T: DeserializeOwned + JsonSchema + Default + Send> Body for OptionalJson<T> {
    const MEDIA_TYPE: Option<&'static str> = Some("application/json");
    const REQUIRED: bool = false;
    fn accepts(media_type: &str) -> bool {
        is_json(media_type)
    }
    fn parse(bytes: Bytes) -> Result<Self, ApiError> {
        if bytes.is_empty() { Ok(Self(T::default())) } else { parse_json(&bytes).map(Self) }
    }
    fn schema(generator: &mut SchemaGenerator) -> Option<Schema> {
        Some(generator.subschema_for::<T>())
    }
}

fn is_json(media_type: &str) -> bool {
    media_type == "application/json" || media_type.ends_with("+json")
}

/// What the headers of a request must say about a body of some type.
#[derive(Clone, Copy)]
pub(crate) struct BodyForm {
    /// The media type that callers send; `None` if there is no body.
    pub(crate) media_type: Option<&'static str>,
    other_media_types: &'static [&'static str],
    required: bool,
    may_be_packed: bool,
    accepts: fn(&str) -> bool,
}

impl BodyForm {
    pub(crate) fn of<B: Body>() -> Self {
        Self {
            media_type: B::MEDIA_TYPE,
            other_media_types: B::OTHER_MEDIA_TYPES,
            required: B::REQUIRED,
            may_be_packed: B::MAY_BE_PACKED,
            accepts: B::accepts,
        }
    }

    /// Refuses a body with a media type that is not accepted, or with a content coding. `has_body` says whether the headers
    /// announce any bytes.
    pub(crate) fn check_media_type(self, headers: &HeaderMap, has_body: bool) -> Result<(), ApiError> {
        let Some(expected) = self.media_type else { return Ok(()) };
        if !has_body && !self.required {
            return Ok(());
        }
        let media_type = headers
            .get(header::CONTENT_TYPE)
            .and_then(|value| value.to_str().ok())
            .map(|text| text.split(';').next().unwrap_or("").trim().to_ascii_lowercase());
        // RFC 9110, section 8.4: a body with an unsupported coding is refused, not read as if it had none.
        let is_read = |coding: &HeaderValue| {
            coding == "identity" || (self.may_be_packed && (coding == "gzip" || coding == "zstd"))
        };
        let is_coded = headers.get(header::CONTENT_ENCODING).is_some_and(|coding| !is_read(coding));
        match media_type {
            _ if is_coded => {
                let message = if self.may_be_packed {
                    "The body must be sent without a Content-Encoding, or with gzip or zstd."
                } else {
                    "The body must be sent without a Content-Encoding."
                };
                Err(ApiError::new(Code::UnsupportedMediaType, message))
            }
            Some(media_type) if (self.accepts)(&media_type) => Ok(()),
            _ => Err(ApiError::new(
                Code::UnsupportedMediaType,
                format!(
                    "The body must be sent as Content-Type: {}.",
                    [&[expected], self.other_media_types].concat().join(", or as ")
                ),
            )),
        }
    }
}

/// Parses a body. An unreadable one fails at once; what is wrong with a readable one is reported after a missing object.
pub(crate) fn parse_body<B: Body>(bytes: Bytes) -> Result<Result<B, ApiError>, ApiError> {
    match B::parse(bytes) {
        Err(error) if error.code.status() == StatusCode::BAD_REQUEST => Err(error),
        parsed => Ok(parsed),
    }
}

/// Parses a JSON text. A malformed text is a 400; a well-formed one that does not fit is a 422 that names the wrong
/// fields.
pub fn parse_json<'a, T: Deserialize<'a> + JsonSchema>(bytes: &'a [u8]) -> Result<T, ApiError> {
    parse_json_as::<T, T>(bytes)
}

/// Parses a JSON text as a type that another type describes.
pub fn parse_json_as<'a, T: Deserialize<'a>, S: JsonSchema>(bytes: &'a [u8]) -> Result<T, ApiError> {
    check_nesting(bytes)?;
    parse_json_part::<T, S>(bytes)
}

/// Parses the whole or a part of a JSON text whose nesting was checked.
pub fn parse_json_part<'a, T: Deserialize<'a>, S: JsonSchema>(bytes: &'a [u8]) -> Result<T, ApiError> {
    steps::count(STEPS_TO_PARSE_A_BYTE * bytes.len());
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    match T::deserialize(ObjectsOnly(&mut deserializer)) {
        Ok(value) => deserializer.end().map(|()| value).map_err(|error| malformed(&error)),
        Err(error) => Err(refused(bytes, &error, misfits::<T, S>)),
    }
}

/// Why a JSON text was refused with this error. `misfits` finds what does not fit in a well-formed one.
fn refused<'a>(bytes: &'a [u8], error: &serde_json::Error, misfits: fn(&'a [u8], &Tree) -> Vec<Violation>) -> ApiError {
    match Tree::read(bytes) {
        Some(tree) => ApiError::invalid(misfits(bytes, &tree)),
        // The text is not JSON; or its strings are not Unicode, which only the first parser noticed.
        None => malformed(serde_json::from_slice::<IgnoredAny>(bytes).err().as_ref().unwrap_or(error)),
    }
}

fn malformed(error: &serde_json::Error) -> ApiError {
    let message = format!("The body is not JSON: line {}, column {}.", error.line(), error.column());
    let line = u32::try_from(error.line()).ok();
    let details = vec![Violation { line, ..Violation::new("", "INVALID_JSON", &*message) }];
    ApiError { details, ..ApiError::new(Code::BadRequest, message) }
}

/// Everything in a JSON text that does not fit `T`. If the schema finds no error, the text is parsed again to find the place of
/// the error, which costs several times as much as parsing without places.
fn misfits<'a, T: Deserialize<'a>, S: JsonSchema>(bytes: &'a [u8], tree: &Tree) -> Vec<Violation> {
    let told = Shape::of::<S>().violations(tree);
    if !told.is_empty() {
        return told;
    }
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let place = serde_path_to_error::deserialize::<_, T>(ObjectsOnly(&mut deserializer))
        .err()
        .map(|error| error.path().to_string());
    let place = place.filter(|place| place != ".").unwrap_or_default();
    vec![violation(&place, "INVALID_VALUE", "is not an accepted value", None)]
}

/// Refuses a text nested deeper than [`MAX_JSON_LEVELS`], before any of it is built in memory.
fn check_nesting(bytes: &[u8]) -> Result<(), ApiError> {
    steps::count(bytes.len());
    let mut levels = 0_usize;
    let mut in_string = false;
    let mut escaped = false;
    for byte in bytes {
        match (in_string, byte) {
            (true, _) if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (true, b'"') => in_string = false,
            (true, _) => {}
            (false, b'"') => in_string = true,
            (false, b'{' | b'[') => {
                levels += 1;
                if levels > MAX_JSON_LEVELS {
                    return Err(ApiError::new(
                        Code::BadRequest,
                        format!("The body is nested deeper than {MAX_JSON_LEVELS} levels."),
                    ));
                }
            }
            (false, b'}' | b']') => levels = levels.saturating_sub(1),
            (false, _) => {}
        }
    }
    Ok(())
}

/// Parses the path's parameters. An id of the wrong form gets the same error as one that does not exist.
pub(crate) fn parse_path<P: DeserializeOwned>(parameters: &BTreeMap<String, String>) -> Result<P, ApiError> {
    let pairs = parameters.iter().map(|(name, value)| (name.as_str(), value.as_str()));
    P::deserialize(serde::de::value::MapDeserializer::<_, serde::de::value::Error>::new(pairs))
        .map_err(|_| ApiError::new(Code::NotFound, "There is nothing under this path."))
}

/// Parses the query string; the error names the wrong parameters.
pub(crate) fn parse_query<Q: DeserializeOwned + JsonSchema>(query: &str) -> Result<Q, ApiError> {
    let deserializer = serde_html_form::Deserializer::from_bytes(query.as_bytes());
    serde_path_to_error::deserialize(deserializer)
        .map_err(|error| refused_query(query, &Shape::of::<Q>(), error.path()))
}

/// Why a query string was refused at this parameter.
fn refused_query(query: &str, shape: &Shape, path: &serde_path_to_error::Path) -> ApiError {
    let mut details = query_shape::violations(shape, query);
    if details.is_empty() {
        details.push(violation(&path.to_string(), "", "is not an accepted value", None));
    }
    for detail in &mut details {
        detail.code = Code::InvalidParameter.as_str().into();
    }
    ApiError { code: Code::InvalidParameter, ..ApiError::invalid(details) }
}

/// Refuses a parameter without a value, which the parser would treat as left out, and one with a control character, which no
/// stored text has.
pub(crate) fn check_values(query: &str) -> Result<(), ApiError> {
    for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
        if value.is_empty() {
            return Err(ApiError::parameter(&name, format!("{name} has no value: give it one or leave it out.")));
        }
        if value.chars().any(char::is_control) {
            let message = format!("{name} must not have line breaks or control characters.");
            return Err(ApiError::parameter(&name, message));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only the way it is refused matters")]
    struct Example {
        name: String,
        inner: Option<Inner>,
    }
    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only the way it is refused matters")]
    struct Inner {
        days: Vec<u32>,
    }

    fn check_refused(text: &str, code: Code, path: &str, detail: &str) {
        let error = parse_json::<Example>(text.as_bytes()).expect_err(text);
        assert_eq!(error.code, code, "{text}");
        if !detail.is_empty() {
            assert_eq!(error.details[0].path, path, "{text}");
            assert_eq!(error.details[0].code, detail, "{text}");
        }
    }

    #[test]
    fn each_mistake_is_named_by_field_and_reason() {
        check_refused("{", Code::BadRequest, "", "");
        check_refused("{\"name\":\"a\"} x", Code::BadRequest, "", "");
        check_refused("{\"name\":1} x", Code::BadRequest, "", "");
        check_refused("{\"name\":\"\\ud800\"}", Code::BadRequest, "", "");
        check_refused("{}", Code::ValidationFailed, "name", "REQUIRED");
        check_refused("{\"name\":1}", Code::ValidationFailed, "name", "WRONG_TYPE");
        check_refused("{\"name\":\"a\",\"nam\":1}", Code::ValidationFailed, "nam", "UNKNOWN_FIELD");
        check_refused("{\"name\":\"a\",\"name\":\"b\"}", Code::ValidationFailed, "name", "DUPLICATE");
        check_refused(
            "{\"name\":\"a\",\"inner\":{\"days\":[1,\"x\"]}}",
            Code::ValidationFailed,
            "inner.days[1]",
            "WRONG_TYPE",
        );
        check_refused(
            "{\"name\":\"a\",\"inner\":{\"days\":[],\"d\":1}}",
            Code::ValidationFailed,
            "inner.d",
            "UNKNOWN_FIELD",
        );
        check_refused("[]", Code::ValidationFailed, "", "WRONG_TYPE");
        check_refused("[\"a\"]", Code::ValidationFailed, "", "WRONG_TYPE");
        check_refused("{\"name\":\"a\",\"inner\":[[1]]}", Code::ValidationFailed, "inner", "WRONG_TYPE");
    }

    #[test]
    fn a_wrong_parameter_is_named_in_plain_words() {
        for (query, message) in [
            ("limit=x", "limit: is not a whole number."),
            ("limit=99999999999", "limit: is too large."),
            ("limit=1&limit=2", "limit: is given more than once."),
            ("limt=1", "limt: is unknown here."),
        ] {
            let error = parse_query::<crate::pipeline::request::cursor::PageQuery>(query).expect_err(query);
            assert_eq!((error.code, error.message.as_ref()), (Code::InvalidParameter, message));
        }
    }

    #[test]
    fn the_thirty_third_level_is_refused_and_brackets_in_text_are_no_levels() {
        let nested = |levels: usize| format!("{}{}", "[".repeat(levels), "]".repeat(levels));
        assert!(check_nesting(nested(32).as_bytes()).is_ok());
        assert!(check_nesting(nested(33).as_bytes()).is_err());
        assert!(check_nesting(format!("\"\\\"{}\"", "[".repeat(99)).as_bytes()).is_ok());
    }

    proptest! {
        #[test]
        fn no_body_and_no_query_makes_the_reader_panic(text: String) {
            let _ = parse_json::<Example>(text.as_bytes());
            let _ = parse_query::<crate::pipeline::request::cursor::PageQuery>(&text);
            let _ = check_values(&text);
        }
    }
}
