//! The address of a running service, stored in its data folder for commands.
//!
//! Commands are often run without the settings of the service: in another container, or without its environment. The
//! addresses that they print must still lead to the service.

use std::{
    io::{self, Write as _},
    net::SocketAddr,
    path::Path,
};

use serde::{Deserialize, Serialize};
use tempfile::NamedTempFile;

use crate::{
    config::Settings,
    data_folder::{ADDRESS_FILE, DataFolder},
    listen::reachable,
};

/// Bytes of it that are read: an origin is far below that.
const MAX_BYTES: u64 = 4_096;

/// What the service that was started last knew of its own address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ServedAt {
    /// The setting `public_url`.
    pub public_url: Option<String>,
    /// The setting `widget.public_url`; earlier releases wrote none.
    #[serde(default)]
    pub widget_url: Option<String>,
    /// Where it listens, as an origin that this machine reaches.
    pub listening: String,
}

impl ServedAt {
    /// Of a service with these settings that listens at `address`.
    pub fn of(settings: &Settings, address: SocketAddr) -> Self {
        let (public_url, widget_url) = (settings.api.public_url.clone(), settings.api.widget_url.clone());
        Self { public_url, widget_url, listening: format!("http://{}", reachable(address)) }
    }

    /// Writes it into the data folder. A service runs without that, too.
    pub fn write_down(&self, settings: &Settings) {
        let folder = match &settings.servers {
            None => Ok(()),
            // Nothing else of such a service is in the folder, so nobody has made it.
            Some(_) => DataFolder::open(&settings.data).map(drop),
        };
        let written = folder.map_err(|failure| failure.to_string());
        let written = written.and_then(|()| self.replace_in(&settings.data).map_err(|error| error.to_string()));
        if let Err(error) = written {
            tracing::warn!(error, "Commands beside this server will not know its address");
        }
    }

    /// What is written in a data folder; nothing where no service has run on it.
    pub fn read_in(folder: &Path) -> Option<Self> {
        let file = std::fs::File::open(folder.join(ADDRESS_FILE)).ok()?;
        serde_json::from_reader(io::Read::take(file, MAX_BYTES)).ok()
    }

    fn replace_in(&self, folder: &Path) -> io::Result<()> {
        // Beside it, so that no command reads half of it; closed to others, as such files are made.
        let mut file = NamedTempFile::new_in(folder)?;
        writeln!(file, "{}", serde_json::to_string(self)?)?;
        file.persist(folder.join(ADDRESS_FILE))?;
        Ok(())
    }
}
