//! "About this file": what a workbook contains, in words, with the meaning of each column.

use askline_domain::sites::Site;
use jiff::{Timestamp, tz::TimeZone};

use super::{
    cell::time_at,
    wanted::{Content, MAX_ROWS, Wanted},
    words::Word,
};

/// The rows of the sheet: a name, and what it says.
pub(super) fn about_rows(wanted: Wanted, site: &Site, content: &Content, now: Timestamp) -> Vec<[String; 2]> {
    let word = |word: Word| wanted.word(word).to_owned();
    let named = |of: Word, name: &str| format!("{}: {name}", wanted.word(of));
    let Content { what, window, filters, columns, rows } = content;
    let zone = TimeZone::get(&site.timezone).unwrap_or(TimeZone::UTC);
    let mut about = vec![
        [word(Word::BelongsTo), site.name.clone()],
        [word(Word::Content), word(*what)],
        [word(Word::Period), format!("{} {} {}", window.from.date(), wanted.word(Word::To), window.to.date())],
        [word(Word::TimeZoneOfDays), site.timezone.clone()],
    ];
    about.extend(filters.iter().map(|(name, value)| [named(Word::Filter, wanted.word(*name)), value.clone()]));
    if filters.is_empty() {
        about.push([word(Word::Filters), word(Word::NoFilters)]);
    }
    if *rows > MAX_ROWS {
        about.push([word(Word::Rows), word(Word::OnlyFirst)]);
    }
    about.push([word(Word::Downloaded), time_at(now, &zone).strftime("%Y-%m-%d %H:%M:%S").to_string()]);
    about.extend(columns.iter().map(|column| {
        let meaning = column.meaning(wanted.language).unwrap_or_else(|| wanted.word(*column));
        [named(Word::Column, wanted.word(*column)), meaning.to_owned()]
    }));
    about
}
