//! Entities of HTML: those that pages in our languages write, and every numbered one.

use std::borrow::Cow;

/// Bytes of an entity's name.
const ENTITY_BYTES_MOST: usize = 10;

/// `text` with its entities resolved. An unknown one stays as it is written.
pub fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        plain.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let end = rest.bytes().take(ENTITY_BYTES_MOST + 1).position(|byte| byte == b';');
        match end.and_then(|end| Some((character_of(&rest[..end])?, end))) {
            Some((character, end)) => {
                plain.push(character);
                rest = &rest[end + 1..];
            }
            None => plain.push('&'),
        }
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

fn character_of(name: &str) -> Option<char> {
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16).ok()?,
            None => number.parse().ok()?,
        };
        return char::from_u32(code).filter(|character| *character != '\0');
    }
    if let Some(place) = LATIN_LETTERS.split(' ').position(|known| known == name) {
        return char::from_u32(0xC0 + u32::try_from(place).ok()?);
    }
    OTHER_ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, character)| *character)
}

/// U+00C0 to U+00FF, in order.
const LATIN_LETTERS: &str = "Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute \
     Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig \
     agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde \
     ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml";

const OTHER_ENTITIES: &[(&str, char)] = &[
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", ' '),
    ("ndash", '–'),
    ("mdash", '—'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
    ("sbquo", '‚'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("bdquo", '„'),
    ("laquo", '«'),
    ("raquo", '»'),
    ("lsaquo", '‹'),
    ("rsaquo", '›'),
    ("hellip", '…'),
    ("middot", '·'),
    ("bull", '•'),
    ("copy", '©'),
    ("reg", '®'),
    ("trade", '™'),
    ("euro", '€'),
    ("pound", '£'),
    ("iexcl", '¡'),
    ("iquest", '¿'),
    ("oelig", 'œ'),
    ("OElig", 'Œ'),
    ("deg", '°'),
    ("shy", '\u{AD}'),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_are_resolved_and_unknown_ones_left() {
        assert_eq!(decoded("&#252;&#xFC;&uuml;&euro;&nope;&;& &#0;"), "üüü€&nope;&;& &#0;");
    }
}
