//! Shortens an answer to fit an assistant's context window. It contains the rows that fit, says what was left out, and
//! has a cursor to continue with.
//!
//! The limit is for the whole result, which contains the same JSON twice: as structured content, and as text for
//! clients that do not support structured content.

mod cut_cells;

use serde_json::{Map, Value, json};

use askline_api::pipeline::error::ApiError;

use self::cut_cells::CutCells;
use super::{
    answer_plan::{AnswerPlan, Leaf},
    place::Place,
    tool_guide::LeftOut,
    units::unit,
};

/// The maximum size of a whole result in bytes.
pub(super) const MAX_RESULT_BYTES: usize = 24 * 1024;
/// Bytes reserved for `_meta`, the frame of the message, and the names around the answer's parts.
const FRAME_BYTES: usize = 1_536;
/// Bytes reserved for the notes about rows that were left out.
const NOTES_BYTES: usize = 3_072;
/// The maximum size of all facts in bytes, and of one fact. Larger ones become tables of their parts.
const MAX_FACTS_BYTES: usize = 7_000;
const MAX_FACT_BYTES: usize = 4_500;
/// The maximum size of a cell in bytes, which is halved until its row fits, and of a row.
const MAX_CELL_BYTES: usize = 700;
const MAX_ROW_BYTES: usize = 5_000;
/// The maximum size of a part of a long text in bytes: less than a cell, so that no part is cut.
const MAX_PART_BYTES: usize = MAX_CELL_BYTES - 100;
/// The columns of the table that replaces a fact that is too long for one answer.
const PART_COLUMNS: [&str; 1] = ["part"];

/// The layout of a tool's answers.
pub(super) struct Layout<'p> {
    pub(super) tool: &'static str,
    pub(super) plan: &'p AnswerPlan,
    pub(super) left_out: &'static [LeftOut],
    /// Whether the call can be repeated without harm, so that a cursor can lead to what does not fit.
    pub(super) can_go_on: bool,
}

/// The response of the API that is laid out.
pub(super) struct Found<'v> {
    pub(super) data: &'v Value,
    pub(super) meta: &'v Value,
    /// The arguments of the call, with the API's own cursor.
    pub(super) asked: &'v Map<String, Value>,
    /// Where the previous page ended.
    pub(super) from: Option<&'v Place>,
}

struct Table<'p> {
    name: &'p str,
    columns: Vec<&'p str>,
    words: Vec<&'p str>,
    rows: Vec<Value>,
}

/// Makes one page of an answer.
pub(super) fn fitted(layout: &Layout<'_>, found: &Found<'_>) -> Result<Value, ApiError> {
    let (facts, tables) = parts_of(layout.plan, found.data);
    let mut page = Page::new(layout.tool);
    let mut notes: Vec<String> = layout.left_out.iter().map(LeftOut::told).collect();
    // Such as: the page was never seen.
    let of_response = found.meta["notes"].as_array().into_iter().flatten();
    notes.extend(of_response.filter_map(|note| note["message"].as_str()).map(str::to_owned));
    if found.from.is_none() {
        for (fact, value) in facts {
            page.add_fact(fact, value);
        }
    }
    let mut room = MAX_RESULT_BYTES - FRAME_BYTES - NOTES_BYTES;
    room = room.saturating_sub(page.bytes() + notes.iter().map(|note| bytes_of_text(note)).sum::<usize>());
    let (mut stopped, mut cuts) = (None, CutCells::default());
    let start = found.from.map_or(0, |place| place.table);
    for (index, table) in tables.iter().enumerate().skip(start) {
        let first = match found.from.filter(|place| place.table == index) {
            Some(place) => place.found_in(&first_cells(table))?,
            None => 0,
        };
        if found.from.is_some() && first == table.rows.len() {
            continue;
        }
        let shown = page.add_rows(table, first, &mut room, &mut cuts);
        if shown < table.rows.len() {
            notes.push(match shown - first {
                0 => format!("{}: its {} rows come next.", table.name, table.rows.len()),
                _ => format!("{}: rows {} to {shown} of {}.", table.name, first + 1, table.rows.len()),
            });
            stopped = Some((index, shown));
            break;
        }
    }
    notes.extend(cuts.notes());
    let next = next_cursor(layout, found, &tables, stopped, &mut notes);
    Ok(page.finished(found.meta, notes, next))
}

