//! What the event stores guarantee on every backend. The modules `sqlite` and `postgres` are about one backend each.
#![expect(clippy::unwrap_used, reason = "a test that cannot go on has failed")]

mod backend;
mod bounds;
mod contract;
mod crawler_reads;
#[path = "../servers/cutting_proxy.rs"]
mod cutting_proxy;
mod equality;
mod memory_model;
mod merge_cost;
mod pages;
#[path = "../servers/pooler.rs"]
mod pooler;
mod postgres;
#[path = "../servers/postgres_server.rs"]
#[expect(dead_code, reason = "the suites of whole servers need more of it")]
mod postgres_server;
mod property;
mod read_work;
mod repeats;
mod sample;
mod several_processes;
mod sqlite;

use std::{path::Path, sync::Arc};

use askline_domain::shared::clock::ManualClock;
use askline_store::events::sqlite::{EventDatabase, EventOptions};

/// Limits small enough for a test to reach.
fn small() -> EventOptions {
    EventOptions { max_tail_ids: 64, runs_merged: 4, max_commit_events: 50, ..EventOptions::default() }
}

fn open(dir: &Path) -> EventDatabase {
    EventDatabase::open(dir, small(), clock()).unwrap()
}

/// A clock set to the evening of [`sample::TODAY`].
fn clock() -> Arc<ManualClock> {
    Arc::new(ManualClock::new(sample::at(sample::TODAY, 1_300)))
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(4).enable_all().build().unwrap()
}
