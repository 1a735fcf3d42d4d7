//! How much strangers can make event stores keep.

mod floods;
mod limits;
mod senders;
