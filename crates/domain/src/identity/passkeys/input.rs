//! The answer of a passkey as a caller sends it.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::MAX_ANSWER_BYTES;
use crate::{
    identity::passkeys::MAX_CEREMONY_CHARACTERS,
    shared::violation::{Violation, Violations},
};

/// The answer of a passkey.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct PasskeyAnswer {
    /// The `ceremony` that it answers.
    #[schemars(length(max = MAX_CEREMONY_CHARACTERS))]
    pub ceremony: String,
    /// The credential as the browser's `toJSON()` returns it.
    pub credential: Map<String, Value>,
}

impl PasskeyAnswer {
    /// The ceremony and the credential, unless they are larger than any device's. Their content is not verified here.
    pub fn check(self) -> Result<(String, Value), Vec<Violation>> {
        let mut violations = Violations::new();
        let credential = Value::Object(self.credential);
        if credential.to_string().len() > MAX_ANSWER_BYTES {
            violations.add("credential", "TOO_LONG", format!("credential has more than {MAX_ANSWER_BYTES} bytes."));
        }
        violations.check_length("ceremony", &self.ceremony, 0, 2 * MAX_ANSWER_BYTES);
        violations.finish((self.ceremony, credential))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_that_is_too_large_is_refused_with_its_field() {
        let check = |ceremony: usize, credential: usize| {
            let credential = Map::from_iter([("id".to_owned(), "x".repeat(credential).into())]);
            let answer = PasskeyAnswer { ceremony: "x".repeat(ceremony), credential };
            answer.check().map(|_| ()).map_err(|found| found[0].path.clone())
        };
        assert_eq!(check(2 * MAX_ANSWER_BYTES, MAX_ANSWER_BYTES - 9), Ok(()));
        assert_eq!(check(2 * MAX_ANSWER_BYTES + 1, 1), Err("ceremony".into()));
        assert_eq!(check(1, MAX_ANSWER_BYTES), Err("credential".into()));
    }
}
