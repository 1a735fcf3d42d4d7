//! Tests the command line: help, misuse, manuals, terminals, and the examples in documents.

pub(crate) mod documented_commands;
pub(crate) mod every_command;
pub(crate) mod manual;
pub(crate) mod misuse;
pub(crate) mod terminal;
pub(crate) mod version;
