//! The server's memory: plans, received requests, and the targets of redirects.

use std::{
    collections::{HashMap, VecDeque},
    net::SocketAddr,
    sync::{Mutex, MutexGuard, PoisonError},
};

use askline_domain::engines::Engine;

use crate::{reaction::Reaction, received::Received};

/// The target of a redirect.
#[derive(Debug, Clone)]
pub(crate) enum Redirect {
    To(String),
    Nowhere,
    Hanging,
}

#[derive(Default)]
struct Memory {
    planned: HashMap<Engine, VecDeque<Reaction>>,
    always: HashMap<Engine, Reaction>,
    received: Vec<Received>,
    redirects: Vec<Redirect>,
}

pub(crate) struct State {
    address: SocketAddr,
    memory: Mutex<Memory>,
}

impl State {
    pub fn new(address: SocketAddr) -> Self {
        Self { address, memory: Mutex::default() }
    }

    fn memory(&self) -> MutexGuard<'_, Memory> {
        // The panic of a test that had this lock is reported elsewhere.
        self.memory.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn plan(&self, engine: Engine, reaction: Reaction) {
        self.memory().planned.entry(engine).or_default().push_back(reaction);
    }

    /// Plans a reaction ahead of all others.
    pub fn plan_next(&self, engine: Engine, reaction: Reaction) {
        self.memory().planned.entry(engine).or_default().push_front(reaction);
    }

    pub fn always(&self, engine: Engine, reaction: Reaction) {
        self.memory().always.insert(engine, reaction);
    }

    pub fn reset(&self) {
        *self.memory() = Memory::default();
    }

    /// The next reaction of an engine.
    pub fn next(&self, engine: Engine) -> Reaction {
        let mut memory = self.memory();
        let planned = memory.planned.get_mut(&engine).and_then(VecDeque::pop_front);
        planned.or_else(|| memory.always.get(&engine).cloned()).unwrap_or_default()
    }

    pub fn note(&self, received: Received) {
        self.memory().received.push(received);
    }

    pub fn received(&self) -> Vec<Received> {
        self.memory().received.clone()
    }

    /// Adds a redirect and returns its URL.
    pub fn add_redirect(&self, redirect: Redirect) -> String {
        let mut memory = self.memory();
        memory.redirects.push(redirect);
        format!("http://{}/grounding-api-redirect/{}", self.address, memory.redirects.len() - 1)
    }

    pub fn redirect(&self, number: &str) -> Redirect {
        let number = number.parse::<usize>().ok();
        number.and_then(|number| self.memory().redirects.get(number).cloned()).unwrap_or(Redirect::Nowhere)
    }
}
