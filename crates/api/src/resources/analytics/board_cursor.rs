//! A position on the board, as stored in a cursor.

use askline_domain::board::BoardSortKey;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

/// The text of a position, for a cursor.
pub fn written(place: &BoardSortKey) -> String {
    URL_SAFE_NO_PAD.encode(serde_json::to_vec(place).expect("numbers and texts"))
}

/// The position in a cursor's text; `None` if it is invalid.
pub fn read(text: &str) -> Option<BoardSortKey> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}
