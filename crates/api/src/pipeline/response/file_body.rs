//! Files that are generated while they are sent, as fast as the client reads them. At most two pieces are in memory. If a client
//! stops reading for a while, the connection is closed in the middle of the body, which shows that the file is incomplete.

use std::{
    pin::Pin,
    task::{Context, Poll},
    time::Duration,
};

use askline_app::shares::holder::inherited_by_file;
use bytes::Bytes;
use http_body::{Body, Frame};
use tokio::sync::mpsc;

use crate::pipeline::{error::ApiError, work_pools::Slot};

/// The approximate size of a piece, in bytes; pieces may be a little larger.
pub const PIECE_BYTES: usize = 64 * 1024;
/// How long a client may take to read a piece.
const PIECE_TAKEN_WITHIN: Duration = Duration::from_secs(20);
/// How long a client may take to read a file, so that a slow reader does not occupy a slot forever.
const FILE_TAKEN_WITHIN: Duration = Duration::from_secs(30 * 60);

/// A file that is generated while it is sent.
pub struct FileBody {
    before: Option<Bytes>,
    pieces: mpsc::Receiver<Piece>,
    after: Option<Bytes>,
    is_whole: bool,
}

enum Piece {
    Bytes(Bytes),
    End,
}

/// The error of a file that ends too early.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the file could not be created, or the client did not read it")]
pub struct Unfinished;

/// Where the pieces of a file are written to.
pub struct FileWriter {
    pieces: mpsc::Sender<Piece>,
    taken_within: Duration,
}

impl FileWriter {
    /// Sends a piece as soon as the client has read the one before the last. Fails if the client has disconnected or is too slow.
    pub async fn write(&self, bytes: impl Into<Bytes>) -> Result<(), ApiError> {
        self.send(Piece::Bytes(bytes.into())).await.map_err(|error| {
            tracing::debug!(%error, "A client does not read the file that it requested");
            ApiError::new(crate::pipeline::error::Code::Unavailable, error.to_string())
        })
    }

    async fn send(&self, piece: Piece) -> Result<(), Unfinished> {
        let sending = tokio::time::timeout(self.taken_within, self.pieces.send(piece));
        sending.await.map_err(|_| Unfinished)?.map_err(|_| Unfinished)
    }
}

impl FileBody {
    /// The file that `make` writes. Its slot is released when the file is complete, or when the client disconnects or is too
    /// slow.
    pub fn made_in<F>(slot: Slot, make: impl FnOnce(FileWriter) -> F) -> Self
    where
        F: Future<Output = Result<FileWriter, ApiError>> + Send + 'static,
    {
        Self::taken_within(PIECE_TAKEN_WITHIN, slot, make)
    }

    fn taken_within<F, P>(taken_within: Duration, slot: P, make: impl FnOnce(FileWriter) -> F) -> Self
    where
        F: Future<Output = Result<FileWriter, ApiError>> + Send + 'static,
        P: Send + 'static,
    {
        let (sender, pieces) = mpsc::channel(1);
        let making = make(FileWriter { pieces: sender, taken_within });
        tokio::spawn(inherited_by_file(async move {
            let _slot = slot;
            // Without an end, the client knows that the file is incomplete. A failure of `make` has already been logged.
            if let Ok(Ok(writer)) = tokio::time::timeout(FILE_TAKEN_WITHIN, making).await {
                let _ = writer.send(Piece::End).await;
            }
        }));
        Self { before: None, pieces, after: None, is_whole: false }
    }

    /// Adds a text before the file and one after it.
    pub(crate) fn between(self, before: Bytes, after: Bytes) -> Self {
        Self { before: Some(before), after: Some(after), ..self }
    }
}

impl Body for FileBody {
    type Data = Bytes;
    type Error = Unfinished;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Unfinished>>> {
        if let Some(before) = self.before.take() {
            return Poll::Ready(Some(Ok(Frame::data(before))));
        }
        self.pieces.poll_recv(context).map(|piece| match piece {
            Some(Piece::Bytes(bytes)) => Some(Ok(Frame::data(bytes))),
            Some(Piece::End) => {
                self.is_whole = true;
                self.after.take().map(|after| Ok(Frame::data(after)))
            }
            None if self.is_whole => None,
            None => Some(Err(Unfinished)),
        })
    }
}

#[cfg(test)]
mod tests {
    use http_body_util::BodyExt as _;
    use tokio::sync::oneshot;

    use super::*;

    fn bytes(text: &'static str) -> Bytes {
        Bytes::from_static(text.as_bytes())
    }

    #[tokio::test]
    async fn file_body_is_sent_whole_between_its_prefix_and_suffix() {
        let body = FileBody::taken_within(Duration::MAX, (), |file| async {
            file.write(bytes("a")).await?;
            file.write(bytes("b")).await?;
            Ok(file)
        });
        let whole = body.between(bytes("<"), bytes(">")).collect().await.expect("whole").to_bytes();
        assert_eq!(whole, "<ab>");
    }

    #[tokio::test]
    async fn a_file_that_fails_in_the_middle_is_no_whole_file() {
        let body = FileBody::taken_within(Duration::MAX, (), |file| async move {
            file.write(bytes("a")).await?;
            Err(ApiError::not_found("rest"))
        });
        assert_eq!(body.collect().await.err(), Some(Unfinished));
    }

    #[tokio::test]
    async fn no_more_is_made_than_is_taken_and_who_takes_nothing_holds_no_place() {
        let (slot, given_back) = oneshot::channel::<()>();
        let body = FileBody::taken_within(Duration::from_millis(1), slot, |file| async move {
            loop {
                file.write(bytes("piece")).await?;
            }
        });
        assert!(given_back.await.is_err(), "it was dropped and not used");
        assert_eq!(body.pieces.len(), 1, "one waits, and none was made beyond the next");
        assert_eq!(body.collect().await.err(), Some(Unfinished));
    }

    #[tokio::test]
    async fn who_hangs_up_gives_the_place_back() {
        let (slot, given_back) = oneshot::channel::<()>();
        let body = FileBody::taken_within(Duration::MAX, slot, |file| async move {
            loop {
                file.write(bytes("piece")).await?;
            }
        });
        drop(body);
        assert!(given_back.await.is_err(), "it was dropped and not used");
    }
}
