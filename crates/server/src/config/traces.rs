//! `[traces]`: settings of OpenTelemetry traces.

use url::Url;

use super::layers::Layers;
use crate::failure::Failure;

/// Where traces are sent, and how many.
#[derive(Debug, Clone)]
pub struct TraceSettings {
    /// The collector's address for traces.
    pub endpoint: Url,
    /// The share of requests and jobs that is traced, from 0 to 1, unless a trusted proxy has decided it.
    pub sample: f64,
}

pub(super) fn trace_settings(layers: &Layers) -> Result<Option<TraceSettings>, Failure> {
    let sample = layers.parsed::<f64>("traces.sample", "a number from 0 to 1")?;
    if !(0.0..=1.0).contains(&sample) {
        return Err(layers.bad("traces.sample", "a number from 0 to 1"));
    }
    let text = layers.text("traces.endpoint", 0)?;
    if text.is_empty() {
        return Ok(None);
    }
    let endpoint = Url::parse(&text).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let wanted = "an address such as http://127.0.0.1:4318/v1/traces";
    let endpoint = endpoint.ok_or_else(|| layers.bad("traces.endpoint", wanted))?;
    Ok(Some(TraceSettings { endpoint, sample }))
}
