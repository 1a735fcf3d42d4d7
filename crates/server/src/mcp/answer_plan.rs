//! Decides which facts and tables a tool's answer has. It follows the JSON Schema of the operation's data.
//!
//! There is one plan for each tool: the tool's description names its tables, and every answer follows it.

use serde_json::Value;

use super::tool_guide::{LeftOut, LeftOutHow};

/// The field that marks a row as "the rest". It is omitted, since the label of the row is also `other`.
const TAIL_MARK: &str = "other";
/// Tables with one of these words in their name come last: they are long, and the other tables have their sums.
const LONG: [&str; 3] = ["series", "Series", "previous"];

/// The layout of an answer.
#[derive(Debug)]
pub(super) struct AnswerPlan {
    /// Single values and lists of them, under their names in the API's `data`, such as `totals.aiClicks`.
    pub(super) facts: Vec<Leaf>,
    /// Lists of objects.
    pub(super) tables: Vec<TablePlan>,
}

/// A table of an answer.
#[derive(Debug)]
pub(super) struct TablePlan {
    /// Its place in `data`, such as `items` or `assistants.items`.
    pub(super) name: String,
    path: Vec<String>,
    pub(super) columns: Vec<Leaf>,
}

/// A value, or a list, that is a fact or is in one cell.
#[derive(Debug)]
pub(super) struct Leaf {
    /// Its place, joined by dots.
    pub(super) name: String,
    path: Vec<String>,
    pub(super) shape: Shape,
}

/// What a cell can contain; every cell can be null.
#[derive(Debug)]
pub(super) enum Shape {
    /// A text, a number or a boolean, with the names of the types in JSON Schema.
    Scalar(Vec<String>),
    /// A list of such values.
    List(Vec<String>),
    /// A list of objects, each as a list of these values.
    Rows(Vec<Leaf>),
    /// The length of a list.
    Count,
    /// Anything.
    Open,
}

enum Kind<'s> {
    Object,
    Array(&'s Value),
    Scalar(Vec<String>),
    Open,
}

impl AnswerPlan {
    /// The layout of data with this schema, without what the guide leaves out. The schema must not refer to others.
    pub(super) fn of(schema: &Value, left_out: &[LeftOut]) -> Self {
        let mut plan = Self { facts: Vec::new(), tables: Vec::new() };
        plan.look(schema, &[], left_out);
        plan.tables.sort_by_key(|table| LONG.iter().any(|word| table.name.contains(word)));
        plan
    }

    fn look(&mut self, schema: &Value, path: &[String], left_out: &[LeftOut]) {
        for (name, schema) in properties(schema) {
            let path = [path, &[name.to_owned()]].concat();
            let place = path.join(".");
            match (LeftOut::how(left_out, &place), kind(schema)) {
                (Some(LeftOutHow::Whole), _) => {}
                (Some(LeftOutHow::Counted), _) => self.facts.push(Leaf::counted(path)),
                (None, Kind::Object) => self.look(schema, &path, left_out),
                (None, Kind::Array(items)) if matches!(kind(items), Kind::Object) => {
                    let columns = columns(items, &[], &place, left_out);
                    self.tables.push(TablePlan { name: place, path, columns });
                }
                (None, kind) => self.facts.push(Leaf::of(path, shape(&kind))),
            }
        }
    }
}

impl TablePlan {
    /// The columns that any of the rows has: rows that are not compared have none about the previous period. All without rows.
    pub(super) fn columns_of(&self, rows: &[Value]) -> Vec<&Leaf> {
        let is_filled = |column: &&Leaf| rows.is_empty() || rows.iter().any(|row| column.is_in(row));
        self.columns.iter().filter(is_filled).collect()
    }

    /// The rows in this data.
    pub(super) fn rows<'v>(&self, data: &'v Value) -> &'v [Value] {
        at(data, &self.path).as_array().map_or(&[], Vec::as_slice)
    }
}

impl Leaf {
    fn of(path: Vec<String>, shape: Shape) -> Self {
        let name = match &shape {
            Shape::Rows(columns) => {
                let inside: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
                format!("{}[{}]", path.join("."), inside.join(","))
            }
            _ => path.join("."),
        };
        Self { name, path, shape }
    }

    fn counted(path: Vec<String>) -> Self {
        Self { name: format!("{}.count", path.join(".")), path, shape: Shape::Count }
    }

    /// The word that has a unit, such as `aiClicks` of `totals.aiClicks`.
    pub(super) fn last_word(&self) -> &str {
        match self.shape {
            Shape::Count => "count",
            _ => self.path.last().map_or("", String::as_str),
        }
    }

    /// Whether it is a number, a list of numbers, or a count.
    pub(super) fn is_number(&self) -> bool {
        match &self.shape {
            Shape::Scalar(types) | Shape::List(types) => types.iter().any(|name| name == "integer" || name == "number"),
            Shape::Count => true,
            Shape::Rows(_) | Shape::Open => false,
        }
    }

