//! The optional parts of analytics reports, and the query parameters of these reports.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, de::Error as _};

use super::{Format, analytics_query};
use crate::{
    files::table_file::{TableFormat, words::FileLanguage},
    resources::analytics::tables::{CrawlersTable, ItemsTable, QuestionsTable, SharesTable, SourcesTable},
};

/// The maximum number of values of `include`.
pub(crate) const MAX_INCLUDED: usize = 10;

/// Deserializes a list. Fails if it is longer than its schema allows.
pub(crate) fn bounded<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let values = Vec::deserialize(deserializer)?;
    if values.len() > MAX_INCLUDED {
        return Err(D::Error::custom("it has too many values"));
    }
    Ok(values)
}

macro_rules! queries {
    ($(
        $Query:ident $Include:ident($Variant:ident) $name:literal $what:literal $platform:literal
        $Format:ident $format:literal $(, $Table:ident $table:literal)?;
    )*) => { $(
        #[doc = concat!("What a report of ", $what, " can include.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase")]
        pub enum $Include {
            /// A separate series for each part.
            $Variant,
        }

        analytics_query! {
            #[doc = concat!("Query parameters of a report of ", $what, ".")]
            pub struct $Query {
                platform: $platform,
                format: $Format = $format,
                #[doc = concat!("`", $name, "`: adds a series for each part, at most five and the rest.")]
                #[serde(default, deserialize_with = "bounded")]
                #[schemars(length(min = 1, max = MAX_INCLUDED))]
                pub include: Vec<$Include>,
                $(
                    #[doc = $table]
                    pub table: Option<$Table>,
                    /// The language of the headings of `table`.
                    pub language: Option<FileLanguage>,
                )?
            }
        }
    )* };
}

analytics_query! {
    /// Query parameters of a report of clicks on own items.
    pub struct ItemsQuery {
        platform: "Only this platform; own items belong to none.",
        format: TableFormat = "`csv`: a download of the series instead of the envelope, or with `table` of that table. `xlsx`: the table as a workbook.",
        /// `items`: the file has every own item.
        pub table: Option<ItemsTable>,
        /// The language of the headings of `table`.
        pub language: Option<FileLanguage>,
    }
}

queries! {
    SocialQuery SocialInclude(SeriesByNetwork) "seriesByNetwork" "shares on networks" "Only this network."
        Format "`csv`: a download of the series instead of the envelope.";
    QuestionsQuery QuestionsInclude(SeriesByPlatform) "seriesByPlatform" "suggested questions" "Only this platform."
        TableFormat "`csv`: a download of the series instead of the envelope, or with `table` of that table. `xlsx`: the table as a workbook.",
        QuestionsTable "`questions`: the file has every question.";
    SharesQuery SharesInclude(SeriesByChannel) "seriesByChannel" "shares" "Only this platform or network."
        TableFormat "`csv`: a download of the series instead of the envelope, or with `table` of that table. `xlsx`: the table as a workbook.",
        SharesTable "`shares`: the file has every channel.";
    ReferrersQuery ReferrersInclude(SeriesByType) "seriesByType" "visits" "Only visits that this assistant sent."
        TableFormat "`csv`: a download of the series instead of the envelope, or with `table` of that table. `xlsx`: the table as a workbook.",
        SourcesTable "`sources`: the file has every source.";
    CrawlersQuery CrawlersInclude(SeriesByCrawler) "seriesByCrawler" "crawlers" "Only this platform; crawlers belong to none."
        TableFormat "`csv`: a download of the series instead of the envelope, or with `table` of that table. `xlsx`: the table as a workbook.",
        CrawlersTable "`crawlers`: the file has every crawler.";
}
