//! Reads the sources of a response, and notices pointers that lead to no source.
//!
//! A pointer is what the vendor's own fields say about a source: an index, an id, an annotation, an item of a list of sources. If one
//! leads nowhere, a source is missing, and the response cannot show that a site is absent. Only the structure decides this, before
//! any site is searched for.

use askline_domain::engines::answer::EngineFailureKind as Kind;
use serde_json::Value;

use super::json::text;
use crate::engines::requests::fault::Fault;

/// The fields in which engines give the address of a source; the first one with a text is used.
const ADDRESSES: [&str; 6] = ["/url", "/uri", "/url_citation/url", "/web/uri", "/source", "/link"];
/// The fields in which engines give the title of a source.
const TITLES: [&str; 4] = ["/title", "/url_citation/title", "/web/title", "/name"];

/// The response has no answer that can be used, because `what` is missing.
pub fn missing(what: &str) -> Fault {
    Fault::passing(Kind::Unreadable).called(Some(what))
}

/// The address of a source, which is an object or the address itself; `None` if it has none.
pub fn address_of(source: &Value) -> Option<&str> {
    let given = ADDRESSES.iter().find_map(|pointer| text(source, pointer).filter(|url| !url.trim().is_empty()));
    given.or_else(|| source.as_str().filter(|url| !url.trim().is_empty()))
}

/// The title of a source.
pub fn title_of(source: &Value) -> Option<&str> {
    TITLES.iter().find_map(|pointer| text(source, pointer))
}

/// The list at the first of these pointers that has one; `None` if none is there. Anything but a list is a body that its API
/// does not document.
pub fn list<'a>(value: &'a Value, pointers: &[&str]) -> Result<Option<&'a [Value]>, Fault> {
    let mut found = None;
    for pointer in pointers {
        match value.pointer(pointer) {
            None | Some(Value::Null) => {}
            Some(Value::Array(items)) => {
                if found.is_none_or(|known: &[Value]| known.is_empty()) {
                    found = Some(items.as_slice());
                }
            }
            Some(_) => return Err(missing(&format!("no list at {}", pointer.trim_start_matches('/')))),
        }
    }
    Ok(found)
}

/// The list as [`list`] finds it; empty if it is missing.
pub fn list_or_empty<'a>(value: &'a Value, pointers: &[&str]) -> Result<&'a [Value], Fault> {
    Ok(list(value, pointers)?.unwrap_or_default())
}

/// Where the markers of a text lead: the source of each number, or `None` beyond the list.
pub struct Marked<'a> {
    /// The sources to which markers lead, each with the place of its marker.
    pub sources: Vec<(u64, &'a Value)>,
    /// The number of markers beyond the list, which are text.
    pub dangling: u32,
}

/// Follows markers, each with its place and number, into the list of sources; `None` if no list arrived.
pub fn follow<'a>(
    markers: Vec<(u64, u64)>,
    sources: Option<impl Fn(u64) -> Option<&'a Value>>,
) -> Result<Marked<'a>, Fault> {
    let Some(source) = sources else {
        return if markers.is_empty() {
            Ok(Marked { sources: Vec::new(), dangling: 0 })
        } else {
            Err(missing("markers without a list of sources"))
        };
    };
    let mut marked = Marked { sources: Vec::new(), dangling: 0 };
    for (at, number) in markers {
        match source(number) {
            Some(source) if address_of(source).is_some() => marked.sources.push((at, source)),
            Some(_) => return Err(missing("a marked source without an address")),
            None => marked.dangling = marked.dangling.saturating_add(1),
        }
    }
    Ok(marked)
}
