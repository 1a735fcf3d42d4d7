//! Groups pages by the folders directly below a given folder.

use std::collections::HashMap;

use super::summed::Summed;
use crate::analytics::{OTHER_PAGE, filter::PageFilter, page_day::PageDay};

/// The maximum number of rows. Pages that would need another row are counted in the row of other pages.
const MAX_ROWS: usize = 20_000;
/// The suffix of a folder's name.
const ALL_BELOW: &str = "/**";

/// The rows so far, by name.
pub(super) struct Folders {
    above: String,
    rows: HashMap<String, Summed>,
    max_rows: usize,
}

impl Folders {
    /// Groups by the folders and pages directly below the folder of a filter, or of the whole site.
    pub(super) fn below(filter: Option<&PageFilter>) -> Self {
        let above = match filter {
            Some(PageFilter::Folder(folder)) => folder.clone(),
            Some(PageFilter::Page(_)) | None => String::new(),
        };
        Self { above, rows: HashMap::new(), max_rows: MAX_ROWS }
    }

    /// Adds a page to its row.
    pub(super) fn add(&mut self, page: Summed) {
        let name = self.name_of(&page.path).unwrap_or_else(|| page.path.clone());
        let is_full = self.rows.len() >= self.max_rows && !self.rows.contains_key(&name);
        let name = if is_full { OTHER_PAGE.to_owned() } else { name };
        match self.rows.get_mut(&name) {
            Some(row) => row.absorb(page),
            None if name == page.path => drop(self.rows.insert(name, page)),
            None => drop(self.rows.insert(name.clone(), page.into_folder(name))),
        }
    }

    /// The folder of a page; `None` for a page with its own row.
    fn name_of(&self, path: &str) -> Option<String> {
        let below = path.strip_prefix(self.above.as_str())?.strip_prefix('/')?;
        let (segment, _) = below.split_once('/')?;
        Some(format!("{}/{segment}{ALL_BELOW}", self.above))
    }

    /// The rows, in no particular order. A page with the path of a folder, such as `/guides`, is counted in the folder.
    pub(super) fn into_rows(mut self) -> impl Iterator<Item = Summed> {
        let folders: Vec<String> = self.rows.keys().filter(|name| name.ends_with(ALL_BELOW)).cloned().collect();
        for folder in folders {
            let page = folder.strip_suffix(ALL_BELOW).and_then(|page| self.rows.remove(page));
            if let (Some(page), Some(row)) = (page, self.rows.get_mut(&folder)) {
                row.absorb(page);
            }
        }
        self.rows.into_values()
    }
}

impl Summed {
    fn absorb(&mut self, page: Summed) {
        self.sums.add_day(&page.sums);
        self.citations += page.citations;
        self.previous_asks += page.previous_asks;
        self.last_click_at = self.last_click_at.max(page.last_click_at);
    }

    fn into_folder(self, name: String) -> Self {
        let none = Summed {
            number: None,
            path: name,
            spelling: None,
            title: None,
            last_click_at: None,
            sums: PageDay::default(),
            citations: 0,
            previous_asks: 0,
        };
        let mut folder = none;
        folder.absorb(self);
        folder
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::identity::PageIdentifier;

    fn page(path: &str) -> Summed {
        let sums = PageDay { views: 1, ..PageDay::default() };
        Summed {
            number: Some(1),
            path: path.into(),
            spelling: None,
            title: None,
            last_click_at: None,
            sums,
            citations: 0,
            previous_asks: 0,
        }
    }

    fn check(filter: Option<&str>, paths: &[&str], expected: &[(&str, i64)]) {
        let mut folders =
            Folders::below(filter.and_then(|text| PageFilter::of(text, &PageIdentifier::default())).as_ref());
        folders.max_rows = 4;
        paths.iter().for_each(|path| folders.add(page(path)));
        let mut rows: Vec<_> = folders.into_rows().map(|row| (row.path, row.sums.views)).collect();
        rows.sort();
        let expected: Vec<_> = expected.iter().map(|(path, views)| ((*path).to_owned(), *views)).collect();
        assert_eq!(rows, expected, "{paths:?}");
    }

    #[test]
    fn a_folder_includes_its_own_page_and_everything_below_it() {
        check(None, &["/", "/about"], &[("/", 1), ("/about", 1)]);
        check(
            None,
            &["/guides", "/guides/", "/guides/a", "/guides/a/b", "/guide"],
            &[("/guide", 1), ("/guides/**", 4)],
        );
        check(
            Some("/guides/**"),
            &["/guides", "/guides/a", "/guides/a/b", "/guides/c"],
            &[("/guides", 1), ("/guides/a/**", 2), ("/guides/c", 1)],
        );
        check(None, &[OTHER_PAGE, "/a"], &[(OTHER_PAGE, 1), ("/a", 1)]);
    }

    #[test]
    fn rows_beyond_the_bound_are_counted_with_other_pages() {
        check(
            None,
            &["/1", "/2", "/3", "/4", "/5", "/6/x", "/1"],
            &[(OTHER_PAGE, 2), ("/1", 2), ("/2", 1), ("/3", 1), ("/4", 1)],
        );
    }
}
