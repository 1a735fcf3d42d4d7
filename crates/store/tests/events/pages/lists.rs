//! Lists of pages: searched, sorted, paged, with the details of each page.

use askline_app::ports::{analytics::AnalyticsStore as _, events::EventStore as _};
use askline_domain::{
    analytics::{PageSort, filter::AnalyticsFilter, page_list::question::PagesQuestion},
    events::Event,
    shared::calendar::Day,
};

use crate::{
    backend::{Backend, on_every_backend},
    contract::{Store, all_pages},
    sample::*,
};

on_every_backend! {
    pages_are_searched_ordered_and_cut,
    pages_that_are_cited_are_listed_also_without_activity,
    pages_without_a_value_stand_last_in_either_order,
    a_page_shows_its_latest_title_its_top_platform_and_its_last_click,
}

/// Three pages: /a with 4 views and 1 click, /B with 1 view and 1 click, /c with 2 views.
async fn three_pages(store: &impl Store) {
    let page = |path: &str, views: usize, clicks: usize| {
        let views = vec![(path.to_owned(), view()); views];
        [views, vec![(path.to_owned(), ai_click("chatgpt")); clicks]].concat()
    };
    let actions = [page("/a", 4, 1), page("/B", 1, 1), page("/c", 2, 0)].concat();
    let events = (0..).zip(actions).map(|(n, (path, action))| Event {
        title: Some(format!("Page 100% of {path}")),
        at: at(TODAY, n),
        ..event(n.unsigned_abs().into(), site(1), &path, action)
    });
    store.append(events.collect()).await.unwrap();
}

async fn paths(store: &impl Store, question: &PagesQuestion) -> Vec<String> {
    let answer = store.pages(site(1), window(1), question).await.unwrap();
    answer.rows.into_iter().map(|row| row.path.unwrap_or_default()).collect()
}

async fn pages_are_searched_ordered_and_cut(backend: &impl Backend) {
    let store = backend.open().await;
    three_pages(&store).await;
    for (sort, ascending) in [
        (PageSort::Path, ["/B", "/a", "/c"]),
        (PageSort::Views, ["/B", "/c", "/a"]),
        (PageSort::ClickRate, ["/c", "/a", "/B"]),
        (PageSort::SocialClicks, ["/B", "/a", "/c"]),
    ] {
        assert_eq!(paths(&store, &PagesQuestion { sort, ..all_pages() }).await, ascending, "{sort:?}");
    }
    let descending = |sort| PagesQuestion { sort, descending: true, ..all_pages() };
    assert_eq!(paths(&store, &descending(PageSort::Views)).await, ["/a", "/c", "/B"]);
    assert_eq!(paths(&store, &descending(PageSort::AiClicks)).await, ["/B", "/a", "/c"], "equals by path");
    assert_eq!(paths(&store, &descending(PageSort::LastClickAt)).await, ["/B", "/a", "/c"]);
    for (text, expected) in
        [("/b", vec!["/B"]), ("PAGE 100% OF /", vec!["/B", "/a", "/c"]), ("_", vec![]), ("%c", vec![])]
    {
        let question = PagesQuestion { search: Some(text.into()), ..all_pages() };
        assert_eq!(paths(&store, &question).await, expected, "{text}");
    }
    let first = PagesQuestion { limit: 1, ..all_pages() };
    let answer = store.pages(site(1), window(1), &first).await.unwrap();
    assert_eq!((answer.rows.len(), answer.rows[0].path.as_deref()), (1, Some("/B")));
    assert_eq!((answer.totals.pages, answer.totals.views, answer.totals.ai_clicks), (3, 7, 2));
    let second = PagesQuestion { after: answer.next, ..first.clone() };
    let answer = store.pages(site(1), window(1), &second).await.unwrap();
    assert_eq!((answer.rows.len(), answer.rows[0].path.as_deref()), (1, Some("/a")));
    assert_eq!((answer.totals.pages, answer.totals.views, answer.totals.ai_clicks), (3, 7, 2));
    let last = PagesQuestion { after: answer.next, ..first };
    let answer = store.pages(site(1), window(1), &last).await.unwrap();
    assert_eq!((answer.rows.len(), answer.rows[0].path.as_deref(), answer.next), (1, Some("/c"), None));
}

