//! Finnish cases: an ending follows one of the stems that a name may have.

use super::rules::{MIN_LETTERS, MIN_LETTERS_TO_CHANGE, ends_with};
use crate::citations::mention::{folding::Letter, spelling::offsets_after};

/// The endings after a vowel, with the particles that may follow them.
const ENDINGS: &str = "n a ta ssa sta lla lta lle ksi na tta t en in un on an hin hen hon han hun seen iin ia ien ita ja jen ille \
    issa ista illa ilta iksi oita oiden oista oissa";
/// Particles after an ending.
const PARTICLES: &str = "kin kaan ko han pa";
/// Long vowels of the case that means "into": the vowel is written twice.
const VOWELS: [char; 6] = ['a', 'e', 'i', 'o', 'u', 'y'];

/// Consonants at the end of a stem, and how they change before an ending.
const GRADES: [(&str, &str); 18] = [
    ("ik", "j"),
    ("kk", "k"),
    ("pp", "p"),
    ("tt", "t"),
    ("nk", "ng"),
    ("nt", "nn"),
    ("mp", "mm"),
    ("lt", "ll"),
    ("rt", "rr"),
    ("ht", "hd"),
    ("lk", "l"),
    ("rk", "r"),
    ("lp", "lv"),
    ("rp", "rv"),
    ("hk", "h"),
    ("k", ""),
    ("p", "v"),
    ("t", "d"),
];

/// Last letters of a name, and the stems that replace them.
const STEMS: [(&str, &str); 22] = [
    ("nen", "se s"),
    ("us", "ukse us uu ude ut"),
    ("ys", "ykse ys yy yde yt"),
    ("os", "okse os"),
    ("is", "ikse is ii"),
    ("es", "ekse es ee"),
    ("as", "aa as akse"),
    ("ut", "ue"),
    ("in", "ime in"),
    ("si", "de te"),
    ("i", "e"),
    ("ri", "re r"),
    ("li", "le l"),
    ("ni", "ne n"),
    ("e", "ee et"),
    ("ke", "kkee"),
    ("te", "ttee"),
    ("pe", "ppee"),
    ("de", "tee"),
    ("ve", "pee"),
    ("ton", "ttoma ton"),
    ("ar", "tare"),
];

/// Whether a word is a name in a Finnish case.
pub(super) fn is_inflected(part: &[Letter], word: &[Letter]) -> bool {
    let sure = part.len().saturating_sub(4).max(1).min(part.len());
    if part.len() < MIN_LETTERS || offsets_after(&part[..sure], word).is_empty() {
        return false;
    }
    let Some(last) = part.last().map(|letter| letter.base) else { return false };
    if !VOWELS.contains(&last) && has_ending(part, "i", word) || has_ending(part, "", word) {
        return true;
    }
    if part.len() < MIN_LETTERS_TO_CHANGE {
        return false;
    }
    let changes = |(last, stems): &(&str, &str)| {
        let kept = part.len() - last.len().min(part.len());
        ends_with(part, last) && stems.split(' ').any(|stem| has_ending(&part[..kept], stem, word))
    };
    STEMS.iter().any(changes)
        || weaker(part, last).into_iter().any(|(kept, stem)| has_ending(&part[..kept], &stem, word))
}

/// Stems with a weaker consonant before the last vowel: the number of letters that stay, and the letters after them.
fn weaker(part: &[Letter], last: char) -> Vec<(usize, String)> {
    let Some(stem) = part.len().checked_sub(1).map(|end| &part[..end]) else { return Vec::new() };
    let mut stems = Vec::new();
    for (strong, weak) in GRADES.iter().filter(|_| VOWELS.contains(&last)) {
        let kept = stem.len().checked_sub(strong.len()).filter(|kept| *kept > 0 && ends_with(stem, strong));
        let vowels: &[char] = if last == 'i' { &['i', 'e'] } else { &[last] };
        stems
            .extend(kept.into_iter().flat_map(|kept| vowels.iter().map(move |vowel| (kept, format!("{weak}{vowel}")))));
    }
    stems
}

/// Whether a word is a stem, the letters `more`, and an ending.
fn has_ending(stem: &[Letter], more: &str, word: &[Letter]) -> bool {
    offsets_after(stem, word).any(|end| {
        let rest: String = word[end..].iter().map(|letter| letter.base).collect();
        rest.strip_prefix(more).is_some_and(is_ending)
    })
}

fn is_ending(rest: &str) -> bool {
    let is_one = |rest: &str| ENDINGS.split_whitespace().any(|ending| ending == rest);
    let before_particle =
        |particle: &str| rest.strip_suffix(particle).is_some_and(|rest| !rest.is_empty() && is_one(rest));
    is_one(rest) || matches!(rest, "kin" | "kaan") || PARTICLES.split(' ').any(before_particle)
}
