//! Reads the body of a request up to its limit, or discards it.

use std::time::Duration;

use axum::{
    body::Body as HttpBody,
    http::{HeaderMap, header},
};
use bytes::{Bytes, BytesMut};
use http_body_util::BodyExt as _;

use super::{
    input::BodyForm,
    slow_body::{self, SlowBody},
};
use crate::pipeline::error::{ApiError, Code};

/// The maximum time for the body of a request with a slot, so that a slow sender does not occupy a slot forever.
pub(crate) const SENT_IN_PLACE_WITHIN: Duration = Duration::from_secs(120);
/// How long the body of a request that got no slot is read.
const PASSED_OVER_WITHIN: Duration = Duration::from_secs(10);

/// Reads the body up to its limit. A body whose announced length is larger is refused before a byte of it is read.
pub(crate) async fn read_body(
    form: BodyForm,
    headers: &HeaderMap,
    body: HttpBody,
    most: usize,
) -> Result<Bytes, ApiError> {
    if form.media_type.is_none() {
        return Ok(Bytes::new());
    }
    let announced = headers
        .get(header::CONTENT_LENGTH)
        .and_then(|value| value.to_str().ok())
        .and_then(|text| text.parse::<u64>().ok());
    let too_large = || ApiError::new(Code::PayloadTooLarge, format!("The body may have at most {most} bytes."));
    if announced.is_some_and(|length| length > most as u64) {
        return Err(too_large());
    }
    let has_body = announced.is_some_and(|length| length > 0) || headers.contains_key(header::TRANSFER_ENCODING);
    form.check_media_type(headers, has_body)?;
    // Into one buffer from the start: frames that are collected and then joined would be in memory twice.
    let mut bytes = BytesMut::with_capacity(announced.map_or(0, |length| usize::try_from(length).unwrap_or(0)));
    let mut body = http_body_util::Limited::new(body, most);
    while let Some(frame) = body.frame().await {
        match frame {
            Ok(frame) => bytes.extend_from_slice(frame.data_ref().map_or(&[][..], |data| &data[..])),
            Err(error) if error.is::<http_body_util::LengthLimitError>() => return Err(too_large()),
            Err(error) => return Err(slow_body::unread(&*error)),
        }
    }
    Ok(bytes.freeze())
}

pub(crate) fn sent_too_slowly() -> ApiError {
    slow_body::unread(&SlowBody::Late { seconds: SENT_IN_PLACE_WITHIN.as_secs() })
}

/// Reads a body of at most `most` bytes and discards it: a caller whose connection is closed while it is still sending would not
/// see the response. A caller that waits for `100 Continue` sends no body.
pub(crate) async fn pass_over(mut body: HttpBody, headers: &HeaderMap, most: usize) {
    if headers.contains_key(header::EXPECT) {
        return;
    }
    let reading = async {
        let mut read = 0;
        while let Some(Ok(frame)) = body.frame().await {
            read += frame.data_ref().map_or(0, Bytes::len);
            if read > most {
                break;
            }
        }
    };
    let _ = tokio::time::timeout(PASSED_OVER_WITHIN, reading).await;
}
