//! Converts rows between the databases, in the binary format of PostgreSQL's COPY. Both sides write and read this
//! format.

use rusqlite::types::ValueRef;
use sha2::{Digest as _, Sha256};

use super::error::MoveError;

/// The kind of values in a column, in both databases.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A whole number with this many bytes on PostgreSQL.
    Integer(usize),
    Text,
    Bytes,
}

impl Kind {
    /// Returns the kind for the name of a PostgreSQL type; `None` for a type that no moved table has.
    pub(super) fn of(postgres_type: &str) -> Option<Self> {
        Some(match postgres_type {
            "smallint" => Self::Integer(2),
            "integer" => Self::Integer(4),
            "bigint" => Self::Integer(8),
            "text" => Self::Text,
            "bytea" => Self::Bytes,
            _ => return None,
        })
    }
}

/// A column of a moved table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Column {
    pub(super) name: String,
    pub(super) kind: Kind,
}

/// A value of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Value<'v> {
    Null,
    Integer(i64),
    Text(&'v [u8]),
    Bytes(&'v [u8]),
}

impl<'v> Value<'v> {
    /// Converts a value of SQLite; `None` for a number with a fraction, which no column contains.
    pub(super) fn of_sqlite(value: ValueRef<'v>) -> Option<Self> {
        Some(match value {
            ValueRef::Null => Self::Null,
            ValueRef::Integer(number) => Self::Integer(number),
            ValueRef::Text(text) => Self::Text(text),
            ValueRef::Blob(bytes) => Self::Bytes(bytes),
            ValueRef::Real(_) => return None,
        })
    }

    /// Converts the value for a statement of SQLite. PostgreSQL never sends text that is not UTF-8.
    pub(super) fn for_sqlite(self) -> ValueRef<'v> {
        match self {
            Self::Null => ValueRef::Null,
            Self::Integer(number) => ValueRef::Integer(number),
            Self::Text(text) => ValueRef::Text(text),
            Self::Bytes(bytes) => ValueRef::Blob(bytes),
        }
    }
}

/// Adds the number of a row's fields, which are added next.
pub(super) fn begin_row(rows: &mut Vec<u8>, fields: usize) {
    rows.extend_from_slice(&i16::try_from(fields).unwrap_or(i16::MAX).to_be_bytes());
}

/// Adds a field; an error if the value does not fit the column.
pub(super) fn add_field(rows: &mut Vec<u8>, column: &Column, value: Value<'_>) -> Result<(), MoveError> {
    let unfit = || MoveError::Refused(format!("a value of the column {} does not fit PostgreSQL's", column.name));
    match (column.kind, value) {
        (_, Value::Null) => rows.extend_from_slice(&(-1_i32).to_be_bytes()),
        (Kind::Integer(bytes), Value::Integer(number)) => {
            rows.extend_from_slice(&(bytes as i32).to_be_bytes());
            let whole = number.to_be_bytes();
            let fits = match bytes {
                2 => i16::try_from(number).is_ok(),
                4 => i32::try_from(number).is_ok(),
                _ => true,
            };
            if !fits {
                return Err(unfit());
            }
            rows.extend_from_slice(&whole[whole.len() - bytes..]);
        }
        (Kind::Text, Value::Text(bytes)) | (Kind::Bytes, Value::Bytes(bytes)) => {
            let length = i32::try_from(bytes.len()).map_err(|_| unfit())?;
            rows.extend_from_slice(&length.to_be_bytes());
            rows.extend_from_slice(bytes);
        }
        _ => return Err(unfit()),
    }
    Ok(())
}

/// What comes next in the bytes of a COPY.
pub(super) enum Next {
    /// A whole row of this many bytes.
    Row(usize),
    /// A row whose end has not arrived yet.
    Part,
    /// The end of the COPY.
    End,
}

/// Returns what `bytes` begin with.
pub(super) fn next_row(bytes: &[u8]) -> Next {
    let Some((count, _)) = bytes.split_first_chunk::<2>() else { return Next::Part };
    let Ok(fields) = u16::try_from(i16::from_be_bytes(*count)) else { return Next::End };
    let mut end = count.len();
    for _ in 0..fields {
        let Some(length) = bytes.get(end..).and_then(|rest| rest.first_chunk::<4>()) else { return Next::Part };
        end += length.len() + usize::try_from(i32::from_be_bytes(*length)).unwrap_or(0);
    }
    if bytes.len() < end { Next::Part } else { Next::Row(end) }
}

