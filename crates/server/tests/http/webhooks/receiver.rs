//! A local receiver of webhooks. It stores the messages that it gets, and answers as the test says.

use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    http::{HeaderMap, Response},
};

/// How the receiver answers one message.
#[derive(Debug, Clone)]
pub enum Reaction {
    /// With a status and these headers.
    Answer(u16, Vec<(&'static str, String)>),
    /// With 200 and a body of this many bytes.
    Talk(usize),
    /// Not at all.
    Hang,
}

/// A message as it arrived.
#[derive(Debug, Clone)]
pub struct Received {
    pub headers: HeaderMap,
    pub body: String,
}

impl Received {
    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).unwrap_or_else(|| panic!("{name} is missing")).to_str().unwrap()
    }
}

/// A running receiver, which answers 200 unless the test plans something else.
pub struct Receiver {
    pub url: String,
    received: Arc<Mutex<Vec<Received>>>,
    reactions: Arc<Mutex<VecDeque<Reaction>>>,
}

impl Receiver {
    pub async fn start() -> Self {
        let (received, reactions) =
            (Arc::<Mutex<Vec<Received>>>::default(), Arc::<Mutex<VecDeque<Reaction>>>::default());
        let (kept, told) = (received.clone(), reactions.clone());
        let router = Router::new().fallback(move |request: Request| {
            let (kept, told) = (kept.clone(), told.clone());
            async move {
                let (parts, body) = request.into_parts();
                let body = String::from_utf8(to_bytes(body, 1 << 20).await.unwrap().to_vec()).unwrap();
                kept.lock().unwrap().push(Received { headers: parts.headers, body });
                let reaction = told.lock().unwrap().pop_front();
                answer(reaction.unwrap_or(Reaction::Answer(200, vec![]))).await
            }
        });
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address: SocketAddr = listener.local_addr().unwrap();
        tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self { url: format!("http://{address}/hooks"), received, reactions }
    }

    /// Plans the answer to the next message that has no plan yet.
    pub fn next(&self, reaction: Reaction) -> &Self {
        self.reactions.lock().unwrap().push_back(reaction);
        self
    }

    /// Plans this status for the next messages.
    pub fn next_times(&self, times: usize, status: u16) -> &Self {
        for _ in 0..times {
            self.next(Reaction::Answer(status, vec![]));
        }
        self
    }

    /// The messages that arrived so far.
    pub fn received(&self) -> Vec<Received> {
        self.received.lock().unwrap().clone()
    }
}

async fn answer(reaction: Reaction) -> Response<Body> {
    match reaction {
        Reaction::Answer(status, headers) => {
            let mut response = Response::builder().status(status);
            for (name, value) in headers {
                response = response.header(name, value);
            }
            response.body(Body::from("taken\u{1}")).unwrap()
        }
        Reaction::Talk(bytes) => Response::new(Body::from("x".repeat(bytes))),
        Reaction::Hang => std::future::pending().await,
    }
}
