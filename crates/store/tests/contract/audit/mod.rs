//! What stores guarantee about the audit log.

mod log;
