//! Recovery codes: what signs in a person who lost their second factor, each once.

use rand::Rng;

use crate::identity::secret::Secret;

/// How many codes an account gets at a time.
pub const RECOVERY_CODES: usize = 10;
/// The maximum number of characters that are read of a code, with whatever separates its groups.
pub const MAX_RECOVERY_CODE_CHARACTERS: usize = 64;
/// Crockford's base32 in lower case: no letter that is easily taken for another one.
const ALPHABET: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
/// 16 characters of 5 bits: 80 bits.
const CHARACTERS: usize = 16;
const GROUP: usize = 4;

/// A new set of codes, such as `7h2k-9wqd-m3xv-0c5t`.
pub fn new_recovery_codes(random: &mut impl Rng) -> [Secret; RECOVERY_CODES] {
    std::array::from_fn(|_| new_code(random))
}

fn new_code(random: &mut impl Rng) -> Secret {
    let mut bytes = [0_u8; CHARACTERS];
    random.fill_bytes(&mut bytes);
    // 256 is a multiple of 32, so that each character is equally likely.
    let characters: Vec<char> = bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte % 32)])).collect();
    Secret::new(characters.chunks(GROUP).map(String::from_iter).collect::<Vec<_>>().join("-"))
}

/// Codes as they were shown, in the form from which their digests are computed.
pub fn as_read(shown: &[Secret]) -> Vec<Secret> {
    shown.iter().filter_map(|code| read_recovery_code(code.expose())).collect()
}

/// A code as its digest is computed from it, however a person typed it: in upper case, with spaces, without hyphens, or with a
/// letter that looks like a digit. `None` if it is no code.
pub fn read_recovery_code(text: &str) -> Option<Secret> {
    if text.chars().count() > MAX_RECOVERY_CODE_CHARACTERS {
        return None;
    }
    let typed = text.chars().filter(|typed| !typed.is_whitespace() && !matches!(typed, '-' | '\u{2010}'..='\u{2015}'));
    let code: String = typed
        .map(|typed| match typed.to_ascii_lowercase() {
            'o' => '0',
            'i' | 'l' => '1',
            other => other,
        })
        .collect();
    let is_code = code.len() == CHARACTERS && code.bytes().all(|byte| ALPHABET.contains(&byte));
    is_code.then(|| Secret::new(code))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;
    use rand::{SeedableRng as _, rngs::StdRng};

    use super::*;

    proptest! {
        #[test]
        fn a_code_is_read_however_it_is_typed_and_no_two_are_equal(seed: u64, blanks in prop::collection::vec(0_usize..20, 0..4)) {
            let codes = new_recovery_codes(&mut StdRng::seed_from_u64(seed));
            let distinct: HashSet<&str> = codes.iter().map(Secret::expose).collect();
            prop_assert_eq!(distinct.len(), RECOVERY_CODES);
            for code in &codes {
                let plain = code.expose().replace('-', "");
                let mut typed = code.expose().to_uppercase().replace('0', "O").replace('1', "l");
                for at in &blanks {
                    typed.insert(at % typed.len(), ' ');
                }
                for form in [code.expose().to_owned(), plain.clone(), typed, code.expose().replace('-', "\u{2013}")] {
                    let read = read_recovery_code(&form);
                    prop_assert_eq!(read.as_ref().map(Secret::expose), Some(plain.as_str()));
                }
            }
        }

        #[test]
        fn any_other_text_is_no_code(text in ".{0,80}") {
            if let Some(code) = read_recovery_code(&text) {
                prop_assert_eq!(code.expose().len(), CHARACTERS);
            }
        }
    }
}
