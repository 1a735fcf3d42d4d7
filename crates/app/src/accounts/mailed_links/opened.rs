//! The account that an emailed link opens, before a change and within it.

use askline_domain::identity::{
    grounds::TokenGround, links::MailedLink, secret::SecretDigest, token::TokenPurpose, user::User,
};
use jiff::Timestamp;

use crate::{
    accounts::visit::Visit,
    error::{Credential, UseCaseError},
    ports::{StoreResult, change::Change, identity::accounts::TokenAccount},
};

/// Returns the account that an emailed token was created for, and the ground of what the token allows.
pub(super) async fn opened(
    visit: &Visit<'_>,
    purpose: TokenPurpose,
    token: &str,
) -> Result<(TokenAccount, TokenGround), UseCaseError> {
    let digest = SecretDigest::of(token.trim());
    let found = visit.instance.ports.accounts.token_account(purpose, digest, visit.context.at).await?;
    let found = found.ok_or(UseCaseError::WrongCredential(Credential::MailedLink))?;
    let ground = TokenGround { user: found.user.id, digest };
    Ok((found, ground))
}

/// The account that a link opens within a change, and the link; `None` if it does not open the account of the ground any more.
pub(super) async fn opened_in(
    change: &mut dyn Change,
    purpose: TokenPurpose,
    ground: TokenGround,
    at: Timestamp,
) -> StoreResult<Option<(User, MailedLink)>> {
    let Some(link) = change.mailed_link(purpose, ground.digest).await? else { return Ok(None) };
    let account = change.account(ground.user).await?.map(|(user, _)| user);
    Ok(account.filter(|user| link.opens(user, at)).map(|user| (user, link)))
}
