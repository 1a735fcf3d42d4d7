//! Finds invisible characters: zero-width ones, direction overrides, tag characters, stray variation selectors. Texts
//! for people may not contain them, since they can hide an instruction from the reader or make two texts look alike.
//! Those that scripts and emoji need (joiners in Persian and Hindi, an emoji's variation selector, marks in
//! right-to-left text) are allowed. Sources: Unicode `Default_Ignorable_Code_Point`, UTS #39.

use crate::shared::violation::Violations;

/// A run of invisible characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HiddenRun {
    /// The position of the first character, counted in characters.
    pub start: usize,
    /// The characters.
    pub characters: Vec<char>,
}

impl HiddenRun {
    /// Returns the code points, such as `U+200B U+200B`; a long run is shortened.
    pub fn code_points(&self) -> String {
        const SHOWN: usize = 6;
        let shown: Vec<String> =
            self.characters.iter().take(SHOWN).map(|character| format!("U+{:04X}", u32::from(*character))).collect();
        let rest = self.characters.len().saturating_sub(SHOWN);
        let tail = if rest == 0 { String::new() } else { format!(" and {rest} more") };
        shown.join(" ") + &tail
    }
}

/// Returns the runs of invisible characters in `text` that are not needed, in order.
pub fn hidden_runs(text: &str) -> Vec<HiddenRun> {
    let characters: Vec<char> = text.chars().collect();
    let has_right_to_left = characters.iter().copied().any(is_right_to_left_letter);
    let mut runs: Vec<HiddenRun> = Vec::new();
    for (at, &character) in characters.iter().enumerate() {
        if !is_invisible(character) || is_needed(&characters, at, has_right_to_left) {
            continue;
        }
        match runs.last_mut() {
            Some(run) if run.start + run.characters.len() == at => run.characters.push(character),
            _ => runs.push(HiddenRun { start: at, characters: vec![character] }),
        }
    }
    runs
}

/// Whether `character` is invisible.
pub fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{AD}' | '\u{34F}' | '\u{61C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
        | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{2800}' | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}' | '\u{E0000}'..='\u{E0FFF}')
}

/// Adds violations for control characters and invisible ones in a text of one line: a label, a name, a question.
pub fn check_one_line(path: &str, text: &str, violations: &mut Violations) {
    if text.chars().any(|character| character.is_control() || matches!(character, '\u{2028}' | '\u{2029}')) {
        violations.add(path, "CONTROL_CHARACTER", format!("{path} must not have line breaks or control characters."));
    }
    if let Some(run) = hidden_runs(text).first() {
        let (shown, start) = (run.code_points(), run.start);
        violations.add(
            path,
            "HIDDEN_CHARACTER",
            format!("{path} must not have characters that cannot be seen: {shown} at character {start}."),
        );
    }
}

/// Adds a violation for control characters other than line breaks and tabs. The prompt policy checks invisible ones.
pub fn check_controls_in_lines(path: &str, text: &str, violations: &mut Violations) {
    if text.chars().any(|character| character.is_control() && !matches!(character, '\n' | '\r' | '\t')) {
        violations.add(path, "CONTROL_CHARACTER", format!("{path} must not have control characters."));
    }
}

/// Whether the script or emoji around position `at` needs the invisible character there.
fn is_needed(characters: &[char], at: usize, has_right_to_left: bool) -> bool {
    let before = at.checked_sub(1).map(|at| characters[at]);
    let after = characters.get(at + 1).copied();
    let alone = ![before, after].into_iter().flatten().any(is_invisible);
    match characters[at] {
        '\u{200C}' => alone && before.is_some_and(is_joining_letter),
        '\u{200D}' => {
            let emoji_before = before.is_some_and(|before| is_emoji(before) || before == '\u{FE0F}');
            (emoji_before && after.is_some_and(is_emoji)) || (alone && before.is_some_and(is_joining_letter))
        }
        '\u{FE0E}' | '\u{FE0F}' => match before {
            Some('0'..='9' | '#' | '*') => after == Some('\u{20E3}'),
            Some(before) => is_emoji(before) || is_han(before),
            None => false,
        },
        '\u{FE00}'..='\u{FE0D}' | '\u{E0100}'..='\u{E01EF}' => before.is_some_and(is_han),
        '\u{180B}'..='\u{180D}' | '\u{180F}' => before.is_some_and(|before| matches!(before, '\u{1820}'..='\u{18AA}')),
        '\u{200E}' | '\u{200F}' | '\u{61C}' => alone && has_right_to_left,
        _ => false,
    }
}

