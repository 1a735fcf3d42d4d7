//! Keeps the lists of crawlers' addresses up to date. One server reads them daily for all.

use std::{sync::Arc, time::Duration};

use askline_api::pipeline::app::App;
use askline_app::{
    logs::ListsInUse,
    ports::{StoreResult, logs::crawler_lists::StoredList, whole_stores::Metadata},
};
use askline_domain::logs::address_lists::{AddressLists, KnownList, MAX_LIST_BYTES, known_lists};
use askline_jobs::outgoing::Outgoing;
use jiff::{SignedDuration, Timestamp};
use url::Url;

use super::{repeat::log_failure, robots_files};
use crate::{
    listen::{Stop, stopped},
    several_servers::server_group::ServerGroup,
};

/// How often a list is read from its maker.
const READ_EVERY: SignedDuration = SignedDuration::from_hours(24);
/// How long after its start a server first reads lists: one that is only started and ended asks no one.
const FIRST_READ_AFTER: Duration = Duration::from_secs(600);

/// How often a server looks which lists are due.
const LOOK_EVERY: Duration = Duration::from_secs(3_600);

/// Reads the lists and the copies of `robots.txt` that are due, as long as this server is the first.
pub struct Reading {
    /// The application, whose instance uses the lists.
    pub app: App,
    /// Where the lists are stored.
    pub metadata: Arc<dyn Metadata>,
    /// The servers on the same stores.
    pub server_group: ServerGroup,
    /// Guarded requests.
    pub outgoing: Outgoing,
}

impl Reading {
    /// Runs until the signal to stop.
    pub async fn run(self, mut stop: Stop) {
        let mut pause = FIRST_READ_AFTER;
        loop {
            tokio::select! {
                biased;
                () = stopped(&mut stop) => return,
                () = tokio::time::sleep(pause) => {}
            }
            pause = LOOK_EVERY;
            if self.server_group.is_first() {
                let read = read_due(&*self.metadata, &self.outgoing, self.app.now()).await;
                log_failure("Lists of crawlers' addresses could not be stored", read);
                let read = robots_files::read_due(&*self.metadata, &self.outgoing, self.app.now()).await;
                log_failure("Copies of robots.txt could not be stored", read);
                let used = use_stored(&self.app, &*self.metadata).await;
                log_failure("Stored lists of crawlers' addresses could not be read", used);
            }
        }
    }
}

/// Uses the stored lists from now on.
pub async fn use_stored(app: &App, metadata: &dyn Metadata) -> StoreResult<()> {
    let (lists, refused) = ListsInUse::of_stored(&metadata.crawler_lists().await?, app.now());
    for reason in refused {
        tracing::warn!("A stored list of crawlers' addresses is not used: {reason}");
    }
    app.instance().crawler_lists.replace(lists);
    Ok(())
}

/// Reads each list from its maker that was not read for a day, and stores those that are plausible. Of a list that cannot be read or is
/// refused, the stored one stays in use. Returns how many were stored.
pub async fn read_due(metadata: &dyn Metadata, outgoing: &Outgoing, now: Timestamp) -> StoreResult<u64> {
    let stored = metadata.crawler_lists().await?;
    let mut read = 0;
    for known in known_lists() {
        let last = stored.iter().find(|list| list.id == known.id);
        if last.is_some_and(|list| now.duration_since(list.read_at) < READ_EVERY) {
            continue;
        }
        match read_list(outgoing, known, last).await {
            Ok(body) => {
                metadata.put_crawler_list(&StoredList { id: known.id.to_owned(), body, read_at: now }).await?;
                read += 1;
            }
            Err(reason) => tracing::warn!("The list {} is not taken: {reason}", known.url),
        }
    }
    Ok(read)
}

/// Reads a list, and checks it beside the one that is stored.
async fn read_list(
    outgoing: &Outgoing,
    known: &'static KnownList,
    last: Option<&StoredList>,
) -> Result<String, String> {
    let url = known.url.parse::<Url>().map_err(|_| "its address is not a URL".to_owned())?;
    let page = outgoing.get(url, MAX_LIST_BYTES).await.map_err(|error| error.to_string())?;
    if page.status != 200 {
        return Err(format!("the answer is {}", page.status));
    }
    let mut lists = AddressLists::new();
    if let Some(last) = last {
        // A stored list that is refused by now is compared with nothing.
        let _ = lists.load(known, last.body.as_bytes());
    }
    lists.load(known, page.body.as_bytes()).map_err(|refused| refused.to_string())?;
    Ok(page.body)
}
