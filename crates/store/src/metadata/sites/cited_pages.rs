//! Finds the cited pages of stored answers again, by the site's present settings for pages.
//!
//! The answers of a run and their sums change in one transaction. What is done already is found unchanged, so the work continues after an
//! interruption, and two servers may do it at the same time.

use std::collections::{BTreeMap, BTreeSet};

use askline_app::ports::{
    StoreResult,
    changes::Subject,
    monitors::cited_pages::{CitedPagesStore, MergedCitations, SiteWithEarlierPages},
};
use askline_domain::{
    citations::cited_pages::CitedPages,
    shared::ids::{CitationId, OrgId, RunId, SiteId},
};
use async_trait::async_trait;

use super::site_of;
use crate::{
    metadata::{
        MetadataStore,
        changes::scope::Scope,
        monitors::{
            citations::{TABLE, replace_pages},
            summing,
        },
    },
    sql::{Connection, Statement, rows::RowReader, sql},
};

/// The version of the rules of `askline_domain::pages::identity`, with the space before the settings.
const RULES: &str = "1 ";
/// The maximum number of answers that one piece looks at.
const ANSWERS_AT_ONCE: u32 = 200;

#[async_trait]
impl CitedPagesStore for MetadataStore {
    async fn sites_with_earlier_cited_pages(&self) -> StoreResult<Vec<SiteWithEarlierPages>> {
        sql("SELECT id, pages FROM sites WHERE is_removed = 0 AND cited_pages_by <> $1 || pages")
            .bind(RULES)
            .all(&self.inner.read, |row| {
                let row = RowReader::new(row, "sites", "id");
                Ok(SiteWithEarlierPages { site: row.parsed("id")?, stored_settings: row.text("pages")? })
            })
            .await
    }

    async fn open_runs(&self, site: SiteId) -> StoreResult<Vec<RunId>> {
        sql("SELECT r.id FROM monitors m JOIN monitor_runs r ON r.monitor_id = m.id AND r.finished_ms IS NULL \
             WHERE m.site_id = $1")
        .bind(site)
        .all(&self.inner.read, |row| RowReader::new(row, "monitor_runs", "id").parsed("id"))
        .await
    }

    async fn merge_cited_pages(&self, site: SiteId, after: Option<CitationId>) -> StoreResult<MergedCitations> {
        let mut connection = self.inner.read.acquire().await?;
        // Nothing is changed for a site that is being removed.
        let Some(site) = site_of(&mut connection, site).await? else {
            return Ok(MergedCitations { last: None, changed: 0 });
        };
        let after = after.map(|citation| citation.to_string()).unwrap_or_default();
        let rows = sql("SELECT id, run_id FROM citations WHERE site_id = $1 AND id > $2 ORDER BY id LIMIT $3")
            .bind(site.id)
            .bind(after)
            .bind(ANSWERS_AT_ONCE)
            .fetch_all(&mut connection)
            .await?;
        let (mut runs, mut last) = (BTreeSet::new(), None);
        for row in &rows {
            let row = RowReader::new(row, TABLE, "id");
            last = Some(row.parsed("id")?);
            runs.insert(row.parsed::<RunId>("run_id")?);
        }
        let (pages, mut changed) = (CitedPages::new(&site), 0);
        for run in runs {
            if !other_pages(&mut connection, run, &pages).await?.is_empty() {
                changed += merge_run(self, site.org_id, site.id, run, &pages).await?;
            }
        }
        Ok(MergedCitations { last, changed })
    }

    async fn own_addresses(&self, site: SiteId, limit: u32) -> StoreResult<Vec<String>> {
        sql("SELECT address FROM cited_addresses WHERE site_id = $1 AND kind = 'own' ORDER BY address LIMIT $2")
            .bind(site)
            .bind(limit)
            .all(&self.inner.read, |row| RowReader::new(row, "cited_addresses", "id").text("address"))
            .await
    }

    async fn record_merged_citations(&self, merged: &SiteWithEarlierPages) -> StoreResult<()> {
        let update = sql("UPDATE sites SET cited_pages_by = $2 || pages WHERE id = $1 AND pages = $3")
            .bind(merged.site)
            .bind(RULES)
            .bind(&merged.stored_settings);
        self.write_without_notice(update).await.map(drop)
    }
}

async fn merge_run(
    store: &MetadataStore,
    org: OrgId,
    site: SiteId,
    run: RunId,
    pages: &CitedPages,
) -> StoreResult<u64> {
    let mut change = store.begin([Scope::Organization(org)]).await?;
    let others = other_pages(change.connection(), run, pages).await?;
    for (citation, pages) in &others {
        replace_pages(&mut change, *citation, pages).await?;
    }
    if others.is_empty() {
        return Ok(0);
    }
    summing::make_again(change.connection(), run).await?;
    change.concerns(Subject::Site(site));
    change.commit().await?;
    Ok(others.len() as u64)
}

/// The answers of a run that cite other pages by these settings than those that are stored, with the pages.
async fn other_pages(
    connection: &mut Connection,
    run: RunId,
    pages: &CitedPages,
) -> StoreResult<Vec<(CitationId, Vec<String>)>> {
    let paths =
        sql("SELECT p.citation_id, p.path AS text FROM citations c JOIN citation_pages p ON p.citation_id = c.id \
                     WHERE c.run_id = $1");
    let paths = texts_of_answers(connection, run, paths).await?;
    let sources =
        sql("SELECT u.citation_id, u.url AS text FROM citations c JOIN citation_urls u ON u.citation_id = c.id \
                       WHERE c.run_id = $1 AND u.owner = 'own' AND u.page_known = 1");
    let sources = texts_of_answers(connection, run, sources).await?;
    let others = paths.into_iter().filter_map(|(citation, mut stored)| {
        let found = pages.of_answer(&stored, sources.get(&citation).map_or(&[], Vec::as_slice));
        stored.sort();
        (found != stored).then_some((citation, found))
    });
    Ok(others.collect())
}

async fn texts_of_answers(
    connection: &mut Connection,
    run: RunId,
    reading: Statement,
) -> StoreResult<BTreeMap<CitationId, Vec<String>>> {
    let mut texts: BTreeMap<CitationId, Vec<String>> = BTreeMap::new();
    for row in reading.bind(run).fetch_all(connection).await? {
        let row = RowReader::new(&row, TABLE, "citation_id");
        texts.entry(row.parsed("citation_id")?).or_default().push(row.text("text")?);
    }
    Ok(texts)
}
