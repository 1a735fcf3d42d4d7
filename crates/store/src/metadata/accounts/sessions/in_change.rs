//! Rows of sign-ins in a change of a use case.

use askline_app::ports::{StoreResult, change::SignInRows, changes::Subject};
use askline_domain::{
    identity::{
        grounds::{ConfirmedGround, CredentialsGround, SessionGround},
        known_visitor::KnownVisitor,
        member::Membership,
        second_factor::{
            assurance::{Assurance, Proof},
            challenge::{Challenge, ChallengedIdentity, MAX_CHALLENGES},
        },
        secret::SecretDigest,
        session::{BegunByProvider, Session},
        token::{OneTimeUse, TokenPurpose},
        user::{CredentialVersion, User},
    },
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::{
    insert::insert_session,
    known_visitors::{RememberedFor, remember_for},
    one_time,
};
use crate::{
    metadata::{
        accounts::{memberships::memberships_of, tokens::opened_by, users::select_user},
        changes::change::Change,
        identities::rows::unlink_all,
    },
    sql::{Row, rows::RowReader, sql},
};

#[async_trait]
impl SignInRows for Change {
    async fn account(&mut self, id: UserId) -> StoreResult<Option<(User, Vec<Membership>)>> {
        let Some(user) = select_user(self.connection(), id).await? else { return Ok(None) };
        let memberships = memberships_of(self.connection(), id).await?;
        Ok(Some((user, memberships)))
    }

    async fn compare_credentials(&mut self, ground: CredentialsGround) -> StoreResult<()> {
        Change::compare_credentials(self, ground).await
    }

    async fn compare_confirmed(&mut self, ground: ConfirmedGround) -> StoreResult<()> {
        Change::compare_confirmed(self, ground).await
    }

    async fn insert_challenge(&mut self, challenge: &Challenge) -> StoreResult<()> {
        let (linked, waiting) = match challenge.identity {
            None => (None, None),
            Some(ChallengedIdentity::Linked(begun)) => (Some(begun), None),
            Some(ChallengedIdentity::Waiting { flow, ends_at }) => (None, Some((flow, ends_at))),
        };
        sql("INSERT INTO sign_in_challenges \
             (digest, user_id, credential_version, assurance, one_time_digest, one_time_use, wrong_codes, \
             expires_ms, identity_id, flow_digest, session_ends_ms) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)")
        .bind(challenge.digest)
        .bind(challenge.ground.user)
        .bind(challenge.ground.version.0)
        .bind(challenge.assurance.bits())
        .bind(challenge.one_time_link.map(|(digest, _)| digest.0.to_vec()))
        .bind(challenge.one_time_link.map(|(_, used_for)| used_for.as_str()))
        .bind(challenge.wrong_codes)
        .bind(challenge.expires_at)
        .bind(linked.map(|begun| begun.identity))
        .bind(waiting.map(|(flow, _)| flow.0.to_vec()))
        .bind(linked.map(|begun| begun.ends_at).or(waiting.map(|(_, ends_at)| ends_at)))
        .execute(self.connection())
        .await?;
        sql("DELETE FROM sign_in_challenges WHERE user_id = $1 AND digest NOT IN \
             (SELECT digest FROM sign_in_challenges WHERE user_id = $1 ORDER BY expires_ms DESC LIMIT $2)")
        .bind(challenge.ground.user)
        .bind(MAX_CHALLENGES)
        .execute(self.connection())
        .await
        .map(|_| ())
    }

    async fn challenge(&mut self, digest: SecretDigest, now: Timestamp) -> StoreResult<Option<Challenge>> {
        sql("SELECT * FROM sign_in_challenges WHERE digest = $1 AND expires_ms > $2")
            .bind(digest)
            .bind(now)
            .optional(self.connection(), read_challenge)
            .await
    }

    async fn put_wrong_codes_of_challenge(&mut self, digest: SecretDigest, wrong: u32) -> StoreResult<()> {
        let putting = sql("UPDATE sign_in_challenges SET wrong_codes = $1 WHERE digest = $2").bind(wrong).bind(digest);
        putting.execute(self.connection()).await.map(|_| ())
    }

    async fn end_challenge(&mut self, digest: SecretDigest) -> StoreResult<()> {
        let ending = sql("DELETE FROM sign_in_challenges WHERE digest = $1").bind(digest);
        ending.execute(self.connection()).await.map(|_| ())
    }

    async fn insert_session(&mut self, session: &Session) -> StoreResult<u32> {
        self.concerns(Subject::User(session.user_id));
        insert_session(self.connection(), session).await
    }

    async fn assurance_of(&mut self, ground: SessionGround) -> StoreResult<Assurance> {
        let found = sql("SELECT id, assurance FROM sessions WHERE id = $1 AND user_id = $2")
            .bind(ground.session)
            .bind(ground.user)
            .optional(self.connection(), |row| RowReader::new(row, "sessions", "id").number("assurance"))
            .await?;
        Ok(found.map_or_else(Assurance::default, Assurance::from_bits))
    }

    async fn put_proof(&mut self, ground: SessionGround, proof: Proof, at: Timestamp) -> StoreResult<()> {
        sql("UPDATE sessions SET assurance = assurance | $1, proved_ms = $2 WHERE id = $3 AND user_id = $4")
            .bind(Assurance::of(proof).bits())
            .bind(at)
            .bind(ground.session)
            .bind(ground.user)
            .execute(self.connection())
            .await?;
        self.concerns(Subject::User(ground.user));
        Ok(())
    }

    async fn end_other_sessions(&mut self, ground: SessionGround) -> StoreResult<()> {
        let ending = sql("DELETE FROM sessions WHERE user_id = $1 AND id <> $2").bind(ground.user).bind(ground.session);
        ending.execute(self.connection()).await?;
        self.concerns(Subject::User(ground.user));
        Ok(())
    }

    async fn is_new_browser(&mut self, session: &Session, known: &KnownVisitor) -> StoreResult<bool> {
        self.is_log_in_from_unknown_browser(session, known.visitor.browser).await
    }

    async fn remember_visitor(
        &mut self,
        session: &Session,
        known: &KnownVisitor,
        remembered_until: Option<Timestamp>,
    ) -> StoreResult<()> {
        let (user, at) = (session.user_id, session.created_at);
        let remembered = self.to_remember_now(user, known);
        let asked_for = remembered_until.map(|until| RememberedFor {
            since: at,
            until,
            user_agent: Some(session.user_agent.clone()),
        });
        remember_for(self.connection(), user, &remembered, asked_for, at).await
    }

    async fn is_reset_token(&mut self, account: UserId, digest: SecretDigest, now: Timestamp) -> StoreResult<bool> {
        let opened = opened_by(self.connection(), TokenPurpose::Reset, digest, now).await?;
        Ok(opened.is_some_and(|(user, _)| user.id == account))
    }

    async fn put_password(&mut self, account: UserId, password_hash: &str) -> StoreResult<()> {
        self.replace_password(account, password_hash, None).await?;
        unlink_all(self.connection(), account).await?;
        self.concerns(Subject::User(account));
        Ok(())
    }

    async fn use_one_time_token(
        &mut self,
        account: UserId,
        digest: SecretDigest,
        used_for: OneTimeUse,
        now: Timestamp,
    ) -> StoreResult<bool> {
        one_time::spend(self.connection(), account, digest, used_for, now).await
    }
}

pub(in crate::metadata::accounts) fn read_challenge(row: &Row) -> StoreResult<Challenge> {
    let row = RowReader::new(row, "sign_in_challenges", "user_id");
    let version = CredentialVersion(row.number("credential_version")?);
    let (linked, waiting) = (row.optional_parsed("identity_id")?, row.optional_digest("flow_digest")?);
    let ends_at = row.optional_time("session_ends_ms")?;
    Ok(Challenge {
        digest: row.digest("digest")?,
        ground: CredentialsGround { user: row.parsed("user_id")?, version },
        assurance: Assurance::from_bits(row.number("assurance")?),
        one_time_link: row.optional_digest("one_time_digest")?.zip(row.optional_parsed("one_time_use")?),
        identity: match (linked, waiting, ends_at) {
            (Some(identity), _, Some(ends_at)) => {
                Some(ChallengedIdentity::Linked(BegunByProvider { identity, ends_at }))
            }
            (None, Some(flow), Some(ends_at)) => Some(ChallengedIdentity::Waiting { flow, ends_at }),
            _ => None,
        },
        wrong_codes: row.number("wrong_codes")?,
        expires_at: row.time("expires_ms")?,
    })
}
