//! Whether the lists of crawlers' addresses are up to date.

use askline_app::logs::ListsInUse;
use jiff::SignedDuration;

use super::finding::{Finding, State, finding};
use crate::{commands::answer::now, stores::Stores};

const NAME: &str = "crawler lists";
/// Lists that are older are not read any more, or their makers do not answer.
const MAX_AGE: SignedDuration = SignedDuration::from_hours(72);

/// The finding about all lists.
pub(super) async fn crawler_lists(stores: &Stores, is_on: bool) -> Finding {
    let stored = match stores.metadata.crawler_lists().await {
        Ok(stored) => stored,
        Err(error) => return finding(NAME, Err(error.to_string())),
    };
    let (in_use, refused) = ListsInUse::of_stored(&stored, now());
    let state = in_use.state();
    let Some(oldest) = in_use.read_at.iter().min_by_key(|(_, read_at)| **read_at) else {
        let why =
            if is_on { "they are read some minutes after a server has started" } else { "crawlers.update is off" };
        return finding(NAME, Ok(format!("none is read, so crawlers in logs are only claimed: {why}")));
    };
    let read_on = oldest.1.strftime("%Y-%m-%d");
    if !refused.is_empty() {
        let text = format!("not used: {}", refused.join("; "));
        return Finding { name: NAME, state: State::Worry, text };
    }
    if now().duration_since(*oldest.1) > MAX_AGE {
        let text = format!(
            "{} was last read on {read_on}: its maker does not answer, or publishes something that is refused; the server's log has the \
             reason",
            oldest.0
        );
        return Finding { name: NAME, state: State::Worry, text };
    }
    finding(NAME, Ok(format!("{} lists, the oldest read on {read_on}", state.loaded)))
}
