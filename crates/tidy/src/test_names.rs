//! Finds the names of tests in JavaScript, TypeScript and Rust.
//!
//! `words.rs` looks for words in them that are not to be used. It reads lines, not syntax; of JavaScript and TypeScript only files named `.test.`.

use std::borrow::Cow;

/// What a line begins with whose first argument is a name. The last one ends a table of cases.
const CALLS: &[&str] = &["test(", "it(", "describe(", "cell(", "await t.test(", "])("];
/// A table of cases on one line; the name follows `)(`.
const TABLES: &[&str] = &["test.each(", "it.each(", "describe.each("];

/// The names in a file, each with the index of its line.
pub fn test_names<'t>(path: &str, text: &'t str) -> Vec<(usize, Cow<'t, str>)> {
    if path.ends_with(".rs") {
        of_functions(text).into_iter().map(|(line, name)| (line, name.replace('_', " ").into())).collect()
    } else {
        of_calls(path, text).into_iter().map(|(line, name)| (line, name.into())).collect()
    }
}

/// The names of Rust's tests: functions behind an attribute such as `#[test]`, and those that run for every `Backend`.
fn of_functions(text: &str) -> Vec<(usize, &str)> {
    let mut names = Vec::new();
    let mut is_test = false;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start();
        if line.starts_with("#[") {
            is_test |= line.starts_with("#[test]") || line.starts_with("#[tokio::test");
            continue;
        }
        let function = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ");
        if let Some((name, rest)) = function.and_then(|function| function.split_once(['(', '<']))
            && (is_test || rest.starts_with("B: Backend>"))
        {
            names.push((number, name));
        }
        is_test = false;
    }
    names
}

fn of_calls<'t>(path: &str, text: &'t str) -> Vec<(usize, &'t str)> {
    let mut names = Vec::new();
    if !path.contains(".test.") {
        return names;
    }
    let mut is_next = false;
    for (number, line) in text.lines().enumerate() {
        let line = line.trim_start();
        let argument = if is_next { Some(line) } else { argument(line) };
        is_next = argument == Some("");
        names.extend(argument.and_then(quoted).map(|name| (number, name)));
    }
    names
}

/// What follows the parenthesis of a call that has a name; empty if the name is on the next line.
fn argument(line: &str) -> Option<&str> {
    let of_call = CALLS.iter().find_map(|call| line.strip_prefix(call));
    of_call.or_else(|| {
        let is_table = TABLES.iter().any(|table| line.starts_with(table));
        line.split_once(")(").filter(|_| is_table).map(|(_, argument)| argument)
    })
}

/// The text at the beginning, without its quotes.
fn quoted(argument: &str) -> Option<&str> {
    let quote = argument.chars().next().filter(|quote| ['"', '`'].contains(quote))?;
    argument[1..].split_once(quote).map(|(name, _)| name)
}

#[test]
fn a_name_is_found_on_the_line_of_its_call_on_the_next_one_and_behind_a_table_of_cases() {
    let text = r#"
test("one", () => {});
  it(`two ${name}`, async () => {
describe(
  "three",
it.each(["no name", "nor this"])("four %s", (type) => {
])("five", () => {
test(name, () => {
const test = "no name";
"#;
    let names: Vec<_> = test_names("a/b.test.ts", text).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["one", "two ${name}", "three", "four %s", "five"]);
    assert_eq!(test_names("a/b.test.ts", text)[2].0, 4);
    assert_eq!(test_names("a/b.ts", text), []);
}

#[test]
fn a_name_of_a_rust_test_is_found_behind_its_attributes_and_as_one_for_every_backend() {
    let text = r#"
#[test]
#[ignore = "writes a file"]
fn one_is_two() {
    fn helper() {}
    #[tokio::test(flavor = "multi_thread")]
    async fn three() {}
async fn four<B: Backend>(backend: &B) {
#[expect(unused)]
fn five() {}
"#;
    let names: Vec<_> = test_names("a/b.rs", text).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["one is two", "three", "four"]);
}
