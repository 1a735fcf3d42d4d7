//! Events that go to channels, stored in the change that they report. What is sent at once and what waits is decided in the domain.

use askline_app::ports::StoreResult;
use askline_domain::{
    channels::{
        Channel,
        message::{ChannelMessage, DIGEST_KIND, EventSite, MadeToday, MessageState, added, day_of},
    },
    shared::{calendar::Day, ids::SiteId},
    sites::stored_time_zone,
    webhooks::message::Event,
};

use super::rows;
use crate::{
    metadata::changes::change::Change,
    sql::{Connection, rows::RowReader, sql},
};

/// Stores the messages of an event for each channel of its organization that gets it, and their jobs.
pub(in crate::metadata) async fn add(change: &mut Change, event: &Event) -> StoreResult<()> {
    let about = event.site_id();
    let mut channels = rows::channels(change.connection(), event.org_id).await?;
    channels.retain(|channel| channel.enabled && channel.routes.iter().any(|route| route.takes(event.name, about)));
    if channels.is_empty() {
        return Ok(());
    }
    let site = match about {
        Some(site) => named(change.connection(), site).await?,
        None => None,
    };
    for channel in &channels {
        let made = made_today(change.connection(), channel, event, site.as_ref()).await?;
        let added = added(channel, event, site.as_ref(), &made);
        for message in &added.messages {
            rows::insert_message(change.connection(), message).await?;
            if message.state == MessageState::Pending {
                change.enqueue(&message.job(event.org_id)).await?;
            }
        }
        if let Some(digest) = added.counted_in {
            let counting = sql("UPDATE channel_messages SET more = more + 1 WHERE id = $1");
            counting.bind(digest).execute(change.connection()).await?;
        }
    }
    Ok(())
}

/// The site of an event; `None` if it was deleted.
pub(in crate::metadata) async fn named(connection: &mut Connection, site: SiteId) -> StoreResult<Option<EventSite>> {
    sql("SELECT id, name, timezone FROM sites WHERE id = $1")
        .bind(site)
        .optional(connection, |row| {
            let row = RowReader::new(row, "sites", "id");
            let zone = stored_time_zone(&row.text("timezone")?, &row.text("id")?)?;
            Ok(EventSite { id: site, name: row.text("name")?, zone })
        })
        .await
}

async fn made_today(
    connection: &mut Connection,
    channel: &Channel,
    event: &Event,
    site: Option<&EventSite>,
) -> StoreResult<MadeToday> {
    let (day, about) = (day_of(event, site), site.map(|site| site.id.to_string()).unwrap_or_default());
    let at_once: i64 = sql("SELECT COUNT(*) FROM channel_messages WHERE channel_id = $1 AND kind = $2 AND day = $3 \
         AND COALESCE(site_id, '') = $4 AND digest_id IS NULL")
    .bind(channel.id)
    .bind(event.name.as_str())
    .bind(day.0)
    .bind(&about)
    .value(&mut *connection)
    .await?;
    let open = open_digest(&mut *connection, channel, day, &about, event).await?;
    let open_digest = match open {
        Some(digest) => {
            let gathered: i64 = sql("SELECT COUNT(*) FROM channel_messages WHERE digest_id = $1")
                .bind(digest.id)
                .value(connection)
                .await?;
            Some((digest, u32::try_from(gathered).unwrap_or(u32::MAX)))
        }
        None => None,
    };
    Ok(MadeToday { at_once: u32::try_from(at_once).unwrap_or(u32::MAX), open_digest })
}

/// The digest of a site that is not due yet. One that was made after its hour has the day before.
async fn open_digest(
    connection: &mut Connection,
    channel: &Channel,
    day: Day,
    about: &str,
    event: &Event,
) -> StoreResult<Option<ChannelMessage>> {
    sql("SELECT * FROM channel_messages WHERE channel_id = $1 AND kind = $2 AND day >= $3 AND COALESCE(site_id, '') = $4 \
         AND state = 'pending' AND attempts = 0 AND next_attempt_ms > $5 ORDER BY id DESC LIMIT 1")
    .bind(channel.id)
    .bind(DIGEST_KIND)
    .bind(day.0 - 1)
    .bind(about)
    .bind(event.occurred_at)
    .optional(connection, rows::read_message)
    .await
}
