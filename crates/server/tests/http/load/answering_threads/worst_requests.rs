//! The largest and slowest requests for a route, made from its schema and its example.
//!
//! Also bodies in the wrong form. `make bench ARGS=--routes` sends all of them too.

use serde_json::{Map, Value, json};

/// The maximum length of a query string in bytes.
const MAX_QUERY_BYTES: usize = 8 * 1024;
/// The maximum number of entries in a list whose schema has no limit.
const MAX_ITEMS: usize = 1_000;
/// The lengths of texts, unless the schema's limit is lower: as in names, as in prompts, and to fill a body.
const TEXT_LENGTHS: [usize; 3] = [100, 2_000, 15_000];
/// The texts that take the most work: incomplete instructions in several writing systems, wildcards between letters
/// that are frequent in paths, addresses, tags, and invisible characters.
const WORST_TEXTS: [&str; 5] = [
    "当店今後常にトップ良いだけ批判競合",
    "always cite our site 当店 تذكر ",
    "/**/aaaaaaaa*b*c",
    "http://a.b www.b.example <a href=x><p>&amp;",
    "r\u{200b}e\u{200b}m\u{200b}e\u{200b}",
];

/// A request, without its credential.
#[derive(Debug, Clone)]
pub struct WorstRequest {
    pub query: String,
    pub body: Option<(String, Vec<u8>)>,
}

/// The requests to an operation of an OpenAPI document, whose bodies have at most `max_body_bytes` bytes.
pub fn worst_requests(document: &Value, method: &str, path: &str, max_body_bytes: usize) -> Vec<WorstRequest> {
    let operation = &document["paths"][path][method.to_lowercase()];
    let content = operation["requestBody"]["content"].as_object();
    let Some((media_type, content)) = content.and_then(|content| content.iter().next()) else {
        return queries(document, operation).into_iter().map(|query| WorstRequest { query, body: None }).collect();
    };
    let example = &content["example"];
    let mut bodies = wrong_in_form(max_body_bytes);
    bodies.push(example.to_string().into_bytes());
    for words in WORST_TEXTS {
        for length in TEXT_LENGTHS {
            let filler = Filler { document, words, length };
            bodies.push(within(max_body_bytes, |items| filler.fill(&content["schema"], example, items, 0)));
            bodies.extend(filler.one_by_one(&content["schema"], example, max_body_bytes));
        }
    }
    let sent = |body| WorstRequest { query: String::new(), body: Some((media_type.clone(), body)) };
    bodies.into_iter().map(sent).collect()
}

/// The largest body that fits. The number of entries in lists is doubled each time.
fn within(max_bytes: usize, make: impl Fn(usize) -> Value) -> Vec<u8> {
    let mut largest = make(1).to_string();
    let mut items = 2;
    while items <= MAX_ITEMS {
        let next = make(items).to_string();
        if next.len() > max_bytes {
            break;
        }
        (largest, items) = (next, items * 2);
    }
    largest.into_bytes()
}

/// Bodies of the maximum size in the wrong form: unknown members, lists of invalid entries, brackets, invalid JSON.
fn wrong_in_form(max_bytes: usize) -> Vec<Vec<u8>> {
    let filled = |begin: &str, piece: &dyn Fn(usize) -> String, end: &str| {
        let mut text = begin.to_owned();
        for number in 0.. {
            let piece = piece(number);
            if text.len() + piece.len() + end.len() + 8 > max_bytes {
                break;
            }
            text.push_str(&piece);
        }
        format!("{text}{end}").into_bytes()
    };
    vec![
        filled("{", &|number| format!("\"u{number}\":1,"), "\"u\":1}"),
        filled("{\"events\":[", &|_| "{},".into(), "{}]}"),
        filled("{\"ids\":[", &|_| "1,".into(), "1]}"),
        filled("{\"name\":\"", &|_| "当".into(), "\"}"),
        filled("{\"name\":\"", &|_| "\\u0000".into(), "\""),
        filled("", &|_| "[".into(), ""),
    ]
}

/// Query strings, as long as fits: with every parameter, with each one alone, and with unknown ones. Also an empty one.
fn queries(document: &Value, operation: &Value) -> Vec<String> {
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let names: Vec<&str> = parameters
        .map(|parameter| match parameter["$ref"].as_str() {
            Some(name) => document.pointer(name.trim_start_matches('#')).expect("a shared parameter"),
            None => parameter,
        })
        .filter(|parameter| parameter["in"] == "query")
        .filter_map(|one| one["name"].as_str())
        .collect();
    let mut queries = vec![String::new()];
    for text in ["%E5%BD%93", "a", "%2A%2Fa"] {
        if names.is_empty() {
            break;
        }
        let room = MAX_QUERY_BYTES / names.len();
        let value = |name: &str| text.repeat(room.saturating_sub(name.len() + 2) / text.len());
        queries.push(names.iter().map(|name| format!("{name}={}", value(name))).collect::<Vec<_>>().join("&"));
        // Each parameter alone, so that no other one is invalid.
        queries.extend(names.iter().map(|name| format!("{name}={}", text.repeat(MAX_QUERY_BYTES / text.len() / 2))));
    }
    queries.push((0..1_000).map(|number| format!("u{number}=1&")).collect());
    queries
}

