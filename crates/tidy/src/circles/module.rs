//! Reads what a source declares, defines, imports and names.

use std::collections::{BTreeMap, BTreeSet};

use super::tokens::tokens;

/// A `use` of one name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Import {
    /// The path, as it is written.
    pub path: Vec<String>,
    /// Whether it is a re-export, which does not count as a use.
    pub is_shared: bool,
}

/// A module in a file: the file itself, or a `mod` with braces.
#[derive(Debug, Default)]
pub struct Module {
    /// Its name within the file; empty for the file itself.
    pub within: Vec<String>,
    /// Modules that are declared with `mod x;`.
    pub declared: Vec<String>,
    /// Names of its items.
    pub defined: BTreeSet<String>,
    /// Macros that the whole crate may use.
    pub exported_macros: BTreeSet<String>,
    /// Imports by the name that they have in this module.
    pub imports: BTreeMap<String, Import>,
    /// Modules of which everything is imported.
    pub globs: Vec<Import>,
    /// Paths in the code, of two words or more.
    pub paths: BTreeSet<Vec<String>>,
    /// Single words in the code, and the first word of each path.
    pub words: BTreeSet<String>,
}

/// The modules of a source, the file itself first.
pub fn modules(source: &str) -> Vec<Module> {
    let tokens = tokens(source);
    let mut modules = vec![Module::default()];
    // The open modules, each with the depth of its braces.
    let mut open = vec![(0, 0)];
    let (mut depth, mut at) = (0_usize, 0);
    while at < tokens.len() {
        let &(current, own_depth) = open.last().expect("the file itself stays open");
        let is_top = depth == own_depth;
        let next = |more: usize| tokens.get(at + more).map_or("", String::as_str);
        match tokens[at].as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth = depth.saturating_sub(1);
                if open.len() > 1 && depth < own_depth {
                    open.pop();
                }
            }
            "mod" if is_top && next(2) == ";" => modules[current].declared.push(next(1).to_owned()),
            "mod" if is_top && next(2) == "{" => {
                let within = modules[current].within.iter().cloned().chain([next(1).to_owned()]).collect();
                modules.push(Module { within, ..Module::default() });
                depth += 1;
                open.push((modules.len() - 1, depth));
                at += 2;
            }
            "use" if is_use(&tokens, at) => {
                let length = tokens[at..].iter().take_while(|token| *token != ";").count();
                read_use(
                    &tokens[at + 1..at + length],
                    &mut Vec::new(),
                    is_shared(&tokens[..at]),
                    &mut modules[current],
                );
                at += length;
            }
            "macro_rules" if next(1) == "!" => {
                let name = next(2).to_owned();
                // `#[macro_export]` is before it, perhaps with other attributes.
                if tokens[at.saturating_sub(8)..at].iter().any(|token| token == "macro_export") {
                    modules[current].exported_macros.insert(name.clone());
                }
                modules[current].defined.insert(name);
            }
            "struct" | "enum" | "union" | "trait" | "type" | "fn" | "const" | "static" if is_top => {
                let name = (1..3).map(next).find(|word| !["mut", "fn", "unsafe", "async"].contains(word)).unwrap_or("");
                modules[current].defined.insert(name.to_owned());
            }
            word if is_word(word) => at += read_path(&tokens, at, &mut modules[current]) - 1,
            _ => {}
        }
        at += 1;
    }
    modules
}

fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Whether this `use` begins a statement; in a bound such as `impl Trait + use<T>` it does not.
fn is_use(tokens: &[String], at: usize) -> bool {
    let before = at.checked_sub(1).map_or(";", |before| tokens[before].as_str());
    [";", "{", "}", "]", ")", "pub"].contains(&before)
}

/// Whether the tokens before `use` make it a re-export.
fn is_shared(before: &[String]) -> bool {
    match before.last().map(String::as_str) {
        Some("pub") => true,
        Some(")") => {
            let open = before.iter().rposition(|token| token == "(").unwrap_or(0);
            open > 0 && before[open - 1] == "pub" && before[open + 1] != "self"
        }
        _ => false,
    }
}

