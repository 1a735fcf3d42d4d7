//! How much anonymous callers can make event stores keep.

mod floods;
mod limits;
mod senders;
