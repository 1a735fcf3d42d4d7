//! The command line: reads the arguments, and runs one command of `askline`.

mod answer;
mod confirmation;
pub mod data;
pub mod demo;
pub mod logs;
pub mod objects;
mod parser_errors;
pub mod reference;
pub mod service;
pub(crate) mod service_address;

use std::{ffi::OsString, path::PathBuf, time::Duration};

use clap::{Args, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

pub use answer::{Context, audit_context, audit_draft};

use crate::{
    config::{Flags, Settings},
    failure::Failure,
    full_version,
};

/// How long abandoned work may delay the end of the process.
const GIVEN_UP_WITHIN: Duration = Duration::from_secs(1);

/// Askline shows how readers and AI assistants use your website
#[derive(Debug, Parser)]
#[command(name = "askline", version, max_term_width = 100, arg_required_else_help = true)]
struct CommandLine {
    #[command(flatten)]
    common: Common,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "Options of every command")]
struct Common {
    /// The settings file [also: ASKLINE_CONFIG]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// The data folder [also: ASKLINE_DATA]
    #[arg(long, global = true, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Print one JSON object instead of text; `changed` says whether the command changed anything
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Run the server
    Serve(service::serve::Serve),
    /// Run a temporary instance with sample data and a page with the widget
    Demo(service::demo::Demo),
    /// Create, list and delete organizations; change their plan and credits
    #[command(subcommand)]
    Org(objects::organization::Org),
    /// List accounts, help people sign in, change email addresses
    #[command(subcommand)]
    User(objects::user::UserCommand),
    /// Create, list and delete sites; change their notes
    #[command(subcommand)]
    Site(objects::site::SiteCommand),
    /// Create, list, rotate and revoke API keys
    #[command(subcommand)]
    Key(objects::key::Key),
    /// Create, list and revoke service accounts
    #[command(subcommand)]
    ServiceAccount(objects::service_account::ServiceAccountCommand),
    /// Import events
    #[command(subcommand)]
    Import(data::import::Import),
    /// Export events, sites or the audit log
    #[command(subcommand)]
    Export(data::export::Export),
    /// Look at the access log of a web server, and send it to Askline
    #[command(subcommand)]
    Logs(logs::Logs),
    /// Write a backup of all data, without secrets.key, to one file, even while a server is running
    Backup(data::backup::Backup),
    /// Restore a backup into a data folder
    Restore(data::backup::Restore),
    /// Back up the data and upgrade its layout, or rehearse the upgrade on a copy
    Migrate(data::migrate::Migrate),
    /// Copy everything from a data folder to PostgreSQL, or back
    MigrateStore(data::migrate_store::MigrateStore),
    /// Verify the audit log
    #[command(subcommand)]
    Audit(service::audit::Audit),
    /// Make the sums over stored answers of engines again
    #[command(subcommand)]
    Citations(service::citations::Citations),
    /// Send a test email, or preview all emails
    #[command(subcommand)]
    Mail(service::mail::MailCommand),
    /// Check whether the running server and its stores respond
    Health(service::health::Health),
    /// Check data, counters, disk and settings; change nothing, except to upgrade an old layout
    Doctor(service::doctor::Doctor),
    /// Print every setting with its value, where the value comes from, and what it means
    Settings(reference::settings::SettingsCommand),
    /// Print the table of all routes as Markdown
    Routes(reference::routes::Routes),
    /// Print how a prompt reaches each assistant, as Markdown
    Assistants(reference::assistants::Assistants),
    /// Print the OpenAPI document
    Openapi(reference::openapi::Openapi),
    /// Print the completions for a shell
    Completions(reference::completions::Completions),
    /// Print the manual page, or write the pages of all commands
    Man(reference::man::ManualPages),
}

/// Runs one command line to its end.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Result<(), Failure> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Manual pages and completions do not name the commit, so only the parser knows it.
    let parser = command_line().version(full_version());
    let parsed = parser.try_get_matches_from(&arguments).and_then(|matches| CommandLine::from_arg_matches(&matches));
    let line = match parsed {
        Ok(line) => line,
        Err(error) => return parser_errors::answer(&error, &arguments, &command_line()),
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|error| Failure::failed(format!("no threads can be started: {error}")))?;
    let done = runtime.block_on(dispatch(line));
    // Abandoned work, such as a copy for a backup, is waited for only briefly: everything that counts has ended.
    runtime.shutdown_timeout(GIVEN_UP_WITHIN);
    done
}

/// All commands with their options, as the parser knows them.
pub fn command_line() -> clap::Command {
    reference::examples::add_to_help(CommandLine::command())
}

async fn dispatch(line: CommandLine) -> Result<(), Failure> {
    let CommandLine { common, command } = line;
    match &command {
        Command::Routes(routes) => return routes.run(common.json),
        Command::Openapi(openapi) => return openapi.run(),
        Command::Assistants(assistants) => return assistants.run(common.json),
        Command::Completions(completions) => return completions.run(command_line(), common.json),
        Command::Man(pages) => return pages.run(command_line(), common.json),
        Command::Logs(command) => return command.run(common.json).await,
        _ => {}
    }
    let listen = match &command {
        Command::Serve(serve) => serve.listen.clone(),
        Command::Demo(demo) => demo.listen.clone(),
        Command::Health(health) => health.listen.clone(),
        _ => None,
    };
    let data_is_given = common.data.is_some();
    let flags = Flags { config: common.config, data: common.data, listen };
    if let Command::Settings(command) = &command {
        return command.run(&flags, common.json);
    }
    let settings = Settings::load(&flags)?;
    let context = Context { settings, json: common.json };
    match command {
        Command::Serve(_) => service::serve::run(context).await,
        Command::Demo(_) => service::demo::run(context, data_is_given).await,
        Command::Org(command) => command.run(&context).await,
        Command::User(command) => command.run(&context).await,
        Command::Site(command) => command.run(&context).await,
        Command::Key(command) => command.run(&context).await,
        Command::ServiceAccount(command) => command.run(&context).await,
        Command::Import(command) => command.run(&context).await,
        Command::Export(command) => command.run(&context).await,
        Command::Backup(command) => command.run(&context).await,
        Command::Restore(command) => command.run(&context).await,
        Command::Migrate(command) => command.run(&context).await,
        Command::MigrateStore(command) => command.run(&context).await,
        Command::Audit(command) => command.run(&context).await,
        Command::Citations(command) => command.run(&context).await,
        Command::Mail(command) => command.run(&context).await,
        Command::Health(_) => service::health::run(&context).await,
        Command::Doctor(command) => command.run(&context).await,
        Command::Settings(_)
        | Command::Routes(_)
        | Command::Openapi(_)
        | Command::Assistants(_)
        | Command::Completions(_)
        | Command::Logs(_)
        | Command::Man(_) => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_contradicts_itself_nowhere() {
        command_line().debug_assert();
    }

    #[test]
    fn a_wrong_command_line_is_one_line() {
        for line in [&["askline", "fly"][..], &["askline", "org", "create"], &["askline", "key", "revoke", "x"]] {
            let failure = run(line.iter().map(OsString::from)).expect_err("misuse");
            assert!(matches!(failure, Failure::Misuse(_)), "{failure}");
            assert!(!failure.to_string().contains('\n'), "{failure}");
        }
    }
}
