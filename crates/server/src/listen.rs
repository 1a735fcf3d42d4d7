//! The network: an accept loop of our own, since it must bound connections, time out slow ones and end in order.
//!
//! Knows nothing of what is served. HTTP/1.1 and HTTP/2 without TLS; TLS is the proxy's work.

mod refused_heads;

use std::{
    convert::Infallible,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    sync::Arc,
    time::Duration,
};

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{HeaderValue, Request, Version, header},
    response::Response,
};
use hyper::body::Incoming;
use hyper_util::{
    rt::{TokioExecutor, TokioIo, TokioTimer},
    server::{
        conn::auto,
        graceful::{GracefulShutdown, Watcher},
    },
};
use metrics::gauge;
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, watch},
};
use tower::Service;
use tower_http::timeout::TimeoutBody;

use self::refused_heads::RefusedHeads;
pub use self::refused_heads::{Refuser, Unreadable};
use crate::{
    connection_places::{AddressPlace, ConnectionBounds, ConnectionPlaces},
    failure::Failure,
};

/// How long a client may take to send the head of a request.
const HEAD_READ_TIMEOUT: Duration = Duration::from_secs(65);
/// How long a client may pause within a body.
const BODY_PAUSE_MOST: Duration = Duration::from_secs(20);
/// How long requests that were taken may run on after the signal to stop. Below the ten seconds that are promised,
/// so that notes can be flushed and stores closed.
const FINISH_TIMEOUT: Duration = Duration::from_secs(7);
/// How long to wait when the system has no file descriptor for a new connection.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);
/// Bytes of a request's head.
const HEAD_BYTES_MOST: usize = 128 * 1024;
/// Requests that one HTTP/2 connection may have open.
const STREAMS_MOST: u32 = 128;
const HTTP2_PING_EVERY: Duration = Duration::from_secs(20);
/// What every HTTP/2 connection without TLS begins with. Source: RFC 9113 §3.4.
const HTTP2_PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// The sign to stop: false until somebody asks for the end.
pub type Stop = watch::Receiver<bool>;

/// The signs of the end: that it is near, so that balancers and clients can go elsewhere, and that it has come.
#[derive(Debug, Clone)]
pub struct Ending {
    /// Answers say that their connection ends with them, and `/readyz` that this server is not for new ones.
    pub near: Stop,
    /// Nothing new is taken.
    pub stop: Stop,
}

/// What a browser on this machine writes for the address.
pub fn reachable(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        return SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), address.port());
    }
    address
}

/// A bound socket.
#[derive(Debug)]
pub struct Listener {
    socket: TcpListener,
    address: SocketAddr,
}

