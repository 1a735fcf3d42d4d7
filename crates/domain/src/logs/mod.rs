//! Access logs of web servers: which requests came from crawlers. Opens no file.
//!
//! [`lines`] cuts bytes into lines, [`formats`] reads a line, [`classify`] decides whether it is kept and as what, and
//! [`tally`] counts. The address of a request is compared with the lists of [`address_lists`] and then dropped: nothing
//! that leaves this module contains it, nor a user agent, a cookie or a query. [`batch`] makes the counters of a batch that a
//! [`source`] sent.

pub mod address_lists;
pub mod batch;
pub mod classify;
pub mod evidence;
pub mod formats;
pub mod line;
pub mod lines;
pub mod network_set;
pub mod newest;
pub mod purpose;
pub mod reads;
pub mod source;
pub mod tally;
#[cfg(test)]
mod tests;