/// Reads the values of a whole row.
pub(super) fn read_row<'r>(row: &'r [u8], columns: &[Column]) -> Result<Vec<Value<'r>>, MoveError> {
    let broken = || MoveError::Refused("a row of PostgreSQL is shorter than its columns".into());
    let mut rest = row.get(2..).ok_or_else(broken)?;
    let mut values = Vec::with_capacity(columns.len());
    for column in columns {
        let (length, after) = rest.split_first_chunk::<4>().ok_or_else(broken)?;
        let Ok(length) = usize::try_from(i32::from_be_bytes(*length)) else {
            values.push(Value::Null);
            rest = after;
            continue;
        };
        let (bytes, after) = after.split_at_checked(length).ok_or_else(broken)?;
        values.push(match column.kind {
            Kind::Text => Value::Text(bytes),
            Kind::Bytes => Value::Bytes(bytes),
            Kind::Integer(_) => Value::Integer(integer(bytes).ok_or_else(broken)?),
        });
        rest = after;
    }
    Ok(values)
}

/// Reads a whole number of two, four or eight bytes.
fn integer(bytes: &[u8]) -> Option<i64> {
    Some(match bytes.len() {
        2 => i16::from_be_bytes(bytes.try_into().ok()?).into(),
        4 => i32::from_be_bytes(bytes.try_into().ok()?).into(),
        8 => i64::from_be_bytes(bytes.try_into().ok()?),
        _ => return None,
    })
}

/// The number of rows, and the sum of their digests: equal for the same rows in any order.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Content {
    pub(super) rows: u64,
    sum: u128,
}

impl Content {
    /// Adds a whole row.
    pub(super) fn add(&mut self, row: &[u8]) {
        let digest = Sha256::digest(row);
        let (halves, _) = digest.as_chunks::<16>();
        self.rows += 1;
        self.sum = self.sum.wrapping_add(u128::from_be_bytes(halves[0]));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns() -> Vec<Column> {
        let kinds = [Kind::Integer(2), Kind::Integer(4), Kind::Integer(8), Kind::Text, Kind::Bytes];
        kinds.into_iter().map(|kind| Column { name: "a".into(), kind }).collect()
    }

    fn row_of(values: &[Value<'_>]) -> Result<Vec<u8>, MoveError> {
        let mut rows = Vec::new();
        begin_row(&mut rows, values.len());
        columns().iter().zip(values).try_for_each(|(column, value)| add_field(&mut rows, column, *value))?;
        Ok(rows)
    }

    #[test]
    fn a_row_is_read_as_it_was_written_wherever_it_is_cut() {
        let values = [
            Value::Integer(-2),
            Value::Integer(70_000),
            Value::Integer(i64::MIN),
            Value::Text(b"\xc3\xa9"),
            Value::Null,
        ];
        let row = row_of(&values).expect("they fit");
        assert_eq!(read_row(&row, &columns()).expect("whole"), values);
        for cut in 0..row.len() {
            assert!(matches!(next_row(&row[..cut]), Next::Part), "{cut}");
        }
        assert!(matches!(next_row(&[row.as_slice(), &[255, 255]].concat()), Next::Row(end) if end == row.len()));
        assert!(matches!(next_row(&[255, 255]), Next::End));
    }

    #[test]
    fn a_number_that_is_too_large_for_its_column_is_refused() {
        let mut values = [Value::Integer(40_000), Value::Null, Value::Null, Value::Null, Value::Bytes(b"")];
        assert!(row_of(&values).is_err());
        values[0] = Value::Integer(30_000);
        assert!(row_of(&values).is_ok());
        values[3] = Value::Bytes(b"no text");
        assert!(row_of(&values).is_err());
    }

    #[test]
    fn content_ignores_row_order_and_differs_for_changed_or_repeated_rows() {
        let content = |rows: &[&[u8]]| {
            let mut content = Content::default();
            rows.iter().for_each(|row| content.add(row));
            content
        };
        assert_eq!(content(&[b"a", b"b"]), content(&[b"b", b"a"]));
        assert_ne!(content(&[b"a", b"b"]), content(&[b"a", b"c"]));
        assert_ne!(content(&[b"a", b"a"]), content(&[b"b", b"b"]));
    }
}
