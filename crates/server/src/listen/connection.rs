//! Serves one connection, from its first byte to its end.
//!
//! Its task sleeps until bytes arrive, a response continues, a timeout ends, or it is told to end. It never polls.

use std::{
    convert::Infallible,
    future::poll_fn,
    net::SocketAddr,
    pin::{Pin, pin},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    task::Poll,
    time::Duration,
};

use axum::{
    body::Body,
    extract::ConnectInfo,
    http::{HeaderValue, Request, Version, header},
    response::Response,
};
use hyper::{body::Incoming, service::service_fn};
use hyper_util::{
    rt::{TokioExecutor, TokioIo},
    server::{conn::auto, graceful::GracefulConnection},
};
use metrics::{counter, gauge};
use tokio::{net::TcpStream, sync::watch};

use super::{
    answering::Answering,
    bodies::{AnswerBody, RequestBody},
    connection_activity::{ConnectionActivity, Verdict, Why},
    ending::{Stop, stopped},
    lingering_close::{LingeringClose, UnreadBytes},
    refused_heads::{RefusedHeads, Refuser, Unreadable},
    timer::SharedTimer,
    watched_io::WatchedIo,
};
use crate::listen::connection_slots::{AddressSlot, Slot};

/// The maximum size of a request head in bytes.
const MAX_HEAD_BYTES: usize = 128 * 1024;
/// The maximum number of open requests on one HTTP/2 connection.
const MAX_STREAMS: u32 = 128;

/// An accepted connection.
pub(super) struct Connection<S> {
    pub(super) stream: TcpStream,
    pub(super) peer: SocketAddr,
    pub(super) service: S,
    pub(super) refuser: Refuser,
    pub(super) end_is_near: Stop,
    pub(super) timer: SharedTimer,
    /// How long the body of a request may take.
    pub(super) body_time: Duration,
    pub(super) place: Slot,
    pub(super) of_address: AddressSlot,
    /// Dropped when the connection has ended, which the listener waits for.
    pub(super) alive: watch::Receiver<()>,
}

impl<S: Answering> Connection<S> {
    /// Serves the connection until either side ends it or, after the signal to stop, the accepted requests are finished.
    pub(super) async fn serve(self, stop: Stop) {
        let Self { stream, peer, service, refuser, end_is_near, timer, body_time, place, of_address, alive } = self;
        // Responses are written whole; waiting to combine them with the next one would only delay them.
        let _ = stream.set_nodelay(true);
        let open = gauge!("askline_connections");
        open.increment(1.0);
        let turn = Arc::clone(place.turn());
        let is_http2 = Arc::new(AtomicBool::new(false));
        let unread = UnreadBytes::default();
        let answering = OneConnection {
            peer,
            service,
            refuser: Arc::clone(&refuser),
            end_is_near,
            turn: Arc::clone(&turn),
            timer: timer.clone(),
            body_time,
            is_http2: Arc::clone(&is_http2),
            unread: unread.clone(),
        };
        let serve = service_fn(move |request| answering.answer(request));
        let io = LingeringClose::new(WatchedIo::new(TokioIo::new(stream), Arc::clone(&turn)), unread);
        let builder = connection_builder();
        let serving = builder.serve_connection(RefusedHeads::new(io, peer, refuser), serve);
        watch_over(pin!(serving), &turn, &timer, &is_http2, stop).await;
        open.decrement(1.0);
        drop((place, of_address, alive));
    }
}

fn connection_builder() -> auto::Builder<TokioExecutor> {
    let mut builder = auto::Builder::new(TokioExecutor::new());
    // The timeout of idle connections also applies to heads.
    builder.http1().header_read_timeout(None).max_buf_size(MAX_HEAD_BYTES);
    builder.http2().max_concurrent_streams(MAX_STREAMS).max_header_list_size(MAX_HEAD_BYTES as u32);
    builder
}

