//! Renames and removes passkeys of the account of a session.

use askline_domain::{
    identity::{
        passkeys::{Passkey, check_passkey_name},
        second_factor::assurance::FactorKind,
    },
    mail::{FactorChange, MailContent},
    shared::ids::PasskeyId,
};
use serde_json::json;

use super::register::Adding;
use crate::{
    accounts::{
        second_factor::end_factor,
        ways_in::{WayIn, has_another_way_in},
    },
    error::{Conflict, UseCaseError},
    instance::Instance,
    ports::{StoreResult, again::again_if_rolled_back, change::Scope},
};

const PASSKEY: &str = "passkey";

/// Gives a passkey another name; returns it.
pub async fn rename_passkey(
    instance: &Instance,
    by: Adding<'_>,
    id: PasskeyId,
    name: &str,
) -> Result<Passkey, UseCaseError> {
    let name = check_passkey_name(name)?;
    let renamed = again_if_rolled_back(|| rename(instance, by, id, &name)).await?;
    renamed.ok_or(UseCaseError::NotFound(PASSKEY))
}

async fn rename(instance: &Instance, by: Adding<'_>, id: PasskeyId, name: &str) -> StoreResult<Option<Passkey>> {
    let mut change = instance.ports.passkeys.begin(&[Scope::User(by.user.id)]).await?;
    change.compare_session(by.ground).await?;
    change.rename_passkey(by.user.id, id, name).await?;
    let renamed = change.passkeys(by.user.id).await?.into_iter().find(|passkey| passkey.id == id);
    change.commit_without_notice().await?;
    Ok(renamed)
}

/// What became of the removal of a passkey.
enum Removed {
    Done,
    Missing,
    OnlyWayIn,
}

/// Removes a passkey. With the last one, the account has no passkeys as a second factor any more. Fails with
/// [`Conflict::OnlyWayIn`] if the account could not be signed in to without it.
pub async fn remove_passkey(instance: &Instance, by: Adding<'_>, id: PasskeyId) -> Result<(), UseCaseError> {
    match again_if_rolled_back(|| remove(instance, by, id)).await? {
        Removed::Done => Ok(()),
        Removed::Missing => Err(UseCaseError::NotFound(PASSKEY)),
        Removed::OnlyWayIn => Err(Conflict::OnlyWayIn.into()),
    }
}

async fn remove(instance: &Instance, by: Adding<'_>, id: PasskeyId) -> StoreResult<Removed> {
    let account = by.user.id;
    let mut change = instance.ports.passkeys.begin(&Scope::of_person(account, by.memberships)).await?;
    change.compare_session(by.ground).await?;
    let Some(now) = change.account(account).await? else { return Ok(Removed::Missing) };
    let all = change.passkeys(account).await?;
    let Some(removed) = all.iter().find(|passkey| passkey.id == id) else { return Ok(Removed::Missing) };
    if !has_another_way_in(&mut *change, instance, &now, WayIn::Passkey(id)).await? {
        return Ok(Removed::OnlyWayIn);
    }
    change.delete_passkey(account, id).await?;
    if all.len() == 1 {
        end_factor(&mut *change, &now.0, FactorKind::Passkey).await?;
    }
    change.forget_remembered_browsers(account).await?;
    change.end_challenges(account).await?;
    let content = MailContent::SecondFactorChanged { change: FactorChange::PasskeyRemoved };
    change.mail(account, content, by.context.at).await?;
    let details = json!({ "passkeyId": id, "name": removed.name });
    for entry in by.context.entries(by.user, by.memberships, "auth.passkey_removed", &details) {
        change.audit(entry).await?;
    }
    change.commit().await?;
    Ok(Removed::Done)
}
