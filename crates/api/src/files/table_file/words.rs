//! Texts of table files: headings, row names, values and parts of file names. They are those of the dashboard.

use schemars::JsonSchema;
use serde::Deserialize;

/// The language of a file's headings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum FileLanguage {
    /// English.
    #[default]
    En,
    /// German.
    De,
}

macro_rules! words {
    ($($Word:ident: $en:literal, $de:literal;)*) => {
        /// A word of a file.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum Word { $($Word,)* }

        impl Word {
            /// The word in a language.
            pub(super) fn in_language(self, language: FileLanguage) -> &'static str {
                match (self, language) {
                    $((Self::$Word, FileLanguage::En) => $en, (Self::$Word, FileLanguage::De) => $de,)*
                }
            }
        }
    };
}

words! {
    // Names of files.
    To: "to", "bis";
    First: "first", "erste";
    PagesTable: "pages", "Seiten";
    FoldersTable: "folders", "Ordner";
    QuestionsTable: "questions", "Fragen";
    ItemsTable: "own items", "eigene Einträge";
    AssistantsTable: "assistants", "Assistenten";
    SourcesTable: "sources", "Quellen";
    SharesTable: "shares", "Geteiltes";
    CrawlersTable: "crawlers", "Crawler";
    AnswersTable: "answers", "Antworten";
    // Headings.
    Page: "Page", "Seite";
    Folder: "Folder", "Ordner";
    Title: "Title", "Titel";
    AiAsks: "AI asks", "KI-Anfragen";
    TopAssistant: "Top assistant", "Häufigster Assistent";
    Questions: "Questions", "Fragen";
    VisitsFromAi: "Visits from AI", "Besuche von KI";
    Cited: "Cited", "Zitiert";
    Citations: "Citations", "Zitate";
    Views: "Views", "Aufrufe";
    AsksPer100Views: "Asks per 100 views", "KI-Anfragen je 100 Aufrufe";
    LastClick: "Last click", "Letzter Klick";
    Question: "Question", "Frage";
    Item: "Own item", "Eigener Eintrag";
    Asks: "Asks", "KI-Anfragen";
    Assistant: "Assistant", "Assistent";
    VisitsBack: "Visits", "Besuche";
    Source: "Source", "Quelle";
    Visits: "Visits", "Besuche";
    SharedWith: "Channel", "Kanal";
    Presses: "Clicks", "Klicks";
    Crawler: "Crawler", "Crawler";
    Requests: "Requests", "Abrufe";
    Share: "Share", "Anteil";
    Date: "Date", "Datum";
    Engine: "Engine", "KI-Suche";
    Model: "Model", "Modell";
    Outcome: "Outcome", "Ergebnis";
    Mentioned: "Mentioned", "Genannt";
    Searched: "Web search", "Websuche";
    Position: "Position", "Position";
    Credits: "Credits", "Credits";
    AnswerExcerpt: "Answer (excerpt)", "Antwort (Auszug)";
    // Rows.
    OtherPages: "Other pages", "Andere Seiten";
    OwnQuestion: "Readers’ own question", "Eigene Frage der Leser";
    OtherQuestions: "Other questions", "Andere Fragen";
    GoneQuestion: "Deleted question", "Gelöschte Frage";
    OtherItems: "Other items", "Andere Einträge";
    GoneItem: "Deleted item", "Gelöschter Eintrag";
    Direct: "Direct", "Direkt";
    Other: "Other", "Andere";
    Copied: "Copied as Markdown", "Als Markdown kopiert";
    // Values.
    Yes: "Yes", "Ja";
    No: "No", "Nein";
    Consulted: "Source only", "Nur Quelle";
    Absent: "Not mentioned", "Nicht genannt";
    Failed: "No answer", "Keine Antwort";
}

#[cfg(test)]
mod tests {
    use askline_domain::analytics::figures::Figure;

    use super::{FileLanguage, Word};

    #[test]
    fn a_column_with_a_figure_is_headed_by_its_name() {
        for (word, field) in [
            (Word::AiAsks, "asks"),
            (Word::Questions, "questionClicks"),
            (Word::VisitsFromAi, "aiReferrals"),
            (Word::Cited, "citationShare"),
            (Word::Citations, "citations"),
            (Word::Views, "views"),
            (Word::AsksPer100Views, "asksPer100Views"),
            (Word::Visits, "visits"),
            (Word::Requests, "hits"),
            (Word::Consulted, "consultedCount"),
        ] {
            let named = Figure::named(field).map(|figure| figure.name);
            assert_eq!(named, Some(word.in_language(FileLanguage::En)), "{field}");
        }
    }
}
