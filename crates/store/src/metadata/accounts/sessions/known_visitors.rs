//! The browsers and addresses from which accounts signed in, stored only as digests.

use askline_app::ports::{StoreResult, change::KnownVisitorRows};
use askline_domain::{
    identity::{
        known_visitor::{ADDRESS_KNOWN_FOR, BROWSER_KNOWN_FOR, DigestedVisitor, MAX_KNOWN, Visitor},
        secret::SecretDigest,
        session::Session,
    },
    requests::quota::AddressCaller,
    shared::ids::UserId,
};
use async_trait::async_trait;
use jiff::Timestamp;

use crate::{
    metadata::{MetadataStore, changes::change::Change},
    sql::{Connection, rows::RowReader, sql},
};

const BROWSER: &str = "browser";
const ADDRESS: &str = "address";

impl MetadataStore {
    /// Whether an account signed in from this browser or address, and not too long ago.
    pub(crate) async fn is_known(&self, user: UserId, visitor: &Visitor, now: Timestamp) -> StoreResult<bool> {
        // Absent values are also looked up, so that the query takes the same time.
        let address = self.address_digest(user, visitor.address).await.unwrap_or_default();
        let browser = visitor.browser.map_or([0; 32], |digest| digest.0);
        let found = sql("SELECT 1 FROM known_visitors WHERE user_id = $1 AND until_ms > $2 \
             AND ((kind = $3 AND digest = $4) OR (kind = $5 AND digest = $6)) LIMIT 1")
        .bind(user)
        .bind(now)
        .bind(BROWSER)
        .bind(&browser[..])
        .bind(ADDRESS)
        .bind(&address[..])
        .fetch_optional(&self.inner.read)
        .await?;
        Ok(found.is_some())
    }

    /// Returns the digest of an address for one account, made with the sealing key: there are so few addresses that a
    /// digest without a key could be reversed.
    pub(super) async fn address_digest(&self, user: UserId, address: AddressCaller) -> Option<[u8; 32]> {
        let may_make_key = self.may_make_sealing_key().await.unwrap_or(false);
        let digest =
            self.inner.sealing.digest(may_make_key, &["known address", &user.to_string(), &address.to_string()]);
        digest.inspect_err(|error| tracing::warn!(%error, "The address of a sign-in cannot be compared")).ok()
    }
}

#[async_trait]
impl KnownVisitorRows for Change {
    async fn is_new_browser(&mut self, session: &Session, browser: Option<SecretDigest>) -> StoreResult<bool> {
        let row = sql(
            "SELECT created_ms, (SELECT COUNT(*) FROM known_visitors WHERE user_id = $1 AND kind = $2 AND digest = $3 \
             AND until_ms > $4) AS known FROM users WHERE id = $1",
        )
        .bind(session.user_id)
        .bind(BROWSER)
        .bind(browser.map_or([0; 32], |digest| digest.0).to_vec())
        .bind(session.created_at)
        .fetch_optional(self.connection())
        .await?;
        let Some(row) = row else { return Ok(false) };
        let row = RowReader::new(&row, "users", "created_ms");
        Ok(row.time("created_ms")? < session.created_at && row.number::<u32>("known")? == 0)
    }

    async fn remember_visitor(&mut self, account: UserId, visitor: &DigestedVisitor, at: Timestamp) -> StoreResult<()> {
        let connection = self.connection();
        if let Some(language) = visitor.known.language {
            sql("UPDATE users SET language = $1 WHERE id = $2")
                .bind(language.as_str())
                .bind(account)
                .execute(&mut *connection)
                .await?;
        }
        let browser = visitor.known.browser;
        let trusted = match visitor.known.visitor.browser {
            Some(former) => take_trust(connection, account, former).await?,
            None => None,
        };
        insert(connection, account, BROWSER, browser.0, at + BROWSER_KNOWN_FOR).await?;
        if let Some(trusted) = trusted {
            trust(connection, account, browser, trusted).await?;
        }
        match visitor.address {
            Some(address) => insert(connection, account, ADDRESS, address, at + ADDRESS_KNOWN_FOR).await,
            None => Ok(()),
        }
    }

    async fn trust_browser(
        &mut self,
        session: &Session,
        visitor: &DigestedVisitor,
        until: Timestamp,
    ) -> StoreResult<()> {
        let trusted = Trusted { since: session.created_at, until, user_agent: Some(session.user_agent.clone()) };
        trust(self.connection(), session.user_id, visitor.known.browser, trusted).await
    }

    async fn forget_visitors(&mut self, account: UserId) -> StoreResult<()> {
        let forgetting = sql("DELETE FROM known_visitors WHERE user_id = $1").bind(account);
        forgetting.execute(self.connection()).await.map(|_| ())
    }
}

/// Since when and until when a browser does not ask for the second factor.
struct Trusted {
    since: Timestamp,
    until: Timestamp,
    user_agent: Option<String>,
}

async fn trust(
    connection: &mut Connection,
    account: UserId,
    browser: SecretDigest,
    Trusted { since, until, user_agent }: Trusted,
) -> StoreResult<()> {
    sql("UPDATE known_visitors SET remembered_ms = $1, remembered_until_ms = $2, user_agent = $3 \
         WHERE user_id = $4 AND kind = $5 AND digest = $6")
    .bind(since)
    .bind(until)
    .bind(user_agent)
    .bind(account)
    .bind(BROWSER)
    .bind(browser)
    .execute(connection)
    .await
    .map(|_| ())
}

/// Forgets a browser; returns until when it was not to ask for the second factor.
async fn take_trust(
    connection: &mut Connection,
    account: UserId,
    browser: SecretDigest,
) -> StoreResult<Option<Trusted>> {
    let row = sql("DELETE FROM known_visitors WHERE user_id = $1 AND kind = $2 AND digest = $3 \
         RETURNING user_id, remembered_ms, remembered_until_ms, user_agent")
    .bind(account)
    .bind(BROWSER)
    .bind(browser)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let row = RowReader::new(&row, "known_visitors", "user_id");
    let Some(until) = row.optional_time("remembered_until_ms")? else { return Ok(None) };
    Ok(Some(Trusted { since: row.time("remembered_ms")?, until, user_agent: row.optional_text("user_agent")? }))
}

async fn insert(
    connection: &mut Connection,
    user: UserId,
    kind: &'static str,
    digest: [u8; 32],
    until: Timestamp,
) -> StoreResult<()> {
    sql("INSERT INTO known_visitors (user_id, kind, digest, until_ms) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (user_id, kind, digest) DO UPDATE SET until_ms = excluded.until_ms")
    .bind(user)
    .bind(kind)
    .bind(digest.to_vec())
    .bind(until)
    .execute(&mut *connection)
    .await?;
    sql("DELETE FROM known_visitors WHERE user_id = $1 AND kind = $2 AND digest NOT IN \
         (SELECT digest FROM known_visitors WHERE user_id = $1 AND kind = $2 ORDER BY until_ms DESC LIMIT $3)")
    .bind(user)
    .bind(kind)
    .bind(MAX_KNOWN)
    .execute(connection)
    .await
    .map(|_| ())
}
