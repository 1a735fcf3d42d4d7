//! What the documents need to know about the instance that serves them.

use std::{net::SocketAddr, sync::Arc};

use askline_domain::{identity::secret::Secret, shared::ids::SiteId};
use bytes::Bytes;
use metrics_exporter_prometheus::PrometheusHandle;

use crate::{
    disk_space::DiskWatch, listen::Stop, scheduled_backups::ScheduledBackups,
    several_servers::server_group::ServerGroup, stores::Stores,
};

/// What the documents need to know about this instance.
#[derive(Clone)]
pub struct DocumentContext {
    /// The address that this server listens on.
    pub listening: SocketAddr,
    /// The stores, which `/readyz` checks.
    pub stores: Stores,
    /// The other servers; `/readyz` reports problems with them.
    pub server_group: ServerGroup,
    /// The disk of the data folder, if there is one; `/readyz` reports when it is nearly full.
    pub disk: Option<Arc<DiskWatch>>,
    /// The scheduled backups, if there are any; `/readyz` reports their state.
    pub backups: Option<Arc<ScheduledBackups>>,
    /// Whether this server stops soon; `/readyz` then tells load balancers to send requests elsewhere.
    pub end_is_near: Stop,
    /// The recorder of what `/metrics` shows.
    pub recorder: PrometheusHandle,
    /// Who may read `/metrics` on the main address.
    pub metrics: MetricsAccess,
    /// The page of `askline demo`.
    pub demo: Option<DemoPage>,
    /// The configuration that the widget of a new site loads, for the gallery.
    pub sample: Bytes,
}

/// Who may read `/metrics` on the main address.
#[derive(Debug, Clone)]
pub enum MetricsAccess {
    /// Nobody: it has a separate listener.
    Elsewhere,
    /// Anyone who sends the token.
    Token(Secret),
    /// Programs on this machine.
    ThisMachine,
}

/// What the page `/demo/` shows about its instance.
#[derive(Debug, Clone)]
pub struct DemoPage {
    /// The site that the snippet names.
    pub site: SiteId,
    /// The address of this instance.
    pub origin: String,
}
