//! Removes the rows and events of deleted objects. A deletion only marks an object; its data is removed in pieces.

use askline_app::{ports::all::Ports, sites::gone::remove_beside_a_service};

use crate::failure::say;

/// Removes the data now, whether a server is running or not. If this fails, a server continues the interrupted removal.
pub async fn remove_now(ports: &Ports) {
    if let Err(error) = remove_beside_a_service(ports).await {
        say(&format!(
            "askline: not all of the deleted data could be removed yet ({error}); the server will remove the rest"
        ));
    }
}
