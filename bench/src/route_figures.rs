//! Measures the processor time of routes without a pool, on a full instance.
//!
//! Sends their largest and worst requests, whose steps `crates/server/tests/http/load/answering_threads.rs` counts.

#[path = "../../crates/server/tests/http/load/answering_threads/worst_requests.rs"]
mod worst_requests;

use anyhow::{Context as _, Result};
use serde_json::Value;

use crate::{
    filled_metadata,
    service::{Service, text},
};
use worst_requests::{WorstRequest, worst_requests};

/// The rows of each kind on the instance.
const FULL_ROWS: u32 = 100_000;
/// How often each request is sent.
const REPEATS: u32 = 10;
/// The prefixes of the ids in paths.
const IDS: [(&str, &str); 9] = [
    ("{promptId}", "prm_"),
    ("{ruleId}", "rule_"),
    ("{keyId}", "key_"),
    ("{userId}", "usr_"),
    ("{sessionId}", "ses_"),
    ("{jobId}", "job_"),
    ("{webhookId}", "whk_"),
    ("{monitorId}", "mon_"),
    ("{citationId}", "cit_"),
];

/// Prints a row for each route: the time of its worst request.
pub async fn print() -> Result<()> {
    let service = Service::start_with(2, &[]).await?;
    filled_metadata::fill_instance(&service, &service.site, FULL_ROWS)?;
    let document: Value = serde_json::from_str(&service.get("/api/v1/openapi.json", None).await?)?;
    println!("{:<78} {:>8} {:>8}   worst request", "processor time of a request (ms)", "worst", "reach");
    let health = WorstRequest { query: String::new(), body: None };
    let none = processor_ms(&service, "GET", "/healthz", "", &health).await?;
    println!("{:<78} {none:>8.2}", "GET /healthz: a connection and an answer");
    let session = service.log_in().await?;
    for route in light_routes(&service).await? {
        let (method, path) = (text(&route, "method")?, text(&route, "path")?);
        let most = route["bodyBytesMost"].as_u64().context("the bytes of its body")?;
        let credential = credential(&service, &session, &text(&route, "access")?);
        let mut worst = (0.0, String::new());
        for request in worst_requests(&document, &method, &path, usize::try_from(most)?) {
            let took = processor_ms(&service, &method, &path_of(&path, &service), &credential, &request).await?;
            if took > worst.0 {
                worst = (took, said(&request));
            }
        }
        println!("{:<78} {:>8.2} {:>8}   {}", format!("{method} {path}"), worst.0, "<= 1", worst.1);
    }
    Ok(())
}

/// The routes whose work stays on the answering threads; those that delete what others need come last.
async fn light_routes(service: &Service) -> Result<Vec<Value>> {
    let mut told = service.command(&["routes"]).await?;
    let mut routes: Vec<Value> = serde_json::from_value(told["items"].take())?;
    routes.retain(|route| route["work"] == "answering threads");
    anyhow::ensure!(!routes.is_empty(), "the table has such rows");
    routes.sort_by_key(|route| route["method"] == "DELETE" || route["operationId"] == "sign_out");
    Ok(routes)
}

fn path_of(template: &str, service: &Service) -> String {
    let path = template.replace("{siteId}", &service.site).replace("{orgId}", "org_00000000000000000000000007");
    let path = path.replace("{deliveryId}", "dlv_00000000000000000000000007");
    IDS.iter().fold(path, |path, (name, prefix)| path.replace(name, &format!("{prefix}00000000000000000000000007")))
}

/// The header with the credential. All routes that need a session use the same one, since nobody could sign in again
/// after wrong passwords.
fn credential(service: &Service, session: &str, access: &str) -> String {
    match access {
        access if access.starts_with("anyone") => String::new(),
        access if access.starts_with("any valid key") => format!("Authorization: Bearer {}\r\n", service.keys[0]),
        _ => format!("Authorization: Bearer {session}\r\n"),
    }
}

/// The processor time of the whole process, including its stores, for one request, in milliseconds.
async fn processor_ms(
    service: &Service,
    method: &str,
    path: &str,
    credential: &str,
    request: &WorstRequest,
) -> Result<f64> {
    let (media_type, body) = request.body.clone().unwrap_or_default();
    let content = if media_type.is_empty() {
        String::new()
    } else {
        format!("Content-Type: {media_type}\r\nContent-Length: {}\r\n", body.len())
    };
    let head = format!(
        "{method} {path}?{} HTTP/1.1\r\nHost: 127.0.0.1\r\n{credential}Accept-Encoding: gzip, br\r\n{content}Connection: close\r\n\r\n",
        request.query
    );
    let whole = [head.as_bytes(), &body].concat();
    // The first request may have to prepare something.
    service.send_bytes(&whole).await?;
    let before = service.processor_ms()?;
    for _ in 0..REPEATS {
        service.send_bytes(&whole).await?;
    }
    Ok((service.processor_ms()? - before) / f64::from(REPEATS))
}

/// The beginning of a request, to print.
fn said(request: &WorstRequest) -> String {
    let body = request.body.as_ref().map(|(_, body)| String::from_utf8_lossy(body).into_owned()).unwrap_or_default();
    let begin: String = body.chars().take(60).collect();
    format!("?{:.30} {begin} ({} bytes)", request.query, body.len())
}
