//! The rows of notifications: channels, their messages, what is sent where, and recipients.

use askline_domain::identity::role::Role;

use crate::{
    at,
    pipeline::{
        error::Code,
        route_table::{RouteTable, delete, get, patch, policy::Quota, post, put},
    },
    resources::{channels, recipients},
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
        .row(get(at!("/api/v1/notifications/recipients"), "List recipients")
            .member(Role::Admin).own_organization().limit(Quota::Caller).light().to(recipients::list_recipients))
        .row(post(at!("/api/v1/notifications/recipients"), "Add a recipient, who gets a link to confirm")
            .member(Role::Admin).own_organization().limit(Quota::Caller).light().created()
            .errors(&[Code::LimitReached, Code::Conflict]).located("/api/v1/notifications/recipients/{data.id}")
            .to(recipients::create_recipient))
        .row(post(at!("/api/v1/notifications/recipients/confirm"), "Confirm a recipient with the token of an emailed link")
            .anyone().no_organization().limit(Quota::LogIn).light().not_idempotent()
            .errors(&[Code::InvalidCredentials]).to(recipients::confirm_recipient))
        .row(patch(at!("/api/v1/notifications/recipients/{recipientId}"), "Change what a recipient gets")
            .member(Role::Admin).owner_of_recipient().limit(Quota::Caller).light().to(recipients::update_recipient))
        .row(delete(at!("/api/v1/notifications/recipients/{recipientId}"), "Delete a recipient")
            .member(Role::Admin).owner_of_recipient().limit(Quota::Caller).light().to(recipients::delete_recipient))
        .row(post(at!("/api/v1/notifications/recipients/{recipientId}/confirmation"), "Send a recipient another link to confirm")
            .member(Role::Admin).owner_of_recipient().limit(Quota::Caller).light().accepted()
            .errors(&[Code::Conflict]).located("/api/v1/notifications/recipients").to(recipients::ask_recipient_again))
        .row(get(at!("/api/v1/orgs/{orgId}/notifications"), "What is sent where")
            .member(Role::Admin).organization().limit(Quota::Caller).light().to(channels::list_notification_routes))
        .row(put(at!("/api/v1/orgs/{orgId}/notifications"), "Decide what is sent where")
            .member(Role::Admin).organization().limit(Quota::Caller).light().to(channels::put_notification_routes))
}
