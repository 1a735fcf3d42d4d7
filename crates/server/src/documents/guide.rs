//! `/docs/guide`: the files of `docs/` as pages, with navigation and search. The search runs in the browser.
//!
//! All pages are rendered once, when the first is requested. Each is also available as Markdown, at its address with `.md`.

mod contents;
mod draw;
mod search;

use std::{fmt::Write as _, sync::LazyLock};

use axum::{
    extract::Path,
    http::{StatusCode, header},
    response::{IntoResponse, Redirect, Response},
};
use rust_embed::RustEmbed;

use self::{
    contents::{CHAPTERS, FIRST, Page},
    draw::{Drawn, draw},
};
use super::{
    error_codes::escaped,
    responses::{html, not_found, text},
};

const FRAME: &str = include_str!("../../assets/docs/guide.html");
const SCRIPT: &str = include_str!("../../assets/docs/guide.js");
const STYLE: &str = include_str!("../../assets/docs/guide.css");

/// The pictures that the pages show.
#[derive(RustEmbed)]
#[folder = "../../docs/pictures"]
struct Pictures;

struct Guide {
    pages: Vec<(&'static Page, Drawn)>,
    search_index: String,
}

static GUIDE: LazyLock<Guide> = LazyLock::new(|| {
    let pages: Vec<_> =
        CHAPTERS.iter().flat_map(|chapter| chapter.pages).map(|page| (page, draw(page.markdown))).collect();
    let search_index = search::index(pages.iter().map(|(page, drawn)| (page.name, drawn)));
    Guide { pages, search_index }
});

/// `GET /docs/guide`
pub(super) async fn show_first() -> Redirect {
    Redirect::temporary(&format!("/docs/guide/{FIRST}"))
}

/// `GET /docs/guide/{page}`: a page, its Markdown, or a file that all pages load.
pub(super) async fn show(Path(name): Path<String>) -> Response {
    match name.as_str() {
        "guide.js" => return text("text/javascript; charset=utf-8", SCRIPT),
        "guide.css" => return text("text/css; charset=utf-8", STYLE),
        "search.json" => return text("application/json", GUIDE.search_index.as_str()),
        _ => {}
    }
    let (page_name, as_markdown) = name.strip_suffix(".md").map_or((name.as_str(), false), |page| (page, true));
    match GUIDE.pages.iter().position(|(page, _)| page.name == page_name) {
        Some(place) if as_markdown => text("text/markdown; charset=utf-8", GUIDE.pages[place].0.markdown),
        Some(place) => html(whole_page(place)),
        None => not_found().await,
    }
}

/// `GET /docs/guide/pictures/{file}`
pub(super) async fn show_picture(Path(file): Path<String>) -> Response {
    match Pictures::get(&file) {
        Some(picture) if file.ends_with(".png") => text("image/png", picture.data.into_owned()),
        _ => (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, "no-store")]).into_response(),
    }
}

fn whole_page(place: usize) -> String {
    let (page, drawn) = &GUIDE.pages[place];
    let neighbor = |place: Option<usize>, relation: &str, words: &str| {
        let (page, drawn) = place.and_then(|place| GUIDE.pages.get(place))?;
        let title = escaped(&drawn.title);
        Some(format!("<a rel=\"{relation}\" href=\"/docs/guide/{}\"><small>{words}</small>{title}</a>", page.name))
    };
    let previous = neighbor(place.checked_sub(1), "prev", "Previous").unwrap_or_default();
    let next = neighbor(Some(place + 1), "next", "Next").unwrap_or_default();
    FRAME
        .replace("{{title}}", &escaped(&drawn.title))
        .replace("{{name}}", page.name)
        .replace("{{navigation}}", &navigation(page))
        .replace("{{previous}}", &previous)
        .replace("{{next}}", &next)
        // Replaced last, so that placeholders in the text of a page are not replaced.
        .replacen("{{content}}", &drawn.html, 1)
}

