//! Splits Rust sources into words and marks, without comments, string literals and test code.

/// The words, `::`, and other single marks of a source, in their order.
pub fn tokens(source: &str) -> Vec<String> {
    without_tests(all(&source.chars().collect::<Vec<_>>()))
}

/// The tokens of a whole source, including test code.
fn all(source: &[char]) -> Vec<String> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(&c) = source.get(at) {
        let rest = &source[at..];
        at += match c {
            '/' if rest.starts_with(&['/', '/']) => rest.iter().take_while(|c| **c != '\n').count(),
            '/' if rest.starts_with(&['/', '*']) => comment(rest),
            '"' => text(rest),
            '\'' => letter_or_lifetime(rest),
            c if is_of_word(c) => {
                let length = rest.iter().take_while(|c| is_of_word(**c)).count();
                let word: String = rest[..length].iter().collect();
                match raw_text(&word, &rest[length..]) {
                    Some(more) => length + more,
                    None => {
                        found.push(word);
                        length
                    }
                }
            }
            ':' if rest.starts_with(&[':', ':']) => {
                found.push("::".to_owned());
                2
            }
            c if c.is_whitespace() => 1,
            c => {
                found.push(c.to_string());
                1
            }
        };
    }
    found
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The length of a block comment, including nested ones.
fn comment(rest: &[char]) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        match rest[at..] {
            ['/', '*', ..] => (depth, at) = (depth + 1, at + 2),
            ['*', '/', ..] => (depth, at) = (depth - 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// The length of a string literal.
fn text(rest: &[char]) -> usize {
    let mut at = 1;
    while at < rest.len() && rest[at] != '"' {
        at += if rest[at] == '\\' { 2 } else { 1 };
    }
    at + 1
}

/// The length of a raw string literal after its `r`, `br` or `cr`. `r#type` is a word, whose mark is skipped.
fn raw_text(word: &str, behind: &[char]) -> Option<usize> {
    if !["r", "br", "cr"].contains(&word) {
        return None;
    }
    let marks = behind.iter().take_while(|c| **c == '#').count();
    if behind.get(marks) != Some(&'"') {
        return (marks == 1).then_some(1);
    }
    let ends = |at: &usize| behind[*at] == '"' && behind[at + 1..].iter().take_while(|c| **c == '#').count() >= marks;
    let end = (marks + 1..behind.len()).find(ends).unwrap_or(behind.len());
    Some(end + 1 + marks)
}

/// The length of a character such as `'a'`, or of a lifetime such as `'a`.
fn letter_or_lifetime(rest: &[char]) -> usize {
    match rest {
        ['\'', '\\', ..] => 3 + rest[3..].iter().take_while(|c| **c != '\'').count() + 1,
        ['\'', _, '\'', ..] => 3,
        _ => 1 + rest[1..].iter().take_while(|c| is_of_word(**c)).count(),
    }
}

/// Words that begin an item or a statement, which may contain commas outside its braces.
const ITEMS: &[&str] = &[
    "pub",
    "fn",
    "mod",
    "use",
    "struct",
    "enum",
    "impl",
    "const",
    "static",
    "type",
    "trait",
    "async",
    "unsafe",
    "extern",
    "macro_rules",
    "let",
    "for",
    "if",
];

/// Leaves out each `#[cfg(test)]` with the item after it.
fn without_tests(tokens: Vec<String>) -> Vec<String> {
    let mut kept = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        match attribute(&tokens[at..]) {
            Some(length) if is_for_tests(&tokens[at..at + length]) => at += length + item(&tokens[at + length..]),
            Some(length) => {
                kept.extend_from_slice(&tokens[at..at + length]);
                at += length;
            }
            None => {
                kept.push(tokens[at].clone());
                at += 1;
            }
        }
    }
    kept
}

/// The number of tokens of an attribute, if one begins here.
fn attribute(tokens: &[String]) -> Option<usize> {
    let opens = tokens.first().is_some_and(|token| token == "#") && tokens.get(1).is_some_and(|token| token == "[");
    opens.then(|| 1 + group(&tokens[1..]))
}

fn is_for_tests(attribute: &[String]) -> bool {
    let has = |word: &str| attribute.iter().any(|token| token == word);
    has("cfg") && has("test") && !has("not")
}

/// The number of tokens in a pair of brackets, including the brackets.
fn group(tokens: &[String]) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}

/// The number of tokens of an item, including its other attributes.
fn item(tokens: &[String]) -> usize {
    let mut at = 0;
    while let Some(length) = attribute(&tokens[at..]) {
        at += length;
    }
    let has_commas = tokens.get(at).is_some_and(|first| ITEMS.contains(&first.as_str()));
    while let Some(token) = tokens.get(at) {
        match token.as_str() {
            ";" => return at + 1,
            "," if !has_commas => return at + 1,
            "{" => return at + group(&tokens[at..]),
            "(" | "[" => at += group(&tokens[at..]),
            ")" | "]" | "}" => return at,
            _ => at += 1,
        }
    }
    at
}

#[test]
fn comments_texts_and_tests_are_left_out() {
    for (source, expected) in [
        ("use a::b; // c::d", "use a :: b ;"),
        ("/* a /* b */ c */ d", "d"),
        (
            r##"f("crate::a", r#"x " crate::b"#, b"\" y", 'c', '\'', '\u{1F600}', 'e: &'a str)"##,
            "f ( , , b , , , , : & str )",
        ),
        ("r#type::X", "type :: X"),
        ("#[cfg(test)] mod tests { use a::b; fn c() {} } fn d() {}", "fn d ( ) { }"),
        ("#[cfg(test)]\n#[path = \"x.rs\"]\nmod x;\nmod y;", "mod y ;"),
        ("#[cfg(test)] pub fn f<A, B>(a: A) -> B { g() } mod y;", "mod y ;"),
        ("struct S { #[cfg(test)] a: u8, b: u8 }", "struct S { b : u8 }"),
        ("#[cfg(not(test))] mod y;", "# [ cfg ( not ( test ) ) ] mod y ;"),
    ] {
        assert_eq!(tokens(source).join(" "), expected, "{source}");
    }
}
