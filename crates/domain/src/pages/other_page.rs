//! The row for pages without their own row.

/// The path of the row that sums all pages without their own row. Real paths begin with a slash.
pub const OTHER_PAGE: &str = "(other)";
