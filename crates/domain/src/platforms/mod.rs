//! AI platforms and social networks: their names, icons, and the addresses that open them.

pub mod icons;
pub mod known_ids;
pub mod link_registry;
pub mod social_network;
