//! Texts of table files: headings and their meanings, row names, values. They are those of the dashboard.

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
    ($($Word:ident: $en:literal, $de:literal $(= $en_meaning:literal, $de_meaning:literal)?;)*) => {
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

            /// What a column with this heading contains, in a sentence; `None` for words that head no column.
            pub(super) fn meaning(self, language: FileLanguage) -> Option<&'static str> {
                match (self, language) {
                    $($(
                        (Self::$Word, FileLanguage::En) => Some($en_meaning),
                        (Self::$Word, FileLanguage::De) => Some($de_meaning),
                    )?)*
                    _ => None,
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
    // The sheet that describes a file.
    AboutThisFile: "About this file", "Über diese Datei";
    BelongsTo: "Belongs to", "Gehört zu";
    Content: "Content", "Inhalt";
    Period: "Period", "Zeitraum";
    TimeZoneOfDays: "Time zone of days and times", "Zeitzone der Tage und Zeiten";
    Filters: "Filters", "Filter";
    Filter: "Filter", "Filter";
    NoFilters: "none", "keine";
    Search: "Search", "Suche";
    Downloaded: "Downloaded", "Heruntergeladen";
    Rows: "Rows", "Zeilen";
    OnlyFirst: "Only the first rows: the table is longer than a file may be.", "Nur die ersten Zeilen: Die Tabelle ist länger, als eine Datei sein darf.";
    Column: "Column", "Spalte";
    // Headings, and what their columns contain.
    Page: "Page", "Seite" = "The path of the page, decoded.", "Der Pfad der Seite, lesbar geschrieben.";
    Folder: "Folder", "Ordner" = "The folder with everything below it, or a page that is in no folder.", "Der Ordner mit allem darunter, oder eine Seite, die in keinem Ordner liegt.";
    Title: "Title", "Titel" = "The title of the page at its last event.", "Der Titel der Seite beim letzten Ereignis.";
    AiAsks: "AI asks", "KI-Anfragen" = "Clicks on an assistant’s button or on a question: AI clicks and question clicks together.", "Klicks auf die Schaltfläche eines Assistenten oder auf eine Frage, zusammen.";
    TopAssistant: "Top assistant", "Häufigster Assistent" = "The assistant with the most asks on the page.", "Der Assistent mit den meisten KI-Anfragen auf der Seite.";
    Questions: "Questions", "Fragen" = "Clicks on a question, suggested or the reader’s own.", "Klicks auf eine Frage, vorgeschlagen oder selbst gestellt.";
    VisitsFromAi: "Visits from AI", "Besuche von KI" = "Visits that began with a link from an assistant, according to the referrer or utm_source.", "Besuche, die mit einem Link von einem Assistenten begannen, laut Referrer oder utm_source.";
    Cited: "Cited", "Zitiert" = "The share of all engines’ answers of the period that cite the page.", "Der Anteil aller Antworten von KI-Suchen im Zeitraum, die die Seite zitieren.";
    Citations: "Citations", "Zitate" = "Engines’ answers that cite the page. A filter by assistant does not change this number.", "Antworten von KI-Suchen, die die Seite zitieren. Ein Filter nach Assistent ändert diese Zahl nicht.";
    Views: "Views", "Aufrufe" = "Page views of readers. Crawlers are not included.", "Seitenaufrufe durch Leser. Crawler zählen nicht dazu.";
    AsksPer100Views: "Asks per 100 views", "KI-Anfragen je 100 Aufrufe" = "AI asks per 100 views of pages with the widget, rounded to two decimal places.", "KI-Anfragen je 100 Aufrufe von Seiten mit dem Widget, auf zwei Nachkommastellen gerundet.";
    LastClick: "Last click", "Letzter Klick" = "The time of the last click of any kind in the widget on the page.", "Die Zeit des letzten Klicks jeder Art im Widget auf der Seite.";
    ReadsForTraining: "Reads for training", "Abrufe für Training" = "Reads to train models that got the page.", "Abrufe für das Training von Modellen, die die Seite bekamen.";
    ReadsForIndex: "Reads for an index", "Abrufe für einen Index" = "Reads for an index that got the page.", "Abrufe für einen Index, die die Seite bekamen.";
    ReadsForPerson: "Reads for a person", "Abrufe für eine Person" = "Reads for a person that got the page.", "Abrufe für eine Person, die die Seite bekamen.";
    ReadsByAgents: "Reads by agents", "Abrufe von Agenten" = "Reads of agents that got the page.", "Abrufe von Agenten, die die Seite bekamen.";
    LastRead: "Last read", "Letzter Abruf" = "The time of the last read by a crawler, whatever the server answered.", "Die Zeit des letzten Abrufs durch einen Crawler, egal was der Server antwortete.";
    Question: "Question", "Frage" = "The text of the question.", "Der Text der Frage.";
    QuestionAsks: "Asks", "KI-Anfragen" = "Clicks on the question.", "Klicks auf die Frage.";
    Item: "Own item", "Eigener Eintrag" = "The label of the site’s own item in the widget.", "Die Beschriftung des eigenen Eintrags der Website im Widget.";
    ItemClicks: "Clicks", "Klicks" = "Clicks on the item. They are neither asks nor shares.", "Klicks auf den Eintrag. Sie sind weder KI-Anfragen noch Geteiltes.";
    Assistant: "Assistant", "Assistent" = "The assistant that was asked, or that sent visits.", "Der Assistent, der gefragt wurde oder Besuche schickte.";
    Asks: "Asks", "KI-Anfragen" = "Clicks on the assistant’s button, and questions that were opened in it.", "Klicks auf die Schaltfläche des Assistenten und Fragen, die in ihm geöffnet wurden.";
    VisitsBack: "Visits", "Besuche" = "Visits that this assistant sent, according to the referrer or utm_source.", "Besuche, die dieser Assistent schickte, laut Referrer oder utm_source.";
    Source: "Source", "Quelle" = "The website, assistant, search engine, network or campaign that readers came from.", "Die Website, der Assistent, die Suchmaschine, das Netzwerk oder die Kampagne, von der Leser kamen.";
    Visits: "Visits", "Besuche" = "Visits, each counted where it began.", "Besuche, jeder dort gezählt, wo er begann.";
    SharedWith: "Channel", "Kanal" = "The network with which pages were shared, or copying.", "Das Netzwerk, mit dem Seiten geteilt wurden, oder das Kopieren.";
    ShareClicks: "Shares", "Geteilt" = "Clicks on the network’s share button, or copies of the page or of its address.", "Klicks auf die Schaltfläche des Netzwerks, oder Kopien der Seite oder ihrer Adresse.";
    Crawler: "Crawler", "Crawler" = "The name under which the crawler reports itself.", "Der Name, unter dem sich der Crawler meldet.";
    Requests: "Requests", "Abrufe" = "Requests of known crawlers that ran the widget, one for each page. Views and visits do not include them.", "Abrufe bekannter Crawler, die das Widget ausgeführt haben, einer je Seite. Sie zählen nicht zu Aufrufen und Besuchen.";
    Share: "Share", "Anteil" = "The row’s share of the whole table.", "Der Anteil der Zeile an der ganzen Tabelle.";
    Before: "Period before", "Zeitraum davor" = "The first count of the row in the period before. Until the period has ended, that one is counted up to the same hour.", "Die erste Zahl der Zeile im Zeitraum davor. Solange der Zeitraum läuft, wird jener bis zur selben Stunde gezählt.";
    Change: "Change", "Änderung" = "Whether that count clearly changed. With a filter, nothing is compared.", "Ob sich diese Zahl klar geändert hat. Mit einem Filter wird nichts verglichen.";
    TrackedQuestion: "Question", "Frage" = "The tracked question that the engine was asked.", "Die beobachtete Frage, die der KI-Suche gestellt wurde.";
    Date: "Date", "Datum" = "The time of the answer.", "Die Zeit der Antwort.";
    Engine: "Engine", "KI-Suche" = "The engine that was asked.", "Die KI-Suche, die gefragt wurde.";
    Model: "Model", "Modell" = "The engine’s model, as the engine reports it.", "Das Modell der KI-Suche, wie sie es meldet.";
    Outcome: "Outcome", "Ergebnis" = "The most that the answer does: cite the site, use it as a source, mention it, or none of these.", "Das Meiste, was die Antwort tut: die Website zitieren, als Quelle nutzen, nennen, oder nichts davon.";
    Mentioned: "Mentioned", "Genannt" = "Whether the text of the answer has the site’s domain or a brand name.", "Ob der Text der Antwort die Domain oder einen Markennamen der Website enthält.";
    Searched: "Web search", "Websuche" = "Whether the engine searched the web for the answer.", "Ob die KI-Suche für die Antwort im Web suchte.";
    Position: "Position", "Position" = "The site’s position among the sources, from 1.", "Die Position der Website unter den Quellen, ab 1.";
    Credits: "Credits", "Credits" = "The credits that the answer cost.", "Die Credits, die die Antwort kostete.";
    AnswerExcerpt: "Answer (excerpt)", "Antwort (Auszug)" = "The part of the answer that is about the site, or its beginning. The dashboard shows the whole answer.", "Der Teil der Antwort, der die Website betrifft, oder ihr Anfang. Das Dashboard zeigt die ganze Antwort.";
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
    ClearRise: "clear rise", "klarer Anstieg";
    ClearFall: "clear fall", "klarer Rückgang";
    NoClearChange: "no clear change", "keine klare Änderung";
    TooShort: "too short to compare", "zu kurz zum Vergleichen";
    TooFew: "too few to compare", "zu wenige zum Vergleichen";
    Consulted: "Source only", "Nur Quelle";
    Absent: "Not mentioned", "Nicht genannt";
    Failed: "No answer", "Keine Antwort";
}

#[cfg(test)]
mod tests {
    use askline_domain::analytics::figures::Figure;

    use super::{FileLanguage, Word};

    #[test]
    fn a_column_with_a_figure_has_its_name_and_definition() {
        for (word, field) in [
            (Word::AiAsks, "asks"),
            (Word::Questions, "questionClicks"),
            (Word::VisitsFromAi, "aiReferrals"),
            (Word::Cited, "citationShare"),
            (Word::Citations, "citations"),
            (Word::Views, "views"),
            (Word::AsksPer100Views, "asksPer100Views"),
            (Word::Visits, "visits"),
            (Word::ReadsForTraining, "training"),
            (Word::ReadsForIndex, "search"),
            (Word::ReadsForPerson, "user"),
            (Word::ReadsByAgents, "agent"),
            (Word::Requests, "hits"),
            (Word::Consulted, "consultedCount"),
        ] {
            let figure = Figure::of("PageReads", field);
            assert_eq!(figure.map(|figure| figure.name), Some(word.in_language(FileLanguage::En)), "{field}");
            let meaning = word.meaning(FileLanguage::En).map(|text| text.replace('’', "'"));
            let definition = figure.map(|figure| figure.definition.replace('`', ""));
            // An outcome of an answer heads no column.
            assert!(meaning.is_none() || meaning == definition, "{field}: {meaning:?} is not {definition:?}");
        }
    }
}
