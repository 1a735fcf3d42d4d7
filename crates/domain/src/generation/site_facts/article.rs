//! Writes a site's name with its article: "the University of X".
//!
//! The article is taken from the pages if they begin a sentence with it, or else from the kind of organization that the
//! name contains. The words are in `data/organization_names.json`.

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;

use super::SiteFacts;
use crate::shared::language_tag::primary_language;

/// The number of first words of a name that may say what kind of organization it is.
const MAX_WORDS_TO_THE_HEAD: usize = 3;
/// Abbreviations for companies, whose names have no article.
const COMPANIES: [&str; 10] = ["gmbh", "ag", "kg", "ohg", "ug", "se", "ltd", "inc", "llc", "s.l"];
/// Words for documentation. A reader asks about the thing that it describes.
const DOCUMENTATION_WORDS: [&str; 10] = [
    "documentation",
    "docs",
    "dokumentation",
    "documentación",
    "documentação",
    "reference",
    "handbook",
    "manual",
    "ドキュメント",
    "وثائق",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Heads {
    /// All articles.
    written: String,
    /// Words of names that are a plural.
    plural: String,
    /// By article: words for organizations. In German also as the end of a compound.
    heads: BTreeMap<String, String>,
    /// By article: words for organizations at the end of a name.
    #[serde(default)]
    last: BTreeMap<String, String>,
}

static HEADS: LazyLock<BTreeMap<String, Heads>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../../data/organization_names.json")).expect("a test reads the same data")
});

/// A name as a sentence needs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct NamedSite {
    /// The name, with its article where it has one; `None` for a plural, which the sentences do not fit.
    pub(crate) name: Option<String>,
    /// Whether the name says what kind of organization it is.
    pub(crate) is_institution: bool,
}

impl SiteFacts {
    /// The name of the site as the subject of a sentence in `language`.
    pub(crate) fn named(&self, language: &str) -> NamedSite {
        let name = without_documentation(&self.name);
        let language = primary_language(language);
        let as_it_is = |name: &str| NamedSite { name: Some(name.to_owned()), is_institution: false };
        let Some(heads) = HEADS.get(language) else { return as_it_is(name) };
        let words: Vec<String> = name.split_whitespace().map(bare).collect();
        let first = words.first().map_or("", String::as_str);
        let is_company = words.iter().any(|word| COMPANIES.contains(&word.as_str()));
        let has_article = words.len() > 1 && heads.written.split(' ').any(|article| first == bare(article));
        if is_company || has_article || first.starts_with("l’") || first.starts_with("l'") {
            return as_it_is(name);
        }
        if is_one_of(&heads.plural, first) || (language == "de" && ends_with_one_of(&heads.plural, first)) {
            return NamedSite { name: None, is_institution: true };
        }
        let of_head = article_of_head(heads, &words, language);
        let article = of_head.clone().or_else(|| self.article_on_pages(name, heads));
        let name = match article {
            Some(article) if article.ends_with(['’', '\'']) => format!("{article}{name}"),
            Some(article) => format!("{article} {}", declined(name, &article)),
            None => name.to_owned(),
        };
        NamedSite { name: Some(name), is_institution: of_head.is_some() }
    }

    /// The article with which a page begins a sentence about the site.
    fn article_on_pages(&self, name: &str, heads: &Heads) -> Option<String> {
        let lower = name.to_lowercase();
        let texts = || self.pages.iter().flat_map(|page| [&page.description, &page.excerpt]);
        let begins = |article: &str| {
            let gap = if article.ends_with(['’', '\'']) { "" } else { " " };
            let wanted = format!("{article}{gap}{lower}");
            texts().any(|text| {
                let text = text.to_lowercase();
                text.starts_with(&wanted) || text.contains(&format!(". {wanted}"))
            })
        };
        // An indefinite article is no part of a name, and a name in the plural fits no sentence here.
        let definite =
            heads.written.split(' ').filter(|article| !matches!(*article, "an" | "les" | "los" | "las" | "os" | "as"));
        definite.filter(|article| heads.heads.contains_key(*article)).find(|article| begins(article)).map(str::to_owned)
    }
}

/// The article that belongs to the kind of organization in a name.
fn article_of_head(heads: &Heads, words: &[String], language: &str) -> Option<String> {
    let find = |lists: &BTreeMap<String, String>, is_head: &dyn Fn(&str) -> bool| {
        lists.iter().find(|(_, list)| is_head(list)).map(|(article, _)| article.clone())
    };
    let first = words.first()?;
    let last = words.last().filter(|_| words.len() > 1);
    match language {
        // The word farthest to the left decides: "Stadtbibliothek am Museum" is a library.
        "de" => words
            .iter()
            .take(MAX_WORDS_TO_THE_HEAD)
            .find_map(|word| find(&heads.heads, &|list| ends_with_one_of(list, word))),
        "en" if words.get(1).is_some_and(|word| word == "of") => find(&heads.heads, &|list| is_one_of(list, first)),
        "en" => last.and_then(|last| find(&heads.last, &|list| is_one_of(list, last))),
        _ => find(&heads.heads, &|list| is_one_of(list, first)),
    }
}

