//! Finds the structural errors in a request body, not only the first. It compares the body with the schema of the type
//! that reads it, and does not use the parser's messages. Lengths, and whatever depends on stored data, are checked
//! later, on the parsed value.

#[cfg(test)]
mod tests;

use std::{
    borrow::Cow,
    collections::{BTreeMap, HashSet},
    sync::{Arc, LazyLock, RwLock},
};

use askline_domain::shared::{
    rfc3339::parse_moment,
    steps,
    violation::{Allowed, Violation},
};
use regex::Regex;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::Value;

use crate::pipeline::request::json_tree::Tree;

/// The maximum number of violations in a response.
pub(crate) const MAX_VIOLATIONS: usize = 50;
/// The maximum number of values of a text that are compared with their schemas. Errors in later values are reported once the
/// earlier ones are fixed.
const MAX_VALUES_LOOKED_AT: usize = 1_000;
/// Steps counted for each value that is compared with its schema.
const STEPS_FOR_A_VALUE: usize = 150;
/// The maximum nesting of schemas that is followed.
const MAX_LEVELS: usize = 64;

/// The schema of a type, with all schemas that it refers to.
pub(crate) struct Shape(Value);

impl Shape {
    /// The shape of `T`, created at the first call and kept.
    pub(crate) fn of<T: JsonSchema>() -> Arc<Self> {
        Self::kept(T::schema_id(), || SchemaGenerator::default().into_root_schema_for::<T>().to_value())
    }

    /// The shape of the type with this id, which `make` describes.
    fn kept(id: Cow<'static, str>, make: fn() -> Value) -> Arc<Self> {
        static KEPT: LazyLock<RwLock<BTreeMap<String, Arc<Shape>>>> = LazyLock::new(RwLock::default);
        let kept = KEPT.read().ok().and_then(|kept| kept.get(id.as_ref()).cloned());
        kept.unwrap_or_else(|| {
            let made = Arc::new(Self(make()));
            if let Ok(mut kept) = KEPT.write() {
                kept.insert(id.into_owned(), Arc::clone(&made));
            }
            made
        })
    }

    /// What is wrong with a value, up to the maximum of a response.
    pub(crate) fn violations(&self, tree: &Tree) -> Vec<Violation> {
        let mut look = Look::of(&self.0, MAX_VALUES_LOOKED_AT);
        look.at(&self.0, tree, "", MAX_LEVELS);
        look.found
    }

    /// The schema of a member; `None` if there is no such member.
    pub(crate) fn member(&self, name: &str) -> Option<&Value> {
        self.0.get("properties")?.get(name)
    }

    /// The names of all members.
    pub(crate) fn members(&self) -> Vec<String> {
        names(&self.0)
    }

    /// The texts that a schema allows; empty if it allows any text.
    pub(crate) fn texts(&self, schema: &Value) -> Vec<String> {
        let look = Look::of(&self.0, 0);
        // `words` finds what choices list themselves; the others refer to a list.
        let lists = choices(schema).filter(|choice| choice.get("$ref").is_some()).map(|choice| look.named(choice).0);
        [schema].into_iter().chain(lists).flat_map(words).filter_map(Value::as_str).map(str::to_owned).collect()
    }

    /// Follows references, and optional values, to the schema that a value must fit.
    pub(crate) fn resolved<'s>(&'s self, schema: &'s Value) -> &'s Value {
        let look = Look::of(&self.0, 0);
        let schema = look.named(schema).0;
        match choices(schema).filter(|choice| !is_null(choice)).collect::<Vec<_>>()[..] {
            [only] => look.named(only).0,
            _ => schema,
        }
    }
}

struct Look<'s> {
    root: &'s Value,
    found: Vec<Violation>,
    /// The number of values that are still compared; later ones are ignored.
    values_left: usize,
}

impl<'s> Look<'s> {
    fn of(root: &'s Value, values_left: usize) -> Self {
        Self { root, found: Vec::new(), values_left }
    }

    fn is_over(&self) -> bool {
        self.values_left == 0 || self.found.len() >= MAX_VIOLATIONS
    }

