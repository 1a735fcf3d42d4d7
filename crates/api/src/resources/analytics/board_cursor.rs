//! A place on the board, as stored in a cursor.

use askline_domain::sites::board::BoardPlace;
use base64::{Engine as _, engine::general_purpose::URL_SAFE_NO_PAD};

/// The place as it stands in a cursor.
pub fn written(place: &BoardPlace) -> String {
    URL_SAFE_NO_PAD.encode(serde_json::to_vec(place).expect("numbers and texts"))
}

/// The place that a text stands for.
pub fn read(text: &str) -> Option<BoardPlace> {
    serde_json::from_slice(&URL_SAFE_NO_PAD.decode(text).ok()?).ok()
}
