//! Creates two versions of the texts of two sample pages. The same every time.

use askline_app::{page_texts, ports::sites::page_texts::Validators};
use askline_domain::{
    pages::{
        identity::PageIdentifier,
        text::{PageText, count_words},
    },
    sites::Site,
};
use jiff::{SignedDuration, Timestamp};

use super::sample_site::SampleSite;
use crate::{failure::Failure, stores::Stores};

/// How many days ago the texts were read.
const READ_AGO: [i64; 2] = [40, 12];
/// The number of pages with texts.
const PAGES: usize = 2;
/// The last paragraphs of the first and the second version of a text.
const ENDINGS: [&str; 2] = [
    "| Sign | Meaning |\n| --- | --- |\n| blue | water in most years |\n| hatched | water once in a century |\n\nAsk the town hall for its own map.",
    "Ask the town hall for its own map. Maps are drawn again every six years.",
];

/// Stores two versions of the text of a site's first pages.
pub async fn fill(stores: &Stores, site: &Site, sample: &'static SampleSite, now: Timestamp) -> Result<(), Failure> {
    let pages = PageIdentifier::new(&site.pages);
    let shown = sample.pages.iter().take(PAGES);
    let titles: Vec<(String, &str)> = shown.map(|page| (pages.of_text(page.path).into_string(), page.title)).collect();
    let paths: Vec<String> = titles.iter().map(|(path, _)| path.clone()).collect();
    for (ago, ending) in READ_AGO.into_iter().zip(ENDINGS) {
        let at = now - SignedDuration::from_hours(24 * ago);
        stores.metadata.choose_pages(site.id, &paths, at).await?;
        for (path, title) in &titles {
            let markdown = format!(
                "# {title}\n\nA river is never where it was. It takes from one bank and gives to the other.\n\n{ending}"
            );
            let text = PageText { words: count_words(&markdown), markdown, is_cut: false };
            page_texts::record_text(&*stores.metadata, (site.id, path), text, Validators::default(), at).await?;
        }
    }
    Ok(())
}
