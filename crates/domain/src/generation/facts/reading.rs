//! Reads facts and links from a page's HTML. Never fails: unreadable parts are ignored.

use std::collections::BTreeSet;

use serde_json::Value;
use url::Url;

use super::{
    MAX_ASKED, MAX_DESCRIPTION_CHARACTERS, MAX_EXCERPT_CHARACTERS, MAX_HEADINGS, MAX_TITLE_CHARACTERS, PageFacts,
    PageKind, clean, signs::signs_of,
};
use crate::{
    pages::{
        markup::{Tag, Token, Tokens},
        robots_tag::PageRobots,
        sitemap::MAX_ADDRESS_BYTES,
    },
    shared::language_tag::canonical_language_tag,
};

/// The maximum number of links that are kept.
const MAX_LINKS: usize = 1_000;
/// The maximum number of bytes of a text that are collected before it is cleaned.
const MAX_GATHERED_BYTES: usize = 8 * 1024;
/// The maximum number of texts of a page that are read: each is checked for text that addresses assistants.
const MAX_TEXTS: usize = 300;
/// The maximum number of bytes of a page's text that are searched for prices, opening hours, deadlines and contacts.
const MAX_BODY_BYTES: usize = 32 * 1024;
/// The maximum number of bytes of a block of structured data.
const MAX_DATA_BYTES: usize = 256 * 1024;
/// From this number of code blocks, a page that is neither a product nor an article is documentation.
const MIN_CODE_BLOCKS: usize = 2;
/// Elements that do not belong to the subject of a page.
///
/// Forms are not among them: some platforms put the entire content of a page into one.
const ASIDE: [&str; 8] = ["nav", "footer", "aside", "dialog", "noscript", "svg", "template", "select"];
/// Generators of documentation, as their `generator` elements name them.
const DOCUMENTATION_GENERATORS: [&str; 10] =
    ["docusaurus", "mkdocs", "sphinx", "vitepress", "vuepress", "gitbook", "mdbook", "docsify", "antora", "starlight"];
/// Path segments of documentation pages.
const DOCUMENTATION_SEGMENTS: [&str; 7] = ["docs", "doc", "documentation", "reference", "manual", "api", "handbook"];
/// Elements within a line of text.
const WITHIN_A_LINE: [&str; 10] = ["a", "b", "i", "em", "strong", "span", "small", "sup", "time", "wbr"];
/// The marks that end a question.
const QUESTION_MARKS: [char; 3] = ['?', '？', '؟'];
/// Types of structured data for services and for lodging and similar offers.
const SERVICES: [&str; 3] = ["Service", "FinancialProduct", "GovernmentService"];
/// Types of structured data for organizations that people join or support.
const ASSOCIATIONS: [&str; 5] = ["NGO", "SportsClub", "SportsOrganization", "WorkersUnion", "PoliticalParty"];
/// What was read from a page.
#[derive(Debug, Clone, PartialEq)]
pub struct PageReading {
    /// The facts of the page.
    pub facts: PageFacts,
    /// The links of the page, each once, without those marked `nofollow`.
    pub links: Vec<Url>,
    /// The address in the page's canonical link, if it has one that is valid.
    pub canonical: Option<Url>,
    /// The page's rules for robots.
    pub robots: PageRobots,
}

/// The part of the page that the next text belongs to.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Part {
    Title,
    MainHeading,
    Heading,
    Paragraph,
    /// A term, a summary or a small heading: kept if it asks.
    Asked,
    Data,
    Skipped,
}

#[derive(Default)]
struct Reader {
    title: String,
    og_title: String,
    description: String,
    site_name: String,
    language: Option<String>,
    locale: Option<String>,
    headings: Vec<String>,
    main_heading: Option<String>,
    asked: Vec<String>,
    body: String,
    excerpt: String,
    og_type: String,
    generator: String,
    types: Vec<String>,
    code_blocks: usize,
    links: Vec<Url>,
    canonical: Option<Url>,
    robots: PageRobots,
    seen_links: BTreeSet<String>,
    /// The number of open elements that do not belong to the subject of the page.
    aside: usize,
    part: Option<Part>,
    gathered: String,
    /// The number of texts that were read.
    texts: usize,
}

