//! How the nodes of one service agree on counting requests.
//!
//! Together they admit no more than the limit.
//!
//! Each node sends its [`Standing`] with every beat. Nodes that count with Redis and nodes that count alone never exist
//! at the same time: between the two is counting both ways, which any node starts by itself and leaves only when all
//! others agree.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use tokio::sync::{Notify, watch};

use super::{Share, untold::Untold};

/// Others consider a node gone that sent nothing for this long. Longer than a node believes what it
/// heard, by more than a beat takes.
pub const GONE_AFTER: Duration = Duration::from_secs(8);

/// How a node counts a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Counting {
    /// With Redis, together with all nodes.
    Together,
    /// With Redis, and with its own part of the limit: only what both admit.
    Carefully,
    /// With its own part of the limit.
    Alone,
}

/// What a node tells the others about itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Standing {
    /// How it counts, or more strictly.
    pub counting: Counting,
    /// Whether Redis answers it, and has all that it admitted.
    pub is_settled: bool,
}

impl Counting {
    /// The next counting of a node with this standing and whose Redis `answers` or not, among living `others`. No other
    /// node changes meanwhile.
    pub fn next(own: Standing, answers: bool, others: &[Standing]) -> Self {
        let any = |counting| others.iter().any(|other| other.counting == counting);
        let all_are_settled = own.is_settled && others.iter().all(|other| other.is_settled);
        match own.counting {
            Self::Together if answers && all_are_settled => Self::Together,
            Self::Alone if !answers => Self::Alone,
            Self::Carefully if !answers && !any(Self::Together) => Self::Alone,
            Self::Carefully if answers && all_are_settled && !any(Self::Alone) => Self::Together,
            Self::Together | Self::Carefully | Self::Alone => Self::Carefully,
        }
    }

    /// As a store writes it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Together => "together",
            Self::Carefully => "carefully",
            Self::Alone => "alone",
        }
    }

    /// As a store has written it.
    pub fn of_text(text: &str) -> Option<Self> {
        [Self::Together, Self::Carefully, Self::Alone].into_iter().find(|counting| counting.text() == text)
    }
}

/// One node's part in the agreement. Shared by the code that counts, and the code that tells the others.
#[derive(Debug)]
pub struct Agreement {
    share: Share,
    counting: watch::Sender<Counting>,
    has_redis: bool,
    answers: AtomicBool,
    untold: Untold,
    heard: Notify,
    wish: Notify,
}

impl Agreement {
    /// A node with a working Redis that has not heard of others yet.
    pub fn by_redis() -> Self {
        Self::new(true, Counting::Carefully)
    }

    /// A node without Redis.
    pub fn by_shares() -> Self {
        Self::new(false, Counting::Alone)
    }

    fn new(has_redis: bool, counting: Counting) -> Self {
        Self {
            share: Share::default(),
            counting: watch::Sender::new(counting),
            has_redis,
            answers: AtomicBool::new(has_redis),
            untold: Untold::default(),
            heard: Notify::new(),
            wish: Notify::new(),
        }
    }

    /// Its part of every limit.
    pub const fn share(&self) -> &Share {
        &self.share
    }

    /// What this node admitted and Redis does not have.
    pub(crate) const fn untold(&self) -> &Untold {
        &self.untold
    }

    /// How requests are counted, now and later.
    pub fn watch(&self) -> watch::Receiver<Counting> {
        self.counting.subscribe()
    }

    /// How requests are counted now.
    pub fn counting(&self) -> Counting {
        *self.counting.borrow()
    }

    /// Whether Redis answers this node.
    pub fn answers(&self) -> bool {
        self.answers.load(Ordering::SeqCst)
    }

    /// What to tell the others.
    pub fn standing(&self) -> Standing {
        let is_settled = self.answers() && self.untold.is_empty();
        Standing { counting: self.counting(), is_settled }
    }

    /// What to do among living `others`. Stricter counting starts at once, before the others know; other counting
    /// starts by [`Agreement::told`], once all can know.
    pub fn next(&self, others: &[Standing]) -> Counting {
        let next = Counting::next(self.standing(), self.answers(), others);
        if next == Counting::Carefully {
            self.counting.send_if_modified(|counting| std::mem::replace(counting, next) != next);
        }
        next
    }

    /// At `now`, before the beat was sent, it was node `place` of `nodes`, and told them how it counts from now on. It
    /// does so unless Redis failed or came back meanwhile.
    pub fn told(&self, next: Counting, now: Duration, place: u32, nodes: u32) {
        self.share.heard(now, place, nodes);
        self.counting.send_if_modified(|counting| {
            let fits = self.answers() == (next == Counting::Together);
            let changes = fits && next != Counting::Carefully && *counting == Counting::Carefully;
            if changes {
                *counting = next;
            }
            changes
        });
        if self.counting() == Counting::Together || !self.has_redis {
            self.share.begin();
        }
        self.heard.notify_waiters();
    }

    /// Waits until the other nodes were heard again.
    pub(crate) async fn hear(&self) {
        let heard = self.heard.notified();
        self.wish();
        heard.await;
    }

    /// This node has news for the others before its next beat.
    pub(crate) fn wish(&self) {
        self.wish.notify_one();
    }