fn next_cursor(
    layout: &Layout<'_>,
    found: &Found<'_>,
    tables: &[Table<'_>],
    stopped: Option<(usize, usize)>,
    notes: &mut Vec<String>,
) -> Value {
    let Some((index, row)) = stopped else {
        let more = &found.meta["pagination"]["nextCursor"];
        if more.is_string() {
            notes.push("There are more items: pass nextCursor as cursor.".into());
        }
        return more.clone();
    };
    let waiting: Vec<&str> = tables[index + 1..].iter().map(|table| table.name).collect();
    if !waiting.is_empty() {
        notes.push(format!("Not in this page: {}.", waiting.join(", ")));
    }
    if !layout.can_go_on {
        notes.push("The rest is not shown: asking again would do it again.".into());
        return Value::Null;
    }
    notes.push("There are more rows: pass nextCursor as cursor.".into());
    let before = row.checked_sub(1).map_or(Value::Null, |row| tables[index].rows[row][0].clone());
    Place::after(index, row, &before, found.asked).written(layout.tool, found.asked).into()
}

/// The facts and the tables: first the tables of the data, then those of facts that are too long.
fn parts_of<'p>(plan: &'p AnswerPlan, data: &Value) -> (Vec<(&'p Leaf, Value)>, Vec<Table<'p>>) {
    let mut tables: Vec<Table<'p>> = plan
        .tables
        .iter()
        .map(|table| {
            let rows = table.rows(data);
            let columns = table.columns_of(rows);
            Table {
                name: &table.name,
                words: columns.iter().filter(|column| column.is_number()).map(|column| column.last_word()).collect(),
                rows: rows
                    .iter()
                    .map(|row| columns.iter().map(|column| column.value(row)).collect::<Value>())
                    .collect(),
                columns: columns.into_iter().map(|column| column.name.as_str()).collect(),
            }
        })
        .collect();
    let mut facts = Vec::new();
    let mut used = 0;
    for fact in &plan.facts {
        let value = fact.value(data);
        let bytes = bytes_of(&value) + bytes_of_text(&fact.name);
        if bytes > MAX_FACT_BYTES || (used + bytes > MAX_FACTS_BYTES && !is_small(&value)) {
            let rows = parts(&value).into_iter().map(|part| json!([part])).collect();
            tables.push(Table { name: &fact.name, columns: PART_COLUMNS.to_vec(), words: Vec::new(), rows });
        } else {
            used += bytes;
            facts.push((fact, value));
        }
    }
    (facts, tables)
}

/// Whether a value is as short as a number, a boolean, an id or a time. Such values stay facts, since no data has too
/// many of them to fit.
fn is_small(value: &Value) -> bool {
    bytes_of(value) <= 80
}

fn parts(value: &Value) -> Vec<Value> {
    let text = match value {
        Value::Array(items) => return items.clone(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let (mut parts, mut part, mut used) = (Vec::new(), String::new(), 0);
    for character in text.chars() {
        let bytes = bytes_of_character(character);
        if used + bytes > MAX_PART_BYTES {
            parts.push(std::mem::take(&mut part).into());
            used = 0;
        }
        used += bytes;
        part.push(character);
    }
    parts.push(part.into());
    parts
}

fn first_cells(table: &Table<'_>) -> Vec<Value> {
    table.rows.iter().map(|row| row[0].clone()).collect()
}

struct Page {
    tool: &'static str,
    facts: Map<String, Value>,
    tables: Map<String, Value>,
    units: Map<String, Value>,
}

impl Page {
    fn new(tool: &'static str) -> Self {
        Self { tool, facts: Map::new(), tables: Map::new(), units: Map::new() }
    }

    fn bytes(&self) -> usize {
        bytes_of(&json!([self.facts, self.units]))
    }

    fn add_fact(&mut self, fact: &Leaf, value: Value) {
        if value.is_number() || value.is_null() || value.is_array() {
            let units = self.units_of(&[fact.last_word()]);
            self.units.extend(units);
        }
        self.facts.insert(fact.name.clone(), value);
    }

    /// The units of these words, except those that the page already has.
    fn units_of(&self, words: &[&str]) -> Vec<(String, Value)> {
        let new = words.iter().filter(|word| !self.units.contains_key(**word));
        new.filter_map(|word| Some(((*word).to_owned(), unit(self.tool, word)?.into()))).collect()
    }

    /// Adds the rows that fit, beginning with `from`, and notes what was cut in them. Returns the first row that was not added.
    fn add_rows(&mut self, table: &Table<'_>, from: usize, room: &mut usize, cuts: &mut CutCells) -> usize {
        let units = self.units_of(&table.words);
        let empty = json!({ table.name: { "columns": table.columns, "rows": [], "rowsFound": table.rows.len() } });
        let of_units: usize = units.iter().map(|(word, unit)| bytes_of_text(word) + bytes_of(unit) + 4).sum();
        let Some(mut left) = room.checked_sub(bytes_of(&empty) + of_units) else { return from };
        let mut rows = Vec::new();
        for whole in &table.rows[from..] {
            let row = fitting_row(whole);
            let Some(rest) = left.checked_sub(bytes_of(&row) + 2) else { break };
            left = rest;
            cuts.compare(table.name, &table.columns, whole, &row);
            rows.push(row);
        }
        let shown = from + rows.len();
        if !rows.is_empty() || table.rows.is_empty() {
            *room = left;
            self.units.extend(units);
            let table_json = json!({ "columns": table.columns, "rows": rows, "rowsFound": table.rows.len() });
            self.tables.insert(table.name.to_owned(), table_json);
        }
        shown
    }

    fn finished(self, meta: &Value, notes: Vec<String>, next: Value) -> Value {
        let mut answer = json!({ "facts": self.facts, "tables": self.tables, "units": self.units });
        if meta["range"].is_object() {
            answer["range"] = meta["range"].clone();
        }
        answer["leftOut"] = notes.into();
        answer["nextCursor"] = next;
        answer
    }
}

/// A row, cut so that it fits on any page.
fn fitting_row(row: &Value) -> Value {
    let cells = row.as_array().map_or(&[][..], Vec::as_slice);
    let mut most = MAX_CELL_BYTES;
    loop {
        let row: Value = cells.iter().map(|cell| fitting_cell(cell, most)).collect();
        if bytes_of(&row) <= MAX_ROW_BYTES || most < 16 {
            return row;
        }
        most /= 2;
    }
}

fn fitting_cell(cell: &Value, most: usize) -> Value {
    if bytes_of(cell) <= most {
        return cell.clone();
    }
    match cell {
        Value::String(text) => {
            let mut used = bytes_of_text("\u{2026}");
            let taken = text.chars().take_while(|character| {
                used += bytes_of_character(*character);
                used <= most
            });
            taken.chain([cut_cells::END]).collect::<String>().into()
        }
        Value::Array(items) => {
            let mut used = 4;
            let fitting = items.iter().map(|item| fitting_cell(item, most / 2)).take_while(|item| {
                used += bytes_of(item) + 2;
                used <= most
            });
            fitting.collect()
        }
        Value::Number(_) | Value::Bool(_) => cell.clone(),
        _ => Value::Null,
    }
}

/// The size of a value in a result in bytes: as JSON, and as JSON within a text.
fn bytes_of(value: &Value) -> usize {
    let text = value.to_string();
    2 * text.len() + text.bytes().filter(|byte| matches!(byte, b'"' | b'\\')).count()
}

fn bytes_of_text(text: &str) -> usize {
    bytes_of(&Value::from(text))
}

/// The size of a character of a text in a result, with the escapes of JSON (RFC 8259, section 7).
fn bytes_of_character(character: char) -> usize {
    match character {
        '"' | '\\' => 6,
        '\u{8}' | '\t' | '\n' | '\u{c}' | '\r' => 5,
        '\0'..='\u{1f}' => 13,
        other => 2 * other.len_utf8(),
    }
}

#[cfg(test)]
mod tests;
