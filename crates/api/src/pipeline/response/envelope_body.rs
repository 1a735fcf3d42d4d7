//! The body of a large response: the envelope around its `data`. It is sent in parts, so that data that many requests share is
//! not copied.

use std::{
    convert::Infallible,
    pin::Pin,
    task::{Context, Poll},
};

use bytes::Bytes;
use http_body::{Body, Frame, SizeHint};

/// A body of parts that are sent one after the other.
pub(crate) struct EnvelopeBody {
    parts: [Bytes; 3],
    next: usize,
}

impl EnvelopeBody {
    /// A body of these parts.
    pub(crate) const fn new(parts: [Bytes; 3]) -> Self {
        Self { parts, next: 0 }
    }
}

impl Body for EnvelopeBody {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let place = self.next;
        let part = self.parts.get_mut(place).map(std::mem::take);
        self.next = place + 1;
        Poll::Ready(part.map(|part| Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.next >= self.parts.len()
    }

    fn size_hint(&self) -> SizeHint {
        // Parts that were sent are empty.
        SizeHint::with_exact(self.parts.iter().map(|part| part.len() as u64).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http_body_util::BodyExt as _;

    #[tokio::test]
    async fn the_parts_arrive_in_order_and_the_length_is_known_before() {
        let mut body = EnvelopeBody::new(["ab", "cde", "f"].map(Bytes::from));
        assert_eq!(body.size_hint().exact(), Some(6));
        let first = body.frame().await.expect("a part").expect("no error").into_data().expect("data");
        assert_eq!((first, body.size_hint().exact()), (Bytes::from_static(b"ab"), Some(4)));
        assert_eq!(body.collect().await.expect("no error").to_bytes(), "cdef");
    }
}