    fn at(&mut self, schema: &'s Value, tree: &Tree, path: &str, levels: usize) {
        let is_passed_over = schema["readOnly"] == true || *tree == Tree::Unread;
        if levels == 0 || self.is_over() || is_passed_over {
            return;
        }
        self.values_left -= 1;
        steps::count(STEPS_FOR_A_VALUE);
        let (schema, name) = self.named(schema);
        if choices(schema).next().is_some() {
            return self.at_choices(schema, tree, path, levels);
        }
        if !self.is_of_type(schema, tree, path) {
            return;
        }
        if let Some(allowed) = schema["enum"].as_array() {
            return self.one_of(allowed.iter(), tree, path, name);
        }
        if let Some(only) = schema.get("const") {
            return self.one_of([only].into_iter(), tree, path, name);
        }
        match tree {
            Tree::Whole(value) => self.in_range(schema, *value, path),
            Tree::Text(text) => self.of_form(schema, text, path),
            Tree::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    if self.is_over() {
                        break;
                    }
                    self.at(&schema["items"], item, &format!("{path}[{index}]"), levels - 1);
                }
            }
            Tree::Object(members) => self.members(schema, members, path, levels),
            Tree::Null | Tree::Boolean(_) | Tree::Fraction(_) | Tree::Unread => {}
        }
    }

    /// Compares a value with each of several schemas. If none fits, the errors are those of the closest one; for a text
    /// that must be one of a list, the error names the list.
    fn at_choices(&mut self, schema: &'s Value, tree: &Tree, path: &str, levels: usize) {
        let all: Vec<&'s Value> = choices(schema).collect();
        let told: Vec<Vec<Violation>> = all
            .iter()
            .map(|choice| {
                let mut look = Look::of(self.root, self.values_left);
                look.at(choice, tree, path, levels - 1);
                self.values_left = look.values_left;
                look.found
            })
            .collect();
        if told.iter().any(Vec::is_empty) {
            return;
        }
        let texts: Vec<&'s Value> = all.iter().flat_map(|choice| words(self.named(choice).0)).collect();
        if !texts.is_empty() && matches!(tree, Tree::Text(_)) {
            return self.one_of(texts.into_iter(), tree, path, "");
        }
        let meant = all.iter().zip(told).filter(|(choice, _)| !is_null(choice)).map(|(_, told)| told);
        // The closest choice: preferably without an error about the value as a whole, then with the fewest errors.
        let closest = meant.min_by_key(|told| (told.iter().any(|violation| violation.path == path), told.len()));
        self.found.extend(closest.unwrap_or_default());
    }

    /// The schema that a reference names, and its name.
    fn named<'a>(&self, schema: &'a Value) -> (&'a Value, &'a str)
    where
        's: 'a,
    {
        let Some(reference) = schema["$ref"].as_str() else { return (schema, "") };
        let pointer = reference.trim_start_matches('#');
        (self.root.pointer(pointer).unwrap_or(&Value::Null), reference.rsplit('/').next().unwrap_or(""))
    }

    fn is_of_type(&mut self, schema: &Value, tree: &Tree, path: &str) -> bool {
        let types: Vec<&str> = match &schema["type"] {
            Value::String(name) => vec![name],
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            _ => return true,
        };
        if types.iter().any(|name| is_type(name, tree)) {
            return true;
        }
        let wanted = types.into_iter().map(in_words).collect::<Vec<_>>().join(" or ");
        self.tell(path, "WRONG_TYPE", &format!("must be {wanted}, not {}", in_words(type_of(tree))), None);
        false
    }

    fn one_of(&mut self, allowed: impl Iterator<Item = &'s Value>, tree: &Tree, path: &str, name: &str) {
        let allowed: Vec<&Value> = allowed.collect();
        let is_it = |value: &&Value| match (tree, value) {
            (Tree::Text(text), Value::String(value)) => text == value,
            (Tree::Null, Value::Null) => true,
            (Tree::Boolean(found), Value::Bool(value)) => found == value,
            (Tree::Whole(found), value) => value.as_i64().is_some_and(|value| i128::from(value) == *found),
            _ => false,
        };
        if allowed.iter().any(is_it) {
            return;
        }
        let words: Vec<String> = allowed.iter().filter_map(|value| value.as_str()).map(str::to_owned).collect();
        let code = if name == "Scope" { "UNKNOWN_SCOPE" } else { "UNKNOWN_VALUE" };
        self.tell(path, code, &format!("must be one of {}", words.join(", ")), Some(words));
    }

    fn in_range(&mut self, schema: &Value, value: i128, path: &str) {
        let (least, most) = (whole(&schema["minimum"]), whole(&schema["maximum"]));
        let of_format = match schema["format"].as_str() {
            Some("int32") => Some((i32::MIN.into(), i32::MAX.into())),
            Some("uint32") => Some((0, u32::MAX.into())),
            Some("int64") => Some((i64::MIN.into(), i64::MAX.into())),
            Some("uint64") => Some((0, u64::MAX.into())),
            _ => None,
        };
        let least = least.or(of_format.map(|(least, _)| least));
        let most = most.or(of_format.map(|(_, most)| most));
        if least.is_some_and(|least| value < least) || most.is_some_and(|most| value > most) {
            let bounds = match (least, most) {
                (Some(least), Some(most)) => format!("from {least} to {most}"),
                (Some(least), None) => format!("{least} or more"),
                (_, Some(most)) => format!("{most} or less"),
                (None, None) => return,
            };
            self.tell(path, "OUT_OF_RANGE", &format!("must be a whole number {bounds}"), None);
        }
    }

    fn of_form(&mut self, schema: &Value, text: &str, path: &str) {
        if schema["format"] == "date-time" && parse_moment(text).is_none() {
            self.tell(path, "INVALID_VALUE", "must be an RFC 3339 time such as 2026-01-31T09:30:00Z", None);
        }
        if let Some(pattern) = schema["pattern"].as_str()
            && !has_form(pattern, text)
        {
            self.tell(path, "INVALID_VALUE", &format!("must be of the form {pattern}"), None);
        }
    }

    fn members(&mut self, schema: &'s Value, members: &[(String, Tree)], path: &str, levels: usize) {
        let place = |name: &str| if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        let mut seen = HashSet::new();
        for (name, value) in members {
            if self.is_over() {
                return;
            }
            let here = place(name);
            if !seen.insert(name.as_str()) {
                self.tell(&here, "DUPLICATE", "is given more than once", None);
                continue;
            }
            match (schema["properties"].get(name), &schema["additionalProperties"]) {
                (Some(known), _) => self.at(known, value, &here, levels - 1),
                (None, Value::Bool(false)) => {
                    self.tell(&here, "UNKNOWN_FIELD", "is unknown here", Some(names(schema)));
                }
                (None, more) => self.at(more, value, &here, levels - 1),
            }
        }
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !seen.contains(name) {
                self.tell(&place(name), "REQUIRED", "is missing", None);
            }
        }
    }

    fn tell(&mut self, path: &str, code: &str, reason: &str, allowed: Option<Vec<String>>) {
        if self.found.len() < MAX_VIOLATIONS {
            self.found.push(violation(path, code, reason, allowed));
        }
    }
}

