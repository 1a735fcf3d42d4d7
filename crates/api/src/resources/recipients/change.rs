//! Adds, changes and deletes recipients, and asks their owners again.

use askline_app::{
    ports::all::Ports,
    recipients::{self, Asking, Stores},
};
use askline_domain::recipients::input::{NewRecipient, RecipientEdit};

use super::{RecipientPath, RecipientView};
use crate::{
    pipeline::handling::{ApiError, Call, Input, Json, Nothing, OrgAccess, Reply},
    resources::sites::Deleted,
};

/// `POST /notifications/recipients`
pub async fn create_recipient(
    call: Call<OrgAccess>,
    input: Input<Nothing, Nothing, Json<NewRecipient>>,
) -> Result<Reply<RecipientView>, ApiError> {
    let (ports, context) = (call.app.ports(), call.audit_context());
    let made = recipients::create(stores(ports), asking(&call), &input.body.0, &context).await?;
    Ok(Reply::new(made.into()))
}

/// `PATCH /notifications/recipients/:recipientId`
pub async fn update_recipient(
    call: Call<OrgAccess>,
    input: Input<RecipientPath, Nothing, Json<RecipientEdit>>,
) -> Result<Reply<RecipientView>, ApiError> {
    let (of, context) = ((call.tenant.id, input.path.recipient_id), call.audit_context());
    let changed = recipients::change(stores(call.app.ports()), of, &input.body.0, &context).await?;
    Ok(Reply::new(changed.into()))
}

/// `DELETE /notifications/recipients/:recipientId`
pub async fn delete_recipient(call: Call<OrgAccess>, input: Input<RecipientPath>) -> Result<Reply<Deleted>, ApiError> {
    let id = input.path.recipient_id;
    recipients::delete(&*call.app.ports().recipients, (call.tenant.id, id), &call.audit_context()).await?;
    Ok(Reply::new(Deleted::of(id)))
}

/// `POST /notifications/recipients/:recipientId/confirmation`
pub async fn ask_recipient_again(
    call: Call<OrgAccess>,
    input: Input<RecipientPath>,
) -> Result<Reply<RecipientView>, ApiError> {
    let (stores, context) = (stores(call.app.ports()), call.audit_context());
    let asked = recipients::ask_again(stores, asking(&call), input.path.recipient_id, &context).await?;
    Ok(Reply::new(asked.into()))
}

pub(super) fn stores(ports: &Ports) -> Stores<'_> {
    (&*ports.recipients, &*ports.sites)
}

fn asking(call: &Call<OrgAccess>) -> Asking<'_> {
    // A service account is no person.
    let by = call.session().ok().map(|grant| &grant.user);
    Asking { org: call.tenant.id, by, sends_mail: call.app.settings().mail }
}
