//! The connectors to answer engines, over real HTTP with a stand-in that speaks the engines' protocols.

mod connectors;
mod fidelity;
mod reactions;
mod requests;
mod secrecy;
