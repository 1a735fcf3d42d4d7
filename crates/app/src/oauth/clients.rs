//! Finds OAuth clients: entries of the operator, registered ones, and others by their metadata documents.

use askline_domain::{
    identity::token::new_client_id,
    oauth::{
        DOCUMENT_IS_FRESH, DOCUMENT_LASTS,
        client::{Client, ClientMetadata, document_address},
        error::{OAuthCode, OAuthError},
    },
};
use jiff::Timestamp;
use url::Url;

use super::OAuthFailure;
use crate::ports::{
    again::again_if_rolled_back,
    oauth::{ClientDocuments, DocumentFault, OAuthStore, StoredClient},
};

/// Where clients are found.
#[derive(Clone, Copy)]
pub struct Clients<'a> {
    /// Those that registered themselves, and stored copies of documents.
    pub store: &'a dyn OAuthStore,
    /// Their metadata documents.
    pub documents: &'a dyn ClientDocuments,
    /// Those that the operator entered.
    pub entered: &'a [Client],
}

/// A client, and who vouches for it.
#[derive(Debug, Clone)]
pub struct KnownClient {
    /// The client.
    pub client: Client,
    /// Who vouches for it.
    pub trust: ClientTrust,
}

/// Who vouches for a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClientTrust {
    /// The operator entered it.
    Entered,
    /// A person connected it, and that has not ended.
    Connected,
    /// It is only what it says about itself.
    Unknown,
}

/// Registers a client that describes itself in this JSON (RFC 7591).
pub async fn register(store: &dyn OAuthStore, json: &str, at: Timestamp) -> Result<Client, OAuthFailure> {
    let client = ClientMetadata::read(json)?.check(&new_client_id(&mut rand::rng()))?;
    again_if_rolled_back(|| store.register_client(&client, at)).await?;
    Ok(client)
}

impl Clients<'_> {
    /// The client with this id, as far as it is known without asking its server. Only a client whose stored document lacks the
    /// address `redirect_uri` is read, once in a while: it may have another address by now.
    pub async fn find_known(
        &self,
        id: &str,
        redirect_uri: Option<&str>,
        at: Timestamp,
    ) -> Result<Option<KnownClient>, OAuthFailure> {
        if let Some(entered) = self.entered(id) {
            return Ok(Some(entered));
        }
        let Some(stored) = self.store.client(id).await? else { return Ok(None) };
        let trust = ClientTrust::of(&stored);
        let client = match self.read_early(&stored, redirect_uri, at).await? {
            Some(read) => read,
            None => stored.client,
        };
        Ok(Some(KnownClient { client, trust }))
    }

    /// The client with this id. A document that is not known, was read some time ago, or lacks the address `redirect_uri`, is read.
    pub(super) async fn find(
        &self,
        id: &str,
        redirect_uri: Option<&str>,
        at: Timestamp,
    ) -> Result<KnownClient, OAuthFailure> {
        if let Some(entered) = self.entered(id) {
            return Ok(entered);
        }
        let stored = self.store.client(id).await?;
        let trust = stored.as_ref().map_or(ClientTrust::Unknown, ClientTrust::of);
        let client = match (document_address(id), stored) {
            (None, stored) => stored.ok_or_else(unknown)?.client,
            (Some(_), Some(stored)) if at.duration_since(stored.known_at) < DOCUMENT_IS_FRESH => {
                self.read_early(&stored, redirect_uri, at).await?.unwrap_or(stored.client)
            }
            (Some(address), stored) => match self.read(id, &address, at).await? {
                Ok(client) => client,
                Err(fault) => last_good_copy(stored, fault, at)?,
            },
        };
        Ok(KnownClient { client, trust })
    }

    fn entered(&self, id: &str) -> Option<KnownClient> {
        let client = self.entered.iter().find(|client| client.id == id)?.clone();
        Some(KnownClient { client, trust: ClientTrust::Entered })
    }

    /// The document of a client whose stored copy lacks an address that a request names, if it may be read now.
    async fn read_early(
        &self,
        stored: &StoredClient,
        redirect_uri: Option<&str>,
        at: Timestamp,
    ) -> Result<Option<Client>, OAuthFailure> {
        let id = &stored.client.id;
        let Some(address) = document_address(id) else { return Ok(None) };
        if redirect_uri.is_none_or(|named| stored.client.redirect_uri(named).is_some())
            || !again_if_rolled_back(|| self.store.note_early_read(id, at)).await?
        {
            return Ok(None);
        }
        match self.read(id, &address, at).await {
            Ok(Ok(client)) => Ok(Some(client)),
            Ok(Err(_)) | Err(OAuthFailure::Refused(_)) => Ok(None),
            Err(failure @ OAuthFailure::Store(_)) => Err(failure),
        }
    }

    /// Reads and stores the document at an address.
    async fn read(
        &self,
        id: &str,
        address: &Url,
        at: Timestamp,
    ) -> Result<Result<Client, DocumentFault>, OAuthFailure> {
        let json = match self.documents.read(address).await {
            Ok(json) => json,
            Err(fault) => return Ok(Err(fault)),
        };
        let client = ClientMetadata::read(&json)?.check_document(id)?;
        again_if_rolled_back(|| self.store.keep_client_document(&client, at)).await?;
        Ok(Ok(client))
    }
}

impl ClientTrust {
    fn of(stored: &StoredClient) -> Self {
        if stored.has_app { Self::Connected } else { Self::Unknown }
    }
}

/// The stored copy of a document whose server has a problem.
fn last_good_copy(stored: Option<StoredClient>, fault: DocumentFault, at: Timestamp) -> Result<Client, OAuthFailure> {
    let code = match (fault, stored) {
        (DocumentFault::NoAnswer, Some(stored)) if at.duration_since(stored.known_at) < DOCUMENT_LASTS => {
            return Ok(stored.client);
        }
        (DocumentFault::NoAnswer, _) => OAuthCode::TemporarilyUnavailable,
        (DocumentFault::NoDocument, _) => OAuthCode::InvalidClientMetadata,
    };
    Err(OAuthError::new(code, fault.to_string()).into())
}

/// The refusal of an unknown client. A client that reads it registers again.
pub(super) fn unknown() -> OAuthFailure {
    OAuthFailure::refused(OAuthCode::InvalidClient, "This server does not know the client. It must register again.")
}
