//! Asks for a proof again within a session. That comes before what changes access to an account or an organization.

use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::ConfirmedGround,
        second_factor::{
            assurance::{Assurance, Proof},
            given::SecondProof,
        },
        secret::Secret,
    },
};
use serde_json::json;

use super::proof::{Checked, check};
use crate::{
    accounts::{
        bounds::{Try, confirm},
        noted_failure::note_failure,
        visit::Visit,
    },
    error::{Conflict, Credential, UseCaseError},
    ports::{StoreResult, again::again_if_rolled_back, change::Scope, identity::sessions::SessionGrant},
};

/// A proof that is given again.
#[derive(Debug, Clone)]
pub enum NewProof {
    /// The account's password.
    Password(Secret),
    /// Its second factor.
    SecondFactor(SecondProof),
}

/// Takes a proof in a session, which counts as fresh from now on. Returns what proved the session's person since it began.
pub async fn reauthenticate(
    visit: &Visit<'_>,
    grant: &SessionGrant,
    given: &NewProof,
) -> Result<Assurance, UseCaseError> {
    match given {
        NewProof::Password(_) if grant.user.password_hash.is_none() => Err(Conflict::NoPassword.into()),
        NewProof::Password(_) if !grant.session.assurance.gave_second_factor(grant.user.factors) => {
            Err(Conflict::FactorNotGiven.into())
        }
        NewProof::Password(password) => {
            let ground = confirm(visit, grant, password.clone(), "password").await?;
            Ok(again_if_rolled_back(|| with_password(visit, grant, ground)).await?)
        }
        NewProof::SecondFactor(proof) => {
            let tried = Try::of_code(visit, &grant.user).await?;
            let proven = again_if_rolled_back(|| with_second_factor(visit, grant, proof)).await;
            if let Ok(Proven::Wrong) = proven {
                note_failure(visit, &grant.user, &grant.memberships);
                return Err(UseCaseError::WrongCredential(Credential::SecondFactor));
            }
            tried.give_back().await;
            match proven? {
                Proven::Right(assurance) => Ok(assurance),
                Proven::Refused | Proven::Wrong => Err(Conflict::CodesRefused.into()),
            }
        }
    }
}

enum Proven {
    Right(Assurance),
    Wrong,
    Refused,
}

async fn with_password(visit: &Visit<'_>, grant: &SessionGrant, ground: ConfirmedGround) -> StoreResult<Assurance> {
    let at = visit.context.at;
    let mut change = visit.instance.ports.factors.begin(&Scope::of_person(grant.user.id, &grant.memberships)).await?;
    change.compare_confirmed(ground).await?;
    change.put_proof(grant.ground(), Proof::Password, at).await?;
    let assurance = change.assurance_of(grant.ground()).await?;
    for entry in entries(visit, grant, Proof::Password) {
        change.audit(entry).await?;
    }
    change.commit().await?;
    Ok(assurance)
}

async fn with_second_factor(visit: &Visit<'_>, grant: &SessionGrant, given: &SecondProof) -> StoreResult<Proven> {
    let at = visit.context.at;
    let mut change = visit.instance.ports.factors.begin(&Scope::of_person(grant.user.id, &grant.memberships)).await?;
    change.compare_session(grant.ground()).await?;
    let Some((user, _)) = change.account(grant.user.id).await? else { return Ok(Proven::Refused) };
    let proof = match check(&mut *change, &user, given, at).await? {
        Checked::Right(proof) => proof,
        Checked::Refused => return Ok(Proven::Refused),
        Checked::Wrong => {
            change.commit().await?;
            return Ok(Proven::Wrong);
        }
    };
    change.put_proof(grant.ground(), proof, at).await?;
    let assurance = change.assurance_of(grant.ground()).await?;
    for entry in entries(visit, grant, proof) {
        change.audit(entry).await?;
    }
    change.commit().await?;
    Ok(Proven::Right(assurance))
}

fn entries(visit: &Visit<'_>, grant: &SessionGrant, proof: Proof) -> Vec<AuditDraft> {
    let metadata = json!({ "sessionId": grant.session.id, "proof": proof.as_str() });
    visit.context.entries(&grant.user, &grant.memberships, "auth.reauthenticated", &metadata)
}
