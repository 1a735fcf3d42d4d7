//! The connectors to engines, tested over HTTP with a stand-in. The stand-in speaks the engines' protocols.

mod connectors;
mod fidelity;
mod reactions;
mod requests;
mod secrecy;
