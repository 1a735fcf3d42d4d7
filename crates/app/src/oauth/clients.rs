//! Finds OAuth clients: registered ones in the store, others by their metadata documents.

use askline_domain::{
    identity::token::new_client_id,
    oauth::{
        DOCUMENT_IS_FRESH, DOCUMENT_LASTS,
        client::{Client, ClientMetadata, document_address},
        error::OAuthCode,
    },
};
use jiff::Timestamp;

use super::OAuthFailure;
use crate::ports::{
    again::again_if_rolled_back,
    all::Ports,
    oauth::{DocumentFault, OAuthStore},
};

/// Registers a client that describes itself in this JSON (RFC 7591).
pub async fn register(store: &dyn OAuthStore, json: &str, at: Timestamp) -> Result<Client, OAuthFailure> {
    let client = ClientMetadata::read(json)?.check(&new_client_id(&mut rand::rng()))?;
    match again_if_rolled_back(|| store.register_client(&client, at)).await? {
        true => Ok(client),
        false => Err(OAuthFailure::refused(
            OAuthCode::TemporarilyUnavailable,
            "Too many clients are registered that no person has connected. Try again later.",
        )),
    }
}

/// The client with this id, as far as it is known without asking its server.
pub async fn find_stored(store: &dyn OAuthStore, id: &str) -> Result<Option<Client>, OAuthFailure> {
    Ok(store.client(id).await?.map(|stored| stored.client))
}

/// The client with this id. The document of one that is not known, or was read some time ago, is read.
pub(super) async fn find(ports: &Ports, id: &str, at: Timestamp) -> Result<Client, OAuthFailure> {
    let stored = ports.oauth.client(id).await?;
    let Some(address) = document_address(id) else {
        return stored.map(|stored| stored.client).ok_or_else(unknown);
    };
    let age = stored.as_ref().map(|stored| at.duration_since(stored.known_at));
    if let (Some(stored), Some(age)) = (&stored, age)
        && age < DOCUMENT_IS_FRESH
    {
        return Ok(stored.client.clone());
    }
    match ports.client_documents.read(&address).await {
        Ok(json) => {
            let client = ClientMetadata::read(&json)?.check_document(id)?;
            again_if_rolled_back(|| ports.oauth.keep_client_document(&client, at)).await?;
            Ok(client)
        }
        Err(DocumentFault::NoAnswer) => match (stored, age) {
            (Some(stored), Some(age)) if age < DOCUMENT_LASTS => Ok(stored.client),
            _ => Err(OAuthFailure::refused(OAuthCode::TemporarilyUnavailable, &DocumentFault::NoAnswer.to_string())),
        },
        Err(fault) => Err(OAuthFailure::refused(OAuthCode::InvalidClientMetadata, &fault.to_string())),
    }
}

/// The refusal of an unknown client. A client that reads it registers again.
pub(super) fn unknown() -> OAuthFailure {
    OAuthFailure::refused(OAuthCode::InvalidClient, "This server does not know the client. It must register again.")
}
