//! Parts of paths that name no page of their own: index files and session ids.

use std::borrow::Cow;

/// Index files: the last segment of an address that means its folder.
const INDEX_FILES: [&str; 3] = ["index.html", "index.htm", "index.php"];
/// The index file of IIS, whose paths have no case.
const IIS_INDEX_FILE: &str = "default.aspx";
/// The minimum number of characters of a session id of ASP.NET in a path, `/(S(…))/`; they have 24.
const MIN_ASP_SESSION_CHARACTERS: usize = 20;

/// Whether a segment names an index file.
pub(crate) fn is_index_file(segment: &str) -> bool {
    INDEX_FILES.contains(&segment) || segment.eq_ignore_ascii_case(IIS_INDEX_FILE)
}

/// The folder whose index file this path names, without a slash at its end.
pub(crate) fn folder_of_index_file(path: &str) -> Option<&str> {
    let (folder, segment) = path.rsplit_once('/')?;
    is_index_file(segment).then_some(if folder.is_empty() { "/" } else { folder })
}

/// Returns a path without session ids.
pub(crate) fn without_sessions(path: &str) -> Cow<'_, str> {
    if !path.contains(';') && !path.contains("/(") {
        return Cow::Borrowed(path);
    }
    let mut kept = String::with_capacity(path.len());
    for (place, segment) in path.split('/').enumerate() {
        if place > 0 {
            kept.push('/');
        }
        let start = kept.len();
        kept.push_str(segment);
        cut_sessions(&mut kept, start);
    }
    Cow::Owned(kept)
}

/// Removes session ids from the segment that begins at `start`: `;jsessionid=…` and its like, and `(S(…))` as a whole.
pub(crate) fn cut_sessions(spelled: &mut String, start: usize) {
    let segment = &spelled[start..];
    if segment.contains(';') {
        let kept: Vec<&str> = segment.split(';').collect();
        let kept: Vec<&str> =
            kept[..1].iter().chain(kept[1..].iter().filter(|part| !is_session(part))).copied().collect();
        let kept = kept.join(";");
        spelled.truncate(start);
        spelled.push_str(&kept);
    } else if segment.starts_with('(') && segment.ends_with("))") && is_asp_session(segment) {
        spelled.truncate(start);
    }
}

/// Whether a parameter of a segment is a session's id: `jsessionid=…`, `PHPSESSID=…`, `sid=…`.
fn is_session(parameter: &str) -> bool {
    let name = parameter.split('=').next().unwrap_or_default().to_ascii_lowercase();
    name == "sid" || name.ends_with("sessid") || name.ends_with("sessionid")
}

/// Whether a segment is the session of ASP.NET without cookies: `(S(lit3py55t21z5v55vlm25s55))`, also with other letters.
fn is_asp_session(segment: &str) -> bool {
    let parts = segment.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')).unwrap_or_default();
    let parts: Vec<&str> = parts.split_inclusive(')').collect();
    let id = |part: &&str| {
        let id = part.strip_suffix(')')?;
        let (kind, id) = id.split_once('(')?;
        let is_of_session =
            kind.len() == 1 && id.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
        is_of_session.then_some(id.len())
    };
    parts.iter().all(|part| id(part).is_some_and(|length| length >= MIN_ASP_SESSION_CHARACTERS)) && !parts.is_empty()
}
