//! Drafts proposals for single pages: questions, and a text that follows the prompts.
//!
//! Each proposal is about one page's content and is offered only on that page. A model writes it ([`WrittenPages`]), or
//! the built-in generator does, with the words in `data/page_texts.json`: the same facts always give the same texts.

mod call_to_action;
mod page_sort;
mod subject;
mod wanted;
mod written;

use std::{collections::BTreeMap, sync::LazyLock};

use serde::Deserialize;
use url::Url;

use crate::{
    generation::{
        check_question_text,
        facts::{PageFacts, PageSign},
        site_facts::{SiteFacts, SiteKind, own_questions_of, page_language},
    },
    prompts::policy::{self, OwnAddresses, examine_with_names},
    rules::{
        MAX_RULE_NAME_CHARACTERS, PRIORITY_DEFAULT, RuleAction, RuleSettings,
        proposed::{DraftedRule, DraftedRules, LeftOutReason},
    },
    shared::{ids::QuestionId, language_tag::primary_language},
    widget::config::Question,
};

pub use page_sort::PageSort;
use subject::Headings;
pub use wanted::WantedTexts;
use wanted::{MAX_QUESTIONS, is_fit, place_of, shared_addresses};
pub use written::{PagesToWrite, WrittenPages, WrittenTexts};

/// Words of questions for a price, in lower case.
const COST_WORDS: [&str; 16] = [
    "cost",
    "price",
    "kostet",
    "preis",
    "coût",
    "prix",
    "cuesta",
    "precio",
    "custa",
    "preço",
    "料金",
    "価格",
    "いくら",
    "تكل",
    "سعر",
    "أسعار",
];
const MAX_PARTS_NAMED: usize = 3;
/// The minimum number of named parts in a text without a focus.
const MIN_PARTS_ALONE: usize = 2;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Words {
    names: Names,
    quotes: (String, String),
    comma: String,
    home: String,
    /// For a site whose name fits no sentence.
    home_unnamed: String,
    home_documentation: String,
    focus_frame: String,
    parts_frame: String,
    questions: BTreeMap<PageSort, Vec<String>>,
    /// Questions about what a page states.
    stated: BTreeMap<PageSign, String>,
    focus: BTreeMap<PageSort, String>,
}

/// Templates for the names of rules; each name contains the page's title or path.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Names {
    questions: String,
    text: String,
}

static WORDS: LazyLock<BTreeMap<String, Words>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("../../data/page_texts.json")).expect("a test reads the same data")
});

/// A page, and what is known about it in addition to its facts.
struct Subject<'a> {
    page: &'a PageFacts,
    sort: PageSort,
    /// What the page is about, in quotation marks.
    about: Option<String>,
    /// Headings that name parts of the page.
    parts: Vec<&'a str>,
    language: String,
}

/// Drafts the rules for each of the site's pages, in their order, and lists the pages without rules. The texts are
/// those that a model wrote for the page, or else the built-in generator's. A text that gives an order about one of `names`,
/// those of the site and its competitors, is left out. `new_question_id` creates an id.
pub fn draft_rules(
    site: &SiteFacts,
    wanted: WantedTexts,
    written: &WrittenPages,
    names: &policy::Names,
    new_question_id: &mut dyn FnMut() -> QuestionId,
) -> DraftedRules {
    let mut names = names.clone();
    names.add_own([site.name.as_str()]);
    let mut drafted = DraftedRules { not_written: written.not_written.clone(), ..DraftedRules::default() };
    let headings = Headings::of(site);
    let shared = shared_addresses(site);
    for page in &site.pages {
        let settings = if shared.contains(&*page.url) {
            Err(LeftOutReason::SharedAddress)
        } else {
            settings_of(site, (page, &headings), wanted, written.texts.get(&page.url), &names, new_question_id)
        };
        match settings {
            Ok(rules) => {
                if written.texts.contains_key(&page.url) {
                    drafted.by_model.insert(page.url.clone());
                }
                let draft =
                    |settings| DraftedRule { page_url: page.url.clone(), page_title: page.title.clone(), settings };
                drafted.rules.extend(rules.into_iter().map(draft));
            }
            Err(reason) => drafted.left_out.add(reason, &*page.url),
        }
    }
    drafted
}

