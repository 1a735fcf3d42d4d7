//! Tests backups in a bucket of a stand-in service. Requests are signed, and the service and connections have faults.

use std::io::Read as _;

use askline_domain::identity::secret::Secret;
use askline_stand_in::bucket_server::{
    ACCESS_KEY_ID, BucketServer, Fault as Planned, Operation, REGION, SECRET_ACCESS_KEY,
};

use super::*;

const NAME: &str = "askline-20260615T080910011Z.tar";
const KEY: &str = "of/one/askline-20260615T080910011Z.tar";
const MIB: usize = 1024 * 1024;

struct Bench {
    server: BucketServer,
    data: tempfile::TempDir,
}

/// The address of a bucket, and how it is accessed.
struct Way {
    address: &'static str,
    access: BucketAccess,
    quiet: Duration,
}

impl Bench {
    async fn new() -> Self {
        let _ = rustls::crypto::ring::default_provider().install_default();
        let server = BucketServer::start().await.expect("started");
        Self { server, data: tempfile::tempdir().expect("a folder") }
    }

    fn way(&self) -> Way {
        let access = BucketAccess {
            endpoint: Some(self.server.endpoint().parse().expect("an address")),
            region: REGION.into(),
            is_path_style: true,
            access_key_id: Secret::new(ACCESS_KEY_ID),
            secret_access_key: Secret::new(SECRET_ACCESS_KEY),
        };
        Way { address: "s3://backups/of/one", access, quiet: Duration::from_secs(30) }
    }

    fn bucket(&self) -> Bucket {
        self.bucket_by(&self.way())
    }

    fn bucket_by(&self, way: &Way) -> Bucket {
        let bounds = Bounds { part: 5 * MIB as u64, quiet: way.quiet, list: way.quiet };
        let address = BucketAddress::read(way.address).expect("an address");
        Bucket::within(&address, &way.access, self.data.path(), bounds).expect("a bucket")
    }

    fn file(&self, length: usize) -> PathBuf {
        let file = self.data.path().join("whole");
        let bytes: Vec<u8> = (0..length).map(|place| (place / 251 + place) as u8).collect();
        std::fs::write(&file, bytes).expect("written");
        file
    }

    fn names_in_data(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.data.path()).expect("readable");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }
}

fn names(kept: &[Kept]) -> Vec<&str> {
    kept.iter().map(|each| each.name.as_str()).collect()
}

