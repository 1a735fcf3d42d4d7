//! Writes several rows in the order of their ids, which prevents deadlocks.

/// The rows in the order of their ids.
pub(crate) fn in_id_order<T, I: Ord>(rows: &[T], id: impl Fn(&T) -> I) -> Vec<&T> {
    let mut rows: Vec<&T> = rows.iter().collect();
    rows.sort_by_key(|row| id(row));
    rows
}
