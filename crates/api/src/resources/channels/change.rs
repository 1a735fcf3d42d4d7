//! Adds, changes and deletes channels.

use askline_app::{channels, sites::gone::remove_what_is_gone};
use askline_domain::{
    channels::input::{ChannelEdit, NewChannel},
    keys::KeyCreator,
};

use super::{ChannelPath, ChannelView};
use crate::{
    pipeline::handling::{ApiError, Call, Input, Json, Nothing, OrgAccess, Reply},
    resources::sites::Deleted,
};

/// `POST /notifications/channels`
pub async fn create_channel(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewChannel>>,
) -> Result<Reply<ChannelView>, ApiError> {
    let (ports, Json(new)) = (call.app.ports(), input.body);
    let verdict = channels::verdict(&*ports.webhook_targets, Some(&new.address)).await;
    // A service account has no address.
    let creator = call.session().ok().map(|grant| KeyCreator { id: grant.user.id, email: grant.user.email.clone() });
    let store = &*ports.channels;
    let channel = channels::create(store, call.tenant.id, (new, verdict), creator, &call.audit_context()).await?;
    Ok(Reply::new(channel.into()))
}

/// `PATCH /notifications/channels/:channelId`
pub async fn update_channel(
    call: Call<OrgAccess>,
    input: Input<ChannelPath, Nothing, Json<ChannelEdit>>,
) -> Result<Reply<ChannelView>, ApiError> {
    let (ports, Json(edit), of) = (call.app.ports(), input.body, (call.tenant.id, input.path.channel_id));
    let verdict = channels::verdict(&*ports.webhook_targets, edit.address.as_deref()).await;
    let channel = channels::change(&*ports.channels, of, (edit, verdict), &call.audit_context()).await?;
    Ok(Reply::new(channel.into()))
}

/// `DELETE /notifications/channels/:channelId`
pub async fn delete_channel(call: Call<OrgAccess>, input: Input<ChannelPath>) -> Result<Reply<Deleted>, ApiError> {
    let id = input.path.channel_id;
    channels::delete(&*call.app.ports().channels, (call.tenant.id, id), &call.audit_context()).await?;
    // From now on callers cannot see the channel; its messages are removed afterwards.
    remove_what_is_gone(call.app.instance());
    Ok(Reply::new(Deleted::of(id)))
}
