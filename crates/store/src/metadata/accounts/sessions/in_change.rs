//! Rows of sessions in a change of a use case.

use askline_app::ports::{StoreResult, change::SessionRows, changes::Subject};
use askline_domain::{
    identity::{
        grounds::SessionGround,
        second_factor::assurance::{Assurance, Proof},
        session::Session,
    },
    shared::ids::{SessionId, UserId},
};
use async_trait::async_trait;
use jiff::Timestamp;

use super::insert::insert_session;
use crate::{
    metadata::changes::change::Change,
    sql::{rows::RowReader, sql},
};

#[async_trait]
impl SessionRows for Change {
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

    async fn end_session(&mut self, account: UserId, id: SessionId) -> StoreResult<bool> {
        self.concerns(Subject::User(account));
        let ending = sql("DELETE FROM sessions WHERE id = $1 AND user_id = $2").bind(id).bind(account);
        Ok(ending.execute(self.connection()).await? > 0)
    }

    async fn end_sessions(&mut self, account: UserId, keep: Option<SessionId>) -> StoreResult<()> {
        self.concerns(Subject::User(account));
        sql("DELETE FROM sessions WHERE user_id = $1 AND (CAST($2 AS TEXT) IS NULL OR id <> $2)")
            .bind(account)
            .bind(keep)
            .execute(self.connection())
            .await
            .map(|_| ())
    }
}
