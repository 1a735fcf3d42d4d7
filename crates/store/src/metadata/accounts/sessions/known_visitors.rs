//! The browsers and addresses from which accounts signed in, stored only as digests.

use askline_app::ports::StoreResult;
use askline_domain::{
    identity::{
        known_visitor::{ADDRESS_KNOWN_FOR, BROWSER_KNOWN_FOR, KnownVisitor, MAX_KNOWN, Visitor},
        secret::SecretDigest,
        session::Session,
    },
    requests::quota::AddressCaller,
    shared::ids::UserId,
};
use jiff::Timestamp;

use crate::{
    metadata::{MetadataStore, changes::change::Change},
    sql::{Connection, rows::RowReader, sql},
};

const BROWSER: &str = "browser";
const ADDRESS: &str = "address";

/// What is stored about the origin of a sign-in.
pub(crate) struct Remembered {
    known: KnownVisitor,
    /// `None` if addresses cannot be digested: then the account is recognized only by its browser.
    address: Option<[u8; 32]>,
}

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

    /// Returns what to remember about a sign-in of `user`. Call it before the change begins, which must not wait for a
    /// file.
    pub(in crate::metadata::accounts) async fn to_remember(&self, user: UserId, known: &KnownVisitor) -> Remembered {
        Remembered { known: *known, address: self.address_digest(user, known.visitor.address).await }
    }

    /// Returns the digest of an address for one account, made with the sealing key: there are so few addresses that a
    /// digest without a key could be reversed.
    async fn address_digest(&self, user: UserId, address: AddressCaller) -> Option<[u8; 32]> {
        let may_make_key = self.may_make_sealing_key().await.unwrap_or(false);
        let digest =
            self.inner.sealing.digest(may_make_key, &["known address", &user.to_string(), &address.to_string()]);
        digest.inspect_err(|error| tracing::warn!(%error, "The address of a sign-in cannot be compared")).ok()
    }
}

impl Change {
    /// Returns what to remember about a sign-in of `user`, if the sealing key exists.
    pub(super) fn to_remember_now(&self, user: UserId, known: &KnownVisitor) -> Remembered {
        let address = known.visitor.address.to_string();
        let digest = self.inner().sealing.digest(false, &["known address", &user.to_string(), &address]);
        let address = digest.inspect_err(|error| tracing::warn!(%error, "The address of a sign-in cannot be compared"));
        Remembered { known: *known, address: address.ok() }
    }

    /// Whether a session begins in a browser in which the account was not used before. False for the first session of a
    /// new account.
    pub(super) async fn is_log_in_from_unknown_browser(
        &mut self,
        session: &Session,
        browser: Option<SecretDigest>,
    ) -> StoreResult<bool> {
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
}

/// Since when and until when a browser does not ask for the second factor.
pub(super) struct RememberedFor {
    pub(super) since: Timestamp,
    pub(super) until: Timestamp,
    pub(super) user_agent: Option<String>,
}

/// Remembers where a sign-in came from, and the language of emails to the person, in the running change.
pub(crate) async fn remember(
    connection: &mut Connection,
    user: UserId,
    remembered: &Remembered,
    at: Timestamp,
) -> StoreResult<()> {
    remember_for(connection, user, remembered, None, at).await
}

/// As [`remember`] does. The browser does not ask for the second factor as long as `asked_for`, or else as long as before.
pub(super) async fn remember_for(
    connection: &mut Connection,
    user: UserId,
    remembered: &Remembered,
    asked_for: Option<RememberedFor>,
    at: Timestamp,
) -> StoreResult<()> {
    if let Some(language) = remembered.known.language {
        sql("UPDATE users SET language = $1 WHERE id = $2")
            .bind(language.as_str())
            .bind(user)
            .execute(&mut *connection)
            .await?;
    }
    let mut asked_for = asked_for;
    if let Some(former) = remembered.known.visitor.browser {
        let before = remembered_for(connection, user, former).await?;
        asked_for = asked_for.or(before);
        sql("DELETE FROM known_visitors WHERE user_id = $1 AND kind = $2 AND digest = $3")
            .bind(user)
            .bind(BROWSER)
            .bind(former)
            .execute(&mut *connection)
            .await?;
    }
    insert(&mut *connection, user, BROWSER, remembered.known.browser.0, at + BROWSER_KNOWN_FOR).await?;
    if let Some(RememberedFor { since, until, user_agent }) = asked_for {
        sql("UPDATE known_visitors SET remembered_ms = $1, remembered_until_ms = $2, user_agent = $3 \
             WHERE user_id = $4 AND kind = $5 AND digest = $6")
        .bind(since)
        .bind(until)
        .bind(user_agent)
        .bind(user)
        .bind(BROWSER)
        .bind(remembered.known.browser)
        .execute(&mut *connection)
        .await?;
    }
    match remembered.address {
        Some(address) => insert(connection, user, ADDRESS, address, at + ADDRESS_KNOWN_FOR).await,
        None => Ok(()),
    }
}

/// Until when the browser of this cookie does not ask for the second factor.
async fn remembered_for(
    connection: &mut Connection,
    user: UserId,
    browser: SecretDigest,
) -> StoreResult<Option<RememberedFor>> {
    let row = sql("SELECT user_id, remembered_ms, remembered_until_ms, user_agent FROM known_visitors \
         WHERE user_id = $1 AND kind = $2 AND digest = $3 AND remembered_until_ms IS NOT NULL")
    .bind(user)
    .bind(BROWSER)
    .bind(browser)
    .fetch_optional(connection)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let row = RowReader::new(&row, "known_visitors", "user_id");
    Ok(Some(RememberedFor {
        since: row.time("remembered_ms")?,
        until: row.time("remembered_until_ms")?,
        user_agent: row.optional_text("user_agent")?,
    }))
}

/// Forgets all known browsers and addresses of an account: one may belong to a person who knew its former password.
pub(crate) async fn forget_all(connection: &mut Connection, user: UserId) -> StoreResult<()> {
    let forgetting = sql("DELETE FROM known_visitors WHERE user_id = $1").bind(user);
    forgetting.execute(connection).await.map(|_| ())
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
