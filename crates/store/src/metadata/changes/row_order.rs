//! Writes to several rows in the order of their ids, so that two of them never wait for each other.

/// The rows in the order of their ids.
pub(crate) fn in_id_order<T, I: Ord>(rows: &[T], id: impl Fn(&T) -> I) -> Vec<&T> {
    let mut rows: Vec<&T> = rows.iter().collect();
    rows.sort_by_key(|row| id(row));
    rows
}
