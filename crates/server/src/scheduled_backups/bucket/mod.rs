//! Backups in an S3-compatible bucket, sent in parts. An object has its name only when it is complete, and is read
//! without being held in memory. Never deletes an object that does not have the name of a backup.

mod fault;
mod incoming;
mod unfinished;

use std::{
    io,
    path::{Path as FilePath, PathBuf},
    time::Duration,
};

use askline_jobs::outgoing::storage_client;
use futures_util::StreamExt as _;
use object_store::{
    BackoffConfig, ClientOptions, ObjectStoreExt as _, PutPayload, RetryConfig,
    aws::{AmazonS3, AmazonS3Builder},
    client::{HttpClient, HttpConnector},
    list::{PaginatedListOptions, PaginatedListStore as _},
    multipart::MultipartStore as _,
    path::Path,
};
use tokio::{io::AsyncReadExt as _, sync::mpsc};

use super::{
    fault::Fault,
    folder::Kept,
    names::{NAME_BEGIN, time_of},
};
use crate::{
    config::{BucketAccess, BucketAddress},
    failure::Failure,
};
use fault::{fault_of, is_unknown_to_service};
pub use incoming::Incoming;
use unfinished::Unfinished;

/// The size of a part in bytes, unless a file would then need more than [`MAX_PARTS`]; one part at a time is in memory.
/// Services accept only parts of at least 5 MiB, except for the last one.
const PART_BYTES: u64 = 8 * 1024 * 1024;
/// The maximum number of parts that services accept in an upload.
const MAX_PARTS: u64 = 10_000;
/// The maximum number of pages of a list that are read; a page usually has a thousand names.
const MAX_PAGES: usize = 1_000;
/// How long the service may take to respond, including the time to send a part.
const MAX_SILENCE: Duration = Duration::from_secs(180);
/// How long a list may take.
const MAX_LIST_TIME: Duration = Duration::from_secs(60);
/// The maximum number of pieces of an object that wait to be read.
const PIECES_AHEAD: usize = 8;

/// A place for backups in a bucket. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Bucket {
    store: AmazonS3,
    address: BucketAddress,
    /// The data folder, which records the unfinished upload.
    data: PathBuf,
    bounds: Bounds,
}

/// Limits for the use of a bucket.
#[derive(Debug, Clone, Copy)]
struct Bounds {
    part: u64,
    quiet: Duration,
    list: Duration,
}

#[derive(Debug)]
struct Connector(HttpClient);

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        Ok(self.0.clone())
    }
}

impl Bucket {
    /// Prepares the use of a bucket for the backups of a data folder. Sends no request yet.
    pub fn new(address: &BucketAddress, access: &BucketAccess, data: &FilePath) -> Result<Self, Failure> {
        Self::within(address, access, data, Bounds { part: PART_BYTES, quiet: MAX_SILENCE, list: MAX_LIST_TIME })
    }

    fn within(
        address: &BucketAddress,
        access: &BucketAccess,
        data: &FilePath,
        bounds: Bounds,
    ) -> Result<Self, Failure> {
        let cannot = |error: &dyn std::fmt::Display| Failure::failed(format!("{address} cannot be used: {error}"));
        let client = storage_client(bounds.quiet).map_err(|error| cannot(&error))?;
        let retry = RetryConfig {
            backoff: BackoffConfig { max_backoff: Duration::from_secs(5), ..BackoffConfig::default() },
            max_retries: 3,
            retry_timeout: bounds.quiet,
        };
        let mut builder = AmazonS3Builder::new()
            .with_http_connector(Connector(HttpClient::new(client)))
            .with_retry(retry)
            .with_bucket_name(&address.bucket)
            .with_region(&access.region)
            .with_access_key_id(access.access_key_id.expose())
            .with_secret_access_key(access.secret_access_key.expose())
            .with_virtual_hosted_style_request(!access.is_path_style)
            // Not every service supports bulk deletion.
            .with_disable_bulk_delete(true);
        if let Some(endpoint) = endpoint_of(address, access) {
            builder = builder.with_endpoint(endpoint);
        }
        let store = builder.build().map_err(|error| cannot(&error))?;
        Ok(Self { store, address: address.clone(), data: data.to_owned(), bounds })
    }

