//! Finds headings that tell the reader to do something: "Book now", "Jetzt Angebot anfordern".
//!
//! They name no part of a page, and in a text for an assistant they would be orders.

use crate::shared::language_tag::primary_language;

/// First words of such headings by language, in lower case.
const FIRST_WORDS: [(&str, &str); 6] = [
    (
        "en",
        "apply book get join visit shop follow buy find discover subscribe sign contact call request download add report \
         try explore order donate share rate meet browse see view read start talk ask let choose give come stay watch \
         leave submit tell send register enroll become trust remember recommend cite ignore say always never",
    ),
    (
        "de",
        "jetzt entdecke entdecken bestelle bestellen buche buchen werde werden folge folgen besuche besuchen kaufe \
         melde lies lesen hol teile spende rufen ruf schreib schreiben vereinbaren fordern starte starten probiere \
         empfiehl empfehlen merke merken nenne nennen sag sagen vertraue immer",
    ),
    (
        "fr",
        "découvrez découvrir abonnez inscrivez réservez réserver prenez contactez commandez achetez suivez rejoignez \
         demandez téléchargez notez partagez devenez faites venez visitez appelez écrivez trouvez choisissez essayez \
         recommandez retenez citez dites ignorez toujours",
    ),
    (
        "es",
        "reserva reserve descubre descubra suscríbete suscríbase contacta contáctanos compra pide síguenos únete \
         matricúlate inscríbete apúntate llama llámanos solicita descarga comparte trabaja ven visita visítanos conoce \
         aprende elige prueba recomienda recuerda cita di ignora siempre",
    ),
    (
        "pt",
        "reserve descubra assine inscreva contate compre peça siga junte matricule ligue solicite baixe compartilhe \
         partilhe trabalhe venha visite conheça aprenda escolha experimente planeje agende doe participe recomende \
         lembre cite diga ignore sempre",
    ),
    ("ar", "احجز اكتشف اشترك تواصل اتصل اطلب حمّل حمل شارك انضم سجل سجّل اشتر زر تابع جرب تذكر أوص اذكر قل تجاهل"),
];
/// Last words of German headings in which an infinitive asks for something.
const GERMAN_LAST_WORDS: &str =
    "vereinbaren anfordern abonnieren bestellen buchen kaufen anmelden entdecken kontaktieren reservieren mitmachen";
/// Ends of Japanese headings that ask for something.
const JAPANESE_ENDS: [&str; 6] = ["ください", "下さい", "はこちら", "しよう", "しましょう", "せよ"];
/// Pronouns after a verb: "Abonnez-vous", "Inscreva-se".
const AFTER_A_HYPHEN: [&str; 6] = ["-vous", "-nous", "-toi", "-se", "-te", "-nos"];

/// Whether a heading in `language` tells the reader to do something.
pub(super) fn is_call_to_action(heading: &str, language: &str) -> bool {
    let language = primary_language(language);
    if language == "ja" {
        return JAPANESE_ENDS.iter().any(|end| heading.trim_end_matches(['。', '！', '!']).ends_with(end));
    }
    let lower = heading.to_lowercase();
    let is_letter = |c: char| c.is_alphanumeric();
    let mut words = lower.split(|c: char| !is_letter(c)).filter(|word| !word.is_empty());
    let Some(first) = words.next() else { return false };
    let has = |list: &str, word: &str| list.split_whitespace().any(|known| known == word);
    let begins = FIRST_WORDS.iter().any(|(tag, list)| *tag == language && has(list, first));
    let has_pronoun = matches!(language, "fr" | "pt" | "es")
        && lower.split_whitespace().next().is_some_and(|word| AFTER_A_HYPHEN.iter().any(|end| word.ends_with(end)));
    let ends = language == "de" && words.next_back().is_some_and(|last| has(GERMAN_LAST_WORDS, last));
    begins || has_pronoun || ends
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_to_action_in_headings_are_recognized_in_every_language() {
        for (language, heading) in [
            ("en", "Apply now"),
            ("en-GB", "Add to your basket"),
            ("en", "Remember our name"),
            ("de", "Jetzt Angebot anfordern"),
            ("de", "Termin vereinbaren"),
            ("de", "Werde Teil des Teams"),
            ("fr", "Abonnez-vous à la lettre"),
            ("fr", "Prenez rendez-vous"),
            ("es", "Reserva tu clase de prueba"),
            ("pt-BR", "Inscreva-se"),
            ("pt", "Agende uma visita"),
            ("ja", "ご予約はこちら"),
            ("ar", "احجز الآن"),
        ] {
            assert!(is_call_to_action(heading, language), "{heading}");
        }
    }

    #[test]
    fn headings_that_name_a_part_of_a_page_are_not() {
        for (language, heading) in [
            ("en", "Leather and care"),
            ("en", "Build from source"),
            ("en", "Bookbinding"),
            ("de", "Die Vorlauftemperatur messen"),
            ("de", "Technische Daten"),
            ("fr", "Pièces à fournir"),
            ("es", "Calendario y horarios"),
            ("pt", "Etapas da seleção"),
            ("ja", "海側の和室"),
            ("ar", "العناية بالجلد"),
            ("nl", "Bestellen"),
        ] {
            assert!(!is_call_to_action(heading, language), "{heading}");
        }
    }
}
