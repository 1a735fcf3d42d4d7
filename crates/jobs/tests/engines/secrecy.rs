//! Tests that no URL, body, message or stored answer contains the operator's key. This holds even if an engine repeats
//! the key.

use std::{
    io::Write,
    sync::{Arc, Mutex},
};

use askline_domain::{
    engines::{
        Engine,
        answer::{EngineFailureKind as Kind, EngineQuestion},
    },
    identity::secret::Secret,
};
use askline_jobs::engines::{MAX_RAW_BYTES, access::NotConnected, connect};
use askline_stand_in::{Reaction, Wait, key_of};

use crate::connectors::{access, ask, connector, question, stand_in};

#[tokio::test]
async fn a_key_that_an_engine_repeats_is_taken_out() {
    let stand_in = stand_in().await;
    for engine in Engine::EVERY {
        let failure = ask(&stand_in, engine, &Reaction::BadKey).await.expect_err("refused");
        assert!(!format!("{failure:?}").contains(key_of(engine)), "{failure:?}");
        assert!(failure.raw.expect("a body came").contains("[key]"), "{engine}");
        let said = Reaction::MentionedOnly { text: format!("Your key is {}.", key_of(engine)) };
        let answer = ask(&stand_in, engine, &said).await.expect("an answer");
        assert!(!format!("{answer:?}").contains(key_of(engine)) && answer.text.contains("[key]"), "{answer:?}");
    }
}

#[tokio::test]
async fn engine_key_is_sent_in_one_header_and_only_to_its_own_engine() {
    let stand_in = stand_in().await;
    for engine in Engine::EVERY {
        let asked = EngineQuestion { region: Some("FR".into()), language: Some("fr".into()), ..question() };
        connector(&access(&stand_in, engine)).ask(&asked).await.expect("an answer");
    }
    for request in stand_in.received() {
        for engine in Engine::EVERY {
            let key = key_of(engine);
            assert!(!request.path.contains(key) && !request.body.to_string().contains(key), "{request:?}");
            let headers = request.headers.iter().filter(|(_, value)| value.contains(key)).count();
            assert_eq!(headers, usize::from(request.engine == Some(engine)), "{request:?}");
        }
    }
}

/// The log of this thread.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<u8>>>);

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().expect("nobody panics with it").extend_from_slice(bytes);
        Ok(bytes.len())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[tokio::test]
async fn no_key_is_logged_at_the_finest_level() {
    let stand_in = stand_in().await;
    let log = Log::default();
    let writer = log.clone();
    let subscriber =
        tracing_subscriber::fmt().with_max_level(tracing::Level::TRACE).with_writer(move || writer.clone()).finish();
    let _logging = tracing::subscriber::set_default(subscriber);
    tracing::trace!("asking");
    for engine in Engine::EVERY {
        ask(&stand_in, engine, &Reaction::default()).await.expect("an answer");
        ask(&stand_in, engine, &Reaction::BadKey).await.expect_err("refused");
    }
    let text = String::from_utf8(log.0.lock().expect("nobody panics with it").clone()).expect("a text");
    assert!(text.contains("asking"));
    for engine in Engine::EVERY {
        assert!(!text.contains(key_of(engine)), "{text}");
    }
}

#[tokio::test]
async fn wrong_key_is_reported_as_a_bad_key_by_every_engine_and_is_not_shown() {
    let stand_in = stand_in().await;
    for engine in Engine::EVERY {
        let mut access = access(&stand_in, engine);
        access.api_key = Secret::new("a-wrong-key-0123456789");
        let failure = connector(&access).ask(&question()).await.expect_err("refused");
        assert_eq!(failure.kind, Kind::BadKey, "{engine}");
        assert!(!format!("{failure:?} {access:?}").contains("a-wrong-key-0123456789"), "{failure:?}");
    }
}

#[tokio::test]
async fn a_message_repeats_no_sentence_of_an_engine() {
    let stand_in = stand_in().await;
    let limited = Reaction::RateLimited { wait: Wait::Unsaid };
    let failure = ask(&stand_in, Engine::OpenAi, &limited).await.expect_err("refused");
    assert_eq!(failure.message, "OpenAI has had too many requests (HTTP 429, rate_limit_exceeded, requests).");
    assert!(failure.raw.expect("a body came").contains("org-1"));
}

#[tokio::test]
async fn what_cannot_be_a_key_or_an_address_makes_no_connector() {
    let stand_in = stand_in().await;
    for engine in Engine::EVERY {
        for key in ["", "short", "with a space in it", "with\nline break", "häuser-häuser"] {
            let mut access = access(&stand_in, engine);
            access.api_key = Secret::new(key);
            assert_eq!(connect(&access).err(), Some(NotConnected::Key), "{key}");
        }
        let mut access = access(&stand_in, engine);
        access.base_url = "mailto:somebody@example.org".parse().expect("an address");
        assert_eq!(connect(&access).err(), Some(NotConnected::Address));
    }
}

#[tokio::test]
async fn a_long_answer_is_kept_within_bounds_and_stays_json() {
    let stand_in = stand_in().await;
    for engine in Engine::EVERY {
        let said = Reaction::MentionedOnly { text: "ä\"".repeat(200_000) };
        let answer = ask(&stand_in, engine, &said).await.expect("an answer");
        assert!(answer.raw.len() <= MAX_RAW_BYTES && answer.text.len() <= MAX_RAW_BYTES, "{engine}");
        serde_json::from_str::<serde_json::Value>(&answer.raw).expect("JSON");
    }
}
