//! Which addresses webhooks may not have.

/// Why an address is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TargetRefusal {
    /// It is, or its name resolves to, an address that is not public, and not one that the operator allows.
    #[error("it does not lead to a public address")]
    NotPublic,
    /// It is not encrypted, and not within the networks that the operator allows.
    #[error("it must start with https://")]
    NotHttps,
    /// A port that the public web does not use.
    #[error("its port must be 443")]
    UnusualPort,
}

impl TargetRefusal {
    /// Its stable code as a violation.
    pub const fn code(self) -> &'static str {
        match self {
            TargetRefusal::NotPublic => "NOT_PUBLIC",
            TargetRefusal::NotHttps => "NOT_HTTPS",
            TargetRefusal::UnusualPort => "UNUSUAL_PORT",
        }
    }
}