    /// The address of a backup in the bucket.
    pub fn address_of(&self, name: &str) -> String {
        self.address.of_object(name)
    }

    /// The backups in the bucket, oldest first, without one that was sent but not verified.
    pub async fn list(&self) -> Result<Vec<Kept>, Fault> {
        let listed = tokio::time::timeout(self.bounds.list, self.list_pages()).await;
        let mut kept = listed.map_err(|_| fault::silent(&self.address.to_string()))??;
        let unfinished = Unfinished::read(&self.data).filter(|left| left.place == self.address.to_string());
        kept.retain(|each| unfinished.as_ref().is_none_or(|left| left.name != each.name));
        kept.sort_by(|one, other| one.name.cmp(&other.name));
        Ok(kept)
    }

    async fn list_pages(&self) -> Result<Vec<Kept>, Fault> {
        let within = self.address.to_string();
        // Lists only objects that may be backups, since the bucket may contain others.
        let begin = format!("{}{NAME_BEGIN}", self.address.prefix);
        let (mut kept, mut page_token) = (Vec::new(), None);
        for _ in 0..MAX_PAGES {
            let options =
                PaginatedListOptions { delimiter: Some("/".into()), page_token, ..PaginatedListOptions::default() };
            let page = self.store.list_paginated(Some(&begin), options).await;
            let page = page.map_err(|error| fault_of(&within, &error))?;
            for object in page.result.objects {
                let key = object.location.as_ref();
                let name = key.strip_prefix(&self.address.prefix).unwrap_or_default();
                if time_of(name).is_some() {
                    kept.push(Kept { name: name.into(), bytes: object.size });
                }
            }
            page_token = page.page_token;
            if page_token.is_none() {
                return Ok(kept);
            }
        }
        let text = "it has too many objects whose names begin like those of backups";
        Err(Fault::new("the bucket for backups cannot be listed", format!("{within} cannot be listed: {text}")))
    }

    /// Uploads a whole file under this name. It is listed only after [`Self::verified`]. First removes an earlier upload
    /// that was interrupted.
    pub async fn send(&self, file: &FilePath, name: &str) -> Result<(), Fault> {
        let address = self.address_of(name);
        let failed = |error: object_store::Error| fault_of(&address, &error);
        self.remove_unfinished().await?;
        match self.store.head(&self.key_of(name)).await {
            Err(object_store::Error::NotFound { .. }) => {}
            Err(error) => return Err(failed(error)),
            Ok(_) => {
                let told = "a backup with this time in its name exists already";
                return Err(Fault::new(told, format!("{address} exists already")));
            }
        }
        let key = self.key_of(name);
        let upload = self.store.create_multipart(&key).await.map_err(failed)?;
        let unfinished = Unfinished { place: self.address.to_string(), name: name.into(), upload: upload.clone() };
        unfinished.write(&self.data)?;
        let read = |error: &io::Error| {
            Fault::new("a new backup could not be read", format!("the new backup cannot be read: {error}"))
        };
        let mut from = tokio::fs::File::open(file).await.map_err(|error| read(&error))?;
        let mut left = from.metadata().await.map_err(|error| read(&error))?.len();
        let part_bytes = self.bounds.part.max(left.div_ceil(MAX_PARTS));
        let mut parts = Vec::new();
        // An upload has at least one part.
        while left > 0 || parts.is_empty() {
            let mut part = vec![0; usize::try_from(left.min(part_bytes)).unwrap_or(usize::MAX)];
            from.read_exact(&mut part).await.map_err(|error| read(&error))?;
            left -= part.len() as u64;
            let sent = self.store.put_part(&key, &upload, parts.len(), PutPayload::from(part)).await;
            parts.push(sent.map_err(failed)?);
        }
        self.store.complete_multipart(&key, &upload, parts).await.map_err(failed)?;
        Ok(())
    }

