//! The widget: its configuration, its appearance, its placement, and what it offers on a page.

pub mod config;
mod config_check;
pub mod config_input;
pub mod config_warning;
pub mod default_labels;
pub mod look;
pub mod menu;
pub mod missing_views;
pub mod placement;
pub mod version;
