//! `/widget.js`: the script that customers' pages load, and the parts it loads later. Pages of all origins may use
//! them.

use std::{collections::HashMap, sync::LazyLock};

use axum::{
    body::Body,
    extract::Path,
    http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode, header},
    response::{IntoResponse, Response},
};
use bytes::Bytes;
use http_body_util::BodyExt as _;
use rust_embed::RustEmbed;
use tokio::sync::OnceCell;
use tower::ServiceExt as _;
use tower_http::{CompressionLevel, compression::Compression};

use askline_api::{pipeline::request::accepted_encoding::accepts, resources::sites::ASKED_EVERY_TIME};
use askline_domain::identity::secret::SecretDigest;

use super::{client_has::is_known, responses::not_found};

const FILE: &str = "widget.js";
/// The folder of all other files. Except for [`ELEMENT`] and [`AFRESH`], the first one loads them later, and their
/// names contain a digest of their content.
const PARTS: &str = "widget/";
/// The script of the element, which pages load themselves.
const ELEMENT: &str = "element.js";
/// What is sent for a part of another release: `widget/src/afresh.ts`.
const AFRESH: &str = "widget/afresh.js";
/// For an hour, browsers send no request. For another day, they use the cached file while they fetch a newer one.
const CACHED: &str = "public, max-age=3600, stale-while-revalidate=86400, stale-if-error=86400";
const FOREVER: &str = "public, max-age=31536000, immutable";

/// The files of `npm run build` in `widget/`. Empty if the binary was built without the widget.
#[derive(RustEmbed)]
#[folder = "../../widget/dist"]
#[allow_missing = true]
struct Built;

struct Script {
    plain: Bytes,
    etag: HeaderValue,
    gzip: OnceCell<Bytes>,
    brotli: OnceCell<Bytes>,
}

static SCRIPTS: LazyLock<HashMap<String, Script>> =
    LazyLock::new(|| Built::iter().filter_map(|name| Some((name.to_string(), Script::built(&name)?))).collect());

/// `GET /widget.js`
pub(super) async fn show(headers: HeaderMap) -> Response {
    let Some(script) = SCRIPTS.get(FILE) else {
        let text = "/* This binary was built without the widget. Build it with: make build */\n";
        let headers = [(header::CONTENT_TYPE, "text/javascript; charset=utf-8"), (header::CACHE_CONTROL, "no-store")];
        return (StatusCode::SERVICE_UNAVAILABLE, headers, text).into_response();
    };
    script.answer(&headers, CACHED).await
}

/// `GET /widget/{file}`: the parts that the first script loads later, whose names differ between releases, and the
/// element's script, which pages load themselves. A page whose browser still has another release's first script in its
/// cache gets a part that starts the current release, so that its menus work.
pub(super) async fn show_part(Path(file): Path<String>, headers: HeaderMap) -> Response {
    match (SCRIPTS.get(&format!("{PARTS}{file}")), SCRIPTS.get(AFRESH)) {
        (Some(script), _) if file == ELEMENT => script.answer(&headers, CACHED).await,
        (Some(script), _) if is_part(&file) => script.answer(&headers, FOREVER).await,
        // Not cached: during a rolling update, the next answer may come from a server that has the part.
        (None, Some(afresh)) if is_part(&file) => afresh.answer(&headers, "no-store").await,
        _ => not_found().await,
    }
}

/// Whether a name is that of a part of any release, such as `rest-0123456789abcdef.js`.
fn is_part(file: &str) -> bool {
    let digest = file.strip_suffix(".js").and_then(|name| name.split_once('-'));
    digest.is_some_and(|(what, digest)| {
        matches!(what, "rest" | "extras" | "menu" | "place" | "touch" | "page_copy")
            && digest.len() == 16
            && digest.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
    })
}

impl Script {
    fn built(name: &str) -> Option<Self> {
        let plain = Bytes::from(Built::get(name)?.data.into_owned());
        // A weak tag, since it is the same for every encoding of the script.
        let etag = format!("W/\"{}\"", &hex::encode(SecretDigest::of_bytes(&plain).0)[..20]);
        let etag = HeaderValue::from_str(&etag).expect("hexadecimal digits are a header value");
        Some(Self { plain, etag, gzip: OnceCell::new(), brotli: OnceCell::new() })
    }

    async fn answer(&self, headers: &HeaderMap, cached: &'static str) -> Response {
        let mut response = if is_known(headers, &self.etag) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            let (encoding, body) = self.encoded_for(headers).await;
            let mut response = Response::new(Body::from(body));
            if let Some(encoding) = encoding {
                response.headers_mut().insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
            }
            response
        };
        let own = response.headers_mut();
        own.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8"));
        own.insert(header::ETAG, self.etag.clone());
        own.insert(header::CACHE_CONTROL, HeaderValue::from_static(cached));
        if cached == CACHED {
            own.insert(HeaderName::from_static(ASKED_EVERY_TIME.0), HeaderValue::from_static(ASKED_EVERY_TIME.1));
        }
        own.insert(header::VARY, HeaderValue::from_static("Accept-Encoding"));
        own.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
        own.insert(HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("cross-origin"));
        response
    }

    /// The smallest form that the client accepts. It is compressed at the first request for it, at the highest level.
    async fn encoded_for(&self, headers: &HeaderMap) -> (Option<&'static str>, Bytes) {
        let (name, kept) = if accepts(headers, "br") {
            ("br", &self.brotli)
        } else if accepts(headers, "gzip") {
            ("gzip", &self.gzip)
        } else {
            return (None, self.plain.clone());
        };
        let bytes = kept.get_or_init(|| compressed(self.plain.clone(), name)).await;
        (Some(name), bytes.clone())
    }
}

/// Compresses with the layer that compresses responses, so that the binary contains only one compressor.
async fn compressed(plain: Bytes, encoding: &'static str) -> Bytes {
    let service = tower::service_fn(move |_: Request<Body>| {
        let plain = plain.clone();
        async move { Ok::<_, std::convert::Infallible>(Response::new(Body::from(plain))) }
    });
    let request = Request::builder()
        .header(header::ACCEPT_ENCODING, encoding)
        .body(Body::empty())
        .expect("a method, a path and one header make a request");
    let service = Compression::new(service).quality(CompressionLevel::Best);
    let response = service.oneshot(request).await.expect("the service cannot fail");
    response.into_body().collect().await.map(|body| body.to_bytes()).unwrap_or_default()
}
