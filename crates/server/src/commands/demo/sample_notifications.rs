//! A channel and a recipient of the demonstration. Nothing is sent to either.
//!
//! The channel is disabled, and its address is one of this machine, which no message is sent to unless the operator allows it.
//! The recipient waits for its confirmation, because a demonstration sends no email.

use std::net::SocketAddr;

use askline_api::pipeline::app::App;
use askline_app::{
    channels,
    recipients::{self, Asking},
};
use askline_domain::{
    channels::{
        ChannelType,
        input::{AddressVerdict, ChannelEdit, NewChannel},
        routing::{GivenRoute, RoutesUpdate},
    },
    recipients::input::NewRecipient,
    reports::ReportAudience,
    shared::ids::OrgId,
};

use super::sample_site::COMMAND;
use crate::{commands::audit_context, failure::Failure};

/// What would be sent to the channel.
const KINDS: [&str; 4] = ["report.weekly", "citation.gained", "citation.lost", "site.stale"];

/// Adds them.
pub(super) async fn fill(app: &App, org: OrgId, address: SocketAddr) -> Result<(), Failure> {
    let (ports, context) = (app.ports(), audit_context(COMMAND));
    let own = AddressVerdict { refusal: None, is_internal: true };
    let new = NewChannel {
        kind: ChannelType::Slack,
        name: "#web".into(),
        address: format!("http://127.0.0.1:{}/services/an-example-that-nothing-is-sent-to", address.port()),
        audience: None,
    };
    let channel = channels::create(&*ports.channels, org, (new, own), None, &context).await?;
    let items = KINDS.map(|kind| GivenRoute { kind: kind.into(), channel_id: channel.id, site_ids: None });
    channels::route(&*ports.channels, org, &RoutesUpdate { items: items.into() }, &context).await?;
    let off = ChannelEdit { enabled: Some(false), ..ChannelEdit::default() };
    channels::change(&*ports.channels, (org, channel.id), (off, own), &context).await?;
    let client = NewRecipient {
        email: "client@example.com".into(),
        audience: ReportAudience::Client,
        site_ids: None,
        weekly: None,
        monthly: None,
        language: None,
    };
    // The email with its link is stored only by an instance that sends email.
    let asking = Asking { org, by: None, sends_mail: true };
    recipients::create((&*ports.recipients, &*ports.sites), asking, &client, &context).await?;
    Ok(())
}