/// A German adjective before the noun loses its strong ending after an article: "Deutsches Museum", "das Deutsche
/// Museum".
fn declined(name: &str, article: &str) -> String {
    let ending = match article {
        "der" => "er",
        "das" => "es",
        _ => return name.to_owned(),
    };
    let Some((first, rest)) = name.split_once(' ') else { return name.to_owned() };
    let is_adjective =
        |stem: &str| stem.ends_with("isch") || stem.ends_with("lich") || stem == "Deutsch" || stem == "Frei";
    match first.strip_suffix(ending).filter(|stem| is_adjective(stem)) {
        Some(stem) => format!("{stem}e {rest}"),
        None => name.to_owned(),
    }
}

fn without_documentation(name: &str) -> &str {
    let is_documentation = |word: &str| DOCUMENTATION_WORDS.contains(&word.to_lowercase().as_str());
    match (name.rsplit_once(' '), name.split_once(' ')) {
        (Some((thing, last)), _) if is_documentation(last) => thing,
        (_, Some((first, thing))) if is_documentation(first) && !thing.contains(' ') => thing,
        _ => name,
    }
}

/// A word in lower case, without marks around it.
fn bare(word: &str) -> String {
    word.to_lowercase().trim_matches(|c: char| !c.is_alphanumeric()).to_owned()
}

fn is_one_of(list: &str, word: &str) -> bool {
    list.split(' ').any(|head| head == word)
}

/// Whether the word is in the list, or a compound that ends with a word of at least five letters of it.
fn ends_with_one_of(list: &str, word: &str) -> bool {
    const MIN_LETTERS_IN_A_COMPOUND: usize = 5;
    list.split(' ')
        .any(|head| head == word || (head.chars().count() >= MIN_LETTERS_IN_A_COMPOUND && word.ends_with(head)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generation::facts::PageReading;

    fn named(language: &str, name: &str, description: &str) -> Option<String> {
        let html = format!("<meta name=description content='{description}'>");
        let page = PageReading::of(&"https://example.com/".parse().expect("an address"), &html).facts;
        SiteFacts::of(name, vec![page]).named(language).name
    }

    #[test]
    fn an_organization_keeps_its_article_in_every_language_that_has_one() {
        for (language, name, expected) in [
            ("de", "Stadtbibliothek Lindenau", "die Stadtbibliothek Lindenau"),
            ("de", "Deutsches Museum", "das Deutsche Museum"),
            ("de", "Bayerischer Wanderverband", "der Bayerische Wanderverband"),
            ("de", "Leipziger Tierschutzverein", "der Leipziger Tierschutzverein"),
            ("en", "University of Harrowmere", "the University of Harrowmere"),
            ("en", "Kestrel Trust", "the Kestrel Trust"),
            ("fr", "Mairie de Saint-Aubert", "la Mairie de Saint-Aubert"),
            ("fr", "Université de la Côte", "l’Université de la Côte"),
            ("es", "Ayuntamiento de Villaseca", "el Ayuntamiento de Villaseca"),
            ("es", "Academia Horizonte", "la Academia Horizonte"),
            ("pt", "Museu do Cacau", "o Museu do Cacau"),
            ("pt", "Câmara Municipal de Vale", "a Câmara Municipal de Vale"),
        ] {
            assert_eq!(named(language, name, "").as_deref(), Some(expected));
        }
    }

    #[test]
    fn a_name_without_an_article_or_with_its_own_stays_as_it_is() {
        for (language, name) in [
            ("de", "Ostwind Museumstechnik GmbH"),
            ("de", "Das Museum am Fluss"),
            ("en", "Fennel & Rye"),
            ("en", "Harrowmere College"),
            ("en", "The Kestrel Trust"),
            ("fr", "La Cuillère Verte"),
            ("fr", "L’Atelier du Pain"),
            ("ja", "湯の宿 みなと屋"),
            ("nl", "Museum van de stad"),
        ] {
            assert_eq!(named(language, name, "").as_deref(), Some(name), "{name}");
        }
        assert_eq!(named("en", "Skein documentation", "").as_deref(), Some("Skein"));
        assert_eq!(named("de", "Stadtwerke Lindenau", ""), None, "a plural needs another verb");
    }

    #[test]
    fn the_article_of_a_name_is_the_one_that_the_pages_use() {
        assert_eq!(named("de", "Hobelbank", "Die Hobelbank verkauft Hobel.").as_deref(), Some("die Hobelbank"));
        assert_eq!(named("fr", "Verger", "Ouvert. Le Verger vend des pommes.").as_deref(), Some("le Verger"));
        assert_eq!(named("en", "Acme", "A shop. Acme sells boots.").as_deref(), Some("Acme"));
    }
}
