//! Adds the hours of two rows within a statement.

use rusqlite::{Connection, functions::FunctionFlags, types::ValueRef};

use crate::events::model::hours::Hours;

/// The SQL function that adds the hours of two rows; NULL counts as no hours.
const ADD_HOURS: &str = "add_hours";

/// Registers `add_hours(a, b)` on a connection that writes.
pub(crate) fn add_function(connection: &Connection) -> rusqlite::Result<()> {
    let flags = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC | FunctionFlags::SQLITE_INNOCUOUS;
    connection.create_scalar_function(ADD_HOURS, 2, flags, |context| {
        let bytes = |place| match context.get_raw(place) {
            ValueRef::Blob(bytes) => bytes,
            _ => &[],
        };
        let mut sum = Hours::of_bytes(bytes(0));
        sum.add_all(&Hours::of_bytes(bytes(1)));
        Ok(sum.to_bytes())
    })
}
