//! The caller's own sign-ins, also those whose session has ended.

use askline_domain::{
    identity::session::LogIn,
    shared::{
        ids::{Id as _, SessionId},
        rfc3339::Moment,
    },
};
use schemars::JsonSchema;
use serde::Serialize;

use crate::pipeline::{
    call::Call,
    caller::NoTenant,
    error::ApiError,
    request::{
        cursor::PageQuery,
        input::{Input, Nothing},
    },
    response::reply::{Items, Reply},
};

/// A sign-in of the account.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LogInView {
    /// The session that it began.
    pub session_id: SessionId,
    /// When it was.
    pub logged_in_at: Moment,
    /// The browser or program that signed in; empty when it did not say.
    pub user_agent: String,
    /// Whether its session is still open.
    pub open: bool,
    /// Whether this request used that session.
    pub current: bool,
}

/// Lists the caller's latest sign-ins, newest first.
pub async fn list_log_ins(
    call: Call<NoTenant>,
    input: Input<Nothing, PageQuery>,
) -> Result<Reply<Items<LogInView>>, ApiError> {
    let page = input.query.page()?;
    let grant = call.session()?;
    let current = grant.session.id;
    let stored = call.app.ports().sessions.log_ins_of(grant.user.id, Some(current), call.request.at, page).await?;
    let view = |LogIn { id, at, user_agent, is_open }| LogInView {
        session_id: id,
        logged_in_at: at.into(),
        user_agent,
        open: is_open,
        current: id == current,
    };
    Ok(Reply::page(stored.map(view), page.limit, |view| view.session_id.bits()))
}
