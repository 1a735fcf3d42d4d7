//! Tests of endings: forms of a name, and words that only begin like it.

use super::*;
use crate::citations::mention::folding::letters_of;

fn check(language: Language, script: Script, name: &str, forms: &str, others: &str) {
    let is_form = |word: &str| is_inflected(&letters_of(name), &letters_of(word), script, &[language], Position::Only);
    for word in forms.split_whitespace() {
        assert!(is_form(word), "{word} is a form of {name}");
    }
    for word in others.split_whitespace() {
        assert!(!is_form(word), "{word} is no form of {name}");
    }
}

#[test]
fn latin_names_take_the_endings_of_their_language_and_no_others() {
    use Language::*;
    let check = |language, name, forms, others| check(language, Script::Latin, name, forms, others);
    check(German, "Nordwerk", "Nordwerks", "Nordwerker Nordwerken Nordwerkstatt Nordwerkes");
    check(English, "Nordwerk", "", "Nordwerks Nordwerkers");
    check(Polish, "Zielnik", "Zielnika Zielnikowi Zielnikiem Zielniku", "Zielnikowy Zielniczek Zielnikarz");
    check(Polish, "Biedronka", "Biedronki Biedronce Biedronkę Biedronką", "Biedroneczka Biedronkowy");
    check(Polish, "Orzeł", "", "Orzełek");
    check(Polish, "Czarnolas", "Czarnolesie Czarnolasu", "Czarnolesiak");
    check(Polish, "Starymiasto", "Starymieście", "Starymieszkanie");
    check(Polish, "Zaświat", "Zaświecie", "Zaświecki");
    check(Polish, "Polgwiazda", "Polgwieździe", "Polgwizd");
    check(Polish, "Czarnodąb", "Czarnodębu Czarnodębie", "Czarnodębina");
    check(Polish, "Morskiwąż", "Morskiwęża Morskiwężem", "Morskiwężyk");
    check(Polish, "Archanioł", "Archaniele", "Archanielski");
    check(Polish, "Lamelka", "Lamelki", "Lamela");
    check(Czech, "Ostří", "Ostřího", "Ostříž Ostříhat");
    check(Czech, "Zahradka", "Zahradky Zahradce Zahradku Zahradkou", "Zahradkář Zahrada");
    check(
        Finnish,
        "Kirjatalo",
        "Kirjatalon Kirjatalossa Kirjatalosta Kirjataloon Kirjatalokin",
        "Kirjatalous Kirjatalkoot",
    );
    check(
        Finnish,
        "Lehtikauppa",
        "Lehtikaupan Lehtikaupassa Lehtikauppaan Lehtikaupasta",
        "Lehtikauppias Lehtikaupunki",
    );
    check(Finnish, "Metsänen", "Metsäsen Metsäsellä Metsästä", "Metsästäjä");
    check(Finnish, "Saunatähti", "Saunatähden Saunatähdestä Saunatähteen", "Saunatähdistö");
    check(Finnish, "Lidl", "Lidlin Lidlissä Lidliä", "");
    check(Turkish, "Kitapyurdu", "Kitapyurdunda Kitapyurdundan Kitapyurdunu", "Kitapyurducu Kitapyurtları");
    check(Turkish, "Çiçek", "Çiçeği Çiçekte", "Çiçekçi");
    check(Hungarian, "Könyvtár", "Könyvtárban Könyvtárral Könyvtárnak", "Könyvtáros");
}

#[test]
fn names_of_other_scripts_take_their_endings_in_any_language() {
    let english = Language::English;
    let cyrillic = |name, forms, others| check(english, Script::Cyrillic, name, forms, others);
    cyrillic("Книголюб", "Книголюба Книголюбу Книголюбом Книголюбе", "Книголюбивый Книголюбка");
    cyrillic("Снежинка", "Снежинки Снежинке Снежинку Снежинкой", "Снежинский Снежиночка");
    cyrillic("Огонёк", "Огонька Огоньку Огоньком", "Огонёчек");
    cyrillic("Зелёный", "Зелёного Зелёному Зелёным", "Зеленщик");
    check(english, Script::Greek, "Ήλιος", "Ήλιου Ήλιο", "Ήλιοστάσιο");
    check(
        english,
        Script::Hangul,
        "한빛서점",
        "한빛서점은 한빛서점에서 한빛서점에서는 한빛서점으로도",
        "한빛서점가 한빛서점들 한빛서점주인",
    );
}

#[test]
fn tables_are_written_in_folded_letters() {
    use cases::*;
    for rules in [
        GERMAN_NOUNS,
        GERMAN_ADJECTIVES,
        GENITIVE,
        POLISH,
        CZECH,
        SOUTH_SLAVIC,
        EAST_SLAVIC,
        GREEK,
        ESTONIAN,
        HUNGARIAN,
        TURKISH,
        ROMANIAN,
        BALTIC,
    ] {
        for (last, endings) in rules {
            for text in endings.split_whitespace().chain([*last]) {
                assert!(rules::equals(&letters_of(text), text), "{text}");
            }
        }
    }
}
