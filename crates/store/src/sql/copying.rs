//! Copies many rows at a time in COPY's binary format, whose header callers never see.
//!
//! Format: <https://www.postgresql.org/docs/current/sql-copy.html>, "Binary Format".

use futures_util::StreamExt as _;

use super::link::Link;

/// The signature, no flags, and no extension.
const HEADER: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
/// Follows the last row, instead of the next row's number of fields.
const TRAILER: [u8; 2] = (-1_i16).to_be_bytes();

impl Link {
    /// Sends rows to a `COPY … FROM STDIN (FORMAT binary)`; returns how many were stored. The caller must have begun a
    /// transaction.
    pub(crate) async fn copy_in(&mut self, statement: &str, rows: &[u8]) -> sqlx::Result<u64> {
        let mut copy = self.connection().copy_in_raw(statement).await?;
        copy.send(HEADER).await?;
        copy.send(rows).await?;
        copy.send(TRAILER.as_slice()).await?;
        copy.finish().await
    }

    /// Passes the rows of a `COPY … TO STDOUT (FORMAT binary)` to `each` as they arrive, in pieces of any length:
    /// without the header, but with the trailer.
    pub(crate) async fn copy_out<E: From<sqlx::Error>>(
        &mut self,
        statement: &str,
        mut each: impl AsyncFnMut(&[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut pieces = self.connection().copy_out_raw(statement).await?;
        let mut header = HEADER.len();
        while let Some(piece) = pieces.next().await {
            let piece = piece?;
            let skipped = header.min(piece.len());
            header -= skipped;
            each(&piece[skipped..]).await?;
        }
        Ok(())
    }
}
