//! Recipients: addresses without an account that get an organization's reports.
//!
//! A recipient gets nothing until the address's owner confirmed it, and nothing but reports afterwards.

pub mod input;
mod recipient;

use jiff::SignedDuration;

pub use recipient::{Recipient, RecipientSettings, RecipientState};

/// The maximum number of recipients of an organization.
pub const MAX_RECIPIENTS_PER_ORGANIZATION: u32 = 50;
/// How long a link to confirm a recipient works.
pub const CONFIRMATION_LASTS: SignedDuration = SignedDuration::from_hours(7 * 24);
