//! The question of a `question_click`: a suggested question, or the reader's own. The text of a reader's own question
//! never reaches the service: it goes directly from the page to the assistant.

use std::borrow::Cow;

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, de};

use crate::shared::ids::{Id as _, QuestionId};

/// Stands for the reader's own question, in place of a question's id.
pub const OWN: &str = "own";

/// The question that was asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AskedQuestion {
    /// The reader's own question.
    Own,
    /// A question that the site suggests or suggested.
    Suggested(QuestionId),
}

impl AskedQuestion {
    /// The id under which it is counted and stored. The reader's own question has the ULID of all zeros, which is never
    /// generated and which no configuration may use.
    pub fn counted_id(self) -> QuestionId {
        match self {
            Self::Own => QuestionId::from_bits(0),
            Self::Suggested(id) => id,
        }
    }

    /// The question that is counted under this id.
    pub fn of_counted(id: QuestionId) -> Self {
        if id == Self::Own.counted_id() { Self::Own } else { Self::Suggested(id) }
    }

    /// Whether an id is reserved for the reader's own question, so that no suggested question may have it.
    pub fn is_reserved(id: QuestionId) -> bool {
        Self::of_counted(id) == Self::Own
    }
}

impl std::fmt::Display for AskedQuestion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Own => f.write_str(OWN),
            Self::Suggested(id) => id.fmt(f),
        }
    }
}

impl<'de> Deserialize<'de> for AskedQuestion {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <Cow<'de, str>>::deserialize(deserializer)?;
        match text.parse() {
            _ if text == OWN => Ok(Self::Own),
            Ok(id) => Ok(Self::Suggested(id)),
            Err(error) => Err(de::Error::custom(format!("'{OWN}' or an id is expected, and this is {error}"))),
        }
    }
}

impl JsonSchema for AskedQuestion {
    fn schema_name() -> Cow<'static, str> {
        "AskedQuestion".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let id = generator.subschema_for::<QuestionId>();
        schemars::json_schema!({ "anyOf": [{ "type": "string", "const": OWN }, id] })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_and_ids_are_read_and_written_back_and_anything_else_is_refused() {
        for text in ["own", "q_00000000000000000000000001"] {
            let asked: AskedQuestion = serde_json::from_value(text.into()).expect(text);
            assert_eq!(asked.to_string(), text);
            assert_eq!(AskedQuestion::of_counted(asked.counted_id()), asked);
        }
        for text in ["", "Own", "q_1", "prm_00000000000000000000000001"] {
            assert!(serde_json::from_value::<AskedQuestion>(text.into()).is_err(), "{text}");
        }
    }
}
