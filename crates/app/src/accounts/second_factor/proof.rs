//! Checks a second factor within a change, and counts wrong codes.

use askline_domain::{
    identity::{
        second_factor::{
            MAX_WRONG_CODES_IN_A_ROW, assurance::Proof, given::SecondProof, recovery_code::read_recovery_code,
            totp::step_of_code,
        },
        user::User,
    },
    mail::{FactorChange, MailContent},
};
use jiff::Timestamp;

use crate::{
    accounts::passkeys::use_up,
    ports::{StoreResult, change::Change},
};

/// The result of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::accounts) enum Checked {
    /// It is right, and was used up.
    Right(Proof),
    /// It is wrong, or was used before. It was counted: the change must be committed.
    Wrong,
    /// Too many codes were wrong in a row, so that codes of the app are refused until the password is changed.
    Refused,
}

/// Checks a second factor of an account as it is in the change, whose scope includes the account.
///
/// Recovery codes are accepted even after too many wrong codes: nobody can guess one, and the person needs a way back.
pub(in crate::accounts) async fn check(
    change: &mut dyn Change,
    user: &User,
    given: &SecondProof,
    at: Timestamp,
) -> StoreResult<Checked> {
    let proof = match given {
        SecondProof::Totp(_) if user.wrong_codes >= MAX_WRONG_CODES_IN_A_ROW => return Ok(Checked::Refused),
        SecondProof::Totp(code) => {
            let totp = change.totp(user.id).await?.filter(|totp| totp.confirmed_at.is_some());
            let step = totp.as_ref().and_then(|totp| step_of_code(&totp.secret, code.expose(), at));
            let unused = step.filter(|step| totp.is_some_and(|totp| *step > totp.last_step));
            if let Some(step) = unused {
                change.put_totp_step(user.id, step).await?;
            }
            unused.map(|_| Proof::Totp)
        }
        SecondProof::RecoveryCode(code) => {
            let is_right = match read_recovery_code(code.expose()) {
                Some(code) => change.use_recovery_code(user.id, &code, at).await?,
                None => false,
            };
            if is_right {
                let content = MailContent::SecondFactorChanged { change: FactorChange::RecoveryCodeUsed };
                change.mail(user.id, content, at).await?;
            }
            is_right.then_some(Proof::RecoveryCode)
        }
        SecondProof::Passkey(passkey) => use_up(change, passkey, user.id, at).await?.then_some(Proof::Passkey),
    };
    if let Some(proof) = proof {
        if (1..MAX_WRONG_CODES_IN_A_ROW).contains(&user.wrong_codes) {
            change.put_wrong_codes(user.id, 0).await?;
        }
        return Ok(Checked::Right(proof));
    }
    let wrong = user.wrong_codes.saturating_add(1);
    change.put_wrong_codes(user.id, wrong).await?;
    if wrong == MAX_WRONG_CODES_IN_A_ROW {
        change.mail(user.id, MailContent::WrongCodes, at).await?;
    }
    Ok(Checked::Wrong)
}
