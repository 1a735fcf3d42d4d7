//! Sends requests and records their examples: parameters, body, and one response per status.

use std::collections::{BTreeMap, BTreeSet};

use askline_api::{pipeline::route_table::policy::Policy, routes};
use futures_util::future::BoxFuture;
use reqwest::{Method, StatusCode};
use serde_json::{Map, Value, json};

use super::plain_values::PlainValues;
use crate::harness::{Answer, Service, described_headers::described};

/// The number of lines that an example of a downloaded file keeps.
const MAX_LINES: usize = 3;

/// A server, and the requests and responses that were recorded.
pub struct Recorder {
    pub service: Service,
    policies: Vec<&'static Policy>,
    plain: PlainValues,
    recorded: BTreeMap<String, Value>,
    /// Called before each request that must succeed.
    rehearsal: Option<Rehearsal>,
    /// Whether each change of a request is rolled back, and then made again.
    rolls_back: bool,
    /// The operations for which the rehearsal did something.
    pub rehearsed: BTreeSet<&'static str>,
}

/// A function that is called before a request that must succeed. It may send the request itself, which must then change
/// nothing. Returns whether it did something.
pub type Rehearsal = for<'r> fn(&'r Recorder, &'r Asked<'_>, &'static Policy) -> BoxFuture<'r, bool>;

/// A request of the tour.
#[derive(Clone)]
pub struct Asked<'a> {
    row: (Method, &'static str),
    ids: Vec<(&'static str, String)>,
    query: Vec<(&'static str, &'static str)>,
    body: Option<Value>,
    file: Option<(&'static str, String)>,
    bearer: Option<&'a str>,
    headers: Vec<(&'static str, &'static str)>,
}

/// A request to a route of the table.
pub fn ask(method: Method, path: &'static str) -> Asked<'static> {
    Asked { row: (method, path), ids: vec![], query: vec![], body: None, file: None, bearer: None, headers: vec![] }
}

impl<'a> Asked<'a> {
    /// The credential of the caller.
    pub fn bearer(&self) -> Option<&'a str> {
        self.bearer
    }

    /// Its body, if it is JSON.
    pub fn sent_body(&self) -> Option<&Value> {
        self.body.as_ref()
    }

    /// The id in its path.
    pub fn path_id(&self, name: &str) -> Option<&str> {
        self.ids.iter().find(|(named, _)| *named == name).map(|(_, id)| id.as_str())
    }

    /// Whether a query parameter is true.
    pub fn says(&self, name: &str) -> bool {
        self.query.iter().any(|(asked, value)| *asked == name && *value == "true")
    }

    /// The path with its ids.
    fn path(&self) -> String {
        let fill = |path: String, (name, id): &(&str, String)| path.replace(&format!("{{{name}}}"), id);
        self.ids.iter().fold(self.row.1.to_owned(), fill)
    }

    /// Adds an id in the path.
    pub fn id(mut self, name: &'static str, id: impl ToString) -> Self {
        self.ids.push((name, id.to_string()));
        self
    }
    pub fn query(mut self, name: &'static str, value: &'static str) -> Self {
        self.query.push((name, value));
        self
    }
    pub fn header(mut self, name: &'static str, value: &'static str) -> Self {
        self.headers.push((name, value));
        self
    }
    pub fn body(self, body: Value) -> Self {
        Self { body: Some(body), ..self }
    }
    /// Adds a body of a media type other than JSON.
    pub fn file(self, media_type: &'static str, text: impl ToString) -> Self {
        Self { file: Some((media_type, text.to_string())), ..self }
    }
    pub fn by<'b>(self, bearer: &'b str) -> Asked<'b> {
        Asked {
            bearer: Some(bearer),
            row: self.row,
            ids: self.ids,
            query: self.query,
            body: self.body,
            file: self.file,
            headers: self.headers,
        }
    }
}

/// Whether a path of the table is that of an address.
fn fits(path: &str, address: &str) -> bool {
    let (known, sent): (Vec<&str>, Vec<&str>) = (path.split('/').collect(), address.split('/').collect());
    known.len() == sent.len() && known.iter().zip(sent).all(|(known, sent)| *known == sent || known.starts_with('{'))
}