async fn read_whole(bucket: &Bucket) -> Result<Vec<u8>, Fault> {
    let read = bucket.read(NAME, |mut incoming| {
        let mut bytes = Vec::new();
        incoming.read_to_end(&mut bytes).map(|_| bytes)
    });
    Ok(read.await?.expect("what arrived was read"))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_is_sent_in_parts_and_counts_when_it_is_verified() {
    let bench = Bench::new().await;
    let (bucket, file) = (bench.bucket(), bench.file(12 * MIB + 17));
    bucket.send(&file, NAME).await.expect("sent");
    assert_eq!((bench.server.count(Operation::Part), bench.server.open_uploads()), (3, 0));
    assert_eq!(bench.server.largest_body(), 5 * MIB);
    assert_eq!(bench.server.keys(), [KEY]);
    assert_eq!(bucket.list().await.expect("listed"), [], "it was not verified");
    let sent = std::fs::read(&file).expect("there");
    assert!(read_whole(&bucket).await.expect("read") == sent);
    bucket.verified().expect("counted");
    let kept = bucket.list().await.expect("listed");
    assert_eq!(kept, [Kept { name: NAME.into(), bytes: sent.len() as u64 }]);
    assert_eq!(bucket.address_of(NAME), "s3://backups/of/one/askline-20260615T080910011Z.tar");
    let fault = bucket.send(&file, NAME).await.expect_err("it is there");
    assert!(fault.detail.contains("exists already"), "{fault}");
    assert!(bench.server.object(KEY).expect("there") == sent);
    assert_eq!(bench.names_in_data(), ["whole"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_upload_that_breaks_leaves_no_object_and_no_parts() {
    for (operation, planned) in [
        (Operation::Part, Planned::Refuse(500, "InternalError")),
        (Operation::Part, Planned::Refuse(403, "AccessDenied")),
        (Operation::Part, Planned::Hang),
        (Operation::Complete, Planned::Refuse(500, "InternalError")),
        (Operation::Complete, Planned::Refuse(400, "InvalidPart")),
    ] {
        let bench = Bench::new().await;
        let bucket = bench.bucket_by(&Way { quiet: Duration::from_secs(1), ..bench.way() });
        bench.server.plan(operation, usize::MAX, planned);
        let fault = bucket.send(&bench.file(7 * MIB), NAME).await.expect_err("it breaks");
        assert!(fault.detail.contains(KEY), "{operation:?} {planned:?}: {fault}");
        assert_eq!((bench.server.keys().len(), bench.server.open_uploads()), (0, 1), "{operation:?} {planned:?}");
        bench.server.work();
        let bucket = bench.bucket();
        bucket.remove_unfinished().await.expect("removed");
        assert_eq!(bench.server.open_uploads(), 0, "{operation:?} {planned:?}");
        bucket.send(&bench.file(100), NAME).await.expect("sent");
        assert_eq!(bench.server.keys(), [KEY]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_is_busy_for_a_moment_is_asked_again() {
    let bench = Bench::new().await;
    let bucket = bench.bucket();
    for operation in [Operation::Create, Operation::Part, Operation::Complete, Operation::List] {
        bench.server.plan(operation, 2, Planned::Refuse(503, "SlowDown"));
    }
    bench.server.plan(Operation::Get, 1, Planned::BreakOff);
    let file = bench.file(7 * MIB);
    bucket.send(&file, NAME).await.expect("sent");
    bucket.verified().expect("counted");
    assert_eq!(names(&bucket.list().await.expect("listed")), [NAME]);
    assert!(read_whole(&bucket).await.expect("read") == std::fs::read(&file).expect("there"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_another_process_sent_and_did_not_verify_does_not_count_and_is_removed() {
    let bench = Bench::new().await;
    bench.bucket().send(&bench.file(100), NAME).await.expect("sent");
    // The process ended; the next one uses the same data folder.
    let bucket = bench.bucket();
    assert_eq!(bucket.list().await.expect("listed"), []);
    let other = "askline-20260616T080910011Z.tar";
    bucket.send(&bench.file(200), other).await.expect("sent");
    assert_eq!(bench.server.keys(), ["of/one/askline-20260616T080910011Z.tar"]);
    bucket.verified().expect("counted");
    bucket.remove_unfinished().await.expect("nothing to remove");
    assert_eq!(names(&bucket.list().await.expect("listed")), [other]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_service_that_cannot_abort_uploads_gets_the_next_backup_and_one_that_refuses_the_key_does_not() {
    let bench = Bench::new().await;
    let bucket = bench.bucket();
    let file = bench.file(100);
    bench.server.plan(Operation::Part, 1, Planned::Refuse(403, "AccessDenied"));
    bucket.send(&file, NAME).await.expect_err("it breaks");
    bench.server.plan(Operation::Abort, 1, Planned::Refuse(403, "AccessDenied"));
    let fault = bucket.send(&file, NAME).await.expect_err("what was left is not removed");
    assert!(fault.told.contains("refuses the access key"), "{fault}");
    assert_eq!(bench.server.open_uploads(), 1);
    bench.server.plan(Operation::Abort, 1, Planned::Refuse(405, "MethodNotAllowed"));
    bucket.send(&file, NAME).await.expect("sent");
    assert_eq!(bench.server.keys(), [KEY]);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_backups_of_this_place_are_listed_and_deleted_whatever_else_is_in_the_bucket() {
    let bench = Bench::new().await;
    bench.server.set_page(2);
    let names_there: Vec<String> = (10..17).map(|day| format!("askline-202606{day}T080910011Z.tar")).collect();
    for name in &names_there {
        bench.server.put(&format!("of/one/{name}"), b"abc");
    }
    let others = [
        "askline-20260101T080910011Z.tar",
        "of/askline-20260101T080910011Z.tar",
        "of/one/askline-notes.txt",
        "of/one/askline-20260101T080910011Z.tar.keep",
        "of/one/askline-20260101T080910011Z.tar/of another",
        "of/one//askline-20260101T080910011Z.tar",
        "of/one/a & b <c>",
        "of/one/zebra",
    ];
    others.iter().for_each(|key| bench.server.put(key, b"others"));
    let bucket = bench.bucket();
    assert_eq!(names(&bucket.list().await.expect("listed")), names_there);
    assert!(bench.server.count(Operation::List) > 3, "in pages");
    for name in ["askline-notes.txt", "zebra", "../askline-20260101T080910011Z.tar"] {
        bucket.delete(name).await.expect_err("not ours");
    }
    bucket.delete(&names_there[0]).await.expect("deleted");
    assert_eq!(names(&bucket.list().await.expect("listed")), names_there[1..]);
    assert!(others.iter().all(|key| bench.server.object(key).is_some()));
    // Backups without a prefix are listed as well.
    let top = bench.bucket_by(&Way { address: "s3://backups", ..bench.way() });
    assert_eq!(names(&top.list().await.expect("listed")), [others[0]]);
}

#[tokio::test(flavor = "multi_thread")]
async fn bucket_failures_are_reported_without_the_signed_string_or_the_secret() {
    let bench = Bench::new().await;
    let file = bench.file(100);
    let check = async |way: Way, told: &str, advice: &str| {
        let bucket = bench.bucket_by(&way);
        let listed = bucket.list().await.expect_err(told);
        let sent = bucket.send(&file, NAME).await.expect_err(told);
        assert!(listed.told.contains(told), "{} {}", listed.told, listed.detail);
        assert!(listed.detail.contains(advice) && listed.detail.contains(way.address), "{}", listed.detail);
        for text in [&listed.told, &listed.detail, &sent.told, &sent.detail] {
            assert!(!text.contains("string-that-was-signed") && !text.contains(SECRET_ACCESS_KEY), "{text}");
        }
        assert!(!listed.told.contains("s3://"), "no address for everyone: {}", listed.told);
    };
    let way = || bench.way();
    check(Way { address: "s3://missing/of", ..way() }, "bucket for backups does not exist", "backup.to").await;
    let with = |access: BucketAccess| Way { access, ..way() };
    let other = || Secret::new("AKIAANOTHER");
    let refused = "refuses the access key";
    check(with(BucketAccess { secret_access_key: other(), ..way().access }), refused, "SignatureDoesNotMatch").await;
    check(with(BucketAccess { access_key_id: other(), ..way().access }), refused, "InvalidAccessKeyId").await;
    let region = "us-east-1".into();
    check(with(BucketAccess { region, ..way().access }), "another region", "backup.s3.region").await;
    let closed = std::net::TcpListener::bind("127.0.0.1:0").expect("bound").local_addr().expect("bound");
    let endpoint = Some(format!("http://{closed}").parse().expect("an address"));
    check(with(BucketAccess { endpoint, ..way().access }), "cannot be reached", "backup.s3.endpoint").await;
    for operation in [Operation::List, Operation::Head] {
        bench.server.plan(operation, usize::MAX, Planned::Hang);
    }
    check(Way { quiet: Duration::from_millis(300), ..way() }, "does not answer in time", "").await;
    assert_eq!(bench.server.keys().len() + bench.server.open_uploads(), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_object_that_does_not_arrive_whole_is_not_taken_for_whole() {
    let bench = Bench::new().await;
    let bucket = bench.bucket();
    bench.server.put(KEY, &vec![7; MIB]);
    bench.server.plan(Operation::Get, usize::MAX, Planned::BreakOff);
    let work = |mut incoming: Incoming| std::io::copy(&mut incoming, &mut std::io::sink());
    let fault = bucket.read(NAME, work).await.expect_err("it breaks off");
    assert!(fault.told.contains("broke off"), "{fault}");
    bench.server.work();
    // A reader that stops early gets what it read.
    let read = bucket.read(NAME, |mut incoming| incoming.read_exact(&mut [0; 10])).await;
    read.expect("arrived").expect("ten bytes");
    let fault = bucket.read("askline-20260616T080910011Z.tar", work).await.expect_err("absent");
    assert!(fault.told.contains("not in the bucket"), "{fault}");
}

#[test]
fn the_bucket_is_in_the_path_or_in_the_host() {
    let address = BucketAddress::read("s3://my.bucket/a").expect("an address");
    let endpoint = |endpoint: &str, is_path_style: bool| {
        let access = BucketAccess {
            endpoint: Some(endpoint.parse().expect("an address")),
            region: REGION.into(),
            is_path_style,
            access_key_id: Secret::new("id"),
            secret_access_key: Secret::new("key"),
        };
        endpoint_of(&address, &access).expect("an endpoint")
    };
    assert_eq!(endpoint("https://s3.example.com/", true), "https://s3.example.com");
    assert_eq!(endpoint("https://s3.example.com:8443", false), "https://my.bucket.s3.example.com:8443");
    assert_eq!(endpoint("http://[::1]:9000", true), "http://[::1]:9000");
}
