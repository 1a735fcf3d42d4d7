//! The content of an answer, before it is put into an engine's own format.

use crate::reaction::{ELSEWHERE, Reaction};

/// Some text, and the page that supports it.
#[derive(Debug, Clone)]
pub(crate) struct Passage {
    pub text: String,
    pub url: Option<String>,
}

/// The content of an answer.
#[derive(Debug, Clone, Default)]
pub(crate) struct AnswerContent {
    /// The text.
    pub passages: Vec<Passage>,
    /// The pages that each search found; empty without a search.
    pub searches: Vec<Vec<String>>,
    /// Whether links are listed in reverse order.
    pub links_reversed: bool,
    /// Whether it contains many unknown items and fields.
    pub with_unknown: bool,
}

impl AnswerContent {
    /// The content for a reaction. Reactions without a valid answer get the usual content, and use what they need of it.
    pub fn of(reaction: &Reaction) -> Self {
        match reaction {
            Reaction::Cited { urls }
            | Reaction::RetiredShape { urls }
            | Reaction::DeadRedirects { urls }
            | Reaction::HangingRedirects { urls } => Self::linking(urls),
            Reaction::ConsultedOnly { urls } => {
                Self { searches: vec![urls.clone()], ..Self::saying("Nothing of this is linked.") }
            }
            Reaction::MentionedOnly { text } => Self { searches: vec![vec![ELSEWHERE.into()]], ..Self::saying(text) },
            Reaction::NoSearch => Self::saying("From memory, without a search [1]."),
            Reaction::DuplicatesWithTracking => Self::with_duplicates(),
            Reaction::Unicode => Self {
                links_reversed: true,
                passages: vec![
                    passage("Häuser 🏠 für alle", "https://example.org/häuser"),
                    passage("日本語の答え", "https://example.org/b"),
                    passage("наконец", "https://example.org/c"),
                ],
                ..Self::linking(&[
                    "https://example.org/häuser".into(),
                    "https://example.org/b".into(),
                    "https://example.org/c".into(),
                ])
            },
            Reaction::Silence => Self { passages: Vec::new(), ..Self::linking(&["https://example.org/a".into()]) },
            Reaction::UnknownItems => Self { with_unknown: true, ..Self::linking(&["https://example.org/a".into()]) },
            _ => Self::linking(&["https://example.org/a".into()]),
        }
    }

    fn saying(text: &str) -> Self {
        Self { passages: vec![Passage { text: text.into(), url: None }], ..Self::default() }
    }

    fn linking(urls: &[String]) -> Self {
        let passages =
            urls.iter().enumerate().map(|(n, url)| passage(&format!("Passage {} rests on a page.", n + 1), url));
        let found = urls.iter().cloned().chain([ELSEWHERE.to_owned()]).collect();
        Self { passages: passages.collect(), searches: vec![found], ..Self::default() }
    }

    fn with_duplicates() -> Self {
        let (a, b) = ("https://example.org/a", "https://example.org/b");
        let passages = vec![
            passage("One.", &format!("{a}?utm_source=openai")),
            passage("Two.", &format!("{b}?utm_source=openai")),
            passage("Three.", a),
            passage("Four.", &format!("{a}?utm_source=chatgpt.com&utm_medium=referral#:~:text=x")),
        ];
        let first = vec![format!("{a}?utm_source=openai"), ELSEWHERE.into(), format!("{b}?utm_source=openai")];
        let second = vec![a.into(), format!("{a}?utm_source=chatgpt.com&utm_medium=referral#:~:text=x"), b.into()];
        Self { passages, searches: vec![first, second], ..Self::default() }
    }

    /// Every page that was found, in order.
    pub fn found(&self) -> Vec<&str> {
        self.searches.iter().flatten().map(String::as_str).collect()
    }
}

fn passage(text: &str, url: &str) -> Passage {
    Passage { text: text.into(), url: Some(url.into()) }
}

/// The query of a search, by its number.
pub(crate) fn query(number: usize) -> String {
    format!("query {}", number + 1)
}

/// The title of a page: its host.
pub(crate) fn title(url: &str) -> &str {
    url.split("://").nth(1).and_then(|rest| rest.split(['/', '?', '#']).next()).unwrap_or(url)
}