impl Recorder {
    pub fn of(service: Service) -> Self {
        let policies = routes::table().policies().collect();
        Self {
            service,
            policies,
            plain: PlainValues::default(),
            recorded: BTreeMap::new(),
            rehearsal: None,
            rolls_back: false,
            rehearsed: BTreeSet::new(),
        }
    }

    /// Sets the function that is called before each request that must succeed.
    pub fn rehearsing(self, rehearsal: Rehearsal) -> Self {
        Self { rehearsal: Some(rehearsal), ..self }
    }

    /// Rolls each change back once before it is made.
    pub async fn rolling_back(self) -> Self {
        self.service.stores.servers().expect("files roll nothing back").prepare_to_roll_back().await;
        Self { rolls_back: true, ..self }
    }

    /// Sends a request, whose response must have this status, and records both.
    pub async fn told(&mut self, status: u16, asked: Asked<'_>) -> Value {
        self.answered(status, asked).await.body["data"].clone()
    }

    /// Does the same, and returns the whole response.
    pub async fn answered(&mut self, status: u16, asked: Asked<'_>) -> Answer {
        if let Some(rehearsal) = self.rehearsal.filter(|_| status < 300) {
            let policy = self.policy_of(&asked);
            if rehearsal(self, &asked, policy).await {
                self.rehearsed.insert(policy.operation);
            }
        }
        let servers = self.service.stores.servers().filter(|_| self.rolls_back);
        if let Some(servers) = servers {
            servers.roll_back(true).await;
        }
        let answer = self.sent(&asked).await;
        if let Some(servers) = servers {
            servers.roll_back(false).await;
        }
        assert_eq!(answer.status.as_u16(), status, "{:?}: {}", asked.row, answer.text);
        self.check_first_headers(&asked, &answer).await;
        self.record(&asked, &answer);
        answer
    }

    /// Checks that a request that succeeds for the first time has each described header that depends only on the operation, and
    /// that `Location` leads to an operation of the table, and to an object if it can be read.
    async fn check_first_headers(&self, asked: &Asked<'_>, answer: &Answer) {
        let policy = self.policy_of(asked);
        let path = asked.path();
        let described = described(&policy.method, &path, answer.status);
        if answer.status != policy.success || !answer.header("content-disposition").is_empty() {
            return;
        }
        // These two begin a session only for someone who has none.
        let may_begin_none = ["verify_email", "accept_invitation"].contains(&policy.operation);
        let always =
            ["etag", "location", "clear-site-data"].into_iter().chain((!may_begin_none).then_some("set-cookie"));
        for name in always.filter(|name| described.is_some_and(|described| described.contains_key(*name))) {
            assert_ne!(answer.header(name), "", "{}: {name} is described and was not sent", policy.operation);
        }
        let location = answer.header("location");
        // A redirect leads to the provider or to a page.
        if !location.is_empty() && !policy.redirects {
            let leads_to = |policy: &&&Policy| fits(policy.path, location);
            let known: Vec<_> = self.policies.iter().filter(leads_to).collect();
            assert!(!known.is_empty(), "{}: {location} is no path", policy.operation);
            if known.iter().any(|policy| policy.method == Method::GET) {
                let session = answer.body["data"]["token"].as_str().filter(|token| token.starts_with("st_"));
                let bearer = session.or(asked.bearer).expect("a caller");
                let read = self.service.request(Method::GET, location).bearer_auth(bearer);
                assert_eq!(self.service.answer(read).await.status, 200, "{}: {location}", policy.operation);
            }
        }
    }

    /// Sends a request that must be refused with this status, and records both. Returns the error.
    pub async fn refused(&mut self, status: u16, asked: Asked<'_>) -> Value {
        let answer = self.sent(&asked).await;
        assert_eq!(answer.status.as_u16(), status, "{:?}: {}", asked.row, answer.text);
        self.record(&asked, &answer);
        answer.body["error"].clone()
    }

    /// The recorded examples, by operation.
    pub fn finish(self) -> BTreeMap<String, Value> {
        self.recorded
    }

