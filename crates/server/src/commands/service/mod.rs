//! Commands that run the service or examine it.

pub(super) mod audit;
pub(super) mod citations;
pub(super) mod demo;
pub(super) mod doctor;
pub(super) mod health;
pub(super) mod mail;
pub(super) mod serve;
