//! Splits titles of pages into their parts.

/// Separators between the parts of a title.
const SEPARATORS: [&str; 10] = [" | ", " - ", " – ", " — ", " · ", " » ", " « ", " :: ", "｜", " • "];

/// The parts of a title: `Boots | Acme` has two.
pub(crate) fn title_parts(title: &str) -> Vec<&str> {
    let mut parts = vec![title];
    for separator in SEPARATORS {
        parts = parts.into_iter().flat_map(|part| part.split(separator)).collect();
    }
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}
