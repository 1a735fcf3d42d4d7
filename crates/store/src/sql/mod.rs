//! Statements for both databases, where they run, and the rows that they return. It contains no table names.
//!
//! One text serves both databases where possible; [`Dialects`] contains two if they differ.

mod connection;
mod copying;
mod leased;
mod link;
mod queues;
mod reach;
mod row;
pub(crate) mod rows;
mod running;
mod servers;
mod statement;
pub(crate) mod steps;
mod unnamed;

pub(crate) use connection::{Connection, Pool, READS, no_slot};
pub(crate) use link::{Link, Links};
pub(crate) use queues::LockKeys;
pub(crate) use reach::NotConnected;
pub(crate) use row::Row;
pub(crate) use servers::{Servers, reason_of};
pub(crate) use statement::{Dialects, Statement, Value, skipping_locked, sql};
pub(crate) use steps::Steps;
