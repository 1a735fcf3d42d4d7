//! Reasons to refuse the URL of a webhook.

/// Why a URL is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TargetRefusal {
    /// Its host is, or resolves to, an address that is neither public nor allowed by the operator.
    #[error("it does not lead to a public address")]
    NotPublic,
    /// It is not encrypted, and its host is not in a network that the operator allows.
    #[error("it must start with https://")]
    NotHttps,
    /// Its port is not 443, and its host is not in a network that the operator allows.
    #[error("its port must be 443")]
    UnusualPort,
}

impl TargetRefusal {
    /// The stable code of the violation.
    pub const fn code(self) -> &'static str {
        match self {
            TargetRefusal::NotPublic => "NOT_PUBLIC",
            TargetRefusal::NotHttps => "NOT_HTTPS",
            TargetRefusal::UnusualPort => "UNUSUAL_PORT",
        }
    }
}
