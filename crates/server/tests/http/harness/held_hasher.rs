//! A password hasher that holds one request after its password was hashed.

use std::sync::{Mutex, mpsc};

use askline_app::ports::identity::password_hasher::{Argon2idHasher, PasswordHasher};
use askline_domain::identity::{password::HashMemory, secret::Secret};
use tokio::sync::oneshot;

/// Argon2id, which can be held once for one password.
#[derive(Default)]
pub struct HoldableHasher(Mutex<Option<Hold>>);

struct Hold {
    password: String,
    arrived: oneshot::Sender<()>,
    released: mpsc::Receiver<()>,
}

/// A request that is held from the time when its password was checked or hashed, until this is dropped.
pub struct HeldRequest {
    arrived: Option<oneshot::Receiver<()>>,
    _release: mpsc::Sender<()>,
}

impl HoldableHasher {
    /// Holds the next request that checks or hashes this password, after it has done so.
    pub fn hold(&self, password: &str) -> HeldRequest {
        let (arrived, at_arrival) = oneshot::channel();
        let (release, released) = mpsc::channel();
        *self.0.lock().expect("no holder panics") = Some(Hold { password: password.to_owned(), arrived, released });
        HeldRequest { arrived: Some(at_arrival), _release: release }
    }

    fn wait(&self, password: &Secret) {
        let held = {
            let mut hold = self.0.lock().expect("no holder panics");
            hold.take_if(|hold| hold.password == password.expose())
        };
        if let Some(Hold { arrived, released, .. }) = held {
            // Either end may be gone if the test failed.
            let _ = arrived.send(());
            let _ = released.recv();
        }
    }
}

impl HeldRequest {
    /// Waits until the request is held.
    pub async fn arrived(&mut self) {
        let arrived = self.arrived.take().expect("asked once");
        arrived.await.expect("the request checks its password");
    }
}

impl PasswordHasher for HoldableHasher {
    fn hash(&self, memory: &mut HashMemory, password: &Secret) -> String {
        let hash = Argon2idHasher.hash(memory, password);
        self.wait(password);
        hash
    }

    fn verify(&self, memory: &mut HashMemory, password: &Secret, hash: Option<&str>) -> bool {
        let matches = Argon2idHasher.verify(memory, password, hash);
        self.wait(password);
        matches
    }
}
