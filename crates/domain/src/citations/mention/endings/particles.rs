//! Korean particles, which are written together with the name before them.

use crate::citations::mention::folding::Letter;

/// Particles; several of them may follow each other.
const PARTICLES: &str = "은 는 이 가 을 를 에 에서 의 와 과 도 로 으로 만 부터 까지 처럼 보다 에게 에게서 한테 께 께서 이나 나 이라 라 \
    이라는 라는 이라고 라고 이란 란 이며 며 이고 고 입니다 이다 이었습니다 였습니다 이었다 였다 인 인데 이지만 지만 하고 랑 이랑 마다 \
    조차 마저 밖에 뿐 같은 같이 이든 든 이야 야 요 이에요 예요 로서 으로서 로써 으로써 에는 에서는 에서도 측 씨 님 사";
/// Particles that only follow a vowel.
const AFTER_VOWEL: &str = "는 가 를 와 나 라 라는 라고 란 며 랑 든 야 예요 였습니다 였다";
/// Particles that only follow a consonant.
const AFTER_CONSONANT: &str =
    "은 이 을 과 으로 이나 이라 이라는 이라고 이란 이며 이랑 이든 이야 이에요 이었습니다 이었다 으로서 으로써";
/// The first Korean syllable, and the number of syllables with the same beginning, which differ in their last consonant.
const FIRST_SYLLABLE: u32 = 0xAC00;
const ENDS: u32 = 28;
/// The maximum number of letters of all particles after a name.
const MAX_LETTERS: usize = 8;

/// Whether letters are one or several particles that may follow a name with this last letter.
pub(super) fn are_particles(last: char, letters: &[Letter]) -> bool {
    if letters.is_empty() || letters.len() > MAX_LETTERS {
        return false;
    }
    // Whether the letters before each place are particles.
    let mut reached = [false; MAX_LETTERS + 1];
    reached[0] = true;
    for start in 0..letters.len() {
        if !reached[start] {
            continue;
        }
        for particle in PARTICLES.split_whitespace().filter(|particle| start > 0 || may_follow(last, particle)) {
            let end = start + particle.chars().count();
            if end <= letters.len() && letters[start..end].iter().map(|letter| letter.base).eq(particle.chars()) {
                reached[end] = true;
            }
        }
    }
    reached[letters.len()]
}

/// Whether a particle has the form that it has after a letter.
fn may_follow(last: char, particle: &str) -> bool {
    let Some(syllable) = u32::from(last).checked_sub(FIRST_SYLLABLE) else { return true };
    let other = if syllable % ENDS == 0 { AFTER_CONSONANT } else { AFTER_VOWEL };
    !other.split(' ').any(|one| one == particle)
}
