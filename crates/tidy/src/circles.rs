//! Tests that source files of a crate do not import each other in a circle. Test code is ignored.
//!
//! A file that only declares or re-exports a module does not import it; a re-exported name belongs to the file that defines
//! it.

mod graph;
mod imports;
mod module;
mod subjects;
pub mod tokens;

use std::collections::BTreeMap;

use crate::{
    left::{Counts, Left},
    tree::files,
};
use graph::{circles, way};
use imports::{Imports, imports};

const LEFT: Left = Left {
    name: "circles.txt",
    head: "Files that import others in a circle: `file | imports in a circle`. Numbers only go down.",
};

#[test]
fn no_file_imports_more_in_a_circle_than_is_left() {
    let imports = imports_of_all_crates();
    let counts = counts(&imports);
    LEFT.check_none_is_higher("two that import each other are one idea or three", &counts, |file| told(&imports, file));
    LEFT.check_none_is_lower(&counts);
}

#[test]
#[ignore = "writes left/circles.txt"]
fn write_how_many_imports_in_circles_are_left() {
    LEFT.write(&counts(&imports_of_all_crates()));
}

/// For people who fix circles: `cargo test -p askline-tidy -- --ignored --nocapture show_circles`.
#[test]
#[ignore = "shows all circles"]
fn show_circles() {
    let imports = imports_of_all_crates();
    for circle in circles(&imports) {
        println!("{} files:", circle.len());
        for file in circle {
            println!("  {}", told(&imports, &file).join("\n  "));
        }
    }
}

#[test]
fn an_import_cycle_is_found_and_reported_with_the_names_that_cause_it() {
    let sources = |b: &str| {
        let files = [
            ("src/lib.rs", "mod a; mod b;"),
            ("src/a.rs", "mod c; pub use c::C; pub struct A;"),
            ("src/a/c.rs", "use crate::b::B; pub struct C;"),
            ("src/b.rs", b),
        ];
        let sources = files.into_iter().map(|(path, text)| (path.to_owned(), text.to_owned())).collect();
        imports(&sources, "src/lib.rs")
    };
    let without = sources("use crate::a::A; pub struct B(A);");
    assert_eq!(counts(&without), Counts::new());
    let with = sources("use crate::a::{A, C}; pub struct B(A, C);");
    assert_eq!(counts(&with), Counts::from([("src/a/c.rs".to_owned(), 1), ("src/b.rs".to_owned(), 1)]));
    assert_eq!(told(&with, "src/b.rs"), ["src/b.rs -> src/a/c.rs (crate::a::C) -> src/b.rs"]);
}

/// What the files of all crates import from their own crate.
fn imports_of_all_crates() -> Imports {
    let sources: BTreeMap<String, String> = files(&[".rs"]).into_iter().collect();
    let roots = sources.keys().filter(|path| path.ends_with("/src/lib.rs") || path.ends_with("/src/main.rs"));
    roots.flat_map(|root| imports(&sources, root)).collect()
}

/// For each file in a circle, the number of its imports that import it in turn, directly or through others.
fn counts(imports: &Imports) -> Counts {
    let mut counts = Counts::new();
    for circle in circles(imports) {
        for file in &circle {
            counts.insert(file.clone(), imports[file].keys().filter(|other| circle.contains(*other)).count());
        }
    }
    counts
}

/// A file's imports in a circle, with the names and the shortest way back.
fn told(imports: &Imports, file: &str) -> Vec<String> {
    let back = imports[file].iter().filter_map(|(other, names)| {
        let way = way(imports, other, file)?;
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        Some(format!("{file} -> {other} ({}) -> {}", names.join(", "), way.join(" -> ")))
    });
    back.collect()
}