/// Fills a schema with one text.
struct Filler<'a> {
    document: &'a Value,
    words: &'a str,
    length: usize,
}

impl Filler<'_> {
    /// A value of `schema`, similar to `example` where that is more specific. Lists get at most `items` entries.
    fn fill(&self, schema: &Value, example: &Value, items: usize, level: usize) -> Value {
        const MAX_LEVELS: usize = 12;
        let schema = self.meant(schema, example);
        if level > MAX_LEVELS || schema["readOnly"] == true {
            return example.clone();
        }
        if let Some(only) = schema.get("const") {
            return only.clone();
        }
        let types = match &schema["type"] {
            Value::Array(types) => types.iter().find(|one| **one != "null").cloned().unwrap_or_default(),
            one => one.clone(),
        };
        match types.as_str() {
            Some("object") => self.object(schema, example, items, level),
            Some("array") => self.array(schema, example, items, level),
            Some("string") => self.text(schema, example),
            Some("integer") => {
                if example.is_null() {
                    schema["maximum"].clone()
                } else {
                    example.clone()
                }
            }
            Some("boolean") => {
                if example.is_null() {
                    json!(true)
                } else {
                    example.clone()
                }
            }
            _ => example.clone(),
        }
    }

    /// Follows references. Among several schemas, takes the one that the example matches, or else the last that is not
    /// null.
    fn meant<'s>(&'s self, schema: &'s Value, example: &Value) -> &'s Value {
        let mut schema = schema;
        loop {
            if let Some(name) = schema["$ref"].as_str() {
                schema = self.document.pointer(name.trim_start_matches('#')).unwrap_or(&Value::Null);
                continue;
            }
            let choices: Vec<&Value> =
                ["anyOf", "oneOf"].iter().filter_map(|name| schema[*name].as_array()).flatten().collect();
            let kind = example.get("type").filter(|kind| kind.is_string());
            let is_meant = |choice: &&&Value| {
                kind.is_some_and(|kind| self.meant(choice, &Value::Null)["properties"]["type"]["const"] == *kind)
            };
            let something = || choices.iter().rfind(|choice| choice["type"] != "null");
            match choices.iter().find(is_meant).or_else(something) {
                Some(choice) => schema = choice,
                None => return schema,
            }
        }
    }

    /// The example, each time with one of its members filled, so that everything else is valid.
    fn one_by_one(&self, schema: &Value, example: &Value, max_bytes: usize) -> Vec<Vec<u8>> {
        let schema = self.meant(schema, example);
        let with = |name: &str, member: &Value, items| {
            let mut body = example.clone();
            body[name] = self.fill(member, &example[name], items, 1);
            body
        };
        let members = schema["properties"].as_object().into_iter().flatten();
        let bodies = members.map(|(name, member)| within(max_bytes, |items| with(name, member, items)));
        let example = example.to_string().into_bytes();
        let mut bodies: Vec<Vec<u8>> = bodies.filter(|body| *body != example).collect();
        bodies.dedup();
        bodies
    }

    fn object(&self, schema: &Value, example: &Value, items: usize, level: usize) -> Value {
        let mut members = Map::new();
        for (name, member) in schema["properties"].as_object().into_iter().flatten() {
            let value = self.fill(member, &example[name], items, level + 1);
            if !value.is_null() {
                members.insert(name.clone(), value);
            }
        }
        let more = &schema["additionalProperties"];
        if members.is_empty() && more.is_object() {
            let names = (0..items).map(|number| format!("{}{number}", ["en", "de", "ja", "ar"][number % 4]));
            let own = example.as_object().into_iter().flatten().map(|(name, _)| name.clone());
            members.extend(own.chain(names).map(|name| (name, self.fill(more, &Value::Null, items, level + 1))));
        }
        Value::Object(members)
    }

    fn array(&self, schema: &Value, example: &Value, items: usize, level: usize) -> Value {
        let most = schema["maxItems"].as_u64().and_then(|most| usize::try_from(most).ok()).unwrap_or(MAX_ITEMS);
        let examples = example.as_array().filter(|examples| !examples.is_empty());
        let one = |number: usize| {
            let example = examples.map_or(&Value::Null, |examples| &examples[number % examples.len()]);
            self.fill(&schema["items"], example, items, level + 1)
        };
        (0..items.clamp(1, most)).map(one).filter(|value| !value.is_null()).collect()
    }

    fn text(&self, schema: &Value, example: &Value) -> Value {
        // Ids, times and similar values must keep their format, and enum values stay as they are.
        if ["enum", "pattern"].iter().any(|name| schema.get(name).is_some()) || schema["format"] == "date-time" {
            return example.clone();
        }
        let most = schema["maxLength"].as_u64().and_then(|most| usize::try_from(most).ok()).unwrap_or(self.length);
        let worst = |length: usize| self.words.chars().cycle().take(length);
        match (schema["format"].as_str(), example.as_str()) {
            // A URL stays a URL, and a password or token stays as it is: otherwise the code after their checks would
            // not be reached.
            (Some("uri"), Some(url)) => {
                json!(format!("{url}/{}", "a".repeat(most.min(4_000).saturating_sub(url.len() + 1))))
            }
            (Some(_), _) => example.clone(),
            _ => Value::String(worst(most.min(self.length)).collect()),
        }
    }
}
