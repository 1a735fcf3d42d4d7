//! `askline demo`: an instance to try, with sample data from three months.

use std::{net::SocketAddr, path::PathBuf};

use clap::Args;

use super::serve::{Instance, stop_at_signal};
use crate::{
    commands::answer::{Context, print_json, print_line},
    data_folder::service_address::ServedAt,
    demo,
    failure::{Failure, unless_unread},
    listen::Listener,
    logs,
};

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
    let temporary = match data_is_given {
        true => None,
        false => {
            let mut builder = tempfile::Builder::new();
            builder.prefix("askline-demo-");
            // From the start, only its owner can access it, like every data folder.
            #[cfg(unix)]
            builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
            Some(
                builder
                    .tempdir()
                    .map_err(|error| Failure::failed(format!("no temporary folder can be made: {error}")))?,
            )
        }
    };
    if let Some(folder) = &temporary {
        context.settings.data = PathBuf::from(folder.path());
    }
    let instance = Instance::open_to_fill(&context.settings).await?;
    if instance.stores.metadata.any_user().await? {
        return Err(Failure::failed(format!(
            "the data folder {data} already holds an instance; run it with askline serve --data {data}",
            data = context.settings.data.display()
        )));
    }
    let listener = listener(&context).await?;
    let filled = demo::fill(&instance.app, &instance.stores, listener.address()).await?;
    let instance = instance.reopen(&context.settings).await?;
    ServedAt::of(&context.settings, listener.address()).write_down(&context.settings);
    let ending = stop_at_signal(&context.settings)?;
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
