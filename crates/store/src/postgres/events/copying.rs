//! Rows in the form that COPY takes.
//!
//! <https://www.postgresql.org/docs/current/sql-copy.html>, "Binary Format".

use crate::sql::Link;

const SIGNATURE: &[u8] = b"PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0";
const END: [u8; 2] = (-1_i16).to_be_bytes();
/// Bytes sent at once.
const PIECE_BYTES: usize = 256 * 1024;

/// Rows on their way to a table.
pub(super) struct CopiedRows(Vec<u8>);

impl CopiedRows {
    pub(super) fn new() -> Self {
        Self(SIGNATURE.to_vec())
    }

    /// Begins a row of so many columns, which follow one by one.
    pub(super) fn row(&mut self, columns: i16) {
        self.0.extend(columns.to_be_bytes());
    }

    /// Adds a text, or none.
    pub(super) fn text(&mut self, text: Option<&String>) {
        self.column(text.map(String::as_bytes));
    }

    /// Adds a column in the binary form of its type, or none.
    pub(super) fn column(&mut self, bytes: Option<&[u8]>) {
        let Some(bytes) = bytes else { return self.0.extend((-1_i32).to_be_bytes()) };
        let length = i32::try_from(bytes.len()).expect("a request is smaller than two gigabytes");
        self.0.extend(length.to_be_bytes());
        self.0.extend(bytes);
    }

    /// Writes them by a statement `COPY … FROM STDIN (FORMAT binary)`.
    pub(super) async fn write(mut self, connection: &mut Link, copy: &str) -> sqlx::Result<()> {
        self.0.extend(END);
        let mut copy = connection.copy_in(copy).await?;
        for piece in self.0.chunks(PIECE_BYTES) {
            copy.send(piece).await?;
        }
        copy.finish().await.map(drop)
    }
}
