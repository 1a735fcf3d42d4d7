//! A second factor as a caller sends it.

use crate::{
    identity::{
        passkeys::given::GivenPasskey,
        second_factor::{recovery_code::MAX_RECOVERY_CODE_CHARACTERS, totp::MAX_CODE_CHARACTERS},
        secret::Secret,
    },
    shared::violation::{Violation, Violations},
};

/// A second factor as a caller sent it. Codes are not verified here.
#[derive(Debug, Clone)]
pub enum SecondProof {
    /// A code of the authenticator app.
    Totp(Secret),
    /// A recovery code.
    RecoveryCode(Secret),
    /// The answer of a passkey, whose signature was checked.
    Passkey(Box<GivenPasskey>),
}

impl SecondProof {
    /// The second factor in the fields `code` and `recoveryCode`, of which one is needed.
    pub fn check(code: Option<String>, recovery_code: Option<String>) -> Result<Self, Vec<Violation>> {
        let mut violations = Violations::new();
        let given = Self::check_optional(code, recovery_code, &mut violations);
        if given.is_none() && violations.is_empty() {
            violations.add("code", "REQUIRED", "code is missing. Send the code of the app, or recoveryCode.");
        }
        violations.finish(())?;
        given.ok_or_else(Vec::new)
    }

    /// The second factor in these fields, if there is one.
    pub fn check_optional(
        code: Option<String>,
        recovery_code: Option<String>,
        violations: &mut Violations,
    ) -> Option<Self> {
        if code.is_some() && recovery_code.is_some() {
            violations.add("recoveryCode", "NOT_ALLOWED", "Send either code or recoveryCode.");
            return None;
        }
        if let Some(code) = code {
            violations.check_length("code", &code, 1, MAX_CODE_CHARACTERS);
            return Some(Self::Totp(Secret::new(code)));
        }
        let recovery_code = recovery_code?;
        violations.check_length("recoveryCode", &recovery_code, 1, MAX_RECOVERY_CODE_CHARACTERS);
        Some(Self::RecoveryCode(Secret::new(recovery_code)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_second_factor_is_needed_and_no_more() {
        let text = |text: &str| Some(text.to_owned());
        assert!(matches!(SecondProof::check(text("123 456"), None), Ok(SecondProof::Totp(_))));
        assert!(matches!(SecondProof::check(None, text("7h2k")), Ok(SecondProof::RecoveryCode(_))));
        for (code, recovery_code, path, expected) in [
            (None, None, "code", "REQUIRED"),
            (text("1"), text("1"), "recoveryCode", "NOT_ALLOWED"),
            (text(""), None, "code", "TOO_SHORT"),
            (Some("1".repeat(17)), None, "code", "TOO_LONG"),
            (None, Some("1".repeat(65)), "recoveryCode", "TOO_LONG"),
        ] {
            let refused = SecondProof::check(code, recovery_code).expect_err("refused");
            let found: Vec<_> = refused.iter().map(|one| (one.path.as_str(), one.code.as_str())).collect();
            assert_eq!(found, [(path, expected)]);
        }
    }
}
