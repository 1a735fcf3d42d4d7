//! Finds the names of tests in JavaScript and TypeScript.
//!
//! `words.rs` looks for words in them that are not to be used. It reads lines, not syntax, and only files named `.test.`.

/// What a line begins with whose first argument is a name. The last one ends a table of cases.
const CALLS: &[&str] = &["test(", "it(", "describe(", "cell(", "await t.test(", "])("];
/// A table of cases on one line; the name follows `)(`.
const TABLES: &[&str] = &["test.each(", "it.each(", "describe.each("];

/// The names in a file, each with the index of its line.
pub fn test_names<'t>(path: &str, text: &'t str) -> Vec<(usize, &'t str)> {
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
    let names: Vec<&str> = test_names("a/b.test.ts", text).into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["one", "two ${name}", "three", "four %s", "five"]);
    assert_eq!(test_names("a/b.test.ts", text)[2].0, 4);
    assert_eq!(test_names("a/b.ts", text), []);
}