/// Drives a connection to its end.
async fn watch_over<C: GracefulConnection<Error: std::fmt::Debug>>(
    mut serving: Pin<&mut C>,
    turn: &ConnectionActivity,
    timer: &SharedTimer,
    is_http2: &AtomicBool,
    mut stop: Stop,
) {
    let mut is_stopping = false;
    let mut look_at = None;
    let mut alarm = timer.sleep_until(timer.now());
    loop {
        if turn.is_told() && is_served_now(serving.as_mut()).await {
            return;
        }
        let why = match turn.verdict() {
            Verdict::GoesOn(at) => {
                if at != look_at {
                    look_at = at;
                    timer.reset(&mut alarm, at.unwrap_or_else(|| timer.now()));
                }
                tokio::select! {
                    // Bytes that have arrived are handled even if the signal to stop comes at the same moment.
                    biased;
                    served = &mut serving => {
                        if let Err(error) = served {
                            tracing::trace!(?error, "A connection broke off");
                        }
                        return;
                    }
                    () = turn.told() => {}
                    () = &mut alarm, if look_at.is_some() => {}
                    () = stopped(&mut stop), if !is_stopping => {
                        is_stopping = true;
                        serving.as_mut().graceful_shutdown();
                    }
                }
                continue;
            }
            Verdict::Ends(why) => why,
        };
        let is_http2 = is_http2.load(Ordering::Relaxed);
        if is_http2 && why != Why::Slow {
            // Tells the client that no new requests are accepted here.
            serving.as_mut().graceful_shutdown();
            if why == Why::Idle && turn.say_goodbye() {
                is_stopping = true;
                continue;
            }
            is_served_now(serving.as_mut()).await;
        }
        counter!("askline_connections_ended_total", "reason" => why.label()).increment(1);
        return;
    }
}

/// Handles what has arrived, without waiting for more. Returns whether the connection has ended.
async fn is_served_now<C: GracefulConnection<Error: std::fmt::Debug>>(mut serving: Pin<&mut C>) -> bool {
    poll_fn(|cx| Poll::Ready(serving.as_mut().poll(cx).is_ready())).await
}

/// Answers the requests of one connection.
struct OneConnection<S> {
    peer: SocketAddr,
    service: S,
    refuser: Refuser,
    end_is_near: Stop,
    turn: Arc<ConnectionActivity>,
    timer: SharedTimer,
    body_time: Duration,
    is_http2: Arc<AtomicBool>,
    unread: UnreadBytes,
}

impl<S: Answering> OneConnection<S> {
    fn answer(
        &self,
        request: Request<Incoming>,
    ) -> impl Future<Output = Result<Response<AnswerBody>, Infallible>> + use<S> {
        let work = self.turn.begin_request();
        let refused = (!names_one_host(&request)).then(|| (self.refuser)(self.peer, Unreadable::NoHost));
        let has_one_request_at_a_time = request.version() <= Version::HTTP_11;
        if !has_one_request_at_a_time {
            self.is_http2.store(true, Ordering::Relaxed);
        }
        let mut request = request.map(|body| {
            let (turn, unread) = (Arc::clone(&self.turn), self.unread.clone());
            Body::new(RequestBody::new(body, turn, self.timer.clone(), self.body_time, unread))
        });
        request.extensions_mut().insert(ConnectInfo(self.peer));
        let answer = self.service.clone().call(request);
        let end_is_near = self.end_is_near.clone();
        async move {
            let mut answer = match refused {
                Some(refused) => refused.await,
                None => answer.await?,
            };
            if has_one_request_at_a_time && *end_is_near.borrow() {
                answer.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
            }
            Ok(answer.map(|body| AnswerBody::new(body, work)))
        }
    }
}

/// Whether a request names exactly one host. HTTP/1.1 requires one header for it (RFC 9112 §3.2); HTTP/1.0 probes need
/// none, and HTTP/2 has the host in the URI.
fn names_one_host<B>(request: &Request<B>) -> bool {
    request.version() != Version::HTTP_11 || request.headers().get_all(header::HOST).iter().count() == 1
}

#[cfg(test)]
mod tests;
