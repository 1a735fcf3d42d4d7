//! What stores guarantee of the audit log.

mod log;
