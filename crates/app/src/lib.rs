//! What the product does, and the ports to what it needs for it. No HTTP, no SQL.

pub mod ports;
