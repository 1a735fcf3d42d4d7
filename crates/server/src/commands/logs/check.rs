//! `askline logs check`: shows what would be kept of a log.

use std::{
    fs::File,
    io::Read as _,
    path::{Path, PathBuf},
};

use askline_domain::{
    logs::{
        address_lists::{AddressLists, MAX_LIST_BYTES, known_list},
        classify,
        formats::{FormatName, LogFormat, LogReader, guess_format},
        tally::LogTally,
    },
    shared::clock::{Clock as _, SystemClock},
};
use clap::Args;
use jiff::Timestamp;

use super::{
    input::LogInput,
    report::{Checked, HowFound},
};
use crate::{
    commands::answer::{print_json, print_line, with_changed},
    failure::Failure,
};

/// `askline logs check FILE`
#[derive(Debug, Args)]
pub struct Check {
    /// The access log, as text or .gz; - for stdin
    file: PathBuf,
    /// The format, instead of a guess: common, combined, combined-vhost, nginx-json, caddy, apache, traefik, cloudfront, iis-w3c, vercel, cloudflare, haproxy, fastly, bunny, netlify
    #[arg(long, value_name = "NAME")]
    format: Option<FormatName>,
    /// The LogFormat line of Apache's settings that the log is written with, if its format has no name above
    #[arg(long, value_name = "LINE")]
    log_format: Option<String>,
    /// A folder with address lists of crawlers' makers, each named after its id, such as openai-gptbot.json
    #[arg(long, value_name = "DIR")]
    lists: Option<PathBuf>,
}

impl Check {
    /// Runs it.
    pub fn run(&self, as_json: bool) -> Result<(), Failure> {
        let now = SystemClock::default().now();
        let named = self.named_format()?;
        let (lists, list_problems) = load_lists(self.lists.as_deref())?;
        let mut input = LogInput::open(&self.file)?;
        let (format, how_found) = match named {
            Some(format) => (format, HowFound::Named),
            None => (self.guessed_format(&mut input, now)?, HowFound::Guessed),
        };
        classify::prepare();
        let mut tally = LogTally::new(&lists, now);
        let mut reader = LogReader::new(format, now);
        let read = input.read_lines(|number, line| tally.count(number, line, &mut reader));
        let broken = read.err().map(|error| {
            format!("{} could be read only in part, and its rest is not counted: {error}", self.file.display())
        });
        if tally.lines == 0 && broken.is_none() {
            return Err(Failure::failed(format!("{} has no lines", self.file.display())));
        }
        let checked = Checked { format: reader.format(), how_found, tally: &tally, lists: &lists, list_problems };
        if as_json {
            print_json(&with_changed(&checked.json()))?
        } else {
            print_line(&checked.text())?
        }
        match broken {
            Some(text) => Err(Failure::failed(text)),
            None if tally.requests == 0 && tally.unreadable > 0 => {
                Err(Failure::failed(format!("no line of {} is of the format {}", self.file.display(), reader.format())))
            }
            None => Ok(()),
        }
    }

    fn named_format(&self) -> Result<Option<LogFormat>, Failure> {
        match (self.format, &self.log_format) {
            (None | Some(FormatName::Apache), Some(line)) => {
                LogFormat::apache(line).map(Some).map_err(|refused| Failure::misuse(refused.to_string()))
            }
            (Some(name), Some(_)) => {
                Err(Failure::misuse(format!("--log-format is for the format apache, and --format says {name}")))
            }
            (Some(FormatName::Apache), None) => Err(Failure::misuse(
                "the format apache needs --log-format with the LogFormat line of Apache's settings",
            )),
            (Some(name), None) => Ok(LogFormat::named(name)),
            (None, None) => Ok(None),
        }
    }

    fn guessed_format(&self, input: &mut LogInput, now: Timestamp) -> Result<LogFormat, Failure> {
        let file = self.file.display();
        let lines = input.first_lines().map_err(|error| Failure::failed(format!("{file} cannot be read: {error}")))?;
        guess_format(lines.iter().map(Vec::as_slice), now).ok_or_else(|| {
            let known: Vec<&str> = FormatName::EVERY.iter().map(|name| name.as_str()).collect();
            Failure::failed(if lines.is_empty() {
                format!("{file} has no lines")
            } else {
                format!(
                    "the first lines of {file} are of no known format ({}); give the LogFormat line of an Apache with \
                     --log-format",
                    known.join(", ")
                )
            })
        })
    }
}

/// Loads the lists of a folder. What is refused is named, and the crawlers of such a list stay unverified.
fn load_lists(folder: Option<&Path>) -> Result<(AddressLists, Vec<String>), Failure> {
    let (mut lists, mut problems) = (AddressLists::new(), Vec::new());
    let Some(folder) = folder else { return Ok((lists, problems)) };
    let failed = |error| Failure::failed(format!("the folder {} cannot be read: {error}", folder.display()));
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(failed)? {
        paths.push(entry.map_err(failed)?.path());
    }
    paths.sort();
    for path in paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "json")) {
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        let Some(list) = known_list(&id) else {
            problems.push(format!("{} is named after no known list", path.display()));
            continue;
        };
        let mut file = Vec::new();
        let opened = File::open(path).and_then(|opened| opened.take(MAX_LIST_BYTES as u64 + 1).read_to_end(&mut file));
        let loaded = opened
            .map_err(|error| error.to_string())
            .and_then(|_| lists.load(list, &file).map_err(|refused| refused.to_string()));
        if let Err(reason) = loaded {
            problems.push(format!("{} is not used: {reason}", path.display()));
        }
    }
    Ok((lists, problems))
}
