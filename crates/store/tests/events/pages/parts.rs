//! Lists of pages that are read in parts while counters grow.

use askline_app::ports::{analytics::AnalyticsStore as _, events::EventStore as _};
use askline_domain::{
    analytics::{PageSort, page_list::question::PagesQuestion},
    events::Event,
};

use crate::{
    backend::{Backend, on_every_backend},
    contract::all_pages,
    sample::{TODAY, at, event, site, view, window},
};

on_every_backend! {
    what_arrives_between_two_parts_of_a_list_repeats_and_hides_no_page,
}

/// Views arrive between two parts of a list, and move pages across the boundary.
async fn what_arrives_between_two_parts_of_a_list_repeats_and_hides_no_page(backend: &impl Backend) {
    let store = backend.open().await;
    let views = |path: &str, count: i64, seed: i64| -> Vec<Event> {
        let event = |n: i64| Event {
            at: at(TODAY, seed),
            ..event((seed * 1000 + n).unsigned_abs().into(), site(1), path, view())
        };
        (0..count).map(event).collect()
    };
    let all: Vec<String> = (0..9).map(|n| format!("/{n}")).collect();
    for (n, path) in (0..).zip(&all) {
        store.append(views(path, 9 - n, n + 1)).await.unwrap();
    }
    for descending in [true, false] {
        for (sort, keeps) in
            [(PageSort::Views, true), (PageSort::Path, true), (PageSort::Views, false), (PageSort::Path, false)]
        {
            let mut question = PagesQuestion { sort, descending, limit: 2, ..all_pages() };
            let mut seen = Vec::new();
            loop {
                let answer = store.pages(site(1), window(1), &question).await.unwrap();
                seen.extend(answer.rows.into_iter().filter_map(|row| row.path));
                let Some(mut next) = answer.next else { break };
                if !keeps {
                    // As after a restart.
                    next.order = None;
                } else if seen.len() == 4 {
                    // A page that was shown and one that was not get many views, and a new page gets more.
                    let (shown, unseen) = (&seen[0], all.iter().find(|path| !seen.contains(path)).unwrap());
                    let seed = 100 + 20 * i64::from(descending) + sort as i64;
                    store.append(views(shown, 40, seed)).await.unwrap();
                    store.append(views(unseen, 90, seed + 10)).await.unwrap();
                    store.append(views(&format!("/new{seed}"), 400, seed + 50)).await.unwrap();
                }
                question.after = Some(next);
            }
            let mut unique = seen.clone();
            unique.sort();
            unique.dedup();
            assert_eq!(unique.len(), seen.len(), "repeated: {seen:?}");
            assert!(all.iter().all(|path| seen.contains(path)), "hidden: {seen:?}");
        }
    }
}
