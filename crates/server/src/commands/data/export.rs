//! `askline export`: writes data as NDJSON, one object per line. `import events` reads what `export events` writes.

use std::{
    fs::File,
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use askline_app::{
    ports::{audit_log::AuditFilter, events::EventPosition},
    sites::every_site,
};
use askline_domain::{
    events::{Action, Event, asked_question::AskedQuestion},
    pages::identity::PageAddresses,
    shared::{
        ids::{Id as _, OrgId, SiteId},
        paging::PageRequest,
        rfc3339::Moment,
    },
};
use askline_store::folder_owner::give_file;
use clap::Subcommand;
use serde_json::{Value, json};
use url::Url;

use crate::{
    commands::{
        answer::Context,
        objects::{organization::no_such_organization, site::view},
    },
    data_folder::private_file,
    failure::Failure,
    scratch::{Purpose, Scratch, cannot_be_written, note_place},
    stores::Stores,
};

/// The number of events that are read in one query.
const BATCH_EVENTS: u32 = 2_000;

/// `askline export …`
#[derive(Debug, Subcommand)]
pub enum Export {
    /// Export the raw events of a site, oldest first
    Events {
        /// The site's id
        #[arg(long)]
        site: SiteId,
        /// The file to write, which must not exist; - for stdout
        file: PathBuf,
    },
    /// Export the audit log of an organization, newest first, with its hashes
    Audit {
        /// The organization's id
        #[arg(long)]
        org: OrgId,
        /// The file to write, which must not exist; - for stdout
        file: PathBuf,
    },
    /// Export the sites of an organization with their widget configuration
    Sites {
        /// The organization's id
        #[arg(long)]
        org: OrgId,
        /// The file to write, which must not exist; - for stdout
        file: PathBuf,
    },
}

impl Export {
    /// Runs it.
    pub async fn run(&self, context: &Context) -> Result<(), Failure> {
        let stores = context.existing_stores().await?;
        let (Export::Events { file, .. } | Export::Audit { file, .. } | Export::Sites { file, .. }) = self;
        note_place(&context.settings.data, file);
        let mut target = Target::open(file, matches!(self, Export::Audit { .. }))?;
        match self {
            Export::Events { site, .. } => events(&stores, *site, &mut target).await?,
            Export::Audit { org, .. } => audit(&stores, *org, &mut target).await?,
            Export::Sites { org, .. } => sites(&stores, *org, &mut target).await?,
        }
        stores.close().await;
        let lines = target.finish()?;
        if file.as_os_str() == "-" {
            return Ok(());
        }
        let text = format!("Lines written to {}: {lines}.", file.display());
        context.answer_change(true, json!({ "file": file, "lines": lines }), &text)
    }
}

/// Where the lines go: stdout, or a file that gets its name when it is complete.
struct Target {
    writer: BufWriter<Box<dyn Write + Send>>,
    file: Option<Unfinished>,
    lines: u64,
}

struct Unfinished {
    scratch: Scratch,
    path: PathBuf,
    handle: File,
    file: PathBuf,
}

impl Target {
    fn open(file: &Path, is_private: bool) -> Result<Self, Failure> {
        let (writer, file): (Box<dyn Write + Send>, _) = if file.as_os_str() == "-" {
            (Box::new(std::io::stdout()), None)
        } else {
            let unfinished = Unfinished::beside(file, is_private)?;
            let handle = unfinished.handle.try_clone().map_err(|error| cannot_be_written(file, &error))?;
            (Box::new(handle), Some(unfinished))
        };
        Ok(Self { writer: BufWriter::new(writer), file, lines: 0 })
    }

    fn write(&mut self, value: &Value) -> Result<(), Failure> {
        self.lines += 1;
        let written = writeln!(self.writer, "{value}");
        written.map_err(|error| self.broken(&error))
    }

    fn finish(mut self) -> Result<u64, Failure> {
        let flushed = self.writer.flush();
        flushed.map_err(|error| self.broken(&error))?;
        if let Some(unfinished) = &self.file {
            unfinished.publish().map_err(|error| self.broken(&error))?;
        }
        Ok(self.lines)
    }

    fn broken(&self, error: &io::Error) -> Failure {
        match &self.file {
            Some(unfinished) => cannot_be_written(&unfinished.file, error),
            None => Failure::unprinted(error),
        }
    }
}

impl Unfinished {
    fn beside(file: &Path, is_private: bool) -> Result<Self, Failure> {
        let named = |error: io::Error| cannot_be_written(file, &error);
        if file.exists() {
            return Err(named(io::ErrorKind::AlreadyExists.into()));
        }
        let scratch = Scratch::beside(file, Purpose::Export)?;
        let path = scratch.path().join("whole");
        // The audit log contains people and their IP addresses, so only the file's owner can read that export. Other
        // exports get the umask's permissions.
        let handle = if is_private { private_file(&path) } else { File::create_new(&path) }.map_err(named)?;
        give_file(&handle, &path);
        Ok(Self { scratch, path, handle, file: file.to_owned() })
    }

    fn publish(&self) -> io::Result<()> {
        self.handle.sync_all()?;
        self.scratch.publish(&self.path, &self.file)
    }
}

async fn events(stores: &Stores, site: SiteId, target: &mut Target) -> Result<(), Failure> {
    let Some((found, _)) = stores.metadata.site(site).await? else {
        return Err(Failure::failed(format!("there is no site {site}")));
    };
    let origin = found.allowed_origins.first().cloned().unwrap_or_else(|| format!("https://{}", found.domain));
    let addresses = PageAddresses::new(&found.domain, &found.pages);
    let mut after = EventPosition::START;
    loop {
        let batch = stores.events.events_after(site, after, BATCH_EVENTS).await?;
        let Some(last) = batch.last() else { return Ok(()) };
        after = last.place;
        for stored in &batch {
            target.write(&line_of(&stored.event, &origin, &addresses))?;
        }
    }
}

/// An event in the form that the import accepts: the API's, and `at` and `crawler`.
fn line_of(event: &Event, origin: &str, addresses: &PageAddresses) -> Value {
    let mut line = json!({
        "siteId": event.site,
        "type": event.action.event_type(),
        "eventId": event.event_id.to_string(),
        "at": Moment(event.at),
        "url": address_of(event, origin, addresses),
    });
    let mut add = |name: &str, value: Option<String>| {
        if let Some(value) = value {
            line[name] = value.into();
        }
    };
    add("title", event.title.clone());
    add("referrer", event.referrer.clone());
    add("crawler", event.crawler.clone());
    match &event.action {
        Action::AiClick { platform, prompt_id } => {
            add("platform", Some(platform.clone()));
            add("promptId", prompt_id.map(|id| id.to_string()));
        }
        Action::SocialClick { network } => add("network", Some(network.clone())),
        Action::QuestionClick { platform, question_id } => {
            add("platform", platform.clone());
            add("questionId", Some(AskedQuestion::of_counted(*question_id).to_string()));
        }
        Action::ItemClick { item_id } => add("itemId", Some(item_id.to_string())),
        Action::View { with_widget: false, .. } => line["widget"] = false.into(),
        Action::View { .. } | Action::Copy => {}
    }
    line
}

fn address_of(event: &Event, origin: &str, addresses: &PageAddresses) -> String {
    let text = format!("{origin}{}", addresses.shown(event.path.clone(), event.spelling.clone()));
    let campaign = &event.campaign;
    let parameters = [
        ("utm_source", &campaign.source),
        ("utm_medium", &campaign.medium),
        ("utm_campaign", &campaign.name),
        ("utm_term", &campaign.term),
        ("utm_content", &campaign.content),
    ];
    let present: Vec<(&str, &String)> =
        parameters.into_iter().filter_map(|(name, value)| Some((name, value.as_ref()?))).collect();
    match Url::parse(&text) {
        Ok(mut url) if !present.is_empty() => {
            url.query_pairs_mut().extend_pairs(present);
            url.into()
        }
        _ => text,
    }
}

async fn audit(stores: &Stores, org: OrgId, target: &mut Target) -> Result<(), Failure> {
    if stores.metadata.organization(org).await?.is_none() {
        return Err(no_such_organization(org));
    }
    let mut request = PageRequest::NEWEST;
    loop {
        let page = stores.metadata.audit_entries(org, &AuditFilter::default(), request).await?;
        for entry in &page.items {
            let draft = &entry.draft;
            target.write(&json!({
                "id": draft.id,
                "occurredAt": Moment(draft.occurred_at),
                "action": draft.action,
                "actor": draft.actor,
                "targets": draft.targets,
                "ip": draft.ip,
                "userAgent": draft.user_agent,
                "requestId": draft.request_id,
                "metadata": draft.metadata,
                "previousHash": entry.previous_hash,
                "hash": entry.hash,
            }))?;
        }
        match page.items.last() {
            Some(last) if page.has_more => request.before = Some(last.draft.id.bits()),
            _ => return Ok(()),
        }
    }
}

async fn sites(stores: &Stores, org: OrgId, target: &mut Target) -> Result<(), Failure> {
    if stores.metadata.organization(org).await?.is_none() {
        return Err(no_such_organization(org));
    }
    for site in every_site(&*stores.metadata, org, None).await? {
        // A site that was deleted in the meantime is skipped.
        let Some((site, config)) = stores.metadata.site(site.id).await? else { continue };
        let mut line = view(&site);
        line["config"] = json!(config.config);
        line["configVersion"] = json!(config.version);
        target.write(&line)?;
    }
    Ok(())
}
