//! The vendor documents that each connector follows, with the day of the last reading. Vendors change their APIs every
//! few weeks; to fix a connector, look here first and update the date.

use askline_domain::engines::Engine;

/// A vendor's document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Document {
    /// The engine whose API it describes.
    pub engine: Engine,
    /// Its URL.
    pub url: &'static str,
    /// When it was last read.
    pub read_on: &'static str,
    /// What the connector takes from it.
    pub says: &'static str,
}

/// The documents of all engines.
pub const DOCUMENTS: [Document; 8] = [
    Document {
        engine: Engine::OpenAi,
        url: "https://developers.openai.com/api/docs/guides/tools-web-search",
        read_on: "2026-11-20",
        says: "`user_location` of type `approximate`, without which the United States are assumed; `include` for the pages \
               that were read; `url_citation` annotations",
    },
    Document {
        engine: Engine::Anthropic,
        url: "https://platform.claude.com/docs/en/agents-and-tools/tool-use/web-search-tool",
        read_on: "2026-11-20",
        says: "`user_location` of type `approximate`; citations of text blocks, results of searches",
    },
    Document {
        engine: Engine::Perplexity,
        url: "https://docs.perplexity.ai/api-reference/",
        read_on: "2026-11-22",
        says: "`language_preference`, a language of two letters; `user_location` of a search; `tool_choice`",
    },
    Document {
        engine: Engine::Perplexity,
        url: "https://docs.perplexity.ai/docs/cookbook/articles/streaming-citations/README",
        read_on: "2026-11-22",
        says: "markers `[1]` in the text stand for the `id` of a search result",
    },
    Document {
        engine: Engine::Xai,
        url: "https://docs.x.ai/developers/tools/citations",
        read_on: "2026-11-22",
        says: "`citations` are all pages that the engine visited, linked or not; the text links by a number in double brackets with its address",
    },
    Document {
        engine: Engine::Xai,
        url: "https://github.com/xai-org/xai-sdk-python/blob/4dab6a4/src/xai_sdk/tools.py",
        read_on: "2026-11-22",
        says: "a search takes the country, region, city and time zone of the person who asks",
    },
    Document {
        engine: Engine::Gemini,
        url: "https://ai.google.dev/gemini-api/docs/google-search",
        read_on: "2026-11-20",
        says: "`groundingSupports` link passages to `groundingChunks`; positions are byte offsets; no parameter for a location",
    },
    Document {
        engine: Engine::Gemini,
        url: "https://github.com/googleapis/python-genai/tree/6680718",
        read_on: "2026-11-20",
        says: "names of fields",
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_engine_has_a_dated_document_that_is_listed_in_the_docs() {
        let page = include_str!("../../../../docs/answer-reading.md");
        for engine in Engine::EVERY {
            assert!(DOCUMENTS.iter().any(|document| document.engine == engine), "{engine}");
        }
        for Document { engine, url, read_on, says } in DOCUMENTS {
            assert!(read_on.parse::<jiff::civil::Date>().is_ok(), "{url}");
            let row = format!("| {engine} | <{url}> | {read_on} | {says} |");
            assert!(page.contains(&row), "docs/answer-reading.md needs this row:\n{row}");
        }
    }
}
