//! Why an outgoing request failed.

/// Why a request failed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum OutgoingError {
    /// The address, or one that it redirected to, is neither public nor in an allowed network, or its name has no
    /// address.
    #[error("the address is not public")]
    NotPublic,
    /// The address is not http or https (for a webhook: not https), or has an unusual port.
    #[error("the address is not a plain web address")]
    NotWeb,
    /// There was no answer in time.
    #[error("no answer in time")]
    TimedOut,
    /// There was no answer, it was not HTTP, or it redirected too often.
    #[error("no answer: {0}")]
    NoAnswer(String),
    /// The body is larger than allowed.
    #[error("the answer is larger than {0} bytes")]
    TooLarge(usize),
}
