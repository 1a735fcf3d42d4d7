//! Merges stored pages that are one page, after upgrades and changes of settings.

use std::{collections::HashMap, time::Duration};

use askline_app::ports::{StoreResult, monitors::cited_pages::SiteWithEarlierPages};
use askline_domain::{
    pages::{identity::PageIdentifier, settings::PageSettings},
    shared::ids::{CitationId, RunId, SiteId},
};

use super::Stores;

/// How often pages are merged whose site has new settings for pages.
pub(crate) const MERGE_PAGES_EVERY: Duration = Duration::from_secs(20);

/// How much a merge changed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MergeCounts {
    /// The pages that have another path or were added to another page.
    pub pages: u64,
    /// The answers whose cited pages are others.
    pub answers: u64,
}

/// What this server has merged. After a restart it looks at the paths of all pages once.
#[derive(Debug, Default)]
pub struct Merged {
    events: HashMap<SiteId, MergedEvents>,
    citations: HashMap<SiteId, MergedAnswers>,
}

/// The settings by which the pages of a site were merged.
#[derive(Debug)]
struct MergedEvents {
    settings: PageSettings,
    /// Servers store events by the earlier settings until they have read the new ones, so the first merge is repeated once.
    is_repeated: bool,
}

/// The answers of a site that were looked at.
#[derive(Debug)]
struct MergedAnswers {
    merged: SiteWithEarlierPages,
    last: Option<CitationId>,
    /// The runs that began before the first look, which store answers by the earlier settings until they end.
    open_runs: Vec<RunId>,
}

impl Merged {
    /// Merges the pages of every site whose settings are new to this server.
    pub async fn merge_changed(&mut self, stores: &Stores) -> StoreResult<MergeCounts> {
        let settings = stores.metadata.page_settings().await?;
        let mut changed = MergeCounts::default();
        for (site, settings) in &settings {
            changed.pages += self.merge_pages(stores, *site, settings).await?;
        }
        self.events.retain(|site, _| settings.iter().any(|(kept, _)| kept == site));
        let earlier = stores.metadata.sites_with_earlier_cited_pages().await?;
        self.citations.retain(|site, _| earlier.iter().any(|kept| kept.site == *site));
        for site in earlier {
            changed.answers += self.merge_citations(stores, site).await?;
        }
        Ok(changed)
    }

    async fn merge_pages(&mut self, stores: &Stores, site: SiteId, settings: &PageSettings) -> StoreResult<u64> {
        let done = self.events.get(&site).filter(|done| done.settings == *settings);
        if done.is_some_and(|done| done.is_repeated) {
            return Ok(0);
        }
        let is_repeated = done.is_some();
        let pages = stores.events.merge_pages(site, &PageIdentifier::new(settings)).await?;
        if pages > 0 {
            tracing::info!(site = %site, pages, "Merged {pages} other spellings of pages");
        }
        self.events.insert(site, MergedEvents { settings: settings.clone(), is_repeated });
        Ok(pages)
    }

    async fn merge_citations(&mut self, stores: &Stores, earlier: SiteWithEarlierPages) -> StoreResult<u64> {
        let (store, site) = (&stores.metadata, earlier.site);
        let mut answers = match self.citations.remove(&site).filter(|done| done.merged == earlier) {
            Some(answers) => answers,
            None => MergedAnswers { open_runs: store.open_runs(site).await?, merged: earlier, last: None },
        };
        // Read before the answers, so that those of a run that ends now are looked at.
        let open_runs = store.open_runs(site).await?;
        let mut changed = 0;
        loop {
            let piece = store.merge_cited_pages(site, answers.last).await?;
            changed += piece.changed;
            match piece.last {
                Some(last) => answers.last = Some(last),
                None => break,
            }
        }
        if changed > 0 {
            tracing::info!(site = %site, answers = changed, "Found the cited pages of {changed} answers again");
        }
        if answers.open_runs.iter().any(|run| open_runs.contains(run)) {
            self.citations.insert(site, answers);
        } else {
            store.record_merged_citations(&answers.merged).await?;
        }
        Ok(changed)
    }
}