fn is_emoji(character: char) -> bool {
    matches!(character,
        '\u{A9}' | '\u{AE}' | '\u{203C}' | '\u{2049}' | '\u{2122}' | '\u{2139}' | '\u{2190}'..='\u{27BF}'
        | '\u{2900}'..='\u{297F}' | '\u{2B00}'..='\u{2BFF}' | '\u{3030}' | '\u{303D}' | '\u{3297}' | '\u{3299}'
        | '\u{1F000}'..='\u{1FAFF}')
}

fn is_han(character: char) -> bool {
    matches!(character, '\u{3400}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{20000}'..='\u{323AF}')
}

/// Letters of scripts whose spelling uses joiners: Arabic to Sinhala, Tibetan, Burmese, Khmer, Mongolian.
fn is_joining_letter(character: char) -> bool {
    matches!(character,
        '\u{620}'..='\u{DFF}' | '\u{F00}'..='\u{109F}' | '\u{1780}'..='\u{17B3}' | '\u{17B6}'..='\u{17FF}'
        | '\u{1820}'..='\u{18AA}' | '\u{FB50}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}

fn is_right_to_left_letter(character: char) -> bool {
    matches!(character, '\u{5D0}'..='\u{8FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFC}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_scripts_and_emoji_need_is_let_through() {
        for text in [
            "می\u{200C}خواهم",
            "क\u{94D}\u{200D}ष",
            "👩\u{200D}🚀 ❤\u{FE0F} 1\u{FE0F}\u{20E3} ©\u{FE0F}",
            "👨\u{200D}👩\u{200D}👧 🏳\u{FE0F}\u{200D}🌈 👩🏽\u{200D}🚀",
            "辻\u{E0101}さん",
            "שלום ABC\u{200E} עולם",
            "Ünïcödé — “quotes” … 日本語。",
        ] {
            assert_eq!(hidden_runs(text), [], "{text}");
        }
    }

    #[test]
    fn what_hides_a_text_is_found_with_its_place() {
        for (text, start, length) in [
            ("a\u{200B}b", 1, 1),
            ("re\u{AD}member", 2, 1),
            ("safe\u{202E}txt", 4, 1),
            ("ok\u{E0041}\u{E0042}\u{E007F}", 2, 3),
            ("a\u{FE0F}", 1, 1),
            ("😀\u{FE0F}\u{FE01}\u{FE02}", 2, 2),
            ("a\u{200D}b", 1, 1),
            ("a\u{200E}b", 1, 1),
            ("ש\u{200E}\u{200F}\u{200E}ם", 1, 3),
            ("\u{FEFF}text", 0, 1),
            ("a\u{3164}b", 1, 1),
        ] {
            let runs = hidden_runs(text);
            assert_eq!(runs.len(), 1, "{text:?}");
            assert_eq!((runs[0].start, runs[0].characters.len()), (start, length), "{text:?}");
        }
    }

    #[test]
    fn a_label_has_one_visible_line() {
        let codes = |text: &str| {
            let mut violations = Violations::new();
            check_one_line("label", text, &mut violations);
            let found = violations.finish(()).err().unwrap_or_default();
            found.into_iter().map(|violation| violation.code).collect::<Vec<_>>()
        };
        assert_eq!(codes("Ask AI about this page"), [""; 0]);
        for line_break in ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'] {
            assert_eq!(codes(&format!("two{line_break}lines")), ["CONTROL_CHARACTER"], "{line_break:?}");
        }
        assert_eq!(codes("a\u{202E}b\u{200B}c"), ["HIDDEN_CHARACTER"]);
    }

    proptest! {
        #[test]
        fn no_text_makes_the_search_panic(text: String) {
            for run in hidden_runs(&text) {
                prop_assert!(!run.characters.is_empty() && !run.code_points().is_empty());
            }
        }
    }
}
