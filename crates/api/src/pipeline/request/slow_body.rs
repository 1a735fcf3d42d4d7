//! Bodies that arrive too slowly: the error that stops reading, and its response.

use std::{error::Error, fmt};

use crate::pipeline::error::{ApiError, Code};

/// Why reading a body was stopped: its sender took too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SlowBody {
    /// No byte arrived for this long.
    Paused {
        /// Seconds without a byte.
        seconds: u64,
    },
    /// The body was still incomplete after this time.
    Late {
        /// Seconds since reading began.
        seconds: u64,
    },
}

impl fmt::Display for SlowBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Paused { seconds } => write!(f, "No byte of the body arrived for {seconds} s. Nothing was done."),
            Self::Late { seconds } => write!(f, "The body did not arrive within {seconds} s. Nothing was done."),
        }
    }
}

impl Error for SlowBody {}

/// The error for a body that could not be read completely.
pub fn unread(error: &(dyn Error + 'static)) -> ApiError {
    let mut cause = Some(error);
    let mut message = "The body ended before it was complete.".to_owned();
    while let Some(error) = cause {
        if let Some(slow) = error.downcast_ref::<SlowBody>() {
            message = slow.to_string();
        }
        cause = error.source();
    }
    ApiError::new(Code::BadRequest, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_body_is_reported_as_late_even_when_its_cause_is_nested() {
        let slow = SlowBody::Late { seconds: 60 };
        let wrapped = axum::Error::new(axum::Error::new(slow));
        assert_eq!(unread(&wrapped).message, "The body did not arrive within 60 s. Nothing was done.");
        assert_eq!(
            unread(&axum::Error::new(std::io::Error::other("reset"))).message,
            "The body ended before it was complete."
        );
    }
}
