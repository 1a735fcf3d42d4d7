//! `commit!()`: the commit of the sources, as a text in the binary.
//!
//! The macro is used in the crate of the binary alone, which has a few lines. A build script would compile the library
//! and every test program again after each commit (docs/decisions/releases.md).

mod sources;

use std::path::Path;

use proc_macro::TokenStream;

use sources::{Found, VARIABLE};

/// The commit that the crate is compiled from, as an `Option<&'static str>`: 12 hexadecimal digits, and `-dirty` if a
/// tracked file has changes.
///
/// It is named by, in this order: the variable `SOURCE_COMMIT`, the file that `git archive` writes, git. `None` if none
/// of them names it. The crate is compiled again when git's current commit or the variable changes.
#[proc_macro]
pub fn commit(_: TokenStream) -> TokenStream {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let code = match sources::find(std::env::var(VARIABLE).ok().as_deref(), &root) {
        Ok(found) => code(&found),
        Err(message) => format!("compile_error!({message:?})"),
    };
    code.parse().expect("the code of a literal, two macros and a block")
}

/// An expression. What it includes is in no binary: it tells cargo which files and which variable to watch.
fn code(found: &Found) -> String {
    let watched: String =
        found.watched.iter().map(|file| format!("const _: &[u8] = include_bytes!({file:?});")).collect();
    let commit = &found.commit;
    format!(
        "{{ const _: Option<&str> = option_env!({VARIABLE:?}); {watched} const COMMIT: Option<&str> = {commit:?}; COMMIT }}"
    )
}
