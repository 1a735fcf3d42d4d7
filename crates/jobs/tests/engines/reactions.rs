//! Tests what the connector of every engine returns for each reaction.

use askline_domain::engines::{
    Engine,
    answer::{Again, EngineFailureKind as Kind, EngineSource},
};
use askline_stand_in::{ELSEWHERE, Reaction, UNKNOWN_MODEL, Wait};
use jiff::SignedDuration;
use url::Url;

use crate::connectors::{MODEL, access, ask, connector, question, stand_in};

const A: &str = "https://example.org/a";
const NEVER_FOUND: &str = "https://example.org/never-was";
const B: &str = "https://other.example/b?page=2";

/// The expectation: searched, cited, consulted; or a failure.
#[derive(Debug, PartialEq)]
enum Expected {
    Answer(bool, Vec<String>, Vec<String>),
    Failure(Kind, Again),
}

fn every_reaction() -> Vec<Reaction> {
    let urls = || vec![B.to_owned(), A.to_owned()];
    vec![
        Reaction::Cited { urls: urls() },
        Reaction::ConsultedOnly { urls: urls() },
        Reaction::MentionedOnly { text: "example.org is good.".into() },
        Reaction::MentionedOnly { text: "回答は日本語です。example.org は良いサイトです。".into() },
        Reaction::MentionedOnly { text: "example.org is good [7] and better 【9†source】 [web:5].".into() },
        Reaction::MentionedOnly { text: format!("An address that nobody found: {NEVER_FOUND}") },
        Reaction::NoSearch,
        Reaction::DuplicatesWithTracking,
        Reaction::Unicode,
        Reaction::UnknownItems,
        Reaction::RetiredShape { urls: urls() },
        Reaction::PauseTurn { times: 1 },
        Reaction::PauseTurn { times: 3 },
        Reaction::PauseTurn { times: 4 },
        Reaction::DeadRedirects { urls: vec![A.into()] },
        Reaction::HangingRedirects { urls: vec![A.into()] },
        Reaction::FailureInside200,
        Reaction::ErrorBody200,
        Reaction::Cancelled,
        Reaction::SearchFailed,
        Reaction::Incomplete,
        Reaction::Refusal,
        Reaction::BlockedPrompt,
        Reaction::Silence,
        Reaction::BadKey,
        Reaction::OutOfCredit,
        Reaction::Forbidden,
        Reaction::RateLimited { wait: Wait::Unsaid },
        Reaction::RateLimited { wait: Wait::Seconds(20) },
        Reaction::RateLimited { wait: Wait::Date(30) },
        Reaction::RateLimited { wait: Wait::Milliseconds(1_500) },
        Reaction::DailyQuota,
        Reaction::ServerError,
        Reaction::Overloaded,
        Reaction::Hang,
        Reaction::Stall,
        Reaction::Redirected,
        Reaction::BreakOff,
        Reaction::TruncatedJson,
        Reaction::HtmlPage,
        Reaction::ProxyError,
        Reaction::Huge,
    ]
}

/// The expectation for each reaction, the same for all engines with one exception: that is the purpose of the common form.
fn expected(reaction: &Reaction) -> Expected {
    use Again::{After, Later, Never};
    let answer = |cited: &[&str], consulted: &[&str]| {
        let owned = |urls: &[&str]| urls.iter().map(|url| (*url).to_owned()).collect();
        Expected::Answer(true, owned(cited), owned(consulted))
    };
    match reaction {
        Reaction::Cited { .. } | Reaction::RetiredShape { .. } => answer(&[B, A], &[B, A, ELSEWHERE]),
        Reaction::ConsultedOnly { .. } => answer(&[], &[B, A]),
        // An address that no search found is still a link of the text, but not a source.
        Reaction::MentionedOnly { text } if text.contains(NEVER_FOUND) => answer(&[NEVER_FOUND], &[ELSEWHERE]),
        // Also in another language, and with markers without a source.
        Reaction::MentionedOnly { .. } => answer(&[], &[ELSEWHERE]),
        Reaction::NoSearch => Expected::Answer(false, vec![], vec![]),
        Reaction::DuplicatesWithTracking => {
            let (a, b) = ("https://example.org/a?utm_source=openai", "https://example.org/b?utm_source=openai");
            answer(&[a, b], &[a, ELSEWHERE, b])
        }
        Reaction::Unicode => {
            let urls = ["https://example.org/häuser", "https://example.org/b", "https://example.org/c"];
            answer(&urls, &[urls[0], urls[1], urls[2], ELSEWHERE])
        }
        Reaction::UnknownItems => answer(&[A], &[A, ELSEWHERE]),
        Reaction::PauseTurn { times: 4.. } => Expected::Failure(Kind::Declined, Later),
        Reaction::PauseTurn { .. } => answer(&[A], &[A, ELSEWHERE]),
        Reaction::DeadRedirects { .. } | Reaction::HangingRedirects { .. } => {
            answer(&["https://example.org/"], &["https://example.org/", "https://elsewhere.example/"])
        }
        Reaction::SearchFailed => Expected::Failure(Kind::SearchFailed, Later),
        Reaction::Incomplete | Reaction::Refusal | Reaction::BlockedPrompt => Expected::Failure(Kind::Declined, Never),
        Reaction::Silence => Expected::Failure(Kind::Declined, Later),
        Reaction::BadKey => Expected::Failure(Kind::BadKey, Never),
        Reaction::OutOfCredit | Reaction::DailyQuota => Expected::Failure(Kind::OutOfCredit, Never),
        Reaction::Forbidden => Expected::Failure(Kind::Forbidden, Never),
        Reaction::RateLimited { wait: Wait::Unsaid } => Expected::Failure(Kind::RateLimited, Later),
        Reaction::RateLimited { wait: Wait::Seconds(seconds) | Wait::Date(seconds) } => {
            Expected::Failure(Kind::RateLimited, After(SignedDuration::from_secs(i64::from(*seconds))))
        }
        Reaction::RateLimited { wait: Wait::Milliseconds(span) } => {
            Expected::Failure(Kind::RateLimited, After(SignedDuration::from_millis(i64::from(*span))))
        }
        Reaction::FailureInside200
        | Reaction::ErrorBody200
        | Reaction::Cancelled
        | Reaction::ServerError
        | Reaction::Overloaded
        | Reaction::ProxyError => Expected::Failure(Kind::EngineFailed, Later),
        Reaction::Hang | Reaction::Stall => Expected::Failure(Kind::TimedOut, Later),
        Reaction::BreakOff => Expected::Failure(Kind::ConnectionFailed, Later),
        Reaction::TruncatedJson | Reaction::HtmlPage => Expected::Failure(Kind::Unreadable, Later),
        // A request with a key does not follow redirects.
        Reaction::Redirected => Expected::Failure(Kind::Unreadable, Never),
        Reaction::Huge => Expected::Failure(Kind::TooLarge, Never),
    }
}

