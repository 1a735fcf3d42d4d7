//! Guesses in which inflecting languages a text may be written.
//!
//! Unlike `pages::language_guess`, a single function word is enough, and several languages are possible: the guess only
//! decides which endings a name may have.

use std::{collections::HashMap, sync::LazyLock};

use super::words::{Word, Words};

/// A language in Latin script whose names take endings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub(super) enum Language {
    English,
    German,
    Dutch,
    Nordic,
    Polish,
    Czech,
    SouthSlavic,
    Finnish,
    Estonian,
    Hungarian,
    Turkish,
    Romanian,
    Baltic,
    /// French, Spanish, Portuguese and Italian, whose names take no endings.
    Romance,
}

use Language::{
    Baltic, Czech, Dutch, English, Estonian, Finnish, German, Hungarian, Nordic, Polish, Romance, Romanian,
    SouthSlavic, Turkish,
};

const COUNT: usize = 14;

/// Function words of each language, folded, without those that several of them share.
const FUNCTION_WORDS: [(Language, &str); COUNT] = [
    (English, "the of and to with for is are from that this which by at you your its offers or has have how as it"),
    (
        German,
        "der die das und ist mit von fur auf den dem des ein eine einen einer eines nicht auch bei sich sind wird \
        werden aus nach im am zum zur als wie oder uber sehr wer hat haben es gibt sie durch gegenuber bietet laut vor",
    ),
    (Dutch, "het een van voor met niet ook bij zijn wordt naar aan uit door heeft deze dit maar veel biedt"),
    (Nordic, "och att det som ar pa av med til for ikke inte hos fra ogsa er ett og en har eller"),
    (
        Polish,
        "nie sie jest oraz dla przez ktory ktora ktore czy jak od przy ale tez jego jej sa takze juz bardzo \
        mozna tylko lub klienci sklep sklepie oferuje wedlug dzieki oferta ofercie opinie polecam warto cena ceny niz nad \
        pod moze wsrod tym ten ta to w z u",
    ),
    (
        Czech,
        "je jsou se ktery ktera ktere pro ale jako podle neni nebo byl byla ze pri jeho jejich muze vsak uz \
        velmi nabizi najdete mezi proti diky muzete zbozi lze az ve si v u na s k do kde jen nic vsichni",
    ),
    (SouthSlavic, "koji koja koje jeste nije kao ili sto su od ima moze"),
    (
        Finnish,
        "ja on ei se etta tai kun myos kuin ovat joka mutta voi sen ole jos oli hyvin mukaan kanssa niin vain \
        tarjoaa saa loytyy verkkokauppa suomessa kautta kaikki lisaksi seka parhaat hyva monet valikoima",
    ),
    (Estonian, "ei ning kui mis oma voib kes aga ka"),
    (Hungarian, "a az egy es legjobb ahol aki ami nem hogy is van vagy meg mint csak de ez pedig kivalo nagyon"),
    (
        Turkish,
        "ve bir bu icin ile da de en cok daha gibi olarak olan var kadar ama veya ise hem gore mi sonra uygun iyi \
        sitesi urun urunler urunleri fiyat sunuyor yok onerilir tarafindan",
    ),
    (Romanian, "si este cu pentru din care sunt nu mai sau prin cel ofera"),
    (Baltic, "ir kad yra su del kaip tai bet arba par uz vai bei"),
    (
        Romance,
        "la le les et des du de est une un dans pour sur avec que qui plus chez sont el los las del por una con para \
        como se su en es il di che per non della sono gli anche dei al lo e o os as dos da do no na com nao mais uma",
    ),
];

/// The languages whose endings are tried where nothing shows the language.
const UNKNOWN: [Language; 6] = [English, Polish, Czech, Finnish, Hungarian, Turkish];

/// Letters that only one of the languages uses, or nearly so.
const LETTERS: [(Language, &str); 8] = [
    (German, "ß"),
    (Polish, "łąęśżźćńŁŚŻŹ"),
    (Czech, "řěůŘťďčžšýČŽŠ"),
    (SouthSlavic, "čžšćđČŽŠ"),
    (Turkish, "ığİş"),
    (Hungarian, "őű"),
    (Romanian, "țșă"),
    (Baltic, "ėųįģķļņ"),
];

static LANGUAGES_OF: LazyLock<HashMap<&'static str, Vec<Language>>> = LazyLock::new(|| {
    let mut languages: HashMap<&str, Vec<Language>> = HashMap::new();
    for (language, words) in FUNCTION_WORDS {
        words.split_whitespace().for_each(|word| languages.entry(word).or_default().push(language));
    }
    languages
});

/// All languages, in the order of their numbers.
fn all() -> impl Iterator<Item = Language> {
    FUNCTION_WORDS.into_iter().map(|(language, _)| language)
}

/// The languages in which a text may be written: those with the most function words, and those with nearly as many.
pub(super) fn languages_of(text: &str, words: &Words) -> Vec<Language> {
    let mut scores = [0_usize; COUNT];
    let mut folded = String::new();
    for word in &words.words {
        folded.clear();
        folded.extend(words.letters(word).iter().map(|letter| letter.base));
        let is_lower = |word: &Word| words.letters(word).iter().skip(1).all(|letter| !letter.is_capital);
        for language in LANGUAGES_OF.get(folded.as_str()).into_iter().flatten().filter(|_| is_lower(word)) {
            scores[*language as usize] += 2;
        }
    }
    for c in text.chars().filter(|c| !c.is_ascii()) {
        for (language, letters) in LETTERS {
            scores[language as usize] += usize::from(letters.contains(c));
        }
    }
    let best = scores.iter().max().copied().unwrap_or(0);
    let is_possible =
        |language: &Language| scores[*language as usize] > 0 && scores[*language as usize] * 3 >= best * 2;
    let possible: Vec<Language> = all().filter(is_possible).collect();
    if best > 0 {
        return possible;
    }
    // A short text says nothing about its language, except that its marks are not English.
    let has_marks = text.chars().any(|c| !c.is_ascii() && c.is_alphabetic());
    UNKNOWN.into_iter().filter(|language| !has_marks || *language != English).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_enough_to_recognize_a_language() {
        for (text, language) in [
            ("The shop is known for its tools", English),
            ("Bei Nordwerk gibt es die besten Werkzeuge", German),
            ("Dit is een winkel van het merk", Dutch),
            ("Najlepsze książki kupisz w Zielniku", Polish),
            ("Nejlepší nože najdete v Ostří", Czech),
            ("Kirjatalon valikoima on hyvä", Finnish),
            ("En uygun fiyatlar Kitapyurdu'nda", Turkish),
            ("A legjobb ár az Acme boltban van", Hungarian),
        ] {
            assert_eq!(languages_of(text, &Words::of(text)).first(), Some(&language), "{text}");
        }
        assert_eq!(languages_of("Acme 24", &Words::of("Acme 24")), UNKNOWN);
        let marked = "Isännän verstaassa";
        assert!(!languages_of(marked, &Words::of(marked)).contains(&English), "English has no such letters");
        assert!(all().enumerate().all(|(index, language)| language as usize == index), "scores are kept by number");
    }
}
