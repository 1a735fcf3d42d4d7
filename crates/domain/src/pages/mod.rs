//! Pages of sites: their addresses, their rules for robots, and facts read from them.

pub mod address;
pub mod canonical_parameters;
pub mod engine_limits;
pub mod hosts;
pub mod identity;
pub mod language_guess;
pub mod markup;
pub mod other_page;
pub mod preview;
pub mod robots_tag;
pub mod robots_txt;
pub mod settings;
pub mod sitemap;
pub mod text;
