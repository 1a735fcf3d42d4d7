//! The open metadata file: its path, and the lookup that bypasses the pools.

use std::path::{Path, PathBuf};

use askline_app::ports::{StoreResult, keys::KeyGrant};
use askline_domain::identity::secret::SecretDigest;

use super::key_lookup::KeyLookup;

/// The file, and the queries that bypass the pools.
pub(crate) struct MetadataFile {
    path: PathBuf,
    key_lookup: KeyLookup,
}

impl MetadataFile {
    /// The open file at this path.
    pub(crate) fn at(path: PathBuf) -> Self {
        Self { key_lookup: KeyLookup::new(path.clone()), path }
    }

    /// The file's path.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Looks up a key by its digest, in microseconds.
    pub(crate) fn key_by_digest(&self, digest: SecretDigest) -> StoreResult<Option<KeyGrant>> {
        self.key_lookup.by_digest(digest)
    }

    /// Closes its connections.
    pub(crate) fn close(&self) {
        self.key_lookup.close();
    }
}
