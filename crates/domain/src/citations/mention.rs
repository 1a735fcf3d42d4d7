//! Finds where a text mentions a site or a competitor, by domain or name.
//!
//! Names are compared word by word, without case and marks. A word may have an ending or a prefix of its language; a longer
//! word and another host that contain a name are not mentions.

mod endings;
mod folding;
mod hosts;
mod language;
mod name;
mod ordinary;
mod spelling;
mod words;

use std::{borrow::Cow, collections::HashMap, ops::Range};

use self::{
    endings::prefixes_of,
    folding::Letter,
    hosts::{as_host, hosts_in},
    language::languages_of,
    name::{Name, Search},
    words::{Word, Words},
};
use crate::{citations::script::Script, pages::hosts::is_within};

/// What mentions are looked for: the names and domains of several owners, which have numbers.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    names: Vec<(usize, Name)>,
    /// The names by their first letter.
    by_letter: HashMap<char, Vec<usize>>,
    domains: Vec<(usize, String)>,
    /// Names that are hosts. Unlike domains, they say nothing about who owns a page.
    named_hosts: Vec<(usize, String)>,
}

/// The mentions in a text.
#[derive(Debug, Default)]
pub struct Mentions {
    /// For each owner, the byte of its first mention.
    first: Vec<Option<usize>>,
    /// How often a part of a name was compared with a word. Tests check that it grows with the text alone.
    attempts: usize,
}

impl Wanted {
    /// Adds a name of an owner. A name such as `Booking.com` is found as a domain is. Names that are too short are never
    /// found.
    pub fn add_name(&mut self, owner: usize, name: &str) {
        if let Some(host) = as_host(name) {
            self.named_hosts.push((owner, host));
            return;
        }
        if let Some(name) = Name::of(name)
            && let Some(letter) = name.first_letter()
        {
            self.by_letter.entry(letter).or_default().push(self.names.len());
            self.names.push((owner, name));
        }
    }

    /// Adds a normalized domain of an owner. It includes its subdomains.
    pub fn add_domain(&mut self, owner: usize, domain: &str) {
        self.domains.push((owner, domain.to_owned()));
    }

    /// The owner of a normalized host: that of the longest domain, and of several equal ones the first.
    pub fn owner_of(&self, host: &str) -> Option<usize> {
        owner_among(&self.domains, host)
    }

    /// Finds the mentions of owners in a text. If a name contains a name of another owner, only the longer one counts.
    pub fn find(&self, text: &str) -> Mentions {
        let hosts = self.domains.iter().chain(&self.named_hosts).map(|(owner, _)| owner);
        let owners = self.names.iter().map(|(owner, _)| owner).chain(hosts).max().map_or(0, |owner| owner + 1);
        let mut found = Mentions { first: vec![None; owners], attempts: 0 };
        let words = Words::of(text);
        let mut hidden = vec![false; words.words.len()];
        let mut next = 0;
        for host in hosts_in(text) {
            if let Some(owner) = self.owner_of(&host.host).or_else(|| owner_among(&self.named_hosts, &host.host)) {
                found.add(owner, host.place);
            } else if !host.is_known {
                continue;
            }
            while words.words.get(next).is_some_and(|word| word.bytes.end <= host.bytes.start) {
                next += 1;
            }
            while words.words.get(next).is_some_and(|word| word.bytes.start < host.bytes.end) {
                hidden[next] = true;
                next += 1;
            }
        }
        let languages = languages_of(text, &words);
        let mut search = Search::new(&words, &hidden, &languages);
        let spans = self.spans(&mut search);
        found.attempts = search.attempts;
        for (owner, span) in uncovered(spans) {
            found.add(owner, words.words[span.start].bytes.start);
        }
        found
    }

    /// All occurrences of names, as ranges of words.
    fn spans(&self, search: &mut Search) -> Vec<Span> {
        let mut spans = Vec::new();
        let text = search.text;
        for (at, word) in text.words.iter().enumerate() {
            for (first, min_letters) in beginnings(text, word) {
                let Some(letter) = first.first() else { continue };
                for index in self.by_letter.get(&letter.base).into_iter().flatten() {
                    let (owner, name) = &self.names[*index];
                    if name.letters() < min_letters {
                        continue;
                    }
                    if let Some(end) = search.end_of(name, at, &first) {
                        spans.push((*owner, at..end));
                    }
                }
            }
        }
        spans
    }
}

impl Mentions {
    fn add(&mut self, owner: usize, place: usize) {
        if let Some(first) = self.first.get_mut(owner) {
            *first = Some(first.map_or(place, |first| first.min(place)));
        }
    }

    /// The byte of an owner's first mention.
    pub fn first(&self, owner: usize) -> Option<usize> {
        self.first.get(owner).copied().flatten()
    }
}

/// An owner, and the words of one of its names in a text.
type Span = (usize, Range<usize>);

fn owner_among(domains: &[(usize, String)], host: &str) -> Option<usize> {
    let domains = domains.iter().filter(|(_, domain)| is_within(host, domain));
    let longest = domains.reduce(|best, next| {
        let is_better = next.1.len() > best.1.len() || next.1.len() == best.1.len() && next.0 < best.0;
        if is_better { next } else { best }
    });
    longest.map(|(owner, _)| *owner)
}

/// The letters of a word, and the letters without each prefix that it may have, with the minimum number of letters of a name
/// that takes the prefix.
fn beginnings<'a>(text: &'a Words, word: &Word) -> Vec<(Cow<'a, [Letter]>, usize)> {
    let letters = &text.letters[word.letters.clone()];
    let mut beginnings = vec![(Cow::Borrowed(letters), 0)];
    if word.script == Script::Prefixing {
        for prefix in prefixes_of(letters) {
            let article = prefix.article.iter().map(|base| Letter { base: *base, second: None, is_capital: false });
            let rest: Vec<Letter> = article.chain(letters[prefix.length..].iter().copied()).collect();
            beginnings.push((rest.into(), prefix.min_letters));
        }
    }
    beginnings
}

/// The occurrences that are not part of a longer occurrence of another owner's name.
fn uncovered(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by_key(|(_, span)| (span.start, std::cmp::Reverse(span.end)));
    // The span that reaches furthest, and the one of another owner that does.
    let (mut furthest, mut other) = (None::<Span>, None::<Span>);
    let mut kept = Vec::new();
    for (owner, span) in spans {
        let of_others = if furthest.as_ref().is_some_and(|(whose, _)| *whose != owner) { &furthest } else { &other };
        let is_covered = of_others.as_ref().is_some_and(|(_, long)| long.end >= span.end && *long != span);
        if !is_covered {
            kept.push((owner, span.clone()));
        }
        match &furthest {
            Some((whose, long)) if *whose == owner => {
                if span.end > long.end {
                    furthest = Some((owner, span));
                }
            }
            Some((_, long)) if span.end > long.end => other = furthest.replace((owner, span)),
            Some(_) => {
                if other.as_ref().is_none_or(|(_, long)| span.end > long.end) {
                    other = Some((owner, span));
                }
            }
            None => furthest = Some((owner, span)),
        }
    }
    kept
}

#[cfg(test)]
mod tests;
