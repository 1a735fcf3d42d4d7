//! Reads only the needed parts of a prompt file. Parts that a caller can make large are skipped and never built in memory.

use std::{borrow::Cow, fmt};

use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, SeqAccess, Visitor},
};
use serde_json::value::RawValue;

use super::file_limits::MAX_LINES;

/// The items of a file, up to one more than allowed; the rest is skipped.
pub(super) struct FirstItems<'a>(pub(super) Vec<&'a RawValue>);

impl<'de: 'a, 'a> Deserialize<'de> for FirstItems<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items;
        impl<'de> Visitor<'de> for Items {
            type Value = Vec<&'de RawValue>;
            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a sequence")
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Self::Value, A::Error> {
                let mut items = Vec::new();
                while items.len() < MAX_LINES {
                    match access.next_element()? {
                        Some(item) => items.push(item),
                        None => return Ok(items),
                    }
                }
                while access.next_element::<IgnoredAny>()?.is_some() {}
                Ok(items)
            }
        }
        deserializer.deserialize_seq(Items).map(Self)
    }
}

/// Whether an object is the envelope of a response.
pub(super) struct Envelope {
    pub(super) has_data: bool,
}

impl<'de> Deserialize<'de> for Envelope {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields).map(|has_data| Self { has_data })
    }
}

/// An object with any content, which is ignored.
#[derive(Default)]
pub(super) struct PassedOver;

impl<'de> Deserialize<'de> for PassedOver {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Fields).map(|_| Self)
    }
}

/// Skips the fields of an object; returns whether one is called `data`.
struct Fields;

impl<'de> Visitor<'de> for Fields {
    type Value = bool;
    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a map")
    }
    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<bool, A::Error> {
        let mut has_data = false;
        while let Some(name) = access.next_key::<Cow<'de, str>>()? {
            has_data |= name == "data";
            access.next_value::<IgnoredAny>()?;
        }
        Ok(has_data)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_items_without_end_one_too_many_is_kept() {
        let read = |count: usize| {
            let text = format!("[{}]", vec!["0"; count].join(","));
            serde_json::from_str::<FirstItems<'_>>(&text).map(|items| items.0.len()).ok()
        };
        assert_eq!(read(3), Some(3));
        assert_eq!(read(2_000_000), Some(MAX_LINES));
        assert!(serde_json::from_str::<FirstItems<'_>>("[0,]").is_err());
        let broken_late = format!("[{}x]", "0,".repeat(MAX_LINES + 5));
        assert!(serde_json::from_str::<FirstItems<'_>>(&broken_late).is_err(), "what goes by is read all the same");
    }

    #[test]
    fn an_envelope_is_known_by_its_data() {
        let has_data = |text: &str| serde_json::from_str::<Envelope>(text).map(|envelope| envelope.has_data).ok();
        assert_eq!(has_data(r#"{"a":[{"data":1}],"data":null}"#), Some(true));
        assert_eq!(has_data(r#"{"a":[{"data":1}]}"#), Some(false));
        assert_eq!(has_data("[]"), None);
    }
}
