//! A channel as it is stored, without its address.

use jiff::Timestamp;

use super::{
    address,
    input::ChannelSettings,
    kind::ChannelType,
    route::Route,
    route_kind::RouteKind,
    state::{ChannelHealth, ChannelState},
};
use crate::{
    audit::Target,
    keys::KeyCreator,
    reports::{ReportAudience, period::ReportKind},
    shared::ids::{ChannelId, OrgId},
};

/// A channel, without its address.
#[derive(Debug, Clone, PartialEq)]
pub struct Channel {
    /// Its id.
    pub id: ChannelId,
    /// The organization.
    pub org_id: OrgId,
    /// The service that it belongs to.
    pub kind: ChannelType,
    /// What people call it.
    pub name: String,
    /// Enough to recognize the address by: its host and its last characters.
    pub masked_address: String,
    /// Whether messages are sent.
    pub enabled: bool,
    /// Whom the reports that are sent to it are for.
    pub audience: ReportAudience,
    /// What is sent to it.
    pub routes: Vec<Route>,
    /// Whether messages arrive.
    pub health: ChannelHealth,
    /// When it was created.
    pub created_at: Timestamp,
    /// When a person last changed it.
    pub updated_at: Timestamp,
    /// Who created it.
    pub created_by: Option<KeyCreator>,
}

impl Channel {
    /// A new channel to which nothing is sent yet.
    pub fn new(
        id: ChannelId,
        org_id: OrgId,
        settings: &ChannelSettings,
        created_by: Option<KeyCreator>,
        at: Timestamp,
    ) -> Self {
        Self {
            id,
            org_id,
            kind: settings.kind,
            name: settings.name.clone(),
            masked_address: address::masked(&settings.address),
            enabled: true,
            audience: settings.audience,
            routes: Vec::new(),
            health: ChannelHealth::default(),
            created_at: at,
            updated_at: at,
            created_by,
        }
    }

    /// Its state.
    pub fn state(&self) -> ChannelState {
        match (self.enabled, self.health.failing_since) {
            (false, _) => ChannelState::Disabled,
            (true, Some(_)) => ChannelState::Failing,
            (true, None) => ChannelState::Active,
        }
    }

    /// The route of a report of this kind, if it is sent to the channel.
    pub fn report_route(&self, kind: ReportKind) -> Option<&Route> {
        self.routes.iter().find(|route| route.kind == RouteKind::Report(kind))
    }

    /// How the audit log names it.
    pub fn audit_target(&self) -> Target {
        Target::new("channel", self.id, &*self.name)
    }
}