impl Listener {
    /// Binds `address`; port 0 takes a free one.
    pub async fn bind(address: SocketAddr) -> Result<Self, Failure> {
        let refused = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                Failure::failed(format!("{address} is in use by another program; choose another with --listen"))
            }
            _ => Failure::failed(format!("cannot listen on {address}: {error}")),
        };
        let socket = TcpListener::bind(address).await.map_err(refused)?;
        let address = socket.local_addr().map_err(refused)?;
        Ok(Self { socket, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves `service`, which is always ready, until the sign to stop, then finishes what was taken. What cannot be read
    /// as a request is answered by `refuser`. Whether all of it came to its end.
    pub async fn serve<S: Answering>(
        self,
        service: S,
        refuser: Refuser,
        bounds: ConnectionBounds,
        ending: Ending,
    ) -> bool {
        let Ending { near, mut stop } = ending;
        let places = ConnectionPlaces::new(bounds);
        let graceful = GracefulShutdown::new();
        loop {
            let place = tokio::select! {
                biased;
                () = stopped(&mut stop) => break,
                place = places.any() => place,
            };
            let accepted = tokio::select! {
                biased;
                () = stopped(&mut stop) => break,
                accepted = self.socket.accept() => accepted,
            };
            match accepted {
                Ok((stream, peer)) => {
                    // Closed without a word: to read the request first would cost what the bound is to save.
                    let Some(of_address) = places.of_address(peer.ip()) else { continue };
                    let connection = Connection {
                        stream,
                        peer,
                        service: service.clone(),
                        refuser: Arc::clone(&refuser),
                        end_is_near: near.clone(),
                        _places: (place, of_address),
                    };
                    tokio::spawn(connection.serve(graceful.watcher(), stop.clone()));
                }
                Err(error) if is_of_the_client(&error) => {}
                Err(error) => {
                    tracing::warn!(%error, "No connection can be taken for the moment");
                    tokio::time::sleep(ACCEPT_PAUSE).await;
                }
            }
        }
        drop(self.socket);
        tokio::time::timeout(FINISH_TIMEOUT, graceful.shutdown()).await.is_ok()
    }
}

/// Ends when the sign to stop is given, or nobody is left to give it.
pub async fn stopped(stop: &mut Stop) {
    let _ = stop.wait_for(|stopped| *stopped).await;
}

fn is_of_the_client(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// What answers requests: a router, or what chooses among several.
pub trait Answering:
    Service<Request<Body>, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}
impl<S> Answering for S where
    S: Service<Request<Body>, Response = Response, Error = Infallible, Future: Send> + Clone + Send + 'static
{
}

struct Connection<S> {
    stream: TcpStream,
    peer: SocketAddr,
    service: S,
    refuser: Refuser,
    end_is_near: Stop,
    _places: (OwnedSemaphorePermit, AddressPlace),
}

impl<S: Answering> Connection<S> {
    async fn serve(self, watcher: Watcher, mut stop: Stop) {
        let Self { stream, peer, service, refuser, end_is_near, _places } = self;
        // Answers are written whole; waiting to join them with a next one only delays them.
        let _ = stream.set_nodelay(true);
        let version_is_known = tokio::select! {
            // What has come already is looked at, also when the sign to stop came in the same moment.
            biased;
            known = tokio::time::timeout(HEAD_READ_TIMEOUT, wait_for_version(&stream)) => known.unwrap_or(false),
            () = stopped(&mut stop) => false,
        };
        if !version_is_known {
            return;
        }
        let open = gauge!("askline_connections");
        open.increment(1.0);
        let refuse = Arc::clone(&refuser);
        let serve = hyper::service::service_fn(move |request: Request<Incoming>| {
            let refused = (!names_one_host(&request)).then(|| refuse(peer, Unreadable::NoHost));
            let mut request = request.map(|body| Body::new(TimeoutBody::new(BODY_PAUSE_MOST, body)));
            request.extensions_mut().insert(ConnectInfo(peer));
            let has_one_request_at_a_time = request.version() <= Version::HTTP_11;
            let answer = service.clone().call(request);
            let end_is_near = end_is_near.clone();
            async move {
                let mut answer = match refused {
                    Some(refused) => Ok(refused.await),
                    None => answer.await,
                };
                if has_one_request_at_a_time
                    && *end_is_near.borrow()
                    && let Ok(answer) = &mut answer
                {
                    answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
                }
                answer
            }
        });
        let builder = connection_builder();
        let serving =
            builder.serve_connection(RefusedHeads::new(TokioIo::new(stream), peer, refuser), serve).into_owned();
        if let Err(error) = watcher.watch(serving).await {
            tracing::trace!(error, "A connection broke off");
        }
        open.decrement(1.0);
    }
}

/// Whether a request says whose it is. HTTP/1.1 says so in one header (RFC 9112 §3.2); probes of HTTP/1.0 need not, and
/// HTTP/2 has it in the address.
fn names_one_host<B>(request: &Request<B>) -> bool {
    request.version() != Version::HTTP_11 || request.headers().get_all(header::HOST).iter().count() == 1
}

fn connection_builder() -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_READ_TIMEOUT).max_buf_size(HEAD_BYTES_MOST);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_concurrent_streams(STREAMS_MOST)
        .max_header_list_size(HEAD_BYTES_MOST as u32)
        .keep_alive_interval(HTTP2_PING_EVERY)
        .keep_alive_timeout(HEAD_READ_TIMEOUT);
    builder
}

/// Waits until the first bytes tell HTTP/1.1 from HTTP/2: the builder that looks at them has no time limit of its own.
async fn wait_for_version(stream: &TcpStream) -> bool {
    let mut bytes = [0_u8; HTTP2_PREFACE.len()];
    let mut seen_before = 0;
    loop {
        match stream.peek(&mut bytes).await {
            Ok(0) | Err(_) => return false,
            Ok(seen) if seen == bytes.len() || bytes[..seen] != HTTP2_PREFACE[..seen] => return true,
            // The rest of a preface is on its way; `peek` would give the same bytes at once again.
            Ok(seen) => {
                let pause = if seen == seen_before { Duration::from_millis(20) } else { Duration::from_millis(1) };
                seen_before = seen;
                tokio::time::sleep(pause).await;
            }
        }
    }
}
