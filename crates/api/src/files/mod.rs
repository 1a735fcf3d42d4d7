//! Files for spreadsheets: cells, tables and workbooks.

pub(crate) mod spreadsheet_cell;
pub mod table_file;
