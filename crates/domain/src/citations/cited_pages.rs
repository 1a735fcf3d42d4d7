//! The site's pages that a stored answer cites, by the present settings for pages.

use url::Url;

use crate::{
    citations::answer_reading::own_hosts,
    pages::{
        hosts::normal_host,
        identity::{PageIdentifier, PagePath},
    },
    sites::Site,
};

/// Finds the pages of a site's stored answers again.
#[derive(Debug, Clone)]
pub struct CitedPages {
    hosts: Vec<String>,
    pages: PageIdentifier,
}

impl CitedPages {
    /// Reads the site's hosts and its settings for pages.
    pub fn new(site: &Site) -> Self {
        Self { hosts: own_hosts(&site.domain, &site.allowed_origins), pages: PageIdentifier::new(&site.pages) }
    }

    /// The pages of an answer, each once, in order. `paths` are those that are stored for it; `sources` are the addresses of the site's
    /// known pages among its sources, which tell pages apart that earlier settings made one.
    pub fn of_answer(&self, paths: &[String], sources: &[String]) -> Vec<String> {
        let path_alone = PageIdentifier::default();
        let sources: Vec<(PagePath, Url)> = sources
            .iter()
            .filter_map(|source| Url::parse(source).ok())
            .map(|url| (path_alone.of_url(&url), url))
            .collect();
        let mut pages = Vec::new();
        for path in paths {
            let wanted = path_alone.of_text(path);
            let of_path = || sources.iter().filter(|(path, _)| *path == wanted).map(|(_, url)| url);
            // The site may have had another domain, whose pages stay what they are.
            let is_on_host = |url: &&Url| url.host_str().is_some_and(|host| self.is_host(host));
            let on_hosts: Vec<&Url> = of_path().filter(is_on_host).collect();
            let found = if on_hosts.is_empty() { of_path().collect() } else { on_hosts };
            if found.is_empty() {
                pages.push(self.pages.of_text(path).into_string());
            }
            pages.extend(found.into_iter().map(|url| self.pages.of_url(url).into_string()));
        }
        pages.sort();
        pages.dedup();
        pages
    }

    /// The address of a source, if it is one of the site's pages.
    pub fn own_address(&self, source: &str) -> Option<Url> {
        Url::parse(source).ok().filter(|url| url.host_str().is_some_and(|host| self.is_host(host)))
    }

    /// The page of an address, if it is one of the site's pages.
    pub fn page_of(&self, source: &str) -> Option<String> {
        self.own_address(source).map(|url| self.pages.of_url(&url).into_string())
    }

    fn is_host(&self, host: &str) -> bool {
        self.hosts.iter().any(|own| *own == *normal_host(host))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_answer(settings: &str, paths: &[&str], sources: &[&str]) -> Vec<String> {
        let settings = serde_json::from_str(settings).expect("settings");
        let pages = CitedPages { hosts: vec!["example.com".into()], pages: PageIdentifier::new(&settings) };
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect::<Vec<_>>();
        pages.of_answer(&owned(paths), &owned(sources))
    }

    #[test]
    fn spellings_of_a_page_become_one_and_pages_without_a_source_keep_their_path() {
        let sources = ["https://example.com/%7Euser", "https://www.example.com/~user/"];
        assert_eq!(of_answer("{}", &["/%7Euser", "/~user/", "/it%27s"], &sources), ["/it's", "/~user"]);
    }

    #[test]
    fn sources_separate_pages_again_that_earlier_settings_made_one() {
        let sources = ["https://example.com/?p=4", "https://example.com/?p=6&x=1", "https://docs.example.com/?p=7"];
        let with_parameter = r#"{"queryParameters":[{"name":"p"}]}"#;
        assert_eq!(of_answer(with_parameter, &["/"], &sources), ["/?p=4", "/?p=6"]);
        assert_eq!(of_answer("{}", &["/?p=4", "/?p=6"], &sources), ["/"]);
        assert_eq!(of_answer(r#"{"distinct":["trailing_slash"]}"#, &["/x"], &["https://example.com/x/"]), ["/x/"]);
    }

    #[test]
    fn pages_of_an_earlier_domain_stay_pages_of_the_site() {
        let with_parameter = r#"{"queryParameters":[{"name":"p"}]}"#;
        assert_eq!(of_answer(with_parameter, &["/a"], &["https://earlier.example/a?p=1"]), ["/a?p=1"]);
    }
}