/// Addresses as the URL parser writes them, because a redirect returns them percent-encoded.
fn written_alike(expected: Expected) -> Expected {
    let alike = |urls: Vec<String>| urls.iter().map(|url| Url::parse(url).expect("an address").to_string()).collect();
    match expected {
        Expected::Answer(searched, cited, consulted) => Expected::Answer(searched, alike(cited), alike(consulted)),
        failure => failure,
    }
}

fn urls(sources: &[EngineSource]) -> Vec<String> {
    sources.iter().map(|source| source.url.clone()).collect()
}

async fn check_every_reaction(engine: Engine) {
    for reaction in every_reaction().into_iter().filter(|reaction| reaction.is_of(engine)) {
        let stand_in = stand_in().await;
        let got = match ask(&stand_in, engine, &reaction).await {
            Ok(answer) => {
                assert!(answer.model.starts_with(MODEL) && answer.model.len() > MODEL.len(), "{}", answer.model);
                // The retired shape does not contain the queries.
                let tells_queries = answer.searched && !matches!(reaction, Reaction::RetiredShape { .. });
                assert!(!answer.text.is_empty() && answer.queries.is_empty() != tells_queries, "{answer:?}");
                serde_json::from_str::<serde_json::Value>(&answer.raw).expect("what is kept is JSON");
                let is_lost = matches!(reaction, Reaction::DeadRedirects { .. } | Reaction::HangingRedirects { .. });
                let mut sources = answer.cited.iter().chain(&answer.consulted);
                assert!(sources.all(|source| source.page_known != is_lost), "{engine} {reaction:?}: {answer:?}");
                Expected::Answer(answer.searched, urls(&answer.cited), urls(&answer.consulted))
            }
            Err(failure) => {
                assert!(failure.message.ends_with('.') && !failure.message.contains('\n'), "{}", failure.message);
                Expected::Failure(failure.kind, failure.again)
            }
        };
        let expected = match (engine, &reaction) {
            // Its text has a marker, and no list of sources arrived.
            (Engine::Perplexity, Reaction::NoSearch) => Expected::Failure(Kind::Unreadable, Again::Later),
            // Its 403 means a missing, wrong or unauthorized key.
            (Engine::Perplexity, Reaction::Forbidden) => Expected::Failure(Kind::BadKey, Again::Never),
            _ => expected(&reaction),
        };
        assert_eq!(written_alike(got), written_alike(expected), "{engine} {reaction:?}");
    }
}

#[tokio::test]
async fn openai_is_understood_whatever_it_does() {
    check_every_reaction(Engine::OpenAi).await;
}

#[tokio::test]
async fn anthropic_is_understood_whatever_it_does() {
    check_every_reaction(Engine::Anthropic).await;
}

#[tokio::test]
async fn perplexity_is_understood_whatever_it_does() {
    check_every_reaction(Engine::Perplexity).await;
}

#[tokio::test]
async fn xai_is_understood_whatever_it_does() {
    check_every_reaction(Engine::Xai).await;
}

#[tokio::test]
async fn gemini_is_understood_whatever_it_does() {
    check_every_reaction(Engine::Gemini).await;
}

#[tokio::test]
async fn a_thought_is_no_part_of_the_text() {
    let stand_in = stand_in().await;
    let said = Reaction::MentionedOnly { text: "example.org is good.".into() };
    let answer = ask(&stand_in, Engine::Gemini, &said).await.expect("an answer");
    assert_eq!(answer.text, "example.org is good.");
}

#[tokio::test]
async fn a_model_that_is_unknown_is_a_bad_request() {
    let stand_in = stand_in().await;
    for engine in Engine::EVERY {
        let mut access = access(&stand_in, engine);
        access.model = UNKNOWN_MODEL.into();
        let failure = connector(&access).ask(&question()).await.expect_err("refused");
        assert_eq!((failure.kind, failure.again), (Kind::BadRequest, Again::Never), "{engine}");
    }
}

#[tokio::test]
async fn an_engine_that_is_not_there_is_a_connection_that_failed() {
    let stand_in = stand_in().await;
    let mut gone = access(&stand_in, Engine::OpenAi);
    let port = std::net::TcpListener::bind("127.0.0.1:0").expect("a port").local_addr().expect("bound").port();
    gone.base_url = format!("http://127.0.0.1:{port}/v1").parse().expect("an address");
    let failure = connector(&gone).ask(&question()).await.expect_err("nothing is there");
    assert_eq!((failure.kind, failure.again), (Kind::ConnectionFailed, Again::Later));
    assert_eq!(failure.raw, None);
}
