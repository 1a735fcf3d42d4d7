//! Tests that keep the repository to its style.
