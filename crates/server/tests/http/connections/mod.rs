//! Connections over real sockets: which stay open, for how long, and which are closed. The test controls the time.

mod frames;
mod idle;
mod places;
mod slow;
mod time;
mod unread;

use std::{
    io::ErrorKind,
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use askline_server::listen::{Answering, Ending, Listener, Refuser, Unreadable, connection_slots::ConnectionBounds};
use axum::{
    Router,
    body::Body,
    response::Response,
    routing::{get, post},
};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    sync::{Semaphore, watch},
};

use self::time::MovedTimer;

const GET: &str = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// The listener of the binary, in front of a service.
pub struct Front {
    pub address: SocketAddr,
    pub timer: Arc<MovedTimer>,
    /// Lets requests of `/held` continue.
    pub held: Arc<Semaphore>,
    begun: Arc<Semaphore>,
    _stop: watch::Sender<bool>,
}

impl Front {
    /// In front of `/`, which responds immediately, `/body`, which reads the body, `/held`, which waits, and `/large`, which
    /// has 64 MiB.
    #[expect(clippy::disallowed_methods, reason = "a front of the test's own, without the API behind it")]
    pub async fn start(bounds: ConnectionBounds) -> Self {
        let (held, begun) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
        let (wait, begin) = (Arc::clone(&held), Arc::clone(&begun));
        let router = Router::new()
            .route("/", get(|| async { "here" }))
            .route("/body", post(|body: axum::body::Bytes| async move { body }))
            .route("/large", get(|| async { vec![b'a'; 64 * 1024 * 1024] }))
            .route(
                "/held",
                get(move || async move {
                    begin.add_permits(1);
                    wait.acquire().await.unwrap().forget();
                    "let go"
                }),
            );
        let refuser: Refuser = Arc::new(|_, _: Unreadable| Box::pin(async { Response::new(Body::empty()) }));
        Self { held, begun, ..Self::before(router, refuser, bounds).await }
    }

    /// In front of this service.
    pub async fn before<S: Answering>(service: S, refuser: Refuser, bounds: ConnectionBounds) -> Self {
        let listener = Listener::bind("127.0.0.1:0".parse().unwrap()).await.unwrap();
        let address = listener.address();
        let timer = Arc::new(MovedTimer::default());
        let listener = listener.timed_by(timer.clone());
        let (sign, stop) = watch::channel(false);
        tokio::spawn(listener.serve(service, refuser, bounds, Ending { near: stop.clone(), stop }));
        let (held, begun) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
        Self { address, timer, held, begun, _stop: sign }
    }

    /// A connection from an address of this machine, such as `127.0.3.1`.
    pub async fn from(&self, from: &str) -> Wire {
        let socket = TcpSocket::new_v4().unwrap();
        // A small buffer, so that the server soon notices that a client does not read.
        socket.set_recv_buffer_size(64 * 1024).unwrap();
        socket.bind(SocketAddr::new(from.parse::<IpAddr>().unwrap(), 0)).unwrap();
        Wire { stream: socket.connect(self.address).await.unwrap(), read: Vec::new() }
    }

    pub async fn connect(&self) -> Wire {
        self.from("127.0.0.1").await
    }

    /// An idle connection that has received one response.
    pub async fn kept_alive(&self) -> Wire {
        let mut wire = self.connect().await;
        assert!(wire.gets_an_answer().await);
        wire
    }

    /// Advances the time a little, so that the next event is later than the previous one.
    pub fn a_moment_later(&self) {
        self.timer.advance(Duration::from_millis(1));
    }

    /// Completes when this many more requests of `/held` are in progress.
    pub async fn begun(&self, requests: u32) {
        self.begun.acquire_many(requests).await.unwrap().forget();
    }
}

/// A connection as its client sees it.
pub struct Wire {
    pub stream: TcpStream,
    read: Vec<u8>,
}

impl Wire {
    pub async fn send(&mut self, bytes: impl AsRef<[u8]>) {
        self.stream.write_all(bytes.as_ref()).await.unwrap();
    }

    /// Returns and removes everything received up to `end`. `None` if the connection ended before.
    pub async fn until(&mut self, end: &[u8]) -> Option<Vec<u8>> {
        loop {
            if let Some(at) = self.read.windows(end.len()).position(|window| window == end) {
                let rest = self.read.split_off(at + end.len());
                return Some(std::mem::replace(&mut self.read, rest));
            }
            if !self.read_more().await {
                return None;
            }
        }
    }

    /// Returns this many bytes; `None` if the connection ended before.
    pub async fn exactly(&mut self, bytes: usize) -> Option<Vec<u8>> {
        while self.read.len() < bytes {
            if !self.read_more().await {
                return None;
            }
        }
        let rest = self.read.split_off(bytes);
        Some(std::mem::replace(&mut self.read, rest))
    }

    async fn read_more(&mut self) -> bool {
        match self.stream.read_buf(&mut self.read).await {
            Ok(read) => read > 0,
            Err(error) if error.kind() == ErrorKind::ConnectionReset => false,
            Err(error) => panic!("{error}"),
        }
    }

    /// Requests `/`; returns whether a response was received.
    pub async fn gets_an_answer(&mut self) -> bool {
        // The connection may be closed before this is sent.
        let _ = self.stream.write_all(GET.as_bytes()).await;
        self.until(b"\r\n\r\nhere").await.is_some()
    }

    /// Completes when the connection has ended.
    pub async fn ended(&mut self) {
        while self.read_more().await {}
    }

    /// Whether nothing was received, not even the end.
    pub fn is_quiet(&self) -> bool {
        let mut byte = [0];
        matches!(self.stream.try_read(&mut byte), Err(error) if error.kind() == ErrorKind::WouldBlock)
    }
}