/// A page whose subject a text names, so that the text does not fit every page. Subjects that all pages mention are
/// ignored. `None` if the site has a single page, since the subjects of others are unknown.
pub fn page_named_in<'a>(text: &str, site: &'a SiteFacts) -> Option<&'a PageFacts> {
    let lower = text.to_lowercase();
    let headings = Headings::of(site);
    let is_named = |page: &&PageFacts| {
        let language = page_language(page).unwrap_or_default();
        let subject = headings.subject(page, site, &language).map(str::to_lowercase);
        subject.is_some_and(|subject| {
            let is_everywhere =
                || site.pages.iter().all(|other| other.texts().any(|text| text.to_lowercase().contains(&subject)));
            lower.contains(&subject) && !is_everywhere()
        })
    };
    site.pages.iter().filter(|_| site.pages.len() > 1).find(is_named)
}

fn settings_of(
    site: &SiteFacts,
    (page, headings): (&PageFacts, &Headings<'_>),
    wanted: WantedTexts,
    written: Option<&WrittenTexts>,
    names: &policy::Names,
    new_question_id: &mut dyn FnMut() -> QuestionId,
) -> Result<Vec<RuleSettings>, LeftOutReason> {
    let url = Url::parse(&page.url).map_err(|_| LeftOutReason::NothingToSay)?;
    let matching = place_of(&url)?;
    let sort = PageSort::of(page, &url);
    if sort == PageSort::Furniture {
        return Err(LeftOutReason::NothingToSay);
    }
    let language = page_language(page).or_else(|| site.language.clone()).unwrap_or_default();
    let words = WORDS.get(primary_language(&language));
    let about = words.and_then(|words| Some(words.quoted(headings.subject(page, site, &language)?)));
    let is_honest = |text: &str| examine_with_names(text, OwnAddresses::Any, names).is_empty();
    let parts = headings.parts(page, &language).into_iter().filter(|part| is_honest(part)).collect();
    let subject = Subject { page, sort, about, parts, language };
    let (questions, text) = match written {
        Some(written) => (written.questions.clone(), written.text.clone()),
        None => {
            let text = words.filter(|_| wanted.prompts).and_then(|words| subject.text(site, words));
            (if wanted.questions { subject.questions(site, words) } else { Vec::new() }, text)
        }
    };
    let questions: Vec<String> = questions.into_iter().filter(|question| is_honest(question)).collect();
    let text = text.filter(|text| is_honest(text));
    let name = |pattern: fn(&Names) -> &str| {
        let own = if page.title.is_empty() { url.path() } else { &page.title };
        let pattern = words.map_or("{page}", |words| pattern(&words.names));
        shortened(&pattern.replace("{page}", own), MAX_RULE_NAME_CHARACTERS)
    };
    let rule = |name: String, action: RuleAction| RuleSettings {
        name,
        enabled: true,
        priority: PRIORITY_DEFAULT,
        matching: matching.clone(),
        action,
        starts_at: None,
        ends_at: None,
    };
    let mut rules = Vec::new();
    if !questions.is_empty() {
        let questions = questions.into_iter().map(|text| Question { id: new_question_id(), text }).collect();
        rules.push(rule(name(|names| &names.questions), RuleAction::SetQuestions { questions }));
    }
    rules.extend(text.map(|text| rule(name(|names| &names.text), RuleAction::Append { text })));
    match rules.is_empty() {
        true if words.is_none() => Err(LeftOutReason::NoWords),
        true => Err(LeftOutReason::NothingToSay),
        false => Ok(rules),
    }
}

impl Subject<'_> {
    /// The page's own questions come first, then those for its sort of page, then those about what it states. A heading
    /// that asks nothing becomes no question: a reader could not know what "the section X" is.
    fn questions(&self, site: &SiteFacts, words: Option<&Words>) -> Vec<String> {
        let mut all = own_questions_of(self.page, &site.name, &self.language, self.sort == PageSort::Home);
        if let Some(words) = words {
            let templates = words.questions.get(&self.sort).map_or(&[][..], Vec::as_slice);
            // At least one question of the sort is asked.
            all.truncate(MAX_QUESTIONS - usize::from(!templates.is_empty()));
            let named = site.named(&self.language);
            let stated =
                self.sort.asks_about().iter().filter(|sign| {
                    self.page.signs.contains(sign) && (**sign != PageSign::Count || named.is_institution)
                });
            let home = (self.sort == PageSort::Home).then(|| words.home_question(site, named.name.is_some()));
            let asked = home.into_iter().chain(templates.iter().map(String::as_str));
            let asked = asked.chain(stated.filter_map(|sign| words.stated.get(sign)).map(String::as_str));
            let asked = asked.filter(|text| !all.iter().any(|own| asks_the_same(own, text))).collect::<Vec<_>>();
            all.extend(asked.into_iter().filter_map(|text| self.filled(text, named.name.as_deref())));
        }
        let mut questions: Vec<String> = Vec::new();
        for question in all {
            if questions.len() < MAX_QUESTIONS
                && !questions.contains(&question)
                && check_question_text(&question).is_ok()
            {
                questions.push(question);
            }
        }
        questions
    }

    /// A question with its names; `None` if the page or the site has no name for it.
    fn filled(&self, text: &str, site: Option<&str>) -> Option<String> {
        let fill = |text: String, placeholder: &str, name: Option<&str>| match name {
            Some(name) => Some(text.replace(placeholder, name)),
            None => Some(text).filter(|text| !text.contains(placeholder)),
        };
        fill(fill(text.to_owned(), "{subject}", self.about.as_deref())?, "{site}", site)
    }

    /// A text that follows every prompt on this page: what matters on such a page, and which parts it has. `None` if
    /// there is nothing to say.
    fn text(&self, site: &SiteFacts, words: &Words) -> Option<String> {
        // The prompts of every page already ask for this, so the text does not repeat it.
        let is_asked = matches!(
            (site.kind, self.sort),
            (SiteKind::Shop, PageSort::Product)
                | (SiteKind::Documentation, PageSort::Guide)
                | (SiteKind::Magazine, PageSort::Article)
        );
        let focus = words.focus.get(&self.sort).filter(|_| !is_asked);
        let focus = focus.map(|focus| words.focus_frame.replace("{focus}", focus));
        for most in (0..=self.parts.len().min(MAX_PARTS_NAMED)).rev() {
            let named: Vec<String> = self.parts[..most].iter().map(|part| words.quoted(part)).collect();
            let is_enough = most >= MIN_PARTS_ALONE || (most > 0 && focus.is_some());
            let parts = is_enough.then(|| words.parts_frame.replace("{parts}", &named.join(&words.comma)));
            let text = focus.iter().chain(&parts).map(String::as_str).collect::<Vec<_>>().join(" ");
            if is_fit(&text) {
                return Some(text).filter(|text| !text.is_empty());
            }
        }
        None
    }
}

