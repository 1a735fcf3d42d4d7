//! What analytics routes include beyond what they always answer, and so their query parameters.

use schemars::JsonSchema;
use serde::Deserialize;

use super::question::analytics_query;

macro_rules! queries {
    ($($Query:ident $Include:ident($Variant:ident) $name:literal $what:literal $platform:literal;)*) => { $(
        #[doc = concat!("What a report of ", $what, " can include.")]
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
        #[serde(rename_all = "camelCase")]
        pub enum $Include {
            /// The series of each, told apart.
            $Variant,
        }

        analytics_query! {
            #[doc = concat!("Query parameters of a report of ", $what, ".")]
            pub struct $Query {
                platform: $platform,
                format: "`csv`: a download of the series instead of the envelope.",
                #[doc = concat!("`", $name, "`: the series told apart, at most five and the rest.")]
                pub include: Option<$Include>,
            }
        }
    )* };
}

queries! {
    SocialQuery SocialInclude(SeriesByNetwork) "seriesByNetwork" "shares on networks" "Only this network.";
    QuestionsQuery QuestionsInclude(SeriesByPlatform) "seriesByPlatform" "suggested questions" "Only this platform.";
    SharesQuery SharesInclude(SeriesByChannel) "seriesByChannel" "shares" "Only this platform or network.";
    ReferrersQuery ReferrersInclude(SeriesByType) "seriesByType" "visits" "Only visits that this assistant sent.";
    CrawlersQuery CrawlersInclude(SeriesByCrawler) "seriesByCrawler" "crawlers" "Only this platform; crawlers belong to none.";
}