impl PageReading {
    /// Reads the page at `url`.
    pub fn of(url: &Url, html: &str) -> Self {
        let mut reader = Reader::default();
        let mut base: Option<Url> = None;
        for token in Tokens::of(html) {
            match token {
                // Only the first `base` element with a valid `href` applies.
                Token::Open(tag) if tag.name == "base" && base.is_none() => {
                    base = tag.attribute("href").and_then(|href| url.join(href.trim()).ok());
                }
                Token::Open(tag) => reader.open(&tag, base.as_ref().unwrap_or(url)),
                Token::Text(text) => reader.gather(&text),
                Token::Close(name) => reader.close(&name),
            }
        }
        reader.end_part();
        reader.finish(url)
    }
}

impl Reader {
    fn open(&mut self, tag: &Tag, base: &Url) {
        if !WITHIN_A_LINE.contains(&tag.name.as_str()) {
            self.add_to_body(" ");
        }
        match tag.name.as_str() {
            "html" => self.language = self.language.take().or_else(|| tag.attribute("lang")),
            "meta" => self.meta(tag),
            "title" if self.title.is_empty() && self.aside == 0 => self.begin(Part::Title),
            "script" => {
                let is_data = tag.attribute("type").is_some_and(|t| t.eq_ignore_ascii_case("application/ld+json"));
                self.begin(if is_data { Part::Data } else { Part::Skipped });
            }
            "title" | "style" | "textarea" | "iframe" | "xmp" => self.begin(Part::Skipped),
            "h1" if self.aside == 0 => self.begin(Part::MainHeading),
            "h2" | "h3" if self.aside == 0 => self.begin(Part::Heading),
            "p" if self.aside == 0 => self.begin(Part::Paragraph),
            "h4" | "h5" | "summary" | "dt" if self.aside == 0 => self.begin(Part::Asked),
            "pre" => self.code_blocks += 1,
            "a" => self.link(tag, base),
            "link" if self.canonical.is_none() && self.aside == 0 && has_rel(tag, "canonical") => {
                self.canonical = address_of(tag, base);
            }
            // In SVG, `/>` closes an element.
            "svg" if tag.closes_itself => {}
            "br" | "td" | "li" => self.gather(" "),
            name if ASIDE.contains(&name) => self.aside += 1,
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        match name {
            "title" | "script" | "style" | "textarea" | "iframe" | "xmp" | "h1" | "h2" | "h3" | "h4" | "h5"
            | "summary" | "dt" | "p" => self.end_part(),
            _ if ASIDE.contains(&name) => {
                self.end_part();
                self.aside = self.aside.saturating_sub(1);
            }
            _ => {}
        }
    }

    fn begin(&mut self, part: Part) {
        self.end_part();
        self.part = Some(part);
    }

    /// Adds to the text that is searched for prices, opening hours, deadlines and contacts.
    fn add_to_body(&mut self, text: &str) {
        let is_shown = !matches!(self.part, Some(Part::Title | Part::Data | Part::Skipped));
        if self.aside == 0 && is_shown {
            let room = MAX_BODY_BYTES.saturating_sub(self.body.len());
            self.body.push_str(&text[..text.floor_char_boundary(room)]);
        }
    }

    fn gather(&mut self, text: &str) {
        self.add_to_body(text);
        let most = match self.part {
            Some(Part::Data) => MAX_DATA_BYTES,
            Some(Part::Skipped) | None => return,
            Some(_) => MAX_GATHERED_BYTES,
        };
        let room = most.saturating_sub(self.gathered.len());
        self.gathered.push_str(&text[..text.floor_char_boundary(room)]);
    }

    /// Returns a text, cleaned and on one line; empty once the limit of texts is reached.
    fn line(&mut self, text: &str, most: usize) -> String {
        self.texts += 1;
        if self.texts > MAX_TEXTS || most == 0 { String::new() } else { clean(text, most) }
    }

    fn end_part(&mut self) {
        let text = std::mem::take(&mut self.gathered);
        match self.part.take() {
            Some(Part::Title) => self.title = self.line(&text, MAX_TITLE_CHARACTERS),
            Some(part @ (Part::MainHeading | Part::Heading)) if self.headings.len() < MAX_HEADINGS => {
                let heading = self.line(text.trim_end_matches(['#', '¶']), MAX_TITLE_CHARACTERS);
                if part == Part::MainHeading && !heading.is_empty() {
                    self.main_heading.get_or_insert_with(|| heading.clone());
                }
                if !heading.is_empty() && !self.headings.contains(&heading) {
                    self.headings.push(heading);
                }
            }
            Some(Part::Paragraph) => {
                let room = MAX_EXCERPT_CHARACTERS.saturating_sub(self.excerpt.chars().count() + 1);
                let paragraph = self.line(&text, room);
                if !paragraph.is_empty() {
                    self.excerpt.push_str(if self.excerpt.is_empty() { "" } else { " " });
                    self.excerpt.push_str(&paragraph);
                }
            }
            Some(Part::Asked) => self.add_asked(&text),
            Some(Part::Data) => {
                if let Ok(data) = serde_json::from_str::<Value>(text.trim()) {
                    self.data(&data);
                }
            }
            _ => {}
        }
    }

    /// Keeps a text that asks.
    fn add_asked(&mut self, text: &str) {
        if self.asked.len() >= MAX_ASKED || !text.trim_end().ends_with(QUESTION_MARKS) {
            return;
        }
        let asked = self.line(text, MAX_TITLE_CHARACTERS);
        if !asked.is_empty() && !self.asked.contains(&asked) {
            self.asked.push(asked);
        }
    }

    fn meta(&mut self, tag: &Tag) {
        let name = tag.attribute("name").or_else(|| tag.attribute("property")).or_else(|| tag.attribute("http-equiv"));
        let (Some(name), Some(content)) = (name, tag.attribute("content")) else { return };
        self.robots = self.robots.and(PageRobots::of_meta(&name, &content));
        match name.to_ascii_lowercase().as_str() {
            "description" => self.description = self.line(&content, MAX_DESCRIPTION_CHARACTERS),
            "og:description" if self.description.is_empty() => {
                self.description = self.line(&content, MAX_DESCRIPTION_CHARACTERS);
            }
            "og:title" => self.og_title = self.line(&content, MAX_TITLE_CHARACTERS),
            "og:site_name" | "application-name" if self.site_name.is_empty() => {
                self.site_name = self.line(&content, MAX_TITLE_CHARACTERS);
            }
            "og:type" => self.og_type = content.trim().to_ascii_lowercase(),
            "og:locale" | "content-language" => self.locale = Some(content.replace('_', "-")),
            "generator" => self.generator = content.to_ascii_lowercase(),
            _ => {}
        }
    }

    fn link(&mut self, tag: &Tag, base: &Url) {
        let Some(mut url) = address_of(tag, base) else { return };
        url.set_fragment(None);
        // A `nofollow` link may trigger an action, or lead to nothing useful.
        if has_rel(tag, "nofollow") || url.as_str().len() > MAX_ADDRESS_BYTES {
            return;
        }
        if self.links.len() < MAX_LINKS && self.seen_links.insert(url.as_str().to_owned()) {
            self.links.push(url);
        }
    }

    /// Reads the types and the site's name from structured data: at the top level, in lists and in `@graph`.
    fn data(&mut self, data: &Value) {
        let nodes: Vec<&Value> = match data {
            Value::Array(items) => items.iter().collect(),
            Value::Object(fields) => match fields.get("@graph") {
                Some(Value::Array(items)) => items.iter().collect(),
                _ => vec![data],
            },
            _ => return,
        };
        for node in nodes {
            let types: Vec<&str> = match &node["@type"] {
                Value::String(only) => vec![only],
                Value::Array(several) => several.iter().filter_map(Value::as_str).collect(),
                _ => continue,
            };
            let names_site = types.iter().any(|name| *name == "WebSite" || is_organization(name));
            if names_site && self.site_name.is_empty() {
                self.site_name = self.line(node["name"].as_str().unwrap_or(""), MAX_TITLE_CHARACTERS);
            }
            if types.contains(&"FAQPage") {
                let entries = node["mainEntity"].as_array().map_or(&[][..], Vec::as_slice);
                entries.iter().filter_map(|entry| entry["name"].as_str()).for_each(|name| self.add_asked(name));
            }
            self.types.extend(types.into_iter().map(str::to_owned));
        }
    }

    fn kind(&self, url: &Url) -> PageKind {
        let is_any = |names: &[&str]| self.types.iter().any(|own| names.contains(&own.as_str()));
        let mut segments = url.path_segments().into_iter().flatten();
        let is_documentation_path = url.host_str().is_some_and(|host| host.starts_with("docs."))
            || segments.any(|segment| DOCUMENTATION_SEGMENTS.contains(&segment.to_ascii_lowercase().as_str()));
        if self.og_type.starts_with("product") || is_any(&["Product", "ProductGroup", "Offer", "AggregateOffer"]) {
            PageKind::Product
        } else if is_any(&["TechArticle", "APIReference"])
            || DOCUMENTATION_GENERATORS.iter().any(|name| self.generator.contains(name))
        {
            PageKind::Documentation
        } else if is_any(&["Recipe"]) {
            PageKind::Recipe
        } else if is_any(&["Course", "CourseInstance"]) {
            PageKind::Course
        } else if self.types.iter().any(|own| own.ends_with("Event")) {
            PageKind::Event
        } else if self.og_type == "article"
            || is_any(&["Article", "NewsArticle", "BlogPosting", "ReportageNewsArticle", "ScholarlyArticle"])
        {
            PageKind::Article
        } else if is_documentation_path || self.code_blocks >= MIN_CODE_BLOCKS {
            PageKind::Documentation
        } else if is_any(&SERVICES) {
            PageKind::Service
        } else if is_any(&ASSOCIATIONS) {
            PageKind::Organization
        } else {
            PageKind::Other
        }
    }

    fn finish(self, url: &Url) -> PageReading {
        let kind = self.kind(url);
        let tag = |text: &Option<String>| text.as_deref().and_then(|text| canonical_language_tag(text.trim()));
        let signs = signs_of(&format!("{}\n{}", self.description, self.body));
        let mut shown = url.clone();
        shown.set_query(None);
        shown.set_fragment(None);
        let facts = PageFacts {
            url: shown.into(),
            title: if self.title.is_empty() { self.og_title } else { self.title },
            description: self.description,
            site_name: Some(self.site_name).filter(|name| !name.is_empty()),
            language: tag(&self.language).or_else(|| tag(&self.locale)),
            headings: self.headings,
            asked: self.asked,
            signs,
            main_heading: self.main_heading,
            kind,
            excerpt: self.excerpt,
            is_told_by_query: url.query().is_some(),
        };
        PageReading { facts, links: self.links, canonical: self.canonical, robots: self.robots }
    }
}

/// The address in an element's `href`.
fn address_of(tag: &Tag, base: &Url) -> Option<Url> {
    let href = tag.attribute("href").filter(|href| href.len() <= MAX_ADDRESS_BYTES)?;
    base.join(href.trim()).ok()
}

fn has_rel(tag: &Tag, wanted: &str) -> bool {
    let rel = tag.attribute("rel");
    rel.is_some_and(|rel| rel.split_ascii_whitespace().any(|word| word.eq_ignore_ascii_case(wanted)))
}

/// Whether the name of a thing of this type may be the site's name. Companies are organizations, too.
fn is_organization(name: &str) -> bool {
    matches!(name, "Organization" | "NGO" | "LocalBusiness" | "Corporation" | "SportsClub" | "EducationalOrganization")
        || name.ends_with("Organization")
}

#[cfg(test)]
mod tests;
