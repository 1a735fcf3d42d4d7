//! `GET /link-registry`: the assistants and networks of this instance, to set up a widget.
//!
//! The response is the same for every caller and contains no data of any site.

use askline_app::present_fields::every_field_present;
use askline_domain::platforms::{
    AutoSubmits, Confidence, Platform, PublicPlatform,
    icons::Marks,
    link_registry::LinkRegistry,
    social_network::{self, PublicShareTarget},
};
use axum::http::{HeaderValue, header};
use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    caches::packed_data::{self, SharedData},
    pipeline::{
        app::App,
        handling::{ApiError, Call, Input, NoTenant, Ready, Reply},
        request::accepted_encoding::accepts,
    },
};

/// What a widget can offer on this instance.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "LinkRegistry", transform = every_field_present)]
pub struct LinkRegistryView {
    /// The assistants, in the order in which they are offered.
    pub platforms: Vec<KnownPlatform>,
    /// The networks on which a page can be shared.
    pub networks: Vec<PublicShareTarget>,
    /// The assistants of a new site, in order.
    pub default_platform_ids: Vec<String>,
    /// The networks of a new site, in order.
    pub default_network_ids: Vec<String>,
    /// The day on which the operator's file of links was written; null without such a file, or if the file has no date.
    #[schemars(extend("format" = "date"))]
    pub file_date: Option<String>,
}

/// An assistant, how a prompt reaches it, and how well that is known.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct KnownPlatform {
    /// What the widget receives about it.
    #[serde(flatten)]
    pub public: PublicPlatform,
    /// How well it is known how a prompt reaches it.
    pub behavior: PlatformKnowledge,
}

/// How well it is known how a prompt reaches an assistant.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(transform = every_field_present)]
#[schemars(rename = "PlatformBehavior")]
pub struct PlatformKnowledge {
    /// Whether the assistant sends the prompt without another click.
    pub auto_submits: AutoSubmits,
    /// How reliable the sources are.
    pub confidence: Confidence,
    /// The day on which the entry was last compared with its sources.
    #[schemars(extend("format" = "date"))]
    pub checked_on: String,
    /// A note for people who set up a widget.
    pub note: Option<String>,
}

/// Shows the assistants and networks of this instance.
pub async fn show_link_registry(call: Call<NoTenant>, _: Input) -> Result<Reply<Ready<LinkRegistryView>>, ApiError> {
    let shared = call.app.told_registry(|| {
        let json = serde_json::to_vec(&view(&call.app)).map_err(ApiError::internal)?;
        Ok(SharedData::new(json.into()))
    })?;
    let packed = if accepts(&call.request.headers, packed_data::ENCODING) {
        shared.packed(|| call.app.packing_turn()).await
    } else {
        None
    };
    Ok(Reply::new(Ready::new(shared.json().clone()))
        .packed(packed)
        .header(header::VARY, HeaderValue::from_static("Authorization, Accept-Encoding")))
}

fn view(app: &App) -> LinkRegistryView {
    let registry: &LinkRegistry = app.link_registry();
    let marks = if registry.shows_marks() { Marks::Brand } else { Marks::None };
    LinkRegistryView {
        platforms: registry.iter().map(|platform| known(platform, marks)).collect(),
        networks: social_network::iter().map(|network| PublicShareTarget::from(network).with_mark(marks)).collect(),
        default_platform_ids: registry.default_ids().to_vec(),
        default_network_ids: social_network::default_ids().to_vec(),
        file_date: registry.file_date().map(|date| date.to_string()),
    }
}

fn known(platform: &Platform, marks: Marks) -> KnownPlatform {
    KnownPlatform {
        public: PublicPlatform::from(platform).with_mark(marks),
        behavior: PlatformKnowledge {
            auto_submits: platform.auto_submits,
            confidence: platform.confidence,
            checked_on: platform.checked_on.to_string(),
            note: platform.note.clone(),
        },
    }
}
