//! A generation whose changes PostgreSQL rolls back is stored and paid once. SQLite rolls nothing back on its own.

use serde_json::json;

use super::{Scene, Site, sites};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_made_is_stored_and_paid_once() {
    let scene = Scene::with_model(Site::with_pages(&sites::shop()).await).await;
    let Some(servers) = scene.service.stores.servers() else { return };
    servers.prepare_to_roll_back().await;
    servers.roll_back(true).await;
    let job = scene.generate().await;
    servers.roll_back(false).await;
    assert!(servers.begun_changes() >= 10);
    assert_eq!((&job["state"], &job["attempts"]), (&json!("succeeded"), &json!(1)), "{job}");
    assert_eq!(scene.credits().await, (99_980, 0));
}
