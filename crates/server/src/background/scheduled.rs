//! What scheduled work works on.

use askline_api::pipeline::app::App;

use crate::{several_servers::server_group::ServerGroup, stores::Stores};

/// What scheduled work works on.
pub(super) struct Scheduled {
    pub(super) app: App,
    pub(super) stores: Stores,
    pub(super) server_group: ServerGroup,
}
