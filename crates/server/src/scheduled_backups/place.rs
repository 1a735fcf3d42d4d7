//! Where scheduled backups are stored: a folder or a bucket.

use std::{path::Path, time::Duration};

use super::{
    blocking::blocking,
    bucket::Bucket,
    fault::Fault,
    folder::{BackupFolder, Kept},
};
use crate::{
    backups::before_upgrades::BACKUPS_FOLDER,
    config::{BackupDestination, Settings},
    failure::Failure,
};

/// How long a folder may take to list its files.
const MAX_LIST_TIME: Duration = Duration::from_secs(60);

/// A place for backups. Cheap to clone.
#[derive(Debug, Clone)]
pub enum Place {
    /// A folder, in which backups are also assembled.
    Folder(BackupFolder),
    /// A bucket.
    Bucket(Bucket),
}

impl Place {
    /// The place that the settings name. Does not access it.
    pub fn of(settings: &Settings) -> Result<Self, Failure> {
        let address = match &settings.backups.to {
            BackupDestination::UsualFolder(path) => return Ok(Self::Folder(BackupFolder::made_if_missing(path))),
            BackupDestination::Folder(path) => return Ok(Self::Folder(BackupFolder::that_is_there(path))),
            BackupDestination::Bucket(address) => address,
        };
        let access = settings.backups.bucket_access.as_ref();
        let access = access.ok_or_else(|| Failure::misuse("the bucket of backup.to has no access key"))?;
        Ok(Self::Bucket(Bucket::new(address, access, &settings.data)?))
    }

    /// The folder in which backups of a data folder are assembled.
    pub fn work_folder(&self, data: &Path) -> BackupFolder {
        match self {
            Self::Folder(folder) => folder.clone(),
            Self::Bucket(_) => BackupFolder::made_if_missing(data.join(BACKUPS_FOLDER)),
        }
    }

    /// The path or the address of a backup in this place.
    pub fn address_of(&self, name: &str) -> String {
        match self {
            Self::Folder(folder) => folder.path().join(name).display().to_string(),
            Self::Bucket(bucket) => bucket.address_of(name),
        }
    }

    /// The backups in this place, oldest first.
    pub async fn list(&self) -> Result<Vec<Kept>, Fault> {
        let folder = match self {
            Self::Folder(folder) => folder.clone(),
            Self::Bucket(bucket) => return bucket.list().await,
        };
        let listed = tokio::time::timeout(MAX_LIST_TIME, blocking(move || folder.list())).await;
        let silent = "the folder for backups does not answer";
        listed.map_err(|_| Fault::new(silent, silent))??
    }

    /// Deletes a backup.
    pub async fn delete(&self, name: &str) -> Result<(), Fault> {
        let (folder, old) = match self {
            Self::Folder(folder) => (folder.clone(), name.to_owned()),
            Self::Bucket(bucket) => return bucket.delete(name).await,
        };
        let deleted = blocking(move || folder.delete(&old)).await?;
        deleted.map_err(|error| Fault::of_io(&self.address_of(name), &error))
    }
}
