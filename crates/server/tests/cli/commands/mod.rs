//! Tests what single commands do and print.

pub(crate) mod accounts;
pub(crate) mod beside_a_server;
pub(crate) mod deletions;
pub(crate) mod demo;
pub(crate) mod engine_keys;
pub(crate) mod event_files;
pub(crate) mod health;
pub(crate) mod keys;
pub(crate) mod logs;
pub(crate) mod mail;
pub(crate) mod organizations_sites_keys;
pub(crate) mod printed_addresses;
pub(crate) mod printed_once;
pub(crate) mod settings;
pub(crate) mod user_list;
