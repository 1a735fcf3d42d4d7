//! When each subject last changed, measured by the number of changes known to this process.

use std::{
    collections::HashMap,
    sync::{
        Mutex, PoisonError, RwLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use askline_app::ports::changes::Subject;

/// The maximum number of subjects that are tracked separately. Beyond it, all are treated as changed, and tracking
/// restarts.
const MAX_SUBJECTS: usize = 100_000;
/// The maximum age of the last check for changes by other processes.
const CURRENT_FOR: Duration = Duration::from_secs(1);

/// When each subject last changed.
pub(crate) struct LastChanges {
    generation: AtomicU64,
    known: RwLock<Known>,
    /// When changes by other processes were last checked; `None` before the first check.
    looked_at: Mutex<Option<Instant>>,
}

#[derive(Default)]
struct Known {
    /// The generation after which no subject outside the map has changed.
    floor: u64,
    by_subject: HashMap<Subject, u64>,
}

impl Default for LastChanges {
    fn default() -> Self {
        Self { generation: AtomicU64::new(1), known: RwLock::default(), looked_at: Mutex::default() }
    }
}

impl LastChanges {
    /// A number that grows with every recorded change.
    pub(crate) fn generation(&self) -> u64 {
        self.generation.load(Ordering::Acquire)
    }

    /// Records one change to these subjects.
    pub(crate) fn note(&self, subjects: &[Subject]) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        let generation = self.generation.load(Ordering::Relaxed) + 1;
        if subjects.contains(&Subject::Everything) || known.by_subject.len() + subjects.len() > MAX_SUBJECTS {
            *known = Known { floor: generation, by_subject: HashMap::new() };
        } else {
            known.by_subject.extend(subjects.iter().map(|subject| (*subject, generation)));
        }
        // Stored before the lock is released, so that a reader of the new number finds its subjects.
        self.generation.store(generation, Ordering::Release);
    }

    /// Whether one of the subjects may have changed after the generation was `since`.
    pub(crate) fn may_have_changed(&self, subjects: &[Subject], since: u64) -> bool {
        if self.generation() == since {
            return false;
        }
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner);
        let changed = |subject| known.by_subject.get(subject).is_some_and(|at| *at > since);
        known.floor > since || subjects.iter().any(changed)
    }

    /// Records that changes by other processes were checked at `begun`. Call it after recording the results.
    pub(crate) fn note_look(&self, begun: Instant) {
        *self.looked_at.lock().unwrap_or_else(PoisonError::into_inner) = Some(begun);
    }

    /// Whether changes by other processes were checked within [`CURRENT_FOR`].
    pub(crate) fn is_current(&self) -> bool {
        let looked_at = *self.looked_at.lock().unwrap_or_else(PoisonError::into_inner);
        looked_at.is_some_and(|at| at.elapsed() < CURRENT_FOR)
    }
}

#[cfg(test)]
mod tests {
    use askline_domain::shared::ids::{Id as _, OrgId, SiteId};

    use super::*;

    fn site(bits: u128) -> Subject {
        Subject::Site(SiteId::from_bits(bits))
    }

    #[test]
    fn changed_subjects_are_distinguished_from_unchanged_ones() {
        let changes = LastChanges::default();
        let before = changes.generation();
        changes.note(&[site(1), Subject::Organization(OrgId::from_bits(1))]);
        assert!(changes.may_have_changed(&[site(1)], before));
        assert!(changes.may_have_changed(&[site(2), Subject::Organization(OrgId::from_bits(1))], before));
        assert!(!changes.may_have_changed(&[site(2)], before));
        assert!(!changes.may_have_changed(&[site(1)], changes.generation()));
    }

    #[test]
    fn after_a_change_to_everything_nothing_is_believed() {
        let changes = LastChanges::default();
        let before = changes.generation();
        changes.note(&[Subject::Everything]);
        assert!(changes.may_have_changed(&[site(1)], before));
        assert!(!changes.may_have_changed(&[site(1)], changes.generation()));
    }

    #[test]
    fn too_many_changed_subjects_report_every_subject_as_possibly_changed() {
        let changes = LastChanges::default();
        let before = changes.generation();
        for bits in 0..=MAX_SUBJECTS as u128 {
            changes.note(&[site(bits)]);
        }
        assert!(changes.may_have_changed(&[site(u128::MAX)], before));
        assert!(changes.known.read().expect("nobody panics").by_subject.len() <= MAX_SUBJECTS);
    }

    #[test]
    fn changes_are_not_current_before_the_first_look() {
        let changes = LastChanges::default();
        assert!(!changes.is_current());
        changes.note_look(Instant::now());
        assert!(changes.is_current());
    }
}
