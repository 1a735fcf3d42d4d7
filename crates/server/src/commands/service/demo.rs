//! `askline demo`: an instance to try, with sample data from three months.

use std::{
    net::SocketAddr,
    path::{Path, PathBuf},
};

use askline_store::sealing::SEALING_KEY_FILE;
use clap::Args;

use super::serve::{Instance, stop_at_signal};
use crate::{
    commands::{
        answer::{Context, print_json, print_line},
        demo,
        service_address::ServedAt,
    },
    data_folder::{LOCK_FILE, STORE_FILES},
    failure::{Failure, unless_unread},
    listen::{Listener, stopped},
    logs,
};

/// The exit code of a program that Ctrl-C ended, as shells show it.
const INTERRUPTED_CODE: u8 = 130;
/// The number of ports that are tried after the default one.
const PORTS_TRIED: u16 = 100;

/// `askline demo`
#[derive(Debug, Args)]
pub struct Demo {
    /// Address and port to listen on [default: 127.0.0.1:8080, or the next free port]
    #[arg(long, value_name = "ADDR")]
    pub listen: Option<String>,
}

/// Fills a folder, prints how to sign in, and serves until a signal.
pub async fn run(mut context: Context, data_is_given: bool) -> Result<(), Failure> {
    logs::start(&context.settings.log, None);
    // The folder is removed with its content when this function ends.
    let temporary = if data_is_given {
        None
    } else {
        let mut builder = tempfile::Builder::new();
        builder.prefix("askline-demo-");
        // From the start, only its owner can access it, like every data folder.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        Some(builder.tempdir().map_err(|error| Failure::failed(format!("no temporary folder can be made: {error}")))?)
    };
    if let Some(folder) = &temporary {
        context.settings.data = PathBuf::from(folder.path());
    }
    let ending = stop_at_signal(&context.settings)?;
    let is_new = !STORE_FILES.iter().any(|name| context.settings.data.join(name).exists());
    let instance = Instance::open_to_fill(&context.settings).await?;
    if instance.stores.metadata.any_user().await? {
        return Err(Failure::failed(format!(
            "the data folder {data} already holds an instance; run it with askline serve --data {data}",
            data = context.settings.data.display()
        )));
    }
    let listener = listener(&context).await?;
    let (stores, mut near) = (instance.stores.clone(), ending.near.clone());
    let filling = async {
        let filled = demo::fill(&instance.app, &instance.stores, listener.address()).await?;
        Ok::<_, Failure>((filled, instance.reopen(&context.settings).await?))
    };
    let (filled, instance) = tokio::select! {
        biased;
        () = stopped(&mut near) => {
            stores.close().await;
            if temporary.is_none() && is_new {
                remove_unfinished(&context.settings.data);
            }
            return Err(Failure::Silent(INTERRUPTED_CODE));
        }
        done = filling => done?,
    };
    ServedAt::of(&context.settings, listener.address()).write_down(&context.settings);
    if context.json {
        unless_unread(print_json(&filled.json()))?;
    } else {
        unless_unread(print_line(&filled.text()))?;
    }
    let page = filled.page();
    // The passwords and keys have been printed; they are not kept in memory while the server runs.
    drop(filled);
    let served = instance.serve(&context.settings, listener, ending, Some(page)).await;
    drop(temporary);
    served
}

/// Removes from a folder that was given the databases that are only half filled. Nothing else was stored in it.
fn remove_unfinished(data: &Path) {
    let databases = STORE_FILES.iter().flat_map(|name| ["", "-wal", "-shm"].map(|end| format!("{name}{end}")));
    let others = [LOCK_FILE, "metadata.lock", SEALING_KEY_FILE].map(str::to_owned);
    for name in databases.chain(others) {
        // Most of them may be missing.
        let _ = std::fs::remove_file(data.join(name));
    }
}

async fn listener(context: &Context) -> Result<Listener, Failure> {
    let usual = context.settings.listen;
    let is_chosen = context.settings.changed.iter().any(|(name, _)| name == "listen");
    let mut tried = Listener::bind(usual).await;
    if is_chosen {
        return tried;
    }
    for step in 1..=PORTS_TRIED {
        if tried.is_ok() {
            break;
        }
        tried = Listener::bind(SocketAddr::new(usual.ip(), usual.port() + step)).await;
    }
    tried
}