    /// Waits until this node has news for the others before its next beat.
    pub async fn wished(&self) {
        self.wish.notified().await;
    }

    /// Redis no longer answers; returns whether that is new.
    pub(crate) fn lose_redis(&self) -> bool {
        let is_new = self.answers.swap(false, Ordering::SeqCst);
        if is_new {
            self.be_careful(Counting::Together);
        }
        is_new
    }

    /// Redis answers again.
    pub(crate) fn find_redis(&self) {
        self.answers.store(true, Ordering::SeqCst);
        self.be_careful(Counting::Alone);
    }

    fn be_careful(&self, instead_of: Counting) {
        self.counting.send_if_modified(|counting| {
            let changes = *counting == instead_of;
            if changes {
                *counting = Counting::Carefully;
            }
            changes
        });
        self.wish();
    }
}

#[cfg(test)]
mod tests {
    use askline_domain::requests::quota::QuotaCaller;
    use proptest::prelude::*;

    use super::*;

    const NODES: usize = 3;

    /// What happens to one of the nodes.
    #[derive(Debug, Clone, Copy)]
    enum Happening {
        RedisGoes,
        RedisComes,
        /// It tells the others, and its beat is confirmed.
        Beat,
        /// It tells the others, and gets no confirmation.
        BeatWithoutAnswer,
    }

    fn happening() -> impl Strategy<Value = (usize, Happening)> {
        let what = prop_oneof![
            Just(Happening::RedisGoes),
            Just(Happening::RedisComes),
            Just(Happening::BeatWithoutAnswer),
            Just(Happening::Beat),
            Just(Happening::Beat),
        ];
        (0..NODES, what)
    }

    struct Scene {
        nodes: Vec<Agreement>,
        told: Vec<Standing>,
    }

    impl Scene {
        fn new() -> Self {
            let nodes: Vec<Agreement> = (0..NODES).map(|_| Agreement::by_redis()).collect();
            let told = nodes.iter().map(Agreement::standing).collect();
            Self { nodes, told }
        }

        fn happen(&mut self, node: usize, what: Happening) {
            match what {
                Happening::RedisGoes => drop(self.nodes[node].lose_redis()),
                Happening::RedisComes => self.nodes[node].find_redis(),
                Happening::Beat => self.beat(node, true),
                Happening::BeatWithoutAnswer => self.beat(node, false),
            }
        }

        fn beat(&mut self, node: usize, is_answered: bool) {
            let others: Vec<Standing> =
                (0..NODES).filter(|other| *other != node).map(|other| self.told[other]).collect();
            let agreement = &self.nodes[node];
            let counting = agreement.next(&others);
            self.told[node] = Standing { counting, ..agreement.standing() };
            if is_answered {
                agreement.told(counting, Duration::ZERO, u32::try_from(node).expect("few"), NODES as u32);
            }
        }

        fn countings(&self) -> Vec<Counting> {
            self.nodes.iter().map(Agreement::counting).collect()
        }
    }

    proptest! {
        #[test]
        fn nodes_that_count_by_redis_and_nodes_that_count_alone_are_never_there_at_the_same_time(
            happenings in proptest::collection::vec(happening(), 0..80),
        ) {
            let mut scene = Scene::new();
            for (node, what) in happenings {
                scene.happen(node, what);
                let countings = scene.countings();
                let both = countings.contains(&Counting::Together) && countings.contains(&Counting::Alone);
                prop_assert!(!both, "{countings:?} after {what:?} of {node}");
            }
        }

        #[test]
        fn once_redis_answers_all_or_none_all_count_alike_after_three_beats_of_each(
            happenings in proptest::collection::vec(happening(), 0..40),
            comes: bool,
        ) {
            let mut scene = Scene::new();
            for (node, what) in happenings {
                scene.happen(node, what);
            }
            let last = if comes { Happening::RedisComes } else { Happening::RedisGoes };
            (0..NODES).for_each(|node| scene.happen(node, last));
            for _ in 0..3 {
                (0..NODES).for_each(|node| scene.happen(node, Happening::Beat));
            }
            let expected = if comes { Counting::Together } else { Counting::Alone };
            prop_assert_eq!(scene.countings(), [expected; NODES]);
        }
    }

    #[test]
    fn while_redis_does_not_answer_one_node_the_others_keep_to_their_parts() {
        let mut scene = Scene::new();
        for _ in 0..2 {
            (0..NODES).for_each(|node| scene.happen(node, Happening::Beat));
        }
        assert_eq!(scene.countings(), [Counting::Together; NODES]);
        scene.happen(0, Happening::RedisGoes);
        for _ in 0..2 {
            (0..NODES).for_each(|node| scene.happen(node, Happening::Beat));
        }
        assert_eq!(scene.countings(), [Counting::Alone, Counting::Carefully, Counting::Carefully]);
    }

    #[test]
    fn what_was_admitted_alone_is_told_to_redis_before_it_counts_by_itself() {
        let agreement = Agreement::by_redis();
        let carried = QuotaCaller::LogInFromAnywhere(7);
        agreement.untold().note(carried, Duration::ZERO);
        assert_eq!(agreement.next(&[]), Counting::Carefully);
        agreement.untold().carry([carried].into_iter()).told();
        assert_eq!(agreement.next(&[]), Counting::Together);
    }
}
