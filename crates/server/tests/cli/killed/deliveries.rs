//! `kill -9` and SIGTERM during deliveries: each message arrives at least once. The log agrees with the receiver.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    sync::{Arc, Mutex},
    time::Duration,
};

use askline_stand_in::until_blocking as until;
use rand::RngExt as _;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use standardwebhooks::Webhook as Verifier;

use crate::instance::{Instance, Server};

const ROUNDS: usize = 8;
const EVENTS_EACH_ROUND: usize = 12;
const SETTINGS: &[(&str, &str)] =
    &[("ASKLINE_OUTGOING__ALLOWED", "127.0.0.1/32"), ("ASKLINE_LIMITS__SESSION_PER_MINUTE", "0")];

/// A message as received: its headers in lower case, and its body.
type Message = (BTreeMap<String, String>, String);

/// A slow receiver, so that a kill interrupts attempts.
fn receiver() -> (String, Arc<Mutex<Vec<Message>>>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/hooks", listener.local_addr().unwrap());
    let received = Arc::<Mutex<Vec<Message>>>::default();
    let kept = received.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let kept = kept.clone();
            std::thread::spawn(move || take(stream, &kept));
        }
    });
    (url, received)
}

/// Reads one message, and responds a little later. A killed sender may break off at any point.
fn take(stream: TcpStream, kept: &Mutex<Vec<Message>>) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    let mut headers = BTreeMap::new();
    let mut line = String::new();
    reader.read_line(&mut line).ok()?;
    loop {
        line.clear();
        reader.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else { break };
        headers.insert(name.to_lowercase(), value.to_owned());
    }
    let mut body = vec![0; headers.get("content-length")?.parse().ok()?];
    reader.read_exact(&mut body).ok()?;
    kept.lock().unwrap().push((headers, String::from_utf8(body).ok()?));
    std::thread::sleep(Duration::from_millis(rand::rng().random_range(0..30)));
    let mut stream = stream;
    stream.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok").ok()
}

fn start(instance: &Instance) -> Server {
    instance.start(&["serve", "--listen", "127.0.0.1:0", "--json"], SETTINGS)
}

fn data(answer: &crate::instance::Answer) -> Value {
    serde_json::from_str::<Value>(answer.body.trim()).unwrap()["data"].clone()
}

/// Every delivery of a webhook.
fn log(server: &Server, owner: &str, webhook: &str) -> Vec<Value> {
    let (mut all, mut cursor) = (Vec::new(), String::new());
    loop {
        let path = format!("/api/v1/webhooks/{webhook}/deliveries?limit=200{cursor}");
        let answer = server.get(&path, &[owner]);
        assert_eq!(answer.status, 200, "{}", answer.body);
        let body: Value = serde_json::from_str(answer.body.trim()).unwrap();
        all.extend(body["data"]["items"].as_array().unwrap().clone());
        match body["meta"]["pagination"]["nextCursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return all,
        }
    }
}

/// A server with a webhook for `url` that reports new keys: the server, the owner's header, the webhook and its secret.
fn served(instance: &Instance, url: &str) -> (Server, String, String, String) {
    instance.organization("enterprise");
    let server = start(instance);
    let owner = format!("Authorization: Bearer {}", server.log_in());
    let made = server.post("/api/v1/webhooks", &[&owner], &json!({ "url": url, "events": ["key.created"] }));
    assert_eq!(made.status, 201, "{}", made.body);
    let text = |field: &str| data(&made)[field].as_str().unwrap().to_owned();
    (server, owner, text("id"), text("secret"))
}

/// Creates a key; returns its id.
fn make_key(server: &Server, owner: &str) -> String {
    let made = server.post("/api/v1/keys", &[owner], &json!({ "scopes": ["org:read"] }));
    assert_eq!(made.status, 201, "{}", made.body);
    data(&made)["id"].as_str().unwrap().to_owned()
}

#[test]
fn sigterm_does_not_wait_for_a_receiver_that_hangs_and_the_next_server_delivers_at_once() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let instance = Instance::new();
    let url = format!("http://{}/hooks", listener.local_addr().unwrap());
    let (server, owner, webhook, _) = served(&instance, &url);
    make_key(&server, &owner);
    let (hanging, _) = listener.accept().unwrap();
    let (code, took) = server.terminate();
    assert_eq!(code, 0);
    assert!(took < Duration::from_secs(10), "{took:?}");
    drop(hanging);

    let server = start(&instance);
    let (stream, _) = listener.accept().unwrap();
    let kept = Mutex::default();
    take(stream, &kept).unwrap();
    assert_eq!(kept.lock().unwrap().len(), 1);
    until("it is told of", || log(&server, &owner, &webhook)[0]["status"] == "succeeded");
    assert_eq!(log(&server, &owner, &webhook)[0]["attempts"], 1);
}

#[test]
fn killed_in_the_middle_of_deliveries_each_message_arrives_and_the_log_says_so() {
    let (url, received) = receiver();
    let instance = Instance::new();
    let (mut server, owner, webhook, secret) = served(&instance, &url);
    // Messages about acknowledged changes must arrive.
    let mut keys = BTreeSet::new();
    for _ in 0..ROUNDS {
        for _ in 0..EVENTS_EACH_ROUND {
            keys.insert(make_key(&server, &owner));
        }
        server.kill();
        server = start(&instance);
    }
    let mut settled = Vec::new();
    until("all arrive", || {
        settled = log(&server, &owner, &webhook);
        settled.iter().all(|delivery| delivery["status"] == "succeeded")
    });
    let of_log = |field: fn(&Value) -> &Value| -> BTreeSet<String> {
        settled.iter().map(|delivery| field(delivery).as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(of_log(|delivery| &delivery["payload"]["data"]["key"]["id"]), keys);
    assert_eq!(settled.len(), keys.len());
    let messages = received.lock().unwrap().clone();
    let arrived: BTreeSet<String> = messages.iter().map(|(headers, _)| headers["webhook-id"].clone()).collect();
    assert_eq!(arrived, of_log(|delivery| &delivery["messageId"]));
    let verifier = Verifier::new(&secret).unwrap();
    for (headers, body) in &messages {
        let mut signed = HeaderMap::new();
        for name in ["webhook-id", "webhook-timestamp", "webhook-signature"] {
            signed.insert(name, headers[name].parse().unwrap());
        }
        verifier.verify(body.as_bytes(), &signed).unwrap();
    }
    let log = server.terminate_and_tell();
    assert!(!log.contains(&secret[6..]) && !log.contains("/hooks"), "{log}");
    assert_eq!(instance.json(&["audit", "verify"])["intact"], true);
}
