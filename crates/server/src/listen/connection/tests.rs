//! Tests how often a connection is woken up.

use std::{sync::atomic::AtomicUsize, task::Context};

use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::TcpListener,
};

use super::*;
use crate::listen::{
    connection_slots::{ConnectionBounds, ConnectionSlots, FoundIdle},
    timer::system,
};

/// The number of exchanges on other connections while one connection waits.
const EXCHANGES: usize = 3_000;

/// A task that counts how often it is run.
struct Counting<F> {
    task: Pin<Box<F>>,
    runs: Arc<AtomicUsize>,
}

impl<F: Future> Future for Counting<F> {
    type Output = F::Output;

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<F::Output> {
        self.runs.fetch_add(1, Ordering::SeqCst);
        self.task.as_mut().poll(cx)
    }
}

/// The two ends of one connection.
async fn pair() -> (TcpStream, TcpStream) {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("bound");
    let (client, served) = tokio::join!(TcpStream::connect(address), listener.accept());
    (client.expect("it listens"), served.expect("a client").0)
}

/// A served connection, its signal to stop, and how often its task ran.
async fn served() -> (TcpStream, watch::Sender<bool>, Arc<AtomicUsize>) {
    let (client, stream) = pair().await;
    let places = ConnectionSlots::new(ConnectionBounds::new(1, 0), system());
    let (sign, stop) = watch::channel(false);
    let connection = Connection {
        peer: stream.peer_addr().expect("connected"),
        stream,
        service: tower::service_fn(|_: Request<Body>| async { Ok(Response::new(Body::from("here"))) }),
        refuser: Arc::new(|_, _| Box::pin(async { Response::new(Body::empty()) })),
        end_is_near: stop.clone(),
        timer: system(),
        body_time: Duration::from_secs(60),
        place: places.place(Duration::from_secs(60), &mut FoundIdle::default()).await,
        of_address: places.of_address(std::net::Ipv4Addr::LOCALHOST.into()).expect("no bound"),
        alive: watch::channel(()).1,
    };
    let runs = Arc::new(AtomicUsize::new(0));
    tokio::spawn(Counting { task: Box::pin(connection.serve(stop)), runs: Arc::clone(&runs) });
    (client, sign, runs)
}

/// Exchanges bytes elsewhere, so that time passes and every task can run.
async fn exchange_elsewhere() {
    let (mut one, mut other) = pair().await;
    let mut byte = [0];
    for _ in 0..EXCHANGES {
        one.write_all(&byte).await.expect("it takes");
        other.read_exact(&mut byte).await.expect("it came");
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_connection_is_not_polled_until_more_of_its_bytes_arrive() {
    for begun in [&b""[..], b"G", b"P", b"GET / HTTP/1.1\r\nHo", b"PRI * HTTP/2.0\r\n\r\nSM"] {
        let (mut client, _sign, runs) = served().await;
        while runs.load(Ordering::SeqCst) == 0 {
            tokio::task::yield_now().await;
        }
        client.write_all(begun).await.expect("it takes");
        // Once at its start, and once for the bytes that arrived.
        while runs.load(Ordering::SeqCst) < 1 + usize::from(!begun.is_empty()) {
            tokio::task::yield_now().await;
        }
        exchange_elsewhere().await;
        let seen = runs.load(Ordering::SeqCst);
        assert!(seen <= 2, "{seen} times for {begun:?}");
        exchange_elsewhere().await;
        assert_eq!(runs.load(Ordering::SeqCst), seen);
    }
}

#[tokio::test]
async fn a_connection_that_was_answered_is_not_looked_at_until_it_asks_again() {
    let (mut client, _sign, runs) = served().await;
    for _ in 0..3 {
        client.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.expect("it takes");
        let mut answer = Vec::new();
        while !answer.ends_with(b"here") {
            assert!(client.read_buf(&mut answer).await.expect("an answer") > 0);
        }
        exchange_elsewhere().await;
        let seen = runs.load(Ordering::SeqCst);
        exchange_elsewhere().await;
        assert_eq!(runs.load(Ordering::SeqCst), seen);
    }
}
