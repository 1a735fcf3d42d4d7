//! Orders rows by their ids before they are written, which prevents deadlocks.

/// Returns the rows in the order of their ids.
pub(crate) fn in_id_order<T, I: Ord>(rows: &[T], id: impl Fn(&T) -> I) -> Vec<&T> {
    let mut rows: Vec<&T> = rows.iter().collect();
    rows.sort_by_key(|row| id(row));
    rows
}
