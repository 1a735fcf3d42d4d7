//! Asks for confirmation before a command deletes something for good.

use std::io::{self, BufRead as _, IsTerminal as _};

use crate::failure::{Failure, say};

/// Makes a person on a terminal type `name`, as the API does for an organization; a script uses `--yes` instead.
pub fn confirm_deletion(is_confirmed: bool, what: &str, name: &str) -> Result<(), Failure> {
    if is_confirmed {
        return Ok(());
    }
    if !io::stdin().is_terminal() {
        return Err(Failure::misuse(format!("this deletes {what} for good; add --yes to confirm")));
    }
    say(&format!("This deletes {what} for good. Type {name} to confirm:"));
    let mut typed = String::new();
    io::stdin()
        .lock()
        .read_line(&mut typed)
        .map_err(|error| Failure::failed(format!("the confirmation cannot be read from the terminal: {error}")))?;
    if typed.trim() == name { Ok(()) } else { Err(Failure::failed(format!("that is not {name}; nothing was deleted"))) }
}
