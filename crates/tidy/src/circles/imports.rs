//! Finds out which files of a crate import which others.

use std::collections::{BTreeMap, BTreeSet};

use super::module::{Import, Module, modules};

/// For each file, the files that it imports, with the imported names.
pub type Imports = BTreeMap<String, BTreeMap<String, BTreeSet<String>>>;

/// The maximum length of a chain of re-exports; longer ones are not followed.
const MAX_STEPS: usize = 24;

/// What a path leads to.
#[derive(Clone, Copy)]
enum Found {
    Module(usize),
    /// An item of a module.
    Item(usize),
}

/// A module in its crate.
struct Placed {
    file: String,
    parent: Option<usize>,
    children: BTreeMap<String, usize>,
    read: Module,
}

/// The modules of a crate, its root first.
struct Tree<'s> {
    sources: &'s BTreeMap<String, String>,
    modules: Vec<Placed>,
}

/// The imports between the files of a crate with this root. Files that are only for tests are left out.
pub fn imports(sources: &BTreeMap<String, String>, root: &str) -> Imports {
    let mut tree = Tree { sources, modules: Vec::new() };
    let folder = root.rsplit_once('/').map_or("", |(folder, _)| folder);
    tree.add(root, folder, None);
    let mut found = Imports::new();
    for at in 0..tree.modules.len() {
        for (file, name) in tree.needed_by(at) {
            let own = &tree.modules[at].file;
            if file != *own {
                found.entry(own.clone()).or_default().entry(file).or_default().insert(name);
            }
        }
    }
    found
}