    /// Marks the latest upload as verified, so that it is listed.
    pub fn verified(&self) -> Result<(), Fault> {
        Unfinished::forget(&self.data)
    }

    /// Aborts an interrupted upload, and deletes an uploaded object that was not verified. An upload to another place
    /// is only logged and forgotten.
    pub async fn remove_unfinished(&self) -> Result<(), Fault> {
        let Some(left) = Unfinished::read(&self.data) else { return Ok(()) };
        if left.place != self.address.to_string() {
            tracing::warn!(
                place = left.place,
                name = left.name,
                "An unfinished upload to another place was not removed there"
            );
            return Unfinished::forget(&self.data);
        }
        let (key, address) = (self.key_of(&left.name), self.address_of(&left.name));
        let is_gone = |error: &object_store::Error| matches!(error, object_store::Error::NotFound { .. });
        match self.store.abort_multipart(&key, &left.upload).await {
            Ok(()) => {}
            // The upload was completed, or no longer exists.
            Err(error) if is_gone(&error) => {}
            // This must not prevent new backups.
            Err(error) if is_unknown_to_service(&error) => {
                tracing::warn!(backup = address, "The service cannot abort an upload, whose parts it may keep");
            }
            Err(error) => return Err(fault_of(&address, &error)),
        }
        match self.store.delete(&key).await {
            Err(error) if !is_gone(&error) => Err(fault_of(&address, &error)),
            _ => {
                tracing::info!(backup = address, "Removed what an unfinished backup left in the bucket");
                Unfinished::forget(&self.data)
            }
        }
    }

    /// Reads an object while it arrives. Returns the result of `work` if the whole object arrived, or if `work` stopped
    /// reading early.
    pub async fn read<T: Send + 'static>(
        &self,
        name: &str,
        work: impl FnOnce(Incoming) -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let (sender, receiver) = mpsc::channel(PIECES_AHEAD);
        let reading = tokio::task::spawn_blocking(move || work(Incoming::new(receiver)));
        let arrived = self.pass_on(name, sender).await;
        let read = reading.await;
        arrived?;
        read.map_err(|error| Fault::new("a part of the work ended early", error.to_string()))
    }

    async fn pass_on(&self, name: &str, sender: mpsc::Sender<io::Result<bytes::Bytes>>) -> Result<(), Fault> {
        let address = self.address_of(name);
        let begun = self.store.get(&self.key_of(name)).await.map_err(|error| fault_of(&address, &error))?;
        let mut pieces = begun.into_stream();
        while let Some(piece) = pieces.next().await {
            match piece {
                Ok(piece) => {
                    if sender.send(Ok(piece)).await.is_err() {
                        // The reader has stopped, and its own result says why.
                        return Ok(());
                    }
                }
                Err(error) => {
                    let _ = sender.send(Err(io::Error::other("it broke off"))).await;
                    return Err(fault_of(&address, &error));
                }
            }
        }
        Ok(())
    }

    /// Deletes a backup.
    pub async fn delete(&self, name: &str) -> Result<(), Fault> {
        let address = self.address_of(name);
        if time_of(name).is_none() {
            return Err(Fault::new(
                "it does not have the name of a backup",
                format!("{address} does not have the name of a backup"),
            ));
        }
        self.store.delete(&self.key_of(name)).await.map_err(|error| fault_of(&address, &error))
    }

    fn key_of(&self, name: &str) -> Path {
        Path::from(format!("{}{name}", self.address.prefix))
    }
}

/// The origin that requests go to; `None` for Amazon's.
fn endpoint_of(address: &BucketAddress, access: &BucketAccess) -> Option<String> {
    let endpoint = access.endpoint.as_ref()?;
    let host = endpoint.host_str()?;
    let port = endpoint.port().map_or(String::new(), |port| format!(":{port}"));
    let bucket = if access.is_path_style { String::new() } else { format!("{}.", address.bucket) };
    Some(format!("{}://{bucket}{host}{port}", endpoint.scheme()))
}

#[cfg(test)]
mod tests;
