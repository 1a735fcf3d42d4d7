//! Which script a letter belongs to, as far as that decides where a word ends.

/// A script, or a group of scripts that put words together in the same way.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// Digits, which join any word.
    Digits,
    /// Latin.
    Latin,
    /// Cyrillic.
    Cyrillic,
    /// Greek.
    Greek,
    /// Arabic and Hebrew, which write prepositions and the article together with a word.
    Prefixing,
    /// Korean syllables, to which particles are attached.
    Hangul,
    /// Chinese characters, without spaces between words.
    Han,
    /// Hiragana, without spaces between words.
    Hiragana,
    /// Katakana, without spaces between words.
    Katakana,
    /// Thai, Lao, Khmer and Burmese, without spaces between words.
    Unspaced,
    /// Any other script with spaces between words.
    Other,
}

impl Script {
    /// The script of a letter or digit; `None` for any other character.
    pub fn of(c: char) -> Option<Self> {
        Some(match u32::from(c) {
            0x30..=0x39 => Self::Digits,
            0x41..=0x5a | 0x61..=0x7a | 0xff21..=0xff3a | 0xff41..=0xff5a => Self::Latin,
            0..=0x7f => return None,
            0xaa | 0xba | 0xc0..=0xd6 | 0xd8..=0xf6 | 0xf8..=0x24f | 0x1e00..=0x1eff => Self::Latin,
            0x370..=0x3ff | 0x1f00..=0x1fff if c.is_alphabetic() => Self::Greek,
            0x400..=0x52f => Self::Cyrillic,
            0x590..=0x8ff | 0xfb1d..=0xfdff | 0xfe70..=0xfefc if c.is_alphabetic() => Self::Prefixing,
            0x0e00..=0x0eff | 0x1000..=0x109f | 0x1780..=0x17ff if !c.is_numeric() => Self::Unspaced,
            0x1100..=0x11ff | 0x3130..=0x318f | 0xac00..=0xd7af => Self::Hangul,
            0x3041..=0x309f => Self::Hiragana,
            0x30a1..=0x30fa | 0x30fc..=0x30ff | 0x31f0..=0x31ff | 0xff66..=0xff9f => Self::Katakana,
            0x2e80..=0x2fdf | 0x3005..=0x3007 | 0x3400..=0x9fff | 0xf900..=0xfaff | 0x20000..=0x3ffff => Self::Han,
            _ if c.is_alphabetic() => Self::Other,
            _ if c.is_numeric() => Self::Digits,
            _ => return None,
        })
    }

    /// Whether the script puts no spaces between words.
    pub fn is_unspaced(self) -> bool {
        matches!(self, Self::Han | Self::Hiragana | Self::Katakana | Self::Unspaced)
    }

    /// Whether adjacent words of the script say nothing about where a name in another script ends.
    pub fn attaches_words(self) -> bool {
        self.is_unspaced() || self == Self::Hangul
    }
}
