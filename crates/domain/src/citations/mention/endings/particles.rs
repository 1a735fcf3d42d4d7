//! Korean particles, which are written together with the name before them.

use super::Letter;

/// Particles; several of them may follow each other.
const PARTICLES: &str = "은 는 이 가 을 를 에 에서 의 와 과 도 로 으로 만 부터 까지 처럼 보다 에게 에게서 한테 께 께서 이나 나 이라 라 \
    이라는 라는 이라고 라고 이란 란 이며 며 이고 고 입니다 이다 이었습니다 였습니다 이었다 였다 인 인데 이지만 지만 하고 랑 이랑 마다 \
    조차 마저 밖에 뿐 같은 같이 이든 든 이야 야 요 이에요 예요 로서 으로서 로써 으로써 에는 에서는 에서도 측 씨 님 사";
/// The maximum number of letters of all particles after a name.
const MAX_LETTERS: usize = 8;

/// Whether letters are one or several particles.
pub(super) fn are_particles(letters: &[Letter]) -> bool {
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
        for particle in PARTICLES.split_whitespace() {
            let end = start + particle.chars().count();
            if end <= letters.len() && letters[start..end].iter().map(|letter| letter.base).eq(particle.chars()) {
                reached[end] = true;
            }
        }
    }
    reached[letters.len()]
}
