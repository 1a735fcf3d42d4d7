//! Traces: what a collector receives about requests, and what it must not receive.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
};

use askline_stand_in::until_blocking as until;
use opentelemetry_proto::tonic::{
    collector::trace::v1::ExportTraceServiceRequest,
    common::v1::{KeyValue, any_value::Value as Found},
    trace::v1::{Span, span::SpanKind, status::StatusCode},
};
use prost::Message as _;
use serde_json::{Value, json};

use crate::instance::{Answer, Instance, Server};

/// The example of <https://www.w3.org/TR/trace-context/>.
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00f067aa0ba902b7";

/// Accepts batches of spans over HTTP, on a separate port.
struct Collector {
    endpoint: String,
    spans: Arc<Mutex<Vec<Span>>>,
}

impl Collector {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let endpoint = format!("http://{}/v1/traces", listener.local_addr().unwrap());
        let spans: Arc<Mutex<Vec<Span>>> = Arc::default();
        let taken = Arc::clone(&spans);
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let batch = ExportTraceServiceRequest::decode(body_of(stream.unwrap()).as_slice()).unwrap();
                let of_resources = batch.resource_spans.into_iter().flat_map(|resource| resource.scope_spans);
                taken.lock().unwrap().extend(of_resources.flat_map(|scope| scope.spans));
            }
        });
        Self { endpoint, spans }
    }

    fn serve(&self, instance: &Instance, settings: &[(&str, &str)]) -> Server {
        let environment = [settings, &[("ASKLINE_TRACES__ENDPOINT", &self.endpoint)]].concat();
        instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &environment)
    }

    fn named(&self, name: &str) -> Vec<Span> {
        self.spans.lock().unwrap().iter().filter(|span| span.name == name).cloned().collect()
    }

    fn only(&self, name: &str) -> Span {
        let mut spans = self.named(name);
        let names: Vec<String> = self.spans.lock().unwrap().iter().map(|span| span.name.clone()).collect();
        assert_eq!(spans.len(), 1, "{name} among {names:?}");
        spans.remove(0)
    }
}

/// Reads a request, answers it, and returns its body.
fn body_of(stream: TcpStream) -> Vec<u8> {
    let mut reader = BufReader::new(stream);
    let mut length = 0;
    loop {
        let mut line = String::new();
        reader.read_line(&mut line).unwrap();
        if let Some(("content-length", value)) = line.to_ascii_lowercase().split_once(':') {
            length = value.trim().parse().unwrap();
        }
        if line.trim().is_empty() {
            break;
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body).unwrap();
    reader.get_mut().write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n").unwrap();
    body
}

fn text(attributes: &[KeyValue], key: &str) -> String {
    let value = attributes.iter().find(|attribute| attribute.key == key).and_then(|found| found.value.clone());
    match value.and_then(|value| value.value) {
        Some(Found::StringValue(text)) => text,
        Some(Found::IntValue(number)) => number.to_string(),
        other => panic!("{key} is {other:?}"),
    }
}

fn data_of(answer: &Answer) -> Value {
    serde_json::from_str::<Value>(&answer.body).unwrap()["data"].take()
}

fn traceparent() -> String {
    format!("traceparent: 00-{TRACE}-{PARENT}-01")
}

#[test]
fn requests_and_jobs_are_spans_with_route_status_and_the_id_of_the_request_and_continue_the_trace_of_a_trusted_proxy() {
    let instance = Instance::new();
    instance.organization("enterprise");
    let collector = Collector::start();
    let settings = [("ASKLINE_PROXY__TRUSTED", "127.0.0.0/8"), ("ASKLINE_OUTGOING__ALLOWED", "127.0.0.1/32")];
    let server = collector.serve(&instance, &settings);
    let session = format!("Authorization: Bearer {}", server.log_in());
    let me = server.get("/api/v1/me?secret=in-the-query", &[&session, &traceparent()]);
    let made = server.post(
        "/api/v1/webhooks",
        &[&session],
        &json!({ "url": "https://127.0.0.1:1/", "events": ["key.created"] }),
    );
    let webhook = format!("/api/v1/webhooks/{}", data_of(&made)["id"].as_str().unwrap());
    server.post(&format!("{webhook}/test"), &[&session], &json!({}));
    until("the message was attempted", || {
        let deliveries = data_of(&server.get(&format!("{webhook}/deliveries"), &[&session]));
        deliveries["items"][0]["attempts"].as_u64().is_some_and(|attempts| attempts > 0)
    });
    assert_eq!(server.get("/api/v1/sites/site_absent", &[&session]).status, 404);
    let log = server.terminate_and_tell();
    let span = collector.only("GET /api/v1/me");
    assert_eq!(hex::encode(&span.trace_id), TRACE);
    assert_eq!(hex::encode(&span.parent_span_id), PARENT);
    assert_eq!(span.kind(), SpanKind::Server);
    assert_eq!(text(&span.attributes, "http.route"), "/api/v1/me");
    assert_eq!(text(&span.attributes, "http.request.method"), "GET");
    assert_eq!(text(&span.attributes, "http.response.status_code"), me.status.to_string());
    assert_eq!(text(&span.attributes, "url.path"), "/api/v1/me");
    assert!(me.body.contains(&text(&span.attributes, "askline.request_id")), "{}", me.body);
    assert!(!format!("{span:?}").contains("in-the-query"));
    let absent = collector.only("GET /api/v1/sites/{siteId}");
    assert_eq!(text(&absent.attributes, "http.response.status_code"), "404");
    assert_ne!(absent.status.as_ref().map_or(StatusCode::Unset, |status| status.code()), StatusCode::Error);
    assert!(text(&collector.only("webhook.delivery").attributes, "askline.job_id").starts_with("job_"));
    assert!(!log.contains("http.route"), "spans for traces stand in no line of the log: {log}");
}

#[test]
fn a_trace_of_a_stranger_is_not_continued_and_no_sample_sends_nothing() {
    let instance = Instance::new();
    instance.organization("enterprise");
    let collector = Collector::start();
    let server = collector.serve(&instance, &[]);
    assert_eq!(server.get("/healthz", &[&traceparent()]).status, 200);
    server.terminate();
    let span = collector.only("GET /healthz");
    assert_ne!(hex::encode(&span.trace_id), TRACE);
    assert!(span.parent_span_id.is_empty());
    let server = collector.serve(&instance, &[("ASKLINE_TRACES__SAMPLE", "0")]);
    assert_eq!(server.get("/api/v1/link-registry", &[&traceparent()]).status, 200);
    server.terminate();
    assert!(collector.named("GET /api/v1/link-registry").is_empty());
}

#[test]
fn a_collector_that_is_away_holds_up_neither_requests_nor_the_end() {
    let instance = Instance::new();
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let endpoint = format!("http://{free}/v1/traces");
    let server =
        instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], &[("ASKLINE_TRACES__ENDPOINT", &endpoint)]);
    until("requests are answered", || server.get("/healthz", &[]).status == 200);
    assert_eq!(server.terminate().0, 0);
}

#[test]
fn a_setting_that_names_no_collector_or_no_share_is_refused_by_its_name() {
    let instance = Instance::new();
    for (name, value, said) in [
        ("ASKLINE_TRACES__ENDPOINT", "collector:4318", "traces.endpoint"),
        ("ASKLINE_TRACES__SAMPLE", "2", "traces.sample"),
        ("ASKLINE_TRACES__SAMPLE", "half", "traces.sample"),
    ] {
        instance.run_with(&["serve"], &[(name, value)], "").refused(2, &[said]);
    }
}