/// Reads a part of a `use` tree; `path` is the part before it.
fn read_use(tokens: &[String], path: &mut Vec<String>, is_shared: bool, module: &mut Module) {
    let known = path.len();
    let mut at = 0;
    let mut name = None;
    while let Some(token) = tokens.get(at) {
        match token.as_str() {
            "{" => {
                for branch in branches(&tokens[at + 1..]) {
                    read_use(branch, path, is_shared, module);
                }
                path.truncate(known);
                return;
            }
            "*" => {
                module.globs.push(Import { path: path.clone(), is_shared });
                path.truncate(known);
                return;
            }
            "as" => {
                name = tokens.get(at + 1).cloned();
                break;
            }
            // In braces, `self` is the module itself.
            "self" if !path.is_empty() => {}
            word if is_word(word) => path.push(word.to_owned()),
            _ => {}
        }
        at += 1;
    }
    if let Some(name) = name.or_else(|| path.last().cloned()) {
        module.imports.insert(name, Import { path: path.clone(), is_shared });
    }
    path.truncate(known);
}

/// The branches up to the closing brace; the opening one comes before the tokens.
fn branches(tokens: &[String]) -> Vec<&[String]> {
    let (mut found, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "{" => depth += 1,
            "}" if depth > 0 => depth -= 1,
            "," | "}" if depth == 0 => {
                found.push(&tokens[start..at]);
                start = at + 1;
                if token == "}" {
                    break;
                }
            }
            _ => {}
        }
    }
    found.retain(|branch| !branch.is_empty());
    found
}

/// Reads a path or a single word of the code; returns its number of tokens.
fn read_path(tokens: &[String], at: usize, module: &mut Module) -> usize {
    let before = at.checked_sub(1).map_or("", |before| tokens[before].as_str());
    let mut path = vec![tokens[at].clone()];
    let mut length = 1;
    while tokens.get(at + length).is_some_and(|token| token == "::")
        && let Some(word) = tokens.get(at + length + 1).filter(|word| is_word(word))
    {
        path.push(word.clone());
        length += 2;
    }
    if !["::", "."].contains(&before) {
        module.words.insert(tokens[at].clone());
        if path.len() > 1 {
            module.paths.insert(path);
        }
    }
    length
}

#[test]
fn imports_are_read_from_nested_braces() {
    let source = "use crate::{a::{B, c::{self, D as E}}, f::*}; pub(crate) use g::H; pub(self) use i::J; mod g;";
    let read = &modules(source)[0];
    let import = |name: &str| {
        let import = &read.imports[name];
        format!("{}{}", import.path.join("::"), if import.is_shared { ", shared" } else { "" })
    };
    assert_eq!(read.imports.keys().collect::<Vec<_>>(), ["B", "E", "H", "J", "c"]);
    for (name, path) in
        [("B", "crate::a::B"), ("E", "crate::a::c::D"), ("c", "crate::a::c"), ("H", "g::H, shared"), ("J", "i::J")]
    {
        assert_eq!(import(name), path);
    }
    assert_eq!(read.globs[0].path, ["crate", "f"]);
    assert_eq!(read.declared, ["g"]);
}

#[test]
fn modules_within_a_file_have_their_own_names() {
    let read = modules("pub struct A; mod b { use super::A; fn c() { d::e(A) } } fn f() { crate::g::<A>::H.i::<J>() }");
    assert_eq!(read[1].within, ["b"]);
    assert_eq!(read[1].imports["A"].path, ["super", "A"]);
    assert_eq!(read[1].paths, BTreeSet::from([vec!["d".to_owned(), "e".to_owned()]]));
    assert_eq!(read[0].defined, BTreeSet::from(["A".to_owned(), "f".to_owned()]));
    assert_eq!(read[0].paths, BTreeSet::from([vec!["crate".to_owned(), "g".to_owned()]]));
}
