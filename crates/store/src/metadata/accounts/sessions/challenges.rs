//! Sign-ins that wait for their second step, as rows in a change.

use askline_app::ports::{StoreResult, change::SignInRows};
use askline_domain::identity::{
    grounds::CredentialsGround,
    second_factor::{
        assurance::Assurance,
        challenge::{Challenge, ChallengedIdentity, MAX_CHALLENGES},
    },
    secret::SecretDigest,
    session::BegunByProvider,
    user::CredentialVersion,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::{
    metadata::changes::change::Change,
    sql::{Row, rows::RowReader, sql},
};

#[async_trait]
impl SignInRows for Change {
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
