//! The binary as an operator meets it: exit codes, JSON, and what it says when something is wrong.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod accounts;
mod backups;
mod beside_a_server;
mod connections;
mod data_folders;
mod deletions;
mod deliveries_killed;
mod demo;
mod documented_commands;
mod engine_keys;
mod event_files;
mod every_command;
mod full_disks;
mod generations_killed;
mod health;
mod instance;
mod key_commands;
mod killed;
mod mail;
mod manual;
mod memory;
mod misuse;
mod monitors_killed;
mod organizations_sites_keys;
mod private_files;
mod removals_killed;
mod repeats_killed;
mod secrets;
mod serving;
mod terminal;
mod unavailable;
mod unfinished_files;
mod user_list;
