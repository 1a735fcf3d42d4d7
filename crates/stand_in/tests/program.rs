//! The stand-in program that other tests control. It prints its address, accepts plans, and returns what it received.

use std::{
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

/// The running program; it ends with the test.
struct Program(Child);

impl Drop for Program {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn started() -> (Program, Value) {
    let mut child =
        Command::new(env!("CARGO_BIN_EXE_askline-stand-in")).stdout(Stdio::piped()).spawn().expect("the program");
    let stdout = child.stdout.take().expect("piped");
    let program = Program(child);
    let mut line = String::new();
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    (program, serde_json::from_str(&line).expect("JSON"))
}

/// Sends a request and reads status and body.
fn send(address: &Value, method: &str, path: &str, headers: &str, body: &str) -> (u16, Value) {
    let address = address.as_str().and_then(|address| address.strip_prefix("http://")).expect("an address");
    let mut stream = TcpStream::connect(address).expect("a connection");
    let length = body.len();
    let head =
        format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Length: {length}\r\n");
    write!(stream, "{head}{headers}\r\n{body}").expect("written");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    (status, serde_json::from_str(body).expect("JSON"))
}

#[test]
fn the_program_answers_as_planned_and_lists_the_requests_it_received() {
    let (_program, told) = started();
    let address = &told["address"];
    let plan = json!({ "plans": [
        { "engine": "xai", "reaction": { "kind": "cited", "urls": ["https://mine.example/page"] } },
        { "engine": "xai", "reaction": { "kind": "rate_limited", "wait": { "seconds": 3 } }, "always": true },
    ] });
    assert_eq!(send(address, "POST", "/control", "", &plan.to_string()), (200, json!({ "planned": 2 })));
    let headers = format!(
        "Content-Type: application/json\r\nAuthorization: Bearer {}\r\n",
        told["engines"]["xai"]["apiKey"].as_str().expect("a key")
    );
    let body = json!({
        "model": "m", "input": [{ "role": "user", "content": "Which?" }], "tools": [{ "type": "web_search" }],
    });
    let ask = || send(address, "POST", "/xai/v1/responses", &headers, &body.to_string());
    let (status, answer) = ask();
    assert_eq!((status, &answer["citations"][0]), (200, &json!("https://mine.example/page")));
    assert_eq!((ask().0, ask().0), (429, 429));
    let (_, received) = send(address, "GET", "/requests", "", "");
    assert_eq!(received["items"].as_array().map(Vec::len), Some(3));
    assert_eq!(received["items"][0]["body"]["input"][0]["content"], "Which?");
    assert_eq!(send(address, "POST", "/control", "", "{\"reset\": true}").0, 200);
    assert_eq!(ask().0, 200);
}

#[test]
fn a_plan_that_makes_no_sense_is_refused_whole() {
    let (_program, told) = started();
    for body in [
        r#"{ "plans": [{ "engine": "bing", "reaction": { "kind": "no_search" } }] }"#,
        r#"{ "plans": [{ "engine": "xai", "reaction": { "kind": "dance" } }] }"#,
        r#"{ "plans": [{ "engine": "xai", "reaction": { "kind": "pause_turn", "times": 1 } }] }"#,
        r#"{ "plan": [] }"#,
        "",
    ] {
        assert_eq!(send(&told["address"], "POST", "/control", "", body).0, 400, "{body}");
    }
    assert_eq!(send(&told["address"], "GET", "/control", "", "").0, 405);
}