    /// Whether an object has the field, or for a field of an object in it, that object.
    pub(super) fn is_in(&self, object: &Value) -> bool {
        self.path.first().is_some_and(|field| object.get(field).is_some())
    }

    /// The value in an object.
    pub(super) fn value(&self, object: &Value) -> Value {
        let found = at(object, &self.path);
        match (&self.shape, found) {
            (Shape::Open, found) => found.clone(),
            (Shape::Count, Value::Array(items)) => items.len().into(),
            (Shape::Rows(columns), Value::Array(items)) => {
                let row = |item: &Value| columns.iter().map(|column| column.value(item)).collect::<Value>();
                items.iter().map(row).collect()
            }
            // Some fields are a list or a single value, such as `hashRoutes`.
            (Shape::List(_), Value::Array(_)) => found.clone(),
            (Shape::List(_) | Shape::Scalar(_), Value::String(_) | Value::Number(_) | Value::Bool(_)) => found.clone(),
            _ => Value::Null,
        }
    }
}

/// The columns of a table of such objects.
fn columns(schema: &Value, path: &[String], table: &str, left_out: &[LeftOut]) -> Vec<Leaf> {
    let mut found = Vec::new();
    for (name, schema) in properties(schema) {
        let path = [path, &[name.to_owned()]].concat();
        let kind = kind(schema);
        let is_tail_mark = name == TAIL_MARK && matches!(&kind, Kind::Scalar(types) if types == &["boolean"]);
        match (LeftOut::how(left_out, &format!("{table}.{}", path.join("."))), kind) {
            (Some(LeftOutHow::Whole), _) => {}
            _ if is_tail_mark => {}
            (Some(LeftOutHow::Counted), _) => found.push(Leaf::counted(path)),
            (None, Kind::Object) => found.extend(columns(schema, &path, table, left_out)),
            (None, kind) => found.push(Leaf::of(path, shape(&kind))),
        }
    }
    found
}

fn shape(found: &Kind<'_>) -> Shape {
    match found {
        Kind::Scalar(types) => Shape::Scalar(types.clone()),
        Kind::Array(items) => match kind(items) {
            Kind::Object => Shape::Rows(columns(items, &[], "", &[])),
            Kind::Scalar(types) => Shape::List(types),
            _ => Shape::Open,
        },
        Kind::Object | Kind::Open => Shape::Open,
    }
}

fn kind(schema: &Value) -> Kind<'_> {
    if let Some(items) = items_of(schema) {
        return Kind::Array(items);
    }
    if !properties(schema).is_empty() {
        return Kind::Object;
    }
    let mut types = Vec::new();
    note_types(schema, &mut types);
    if types.iter().any(|name| ["object", "array"].contains(&name.as_str())) || types.is_empty() {
        Kind::Open
    } else {
        Kind::Scalar(types)
    }
}

fn choices(schema: &Value) -> impl Iterator<Item = &Value> {
    ["anyOf", "oneOf", "allOf"].into_iter().filter_map(|word| schema[word].as_array()).flatten()
}

fn items_of(schema: &Value) -> Option<&Value> {
    let is_list = match &schema["type"] {
        Value::String(name) => name == "array",
        Value::Array(names) => names.iter().any(|name| name == "array"),
        _ => false,
    };
    if is_list { Some(&schema["items"]) } else { choices(schema).find_map(items_of) }
}

/// The properties of an object, including those of all choices.
fn properties(schema: &Value) -> Vec<(&str, &Value)> {
    let own = schema["properties"].as_object().into_iter().flatten().map(|(name, schema)| (name.as_str(), schema));
    let mut found: Vec<(&str, &Value)> = Vec::new();
    for (name, schema) in own.chain(choices(schema).flat_map(properties)) {
        if !found.iter().any(|(known, _)| *known == name) {
            found.push((name, schema));
        }
    }
    found
}

/// Collects the types that a schema names, except null.
fn note_types(schema: &Value, found: &mut Vec<String>) {
    let mut note = |name: &str| {
        if name != "null" && !found.iter().any(|known| known == name) {
            found.push(name.to_owned());
        }
    };
    match &schema["type"] {
        Value::String(name) => note(name),
        Value::Array(names) => names.iter().filter_map(Value::as_str).for_each(&mut note),
        _ => {}
    }
    let constants = schema["enum"].as_array().into_iter().flatten().chain(schema.get("const"));
    for constant in constants {
        match constant {
            Value::String(_) => note("string"),
            Value::Bool(_) => note("boolean"),
            Value::Number(_) => note("number"),
            _ => {}
        }
    }
    for choice in choices(schema) {
        note_types(choice, found);
    }
}

fn at<'v>(value: &'v Value, path: &[String]) -> &'v Value {
    path.iter().fold(value, |value, name| value.get(name).unwrap_or(&Value::Null))
}
