//! Stand-ins for the outside of a generation: a customer's site, and a model.

use std::{
    collections::{BTreeMap, VecDeque},
    convert::Infallible,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::{Body, Bytes, to_bytes},
    extract::Request,
    http::{HeaderMap, Response, header::CONTENT_TYPE},
};
use futures_util::stream;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use serde_json::{Value, json};

/// A resolver that knows only this host name, with its address and port.
pub struct OneHost(pub &'static str, pub SocketAddr);

impl Resolve for OneHost {
    fn resolve(&self, name: Name) -> Resolving {
        let found = (name.as_str() == self.0).then_some(self.1);
        Box::pin(async move {
            let found = found.ok_or("no such name")?;
            Ok(Box::new(std::iter::once(found)) as Addrs)
        })
    }
}

/// How a page responds.
#[derive(Debug, Clone)]
pub enum Reaction {
    /// With this media type and body.
    Body(&'static str, Vec<u8>),
    /// With an `X-Robots-Tag` header and this page.
    Robots(&'static str, String),
    /// With an `ETag` and this page, or 304 to who knows the tag.
    Tagged(&'static str, String),
    /// With a status and nothing else.
    Status(u16),
    /// With a redirect.
    Redirect(String),
    /// With this many megabytes, one after another.
    Stream(usize),
}

/// A customer's site.
pub struct Site {
    pub address: SocketAddr,
    pages: Arc<Mutex<BTreeMap<String, Reaction>>>,
    asked: Arc<Mutex<Vec<(String, String)>>>,
}

impl Site {
    /// A site with these pages, and a sitemap of them.
    pub async fn with_pages(pages: &[(&str, String)]) -> Self {
        let site = Self::empty().await;
        let mut list = String::from("<?xml version=\"1.0\"?><urlset>");
        for (path, html) in pages {
            site.page(path, html);
            list += &format!("<url><loc>http://example.com{path}</loc></url>");
        }
        site.at("/sitemap.xml", Reaction::Body("application/xml", (list + "</urlset>").into_bytes()));
        site
    }

    /// A site that responds with 404 to everything.
    pub async fn empty() -> Self {
        let (pages, asked) = (Arc::<Mutex<BTreeMap<String, Reaction>>>::default(), Arc::<Mutex<Vec<_>>>::default());
        let (there, noted) = (pages.clone(), asked.clone());
        let router = Router::new().fallback(move |request: Request| {
            let path = request.uri().path_and_query().unwrap().to_string();
            let agent = request.headers()["user-agent"].to_str().unwrap().to_owned();
            noted.lock().unwrap().push((path.clone(), agent));
            let reaction = there.lock().unwrap().get(&path).cloned();
            let known = request.headers().get("if-none-match").cloned();
            let is_known = |tag: &str| known.is_some_and(|known| known == tag);
            let reaction = match reaction {
                Some(Reaction::Tagged(tag, _)) if is_known(tag) => Some(Reaction::Status(304)),
                other => other,
            };
            async move { answer(reaction.unwrap_or(Reaction::Status(404))) }
        });
        Self { address: serve(router).await, pages, asked }
    }

    pub fn at(&self, path: &str, reaction: Reaction) -> &Self {
        self.pages.lock().unwrap().insert(path.to_owned(), reaction);
        self
    }

    pub fn page(&self, path: &str, html: &str) -> &Self {
        self.at(path, Reaction::Body("text/html; charset=utf-8", html.as_bytes().to_vec()))
    }

    pub fn robots(&self, text: &str) -> &Self {
        self.at("/robots.txt", Reaction::Body("text/plain", text.as_bytes().to_vec()))
    }

    /// The paths that were requested, in order.
    pub fn asked(&self) -> Vec<String> {
        self.asked.lock().unwrap().iter().map(|(path, _)| path.clone()).collect()
    }

    /// The user agents of these requests.
    pub fn agents(&self) -> Vec<String> {
        self.asked.lock().unwrap().iter().map(|(_, agent)| agent.clone()).collect()
    }
}

fn answer(reaction: Reaction) -> Response<Body> {
    let response = Response::builder();
    match reaction {
        Reaction::Body(media_type, body) => response.header(CONTENT_TYPE, media_type).body(Body::from(body)),
        Reaction::Robots(tag, html) => {
            response.header(CONTENT_TYPE, "text/html").header("x-robots-tag", tag).body(Body::from(html))
        }
        Reaction::Tagged(tag, html) => {
            response.header(CONTENT_TYPE, "text/html").header("etag", tag).body(Body::from(html))
        }
        Reaction::Status(status) => response.status(status).body(Body::empty()),
        Reaction::Redirect(to) => response.status(302).header("location", to).body(Body::empty()),
        Reaction::Stream(megabytes) => {
            let chunk = Bytes::from(vec![b'x'; 1 << 20]);
            let chunks = stream::iter((0..megabytes).map(move |_| Ok::<_, Infallible>(chunk.clone())));
            response.header(CONTENT_TYPE, "text/html").body(Body::from_stream(chunks))
        }
    }
    .unwrap()
}

async fn serve(router: Router) -> SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    address
}

/// How a model responds.
#[derive(Debug, Clone)]
pub enum Says {
    /// With this content of its message.
    Content(String),
    /// With its usual content, in which the first text is replaced with the second.
    Instead(String, String),
    /// With a status, a header and a body.
    Status(u16, Option<(&'static str, &'static str)>, String),
    /// With this many megabytes.
    Megabytes(usize),
    /// Not at all.
    Nothing,
}

/// A model, and the requests that it received.
pub struct ModelServer {
    pub base_url: String,
    for_sites: Arc<Asked>,
    for_pages: Arc<Asked>,
}

/// The planned responses, and the received requests.
#[derive(Default)]
struct Asked {
    planned: Mutex<VecDeque<Says>>,
    asked: Mutex<Vec<(HeaderMap, Value)>>,
}

/// The content of a good model's message: one prompt of each kind, and a question.
pub fn good_answer() -> String {
    let prompt =
        |kind: &str| json!({ "kind": kind, "text": format!("Read {{{{url}}}} and write the {kind} of it for me.") });
    let prompts: Vec<Value> = ["summary", "question", "explain", "compare"].into_iter().map(prompt).collect();
    json!({ "prompts": prompts, "questions": ["How do I choose the right boots for the hike?"] }).to_string()
}

/// The pages in a request.
pub fn pages_told(body: &Value) -> Vec<Value> {
    let told = body["messages"][1]["content"].as_str().unwrap();
    let facts: Value = serde_json::from_str(told.trim_start_matches("<facts>").trim_end_matches("</facts>")).unwrap();
    facts["pages"].as_array().unwrap().clone()
}

/// The content of a good model's message about these pages.
pub fn good_texts(pages: &[Value]) -> String {
    let texts = |page: &Value| {
        let question = format!("What should I know of the {} before I go on with it?", page["title"].as_str().unwrap());
        json!({ "page": page["page"], "questions": [question], "text": "Look closely at what it is made of and how it is to be used." })
    };
    json!({ "pages": pages.iter().map(texts).collect::<Vec<_>>() }).to_string()
}

impl ModelServer {
    /// A model that responds well unless another response is planned.
    pub async fn start() -> Self {
        let (for_sites, for_pages) = (Arc::<Asked>::default(), Arc::<Asked>::default());
        let (sites, pages) = (for_sites.clone(), for_pages.clone());
        let router = Router::new().fallback(move |request: Request| {
            let (sites, pages) = (sites.clone(), pages.clone());
            async move {
                assert_eq!(request.uri().path(), "/v1/chat/completions");
                let (parts, body) = request.into_parts();
                let body: Value = serde_json::from_slice(&to_bytes(body, 1 << 20).await.unwrap()).unwrap();
                let is_for_pages = body["messages"][0]["content"].as_str().unwrap().contains("For each page");
                let usual = if is_for_pages { good_texts(&pages_told(&body)) } else { good_answer() };
                let which = if is_for_pages { pages } else { sites };
                which.asked.lock().unwrap().push((parts.headers, body));
                let says = which.planned.lock().unwrap().pop_front();
                say(match says {
                    None => Says::Content(usual),
                    Some(Says::Instead(of, this)) => Says::Content(usual.replace(&of, &this)),
                    Some(says) => says,
                })
                .await
            }
        });
        let base_url = format!("http://{}/v1/", serve(router).await);
        Self { base_url, for_sites, for_pages }
    }

    /// Plans the response to the next request about a whole site that has no plan yet.
    pub fn next(&self, says: Says) -> &Self {
        self.for_sites.planned.lock().unwrap().push_back(says);
        self
    }

    /// Plans the response to the next request about single pages that has no plan yet.
    pub fn next_of_pages(&self, says: Says) -> &Self {
        self.for_pages.planned.lock().unwrap().push_back(says);
        self
    }

    /// The received requests about whole sites.
    pub fn asked(&self) -> Vec<(HeaderMap, Value)> {
        self.for_sites.asked.lock().unwrap().clone()
    }

    /// The received requests about single pages.
    pub fn asked_of_pages(&self) -> Vec<Value> {
        self.for_pages.asked.lock().unwrap().iter().map(|(_, body)| body.clone()).collect()
    }
}

async fn say(says: Says) -> Response<Body> {
    let response = Response::builder().header(CONTENT_TYPE, "application/json");
    match says {
        Says::Content(content) | Says::Instead(content, _) => {
            let message = json!({ "role": "assistant", "content": content });
            let body = json!({ "object": "chat.completion", "choices": [{ "index": 0, "message": message, "finish_reason": "stop" }] });
            response.body(Body::from(body.to_string()))
        }
        Says::Status(status, header, body) => {
            let response = header.into_iter().fold(response.status(status), |r, (name, value)| r.header(name, value));
            response.body(Body::from(body))
        }
        Says::Megabytes(megabytes) => response.body(Body::from(vec![b' '; megabytes << 20])),
        Says::Nothing => std::future::pending().await,
    }
    .unwrap()
}