/// Whether the page's own question makes a question of the generator superfluous: it begins with the same two words, or
/// both ask for a price.
fn asks_the_same(own: &str, text: &str) -> bool {
    const WORDS_THAT_BEGIN_A_QUESTION: usize = 2;
    // A question that names the page's subject asks for more.
    if text.contains("{subject}") {
        return false;
    }
    let (own, text) = (own.to_lowercase(), text.to_lowercase());
    let beginning = |text: &str| {
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.take(WORDS_THAT_BEGIN_A_QUESTION).map(str::to_owned).collect::<Vec<_>>()
    };
    let asks_for_price = |text: &str| COST_WORDS.iter().any(|word| text.contains(word));
    let is_same_beginning = beginning(&own) == beginning(&text) && beginning(&own).len() == WORDS_THAT_BEGIN_A_QUESTION;
    is_same_beginning || (asks_for_price(&own) && asks_for_price(&text))
}

impl Words {
    fn home_question(&self, site: &SiteFacts, has_name: bool) -> &str {
        match has_name {
            false => &self.home_unnamed,
            true if site.is_documentation() => &self.home_documentation,
            true => &self.home,
        }
    }

    fn quoted(&self, text: &str) -> String {
        format!("{}{text}{}", self.quotes.0, self.quotes.1)
    }
}

/// Shortens a text to at most `most` characters, between words.
fn shortened(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let cut: String = text.chars().take(most - 1).collect();
    let whole = cut.rsplit_once(' ').map_or(cut.as_str(), |(words, _)| words);
    format!("{}…", whole.trim_end_matches([',', ':', '-', '–', ' ']))
}

#[cfg(test)]
mod judged;
#[cfg(test)]
mod reviewed;
#[cfg(test)]
mod tests;
