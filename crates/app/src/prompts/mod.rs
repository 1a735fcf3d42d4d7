//! Prompts: what is checked before they are stored.

pub mod policy_check;
