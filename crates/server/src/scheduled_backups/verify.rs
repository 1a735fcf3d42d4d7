//! Verifies a new backup. Restores it into a scratch folder and opens the result, as `askline restore` does.

use std::path::{Path, PathBuf};

use super::{blocking::blocking, bucket::Bucket, fault::Fault};
use crate::{
    backups::before_upgrades::BACKUPS_FOLDER,
    backups::file::{read_from, read_into},
    backups::room::{bytes_of_databases, check_room},
    backups::sealed_file::BackupKey,
    data_folder::DataFolder,
    failure::Failure,
    scratch::{Purpose, Scratch},
    stores::Stores,
};

/// Verifies a backup of a data folder.
pub(super) struct Verifier<'d> {
    /// The data folder, inside which the backup is restored.
    pub data: &'d Path,
    /// The key that sealed the backup, if any.
    pub key: Option<BackupKey>,
}

impl Verifier<'_> {
    /// Verifies a file.
    pub async fn file(self, file: PathBuf) -> Result<(), Fault> {
        let scratch = self.scratch().await?;
        let restored = blocking(move || {
            let read = read_into(&file, scratch.path(), self.key.as_ref());
            read.map_err(|failure| not_restored(&failure)).map(|_| scratch)
        });
        open(&restored.await??).await
    }

    /// Verifies the object in the bucket, reading it while it arrives.
    pub async fn in_bucket(self, bucket: &Bucket, name: &str) -> Result<(), Fault> {
        let (scratch, address) = (self.scratch().await?, bucket.address_of(name));
        let restored = bucket.read(name, move |incoming| {
            let read = read_from(incoming, Path::new(&address), scratch.path(), self.key.as_ref());
            read.map_err(|failure| not_restored(&failure)).map(|_| scratch)
        });
        open(&restored.await??).await
    }

    /// Creates a scratch folder, if there is space for both databases.
    async fn scratch(&self) -> Result<Scratch, Fault> {
        let room = DataFolder::open_any(self.data).and_then(|folder| {
            let place = folder.private_folder(BACKUPS_FOLDER);
            place.map_err(|error| Failure::failed(error.to_string()))
        });
        let within = room.map_err(|failure| Fault::of("the data folder cannot be used", &failure))?;
        let data = self.data.to_owned();
        let made = blocking(move || {
            let scratch =
                Scratch::make(&within, Purpose::Restore).map_err(|error| Fault::of_io(&within.display(), &error))?;
            check_room(&within, bytes_of_databases(&data))
                .map_err(|why| Fault::new("there is not enough room to verify a backup", why))?;
            Ok(scratch)
        });
        made.await?
    }
}

fn not_restored(failure: &Failure) -> Fault {
    Fault::of("a new backup could not be restored", failure)
}

async fn open(scratch: &Scratch) -> Result<(), Fault> {
    let opened = async {
        let stores = Stores::open_copy(&DataFolder::open(scratch.path())?).await?;
        let answered = stores.ping().await;
        stores.close().await;
        answered
    };
    opened.await.map_err(|failure| Fault::of("what was restored from a new backup could not be opened", &failure))
}
