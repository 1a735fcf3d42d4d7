//! Determines the sort of a page from its facts and its address.

use serde::{Deserialize, Serialize};
use url::Url;

use crate::pages::facts::{PageFacts, PageKind};

/// Last words in addresses of pages about prices.
const PRICING: [&str; 16] = [
    "pricing",
    "prices",
    "price",
    "plans",
    "preise",
    "tarife",
    "tarif",
    "preisliste",
    "tarifs",
    "prix",
    "precios",
    "tarifas",
    "planes",
    "precos",
    "planos",
    "ryokin",
];
/// Words in addresses of API references.
const REFERENCE: [&str; 10] = [
    "api",
    "reference",
    "api-reference",
    "api-docs",
    "referenz",
    "api-referenz",
    "referencia",
    "referencia-api",
    "reference-api",
    "endpoints",
];
/// Words in addresses of articles.
const ARTICLES: [&str; 14] = [
    "blog",
    "news",
    "article",
    "articles",
    "artikel",
    "magazin",
    "magazine",
    "ratgeber",
    "actualites",
    "noticias",
    "articulos",
    "articulo",
    "artigos",
    "posts",
];
/// Last words in addresses of pages about which nobody asks an assistant.
const FURNITURE: [&str; 62] = [
    "contact",
    "contact-us",
    "kontakt",
    "contacto",
    "contato",
    "contactez-nous",
    "nous-contacter",
    "imprint",
    "impressum",
    "legal",
    "legal-notice",
    "mentions-legales",
    "aviso-legal",
    "privacy",
    "privacy-policy",
    "datenschutz",
    "datenschutzerklaerung",
    "datenschutzerklarung",
    "confidentialite",
    "politique-de-confidentialite",
    "privacidad",
    "politica-de-privacidad",
    "privacidade",
    "politica-de-privacidade",
    "terms",
    "terms-of-service",
    "terms-of-use",
    "terms-and-conditions",
    "agb",
    "nutzungsbedingungen",
    "widerruf",
    "cgv",
    "cgu",
    "conditions-generales",
    "terminos",
    "condiciones",
    "termos",
    "cookies",
    "cookie-policy",
    "cookie-richtlinie",
    "login",
    "log-in",
    "signin",
    "sign-in",
    "signup",
    "sign-up",
    "register",
    "anmelden",
    "anmeldung",
    "registrieren",
    "connexion",
    "inscription",
    "acceso",
    "entrar",
    "account",
    "my-account",
    "cart",
    "checkout",
    "warenkorb",
    "search",
    "suche",
    "sitemap",
];

/// A sort of page, which determines the page's texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageSort {
    /// The site's home page.
    Home,
    /// A product.
    Product,
    /// Prices.
    Pricing,
    /// Instructions.
    Guide,
    /// An API reference.
    Reference,
    /// An article, a post or a recipe.
    Article,
    /// Another page that is worth a question.
    Other,
    /// Contact, imprint, terms, sign-in, cart: nothing to ask an assistant about.
    Furniture,
}

impl PageSort {
    /// The sort of the page at `url`.
    pub fn of(page: &PageFacts, url: &Url) -> Self {
        let segments: Vec<String> =
            url.path_segments().into_iter().flatten().filter(|s| !s.is_empty()).map(word_of).collect();
        let any = |words: &[&str]| segments.iter().any(|segment| words.contains(&segment.as_str()));
        let last = segments.last().map_or("", String::as_str);
        if segments.is_empty() {
            return Self::Home;
        }
        if FURNITURE.contains(&last) {
            return Self::Furniture;
        }
        match page.kind {
            PageKind::Product => Self::Product,
            _ if PRICING.contains(&last) => Self::Pricing,
            PageKind::Documentation if any(&REFERENCE) => Self::Reference,
            PageKind::Documentation => Self::Guide,
            PageKind::Article => Self::Article,
            // A list of articles, such as `/blog`, is not an article.
            _ if any(&ARTICLES) && !ARTICLES.contains(&last) => Self::Article,
            _ => Self::Other,
        }
    }
}

/// A segment of a path as a word: in lower case, with hyphens for underscores, without a file extension.
fn word_of(segment: &str) -> String {
    let lower = segment.to_ascii_lowercase().replace('_', "-");
    let endings = [".html", ".htm", ".php", ".aspx"];
    endings.iter().find_map(|ending| lower.strip_suffix(ending)).unwrap_or(&lower).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pages::facts::PageReading;

    #[test]
    fn a_page_is_sorted_by_its_address_and_its_marks() {
        let article = "<meta property=og:type content=article>";
        let product = "<meta property=og:type content=product>";
        for (path, html, expected) in [
            ("/", article, PageSort::Home),
            ("/shop/kestrel", product, PageSort::Product),
            ("/preise.html", "", PageSort::Pricing),
            ("/docs/install", "", PageSort::Guide),
            ("/docs/api/invoices", "", PageSort::Reference),
            ("/2026/why", article, PageSort::Article),
            ("/blog/why", "", PageSort::Article),
            ("/blog/", "", PageSort::Other),
            ("/about", "", PageSort::Other),
            ("/Impressum.php", "", PageSort::Furniture),
            ("/en/privacy_policy/", article, PageSort::Furniture),
        ] {
            let url = Url::parse("https://example.com").expect("an address").join(path).expect("a path");
            assert_eq!(PageSort::of(&PageReading::of(&url, html).facts, &url), expected, "{path}");
        }
    }
}