impl Tree<'_> {
    /// Adds a file, and the files of the modules that it declares, which are in `folder`.
    fn add(&mut self, file: &str, folder: &str, parent: Option<usize>) -> usize {
        let first = self.modules.len();
        let mut places = BTreeMap::new();
        for read in modules(&self.sources[file]) {
            let at = self.modules.len();
            let above = read.within.split_last().map(|(name, above)| (name.clone(), places[above]));
            if let Some((name, above)) = &above {
                let above: &mut Placed = &mut self.modules[*above];
                above.children.insert(name.clone(), at);
            }
            places.insert(read.within.clone(), at);
            let parent = above.map_or(parent, |(_, above)| Some(above));
            self.modules.push(Placed { file: file.to_owned(), parent, children: BTreeMap::new(), read });
        }
        for at in first..self.modules.len() {
            let read = &self.modules[at].read;
            let within: String = read.within.iter().map(|name| format!("/{name}")).collect();
            for name in read.declared.clone() {
                let stem = format!("{folder}{within}/{name}");
                let candidates = [format!("{stem}.rs"), format!("{stem}/mod.rs")];
                if let Some(child) = candidates.iter().find(|file| self.sources.contains_key(*file)) {
                    let child = self.add(child, &stem, Some(at));
                    self.modules[at].children.insert(name, child);
                }
            }
        }
        first
    }

    /// The files that a module needs, each with the name that it uses.
    fn needed_by(&self, at: usize) -> Vec<(String, String)> {
        let read = &self.modules[at].read;
        let is_used = |name: &str, import: &Import| !import.is_shared || read.words.contains(name);
        let imported =
            read.imports.iter().filter(|(name, import)| is_used(name, import)).map(|(_, import)| &import.path);
        let paths = imported.chain(&read.paths);
        let mut needed: Vec<_> = paths
            .filter_map(|path| match self.find(at, path, 0)? {
                Found::Item(module) => Some((self.modules[module].file.clone(), path.join("::"))),
                // The import of a whole module does not count: paths through it show which item is used.
                Found::Module(_) => None,
            })
            .collect();
        for glob in read.globs.iter().filter(|glob| !glob.is_shared) {
            if let Some(Found::Module(module)) = self.find(at, &glob.path, 0) {
                needed.push((self.modules[module].file.clone(), format!("{}::*", glob.path.join("::"))));
            }
        }
        needed
    }

    /// What a path leads to, seen from a module.
    fn find(&self, from: usize, path: &[String], steps: usize) -> Option<Found> {
        if steps > MAX_STEPS {
            return None;
        }
        let mut found = Found::Module(from);
        for (place, word) in path.iter().enumerate() {
            let Found::Module(module) = found else { break };
            found = match word.as_str() {
                "crate" => Found::Module(0),
                "self" => Found::Module(module),
                "super" => Found::Module(self.modules[module].parent?),
                word => match self.step(module, word, place + 1 < path.len(), steps) {
                    Some(found) => found,
                    // Another crate, or something built into the language.
                    None if place == 0 => return None,
                    // Probably an item that a macro defines.
                    None => Found::Item(module),
                },
            };
        }
        Some(found)
    }

    /// What a name means in a module.
    fn step(&self, module: usize, word: &str, has_more: bool, steps: usize) -> Option<Found> {
        let placed = &self.modules[module];
        let child = placed.children.get(word).map(|child| Found::Module(*child));
        if let (Some(child), true) = (child, has_more || !placed.read.defined.contains(word)) {
            return Some(child);
        }
        if placed.read.defined.contains(word) {
            return Some(Found::Item(module));
        }
        if let Some(import) = placed.read.imports.get(word) {
            return self.find(module, &import.path, steps + 1);
        }
        let mut globs = placed.read.globs.iter();
        let of_glob = globs.find_map(|glob| match self.find(module, &glob.path, steps + 1)? {
            Found::Module(other) if other != module && steps < MAX_STEPS => self.step(other, word, has_more, steps + 1),
            _ => None,
        });
        of_glob.or_else(|| {
            let mut exporting = self.modules.iter().enumerate();
            let of_macro = exporting.find(|(_, placed)| module == 0 && placed.read.exported_macros.contains(word));
            of_macro.map(|(at, _)| Found::Item(at))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The imports of a crate as `a -> b (names)`.
    fn check(files: &[(&str, &str)], expected: &[&str]) {
        let sources = files.iter().map(|(path, text)| (format!("src/{path}"), (*text).to_owned())).collect();
        let short = |path: &str| path.trim_start_matches("src/").to_owned();
        let mut found = Vec::new();
        for (from, targets) in imports(&sources, "src/lib.rs") {
            for (to, names) in targets {
                let names: Vec<String> = names.into_iter().collect();
                found.push(format!("{} -> {} ({})", short(&from), short(&to), names.join(", ")));
            }
        }
        assert_eq!(found, expected, "{files:?}");
    }

    #[test]
    fn imports_and_paths_lead_to_the_file_that_defines_the_name() {
        check(
            &[
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "use crate::b::{B, c::D}; fn a() { crate::b::c::e() }"),
                ("b/mod.rs", "pub mod c; pub struct B;"),
                ("b/c.rs", "pub struct D; pub fn e() {}"),
            ],
            &["a.rs -> b/c.rs (crate::b::c::D, crate::b::c::e)", "a.rs -> b/mod.rs (crate::b::B)"],
        );
    }

    #[test]
    fn a_parent_that_only_declares_and_shares_imports_nothing() {
        check(
            &[
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "mod c; pub use c::{C, D as E}; pub use c::*; pub struct A;"),
                ("a/c.rs", "use super::A; pub struct C; pub struct D; pub struct F;"),
                ("b.rs", "use crate::a::{C, E}; fn b() { crate::a::F::new() }"),
            ],
            &["a/c.rs -> a.rs (super::A)", "b.rs -> a/c.rs (crate::a::C, crate::a::E, crate::a::F::new)"],
        );
    }

    #[test]
    fn a_parent_that_uses_its_child_imports_it() {
        for parent in ["mod c; fn a() { c::d() }", "mod c; use c::d;", "mod c; pub use c::d; fn a() { d() }"] {
            check(&[("lib.rs", "mod a;"), ("a.rs", parent), ("a/c.rs", "pub fn d() {}")], &["a.rs -> a/c.rs (c::d)"]);
        }
    }

    #[test]
    fn what_is_used_of_an_imported_module_counts_and_not_the_module() {
        check(
            &[
                ("lib.rs", "mod a; mod b;"),
                ("a.rs", "use crate::b; use crate::b::c; fn f() { c::g(); b::c::g() }"),
                ("b.rs", "pub mod c; pub struct B;"),
                ("b/c.rs", "pub fn g() {}"),
            ],
            &["a.rs -> b/c.rs (b::c::g, c::g)"],
        );
    }

    #[test]
    fn tests_and_other_crates_count_for_nothing() {
        check(
            &[
                ("lib.rs", "mod a; mod b; #[cfg(test)] mod c;"),
                ("a.rs", "use std::b::B; use serde::b; #[cfg(test)] mod tests { use crate::b::B; }"),
                ("b.rs", "pub struct B;"),
                ("c.rs", "use crate::a::A;"),
            ],
            &[],
        );
    }
}
