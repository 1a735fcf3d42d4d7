//! What holds for every command line: help, misuse, manuals, terminals, and the documents' examples.

pub(crate) mod documented_commands;
pub(crate) mod every_command;
pub(crate) mod manual;
pub(crate) mod misuse;
pub(crate) mod terminal;
