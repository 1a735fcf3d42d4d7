//! The rows of notifications: channels, their messages, and what is sent where.

use askline_domain::identity::role::Role;

use crate::{
    at,
    pipeline::{
        error::Code,
        route_table::{RouteTable, delete, get, patch, policy::Quota, post, put},
    },
    resources::channels,
};

/// A table with these rows added.
#[rustfmt::skip]
pub(super) fn rows(table: RouteTable) -> RouteTable {
    table
        .row(get(at!("/api/v1/notifications/channels"), "List channels")
            .member(Role::Admin).own_organization().limit(Quota::Caller).light().to(channels::list_channels))
        .row(post(at!("/api/v1/notifications/channels"), "Add a channel")
            .member(Role::Admin).own_organization().limit(Quota::Caller).light().created()
            .errors(&[Code::LimitReached]).located("/api/v1/notifications/channels/{data.id}").to(channels::create_channel))
        .row(patch(at!("/api/v1/notifications/channels/{channelId}"), "Change a channel, or enable it again")
            .member(Role::Admin).owner_of_channel().limit(Quota::Caller).light().to(channels::update_channel))
        .row(delete(at!("/api/v1/notifications/channels/{channelId}"), "Delete a channel with its messages")
            .member(Role::Admin).owner_of_channel().limit(Quota::Caller).light().to(channels::delete_channel))
        .row(post(at!("/api/v1/notifications/channels/{channelId}/test"), "Send a test message to a channel")
            .member(Role::Admin).owner_of_channel().limit(Quota::Caller).light().accepted()
            .errors(&[Code::Conflict]).located("/api/v1/notifications/channels/{channelId}/messages").to(channels::test_channel))
        .row(get(at!("/api/v1/notifications/channels/{channelId}/messages"), "List messages of the last 30 days")
            .member(Role::Admin).owner_of_channel().limit(Quota::Caller).light().to(channels::list_channel_messages))
        .row(get(at!("/api/v1/orgs/{orgId}/notifications"), "What is sent where")
            .member(Role::Admin).organization().limit(Quota::Caller).light().to(channels::list_notification_routes))
        .row(put(at!("/api/v1/orgs/{orgId}/notifications"), "Decide what is sent where")
            .member(Role::Admin).organization().limit(Quota::Caller).light().to(channels::put_notification_routes))
}