async fn pages_that_are_cited_are_listed_also_without_activity(backend: &impl Backend) {
    let store = backend.open().await;
    let citations = [("/c", 2), ("/new", 3), ("/old", 1)].map(|(path, count)| (path.to_owned(), count));
    let cited =
        PagesQuestion { sort: PageSort::Citations, descending: true, citations: citations.into(), ..all_pages() };
    assert_eq!(paths(&store, &cited).await, ["/new", "/c", "/old"], "of a site without events");
    three_pages(&store).await;
    let old = Event { day: Day(TODAY.0 - 9), title: Some("Old".into()), ..event(60, site(1), "/old", view()) };
    store.append(vec![old]).await.unwrap();
    let answer = store.pages(site(1), window(1), &cited).await.unwrap();
    let rows: Vec<_> = answer.rows.iter().map(|row| (row.path.as_deref().unwrap(), row.views, row.citations)).collect();
    assert_eq!(rows, [("/new", 0, 3), ("/c", 2, 2), ("/old", 0, 1), ("/B", 1, 0), ("/a", 4, 0)]);
    assert_eq!((answer.rows[2].title.as_deref(), &answer.rows[2].top_platform), (Some("Old"), &None));
    assert_eq!((answer.totals.pages, answer.totals.views), (5, 7));
    let filter = AnalyticsFilter { platform: Some("chatgpt".into()), ..of_page("/new") };
    let one = PagesQuestion { filter, ..cited.clone() };
    assert_eq!(paths(&store, &one).await, Vec::<String>::new(), "ChatGPT was not used there");
    let filter = of_page("/new");
    let one = PagesQuestion { filter, ..cited.clone() };
    assert_eq!(paths(&store, &one).await, ["/new"]);
    let found = PagesQuestion { search: Some("OLD".into()), ..cited };
    assert_eq!(paths(&store, &found).await, ["/old"]);
}

async fn pages_without_a_value_stand_last_in_either_order(backend: &impl Backend) {
    let store = backend.open().await;
    three_pages(&store).await;
    // Clicked but never viewed; this click is the latest.
    let late = Event { at: at(TODAY, 900), ..event(50, site(1), "/z", ai_click("chatgpt")) };
    store.append(vec![late]).await.unwrap();
    for (sort, descending, expected) in [
        (PageSort::ClickRate, false, ["/c", "/a", "/B", "/z"]),
        (PageSort::ClickRate, true, ["/B", "/a", "/c", "/z"]),
        (PageSort::LastClickAt, false, ["/a", "/B", "/z", "/c"]),
        (PageSort::LastClickAt, true, ["/z", "/B", "/a", "/c"]),
    ] {
        let question = PagesQuestion { sort, descending, ..all_pages() };
        assert_eq!(paths(&store, &question).await, expected, "{sort:?} {descending}");
    }
}

async fn a_page_shows_its_latest_title_its_top_platform_and_its_last_click(backend: &impl Backend) {
    let store = backend.open().await;
    let titled = |number, title: Option<&str>, minute, action| Event {
        title: title.map(Into::into),
        at: at(TODAY, minute),
        ..event(number, site(1), "/a", action)
    };
    let first = vec![
        titled(1, Some("First"), 1, ai_click("claude")),
        titled(2, None, 2, ai_click("chatgpt")),
        titled(3, Some("Second"), 9, ai_click("perplexity")),
    ];
    store.append(first).await.unwrap();
    let row =
        |answer: askline_domain::analytics::page_list::question::PagesAnswer| answer.rows.into_iter().next().unwrap();
    let page = row(store.pages(site(1), window(1), &all_pages()).await.unwrap());
    assert_eq!(page.title.as_deref(), Some("Second"));
    assert_eq!(page.top_platform.as_deref(), Some("chatgpt"), "the first by name of equals");
    assert_eq!(page.last_click_at, Some(at(TODAY, 9)));
    // An older click that arrives late, and a view, do not change the last click.
    store.append(vec![titled(4, Some("Third"), 4, ai_click("perplexity")), titled(5, None, 20, view())]).await.unwrap();
    let page = row(store.pages(site(1), window(1), &all_pages()).await.unwrap());
    assert_eq!(page.title.as_deref(), Some("Third"));
    assert_eq!(page.top_platform.as_deref(), Some("perplexity"));
    assert_eq!(page.last_click_at, Some(at(TODAY, 9)));
}
