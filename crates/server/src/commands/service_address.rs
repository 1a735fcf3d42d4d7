//! The address of a running server, stored in its data folder for commands.
//!
//! Commands are often run without the settings of the server: in another container, or without its environment. The
//! addresses that they print must still lead to the server.

use std::{
    io::{self, Write as _},
    net::SocketAddr,
    path::Path,
};

use serde::{Deserialize, Serialize};

use crate::{
    config::Settings,
    data_folder::{ADDRESS_FILE, DataFolder, replace_file},
    listen::own_address::local_origin,
};

/// The maximum number of bytes of the file that are read; origins are far shorter.
const MAX_BYTES: u64 = 4_096;

/// The addresses of the server that was started last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ServedAt {
    /// The setting `public_url`.
    pub public_url: Option<String>,
    /// The setting `widget.public_url`; earlier releases did not write it.
    #[serde(default)]
    pub widget_url: Option<String>,
    /// The address that it listens on, as an origin that this machine can reach.
    pub listening: String,
}

impl ServedAt {
    /// The addresses of a server with these settings that listens on `address`.
    pub fn of(settings: &Settings, address: SocketAddr) -> Self {
        let (public_url, widget_url) = (settings.api.public_url.clone(), settings.api.widget_url.clone());
        Self { public_url, widget_url, listening: local_origin(address) }
    }

    /// Writes the addresses into the data folder. If that fails, the server still runs.
    pub fn write_down(&self, settings: &Settings) {
        let folder = match &settings.servers {
            None => Ok(()),
            // A server on PostgreSQL stores nothing else in the folder, so the folder may be missing.
            Some(_) => DataFolder::open_any(&settings.data).map(drop),
        };
        let written = folder.map_err(|failure| failure.to_string());
        let written = written.and_then(|()| {
            let text = serde_json::to_string(self).map_err(|error| error.to_string())?;
            let replaced = replace_file(&settings.data, ADDRESS_FILE, |file| writeln!(file, "{text}"));
            replaced.map_err(|error| error.to_string())
        });
        if let Err(error) = written {
            tracing::warn!(error, "Commands on this data folder will not know the server's address");
        }
    }

    /// Reads the addresses from a data folder; `None` if no server has run on it, or if the file cannot be read.
    pub fn read_in(folder: &Path) -> Option<Self> {
        let file = std::fs::File::open(folder.join(ADDRESS_FILE)).ok()?;
        serde_json::from_reader(io::Read::take(file, MAX_BYTES)).ok()
    }
}
