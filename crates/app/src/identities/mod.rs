//! Signs people in through identity providers, and links their identities to accounts.
//!
//! An identity is an issuer and a subject. An account is never chosen by an email address alone: a person who has one links the
//! identity with their password, and their second factor if they have one.

mod flow;
mod link;
mod prove;
mod sign_in;

pub use flow::{Begun, Finished, begin, begin_link, begin_proof, finish};
pub use link::{link_with_password, unlink};
pub use sign_in::{SignedIn, sign_in_by_gate};