/// A violation with the usual message: place, colon, reason.
pub(crate) fn violation(path: &str, code: &str, reason: &str, allowed: Option<Vec<String>>) -> Violation {
    let place = if path.is_empty() { "The body" } else { path };
    let allowed = allowed.map(Allowed::OneOf);
    Violation { allowed, ..Violation::new(path, code, format!("{place}: {reason}.")) }
}

/// Whether a text matches a pattern of a schema. Each pattern is compiled once; the code has a fixed number of them.
fn has_form(pattern: &str, text: &str) -> bool {
    static MADE: LazyLock<RwLock<BTreeMap<String, Regex>>> = LazyLock::new(RwLock::default);
    if let Ok(made) = MADE.read()
        && let Some(form) = made.get(pattern)
    {
        return form.is_match(text);
    }
    // A pattern that cannot be compiled is checked by the code that reads the value.
    let Ok(form) = Regex::new(pattern) else { return true };
    let is_match = form.is_match(text);
    if let Ok(mut made) = MADE.write() {
        made.insert(pattern.to_owned(), form);
    }
    is_match
}

fn choices(schema: &Value) -> impl Iterator<Item = &Value> {
    ["anyOf", "oneOf"].into_iter().filter_map(|name| schema[name].as_array()).flatten()
}

/// The texts that a schema lists as allowed.
fn words(schema: &Value) -> Vec<&Value> {
    let listed = schema["enum"].as_array().into_iter().flatten();
    listed.chain(schema.get("const")).chain(choices(schema).flat_map(words)).filter(|value| value.is_string()).collect()
}

fn names(schema: &Value) -> Vec<String> {
    let known = schema["properties"].as_object().into_iter().flatten();
    known.filter(|(_, schema)| schema["readOnly"] != true).map(|(name, _)| name.clone()).collect()
}

fn is_null(schema: &Value) -> bool {
    schema["type"] == "null"
}

fn whole(value: &Value) -> Option<i128> {
    value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from))
}

fn type_of(tree: &Tree) -> &'static str {
    match tree {
        Tree::Null => "null",
        Tree::Boolean(_) => "boolean",
        Tree::Whole(_) => "integer",
        Tree::Fraction(_) => "number",
        Tree::Text(_) => "string",
        Tree::List(_) => "array",
        Tree::Object(_) | Tree::Unread => "object",
    }
}

fn is_type(name: &str, tree: &Tree) -> bool {
    name == type_of(tree) || (name == "number" && matches!(tree, Tree::Whole(_)))
}

fn in_words(name: &str) -> &'static str {
    match name {
        "null" => "null",
        "boolean" => "true or false",
        "integer" => "a whole number",
        "number" => "a number",
        "string" => "a string",
        "array" => "a list",
        _ => "an object",
    }
}