    /// The paths of `GET` routes that were not visited yet.
    pub fn unvisited_reads(&self) -> Vec<&'static str> {
        let unvisited = self.policies.iter().filter(|policy| !self.recorded.contains_key(policy.operation));
        unvisited.filter(|policy| policy.method == Method::GET).map(|policy| policy.path).collect()
    }

    fn policy_of(&self, asked: &Asked<'_>) -> &'static Policy {
        let (method, path) = &asked.row;
        let policy = self.policies.iter().find(|policy| policy.method == *method && policy.path == *path);
        policy.unwrap_or_else(|| panic!("{method} {path} is no row of the table"))
    }

    /// Sends a request.
    pub async fn sent(&self, asked: &Asked<'_>) -> Answer {
        // Each request has a different time, so that lists have a fixed order.
        self.service.advance(1);
        let path = asked.path();
        let query: Vec<String> = asked.query.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let path = if query.is_empty() { path } else { format!("{path}?{}", query.join("&")) };
        let mut request = self.service.request(asked.row.0.clone(), &path);
        for (name, value) in &asked.headers {
            request = request.header(*name, *value);
        }
        if let Some(bearer) = asked.bearer {
            request = request.bearer_auth(bearer);
        }
        if let Some(body) = &asked.body {
            request = request.json(body);
        }
        if let Some((media_type, text)) = &asked.file {
            request = request.header("content-type", *media_type).body(text.clone());
        }
        self.service.answer(request).await
    }

    fn record(&mut self, asked: &Asked<'_>, answer: &Answer) {
        let operation = self.policy_of(asked).operation;
        let media_type = answer.header("content-type").split(';').next().unwrap_or_default().to_owned();
        let shown = if answer.body.is_null() {
            self.plain_file(&media_type, &answer.text)
        } else {
            self.plain.plain(&answer.body)
        };
        let mut parameters = Map::new();
        for (name, id) in &asked.ids {
            parameters.insert((*name).to_owned(), self.plain.plain_text(id).into());
        }
        // What a provider sends back with a browser differs each time.
        for (name, value) in asked.query.iter().filter(|_| answer.status != StatusCode::FOUND) {
            // Numbers and booleans in a query are numbers and booleans in the document.
            parameters.insert((*name).to_owned(), serde_json::from_str(value).unwrap_or_else(|_| json!(value)));
        }
        let request = match (&asked.body, &asked.file) {
            (Some(body), _) => Some(("application/json", self.plain.plain(body))),
            (None, Some((media_type, text))) => Some((*media_type, self.plain.plain_text(text).into())),
            (None, None) => None,
        };
        let example = self.recorded.entry(operation.to_owned()).or_insert_with(|| json!({ "answers": {} }));
        if !answer.text.is_empty() {
            example["answers"][answer.status.as_str()][media_type] = shown;
        }
        if answer.status.is_success() || answer.status == StatusCode::FOUND {
            if !parameters.is_empty() {
                let known = example["parameters"].take();
                parameters.extend(known.as_object().cloned().unwrap_or_default());
                example["parameters"] = parameters.into();
            }
            // Only the first request of each media type is recorded.
            if let Some((media_type, request)) = request
                && example["requests"].get(media_type).is_none()
            {
                example["requests"][media_type] = request;
            }
        }
    }

    /// The beginning of a file that was downloaded.
    fn plain_file(&mut self, media_type: &str, text: &str) -> Value {
        if media_type == "application/json" {
            let document: Value = serde_json::from_str(text).unwrap();
            return match document.get("openapi") {
                // The example of the document itself contains only a part of it.
                Some(_) => json!({ "openapi": document["openapi"], "info": document["info"] }),
                None => self.plain.plain(&document),
            };
        }
        let lines: Vec<String> = text.lines().take(MAX_LINES).map(|line| self.plain_line(media_type, line)).collect();
        format!("{}\n", lines.join("\n")).into()
    }

    fn plain_line(&mut self, media_type: &str, line: &str) -> String {
        match media_type {
            "application/x-ndjson" => self.plain.plain(&serde_json::from_str(line).unwrap()).to_string(),
            _ => self.plain.plain_text(line),
        }
    }
}