fn navigation(shown: &Page) -> String {
    let mut lines = String::new();
    for chapter in CHAPTERS {
        let _ = write!(lines, "<h2>{}</h2><ul>", chapter.title);
        for page in chapter.pages {
            let title = GUIDE.pages.iter().find(|(one, _)| one.name == page.name).map(|(_, drawn)| &drawn.title);
            let current = if page.name == shown.name { " aria-current=\"page\"" } else { "" };
            let _ = write!(
                lines,
                "<li><a href=\"/docs/guide/{}\"{current}>{}</a></li>",
                page.name,
                escaped(title.map_or(page.name, String::as_str))
            );
        }
        lines.push_str("</ul>");
    }
    lines
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;

    /// The addresses of all pages, and of all anchors on them.
    fn addresses() -> BTreeSet<String> {
        let of = |(page, drawn): &(&Page, Drawn)| {
            let page = format!("/docs/guide/{}", page.name);
            let anchors = drawn.html.split(" id=\"").skip(1).filter_map(|rest| rest.split('"').next());
            anchors.map(|anchor| format!("{page}#{anchor}")).chain([page.clone()]).collect::<Vec<_>>()
        };
        GUIDE.pages.iter().flat_map(of).collect()
    }

    #[test]
    fn every_file_of_docs_is_a_page() {
        let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
        let files: Vec<_> = fs::read_dir(docs).and_then(Iterator::collect).expect("docs can be listed");
        let name = |file: &fs::DirEntry| file.file_name().to_string_lossy().strip_suffix(".md").map(str::to_owned);
        let files: BTreeSet<String> = files.iter().filter_map(name).collect();
        let pages: BTreeSet<String> = GUIDE.pages.iter().map(|(page, _)| page.name.to_owned()).collect();
        assert_eq!(files, pages);
    }

    /// The rows of the README's table of documents: chapter, title, link.
    fn rows_of_the_readme() -> Vec<(String, String, String)> {
        let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../README.md");
        let readme = fs::read_to_string(readme).expect("the README");
        let table = readme.split("## Documentation").nth(1).expect("its table");
        let mut chapter = String::new();
        let mut rows = Vec::new();
        for line in table.lines().filter(|line| line.starts_with('|') && line.contains("](")) {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            if !cells[1].is_empty() {
                chapter = cells[1].trim_matches('*').to_owned();
            }
            let (title, link) = cells[2].split_once("](").expect("a link");
            rows.push((
                chapter.clone(),
                title.trim_start_matches('[').to_owned(),
                link.trim_end_matches(')').to_owned(),
            ));
        }
        rows
    }

    #[test]
    fn the_readme_and_the_guide_have_the_same_chapters_pages_and_titles_in_the_same_order() {
        let pages =
            CHAPTERS.iter().flat_map(|chapter| chapter.pages.iter().map(move |page| (chapter.title, page.name)));
        let guide: Vec<_> = pages
            .zip(&GUIDE.pages)
            .map(|((chapter, name), (_, drawn))| (chapter.to_owned(), drawn.title.clone(), format!("docs/{name}.md")))
            .collect();
        let mut readme = rows_of_the_readme();
        // The other rows are documents that are not in the guide.
        readme.retain(|(_, _, link)| link.strip_prefix("docs/").is_some_and(|file| !file.contains('/')));
        assert_eq!(readme, guide);
    }

    #[test]
    fn every_link_inside_the_guide_leads_to_a_page_and_a_place_that_exist() {
        let known = addresses();
        for (page, drawn) in &GUIDE.pages {
            for link in drawn.html.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let link =
                    if link.starts_with('#') { format!("/docs/guide/{}{link}", page.name) } else { link.to_owned() };
                let leads_elsewhere = !link.starts_with("/docs/guide");
                assert!(leads_elsewhere || known.contains(&link), "{}: {link}", page.name);
                assert!(link.starts_with('/') || link.starts_with("https://"), "{}: {link}", page.name);
            }
            for picture in drawn.html.split("<img src=\"").skip(1).filter_map(|rest| rest.split('"').next()) {
                let file = picture.strip_prefix("/docs/guide/pictures/").unwrap_or_else(|| panic!("{picture}"));
                assert!(Pictures::get(file).is_some(), "{}: {picture}", page.name);
            }
        }
    }

    #[test]
    fn every_page_has_a_title_and_nothing_is_left_to_be_replaced() {
        for place in 0..GUIDE.pages.len() {
            let page = whole_page(place);
            assert!(!GUIDE.pages[place].1.title.is_empty(), "{}", GUIDE.pages[place].0.name);
            assert!(!page.contains("{{content}}") && !page.contains("{{next}}") && !page.contains("<script>"));
            assert_eq!(page.matches("<h1").count(), 1, "{}", GUIDE.pages[place].0.name);
        }
    }

    #[test]
    fn the_search_index_is_smaller_than_what_it_finds() {
        let markdown: usize = GUIDE.pages.iter().map(|(page, _)| page.markdown.len()).sum();
        assert!(GUIDE.search_index.len() < markdown, "{} of {markdown}", GUIDE.search_index.len());
    }
}
