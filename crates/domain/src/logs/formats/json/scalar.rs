//! A single value of a JSON object.

use std::{borrow::Cow, fmt};

use jiff::Timestamp;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::logs::formats::moment;

/// A value: a text, a number, `true` or `false` as text, or the first element of an array.
pub enum Scalar<'a> {
    Text(Cow<'a, str>),
    Integer(i64),
    Number(f64),
    Nothing,
}

impl<'a> Scalar<'a> {
    /// The value as text.
    pub fn into_text(self) -> Cow<'a, str> {
        match self {
            Self::Text(text) => text,
            Self::Integer(number) => Cow::Owned(number.to_string()),
            Self::Number(number) => Cow::Owned(number.to_string()),
            Self::Nothing => Cow::Borrowed(""),
        }
    }

    /// The value as a time.
    pub fn moment(&self) -> Option<Timestamp> {
        match self {
            Self::Text(text) => moment::read_moment(text),
            Self::Integer(number) => moment::of_number(*number as f64),
            Self::Number(number) => moment::of_number(*number),
            Self::Nothing => None,
        }
    }
}

/// Reads a value.
pub struct ScalarSeed;

impl<'de> DeserializeSeed<'de> for ScalarSeed {
    type Value = Scalar<'de>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Scalar<'de>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for ScalarSeed {
    type Value = Scalar<'de>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Integer(number))
    }

    fn visit_u64<E: serde::de::Error>(self, number: u64) -> Result<Scalar<'de>, E> {
        i64::try_from(number).map(Scalar::Integer).map_err(|_| E::custom("a number beyond any time, status or size"))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Number(number))
    }

    fn visit_bool<E>(self, is_true: bool) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Text(Cow::Borrowed(if is_true { "true" } else { "false" })))
    }

    fn visit_unit<E>(self) -> Result<Scalar<'de>, E> {
        Ok(Scalar::Nothing)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut array: A) -> Result<Scalar<'de>, A::Error> {
        let first = array.next_element_seed(ScalarSeed)?.unwrap_or(Scalar::Nothing);
        while array.next_element::<IgnoredAny>()?.is_some() {}
        Ok(first)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Scalar<'de>, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Scalar::Nothing)
    }
}
