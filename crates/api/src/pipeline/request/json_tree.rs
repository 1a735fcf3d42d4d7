//! A JSON text as a tree that keeps repeated keys, to explain errors. Only refused texts are read into a tree, and its size is
//! limited.

use std::{cell::Cell, fmt};

use askline_domain::shared::steps;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::pipeline::request::objects_only::whole_number;

/// The maximum number of values of a text that the tree contains: twice as many as are compared with a schema. Of later values,
/// it has only some names of members. Without this limit, 64 KiB of numbers in a list took an answering thread a millisecond.
const MAX_VALUES: usize = 2_048;
/// The maximum number of members of an object whose names are kept without their values: more than any valid object has.
const MAX_UNREAD_MEMBERS: usize = 256;

/// Steps counted for each byte of a text that is kept as a tree.
const STEPS_TO_KEEP_A_BYTE: usize = 5;

/// A JSON value.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Tree {
    Null,
    Boolean(bool),
    Whole(i128),
    Fraction(f64),
    Text(String),
    List(Vec<Tree>),
    /// Members in their order; a key may be repeated.
    Object(Vec<(String, Tree)>),
    /// A value beyond the limit, which was not read.
    Unread,
}

impl Tree {
    /// Reads a JSON text; `None` if it is not JSON, or if something follows it.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        steps::count(STEPS_TO_KEEP_A_BYTE * bytes.len());
        let left = Cell::new(MAX_VALUES);
        let mut text = serde_json::Deserializer::from_slice(bytes);
        let tree = Reader { left: &left }.deserialize(&mut text).ok()?;
        text.end().ok().map(|()| tree)
    }
}

#[derive(Clone, Copy)]
struct Reader<'l> {
    left: &'l Cell<usize>,
}

impl<'de> DeserializeSeed<'de> for Reader<'_> {
    type Value = Tree;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Tree, D::Error> {
        match self.left.get().checked_sub(1) {
            Some(left) => {
                self.left.set(left);
                deserializer.deserialize_any(self)
            }
            None => deserializer.deserialize_ignored_any(IgnoredAny).map(|_| Tree::Unread),
        }
    }
}

impl<'de> Visitor<'de> for Reader<'_> {
    type Value = Tree;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a JSON value")
    }
    fn visit_unit<E>(self) -> Result<Tree, E> {
        Ok(Tree::Null)
    }
    fn visit_bool<E>(self, value: bool) -> Result<Tree, E> {
        Ok(Tree::Boolean(value))
    }
    fn visit_i64<E>(self, value: i64) -> Result<Tree, E> {
        Ok(Tree::Whole(value.into()))
    }
    fn visit_u64<E>(self, value: u64) -> Result<Tree, E> {
        Ok(Tree::Whole(value.into()))
    }
    fn visit_f64<E>(self, value: f64) -> Result<Tree, E> {
        Ok(whole_number(value).map_or(Tree::Fraction(value), |whole| Tree::Whole(whole.into())))
    }
    fn visit_str<E>(self, value: &str) -> Result<Tree, E> {
        Ok(Tree::Text(value.to_owned()))
    }
    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<Tree, A::Error> {
        let mut items = Vec::new();
        while self.left.get() > 0 {
            match access.next_element_seed(self)? {
                Some(item) => items.push(item),
                None => return Ok(Tree::List(items)),
            }
        }
        while access.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Tree::List(items))
    }
    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<Tree, A::Error> {
        let (mut members, mut unread) = (Vec::new(), 0);
        while unread < MAX_UNREAD_MEMBERS {
            let Some(name) = access.next_key::<String>()? else { return Ok(Tree::Object(members)) };
            // A member that exists must not be reported as missing because its value was not read.
            unread += usize::from(self.left.get() == 0);
            members.push((name, access.next_value_seed(self)?));
        }
        while access.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Tree::Object(members))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_text_is_read_as_written_and_within_the_value_bound() {
        let tree = Tree::read(br#"{"a":[1,-2.5,null,true,"x"],"a":{}}"#).expect("JSON");
        let list = vec![Tree::Whole(1), Tree::Fraction(-2.5), Tree::Null, Tree::Boolean(true), Tree::Text("x".into())];
        assert_eq!(tree, Tree::Object(vec![("a".into(), Tree::List(list)), ("a".into(), Tree::Object(vec![]))]));
        assert_eq!(Tree::read(b"{"), None);
        assert_eq!(Tree::read(b"{} {"), None);
        let long = format!("[{}]", vec!["0"; MAX_VALUES + 10].join(","));
        let Some(Tree::List(items)) = Tree::read(long.as_bytes()) else { panic!("a list") };
        assert_eq!(items.len(), MAX_VALUES - 1);
        let members = Tree::read(format!(r#"{{"list":{long},"name":"x"}}"#).as_bytes());
        let Some(Tree::Object(members)) = members else { panic!("an object") };
        assert_eq!(members[1], ("name".into(), Tree::Unread));
        let many: String = (0..MAX_VALUES + 10_000).map(|number| format!(r#""m{number}":1,"#)).collect();
        let Some(Tree::Object(members)) = Tree::read(format!(r#"{{{many}"last":1}}"#).as_bytes()) else {
            panic!("an object")
        };
        assert_eq!(members.len(), MAX_VALUES - 1 + MAX_UNREAD_MEMBERS);
    }
}
