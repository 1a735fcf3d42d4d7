//! Registers, changes and deletes sites, and creates what their widget loads.

mod create;
mod delete;
pub mod gone;
pub mod known_ids;
mod list;
pub mod missing_views;
mod pages_preview;
pub mod payload;
pub mod sample;
pub mod seen_widgets;
mod update;
pub mod widget_config;

pub use create::{Created, PreparedSite, add, create, prepare, store};
pub use delete::{delete, remove};
pub use list::{every_site, own_ids};
pub use pages_preview::preview_pages;
pub use update::{Updated, put, update};
