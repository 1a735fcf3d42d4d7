PRAGMA foreign_keys = OFF;
PRAGMA application_id = 1095977804;
PRAGMA user_version = 0;
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO "_sqlx_migrations" VALUES(1,'organizations_keys_audit','2026-11-16 09:00:00',1,X'B58022040EA86716103BFDD95E993837973DADE99AE3F0DB48C6D13AE18DDD39A8E61818B47EA131E0CAEBDEAB86C458',1000000);
INSERT INTO "_sqlx_migrations" VALUES(2,'sites_and_prompts','2026-11-16 09:00:00',1,X'2135D018317E28052C94200B037A1B4D76C8292E6BAEDC2E619489EFB64386700660D2BF39BCAF87621F69AE546957A5',1000000);
INSERT INTO "_sqlx_migrations" VALUES(3,'rules','2026-11-16 09:00:00',1,X'A32E03CDAB7740734A0EA3A71244B5E2A8361896241BE80BD460C539CADF45A81E0CC5BA5CF9D13DFE81A61EBAE200FB',1000000);
INSERT INTO "_sqlx_migrations" VALUES(4,'credits','2026-11-16 09:00:00',1,X'81521EDA7EBE085F7A1E5EC14031BCEB291D128CCF189718E053C653B4E960F909D5519D1CC47152D7CEDC9F73979354',1000000);
INSERT INTO "_sqlx_migrations" VALUES(5,'jobs_and_webhooks','2026-11-16 09:00:00',1,X'DD43E31EC02A5DD30EC2B5E1721C37D20C6737E0E9B448B700E2C15CB03370793CC83F8EF5BA19E85BCCAA6632DF528D',1000000);
INSERT INTO "_sqlx_migrations" VALUES(6,'credit_notices','2026-11-16 09:00:00',1,X'270466D85B6FD6D506644929B6EFEB47BEA2E62B880CDF5D4CA4B61FAE308539E381BBAA36F3D9126235428E8D029AB7',1000000);
INSERT INTO "_sqlx_migrations" VALUES(7,'generated_questions','2026-11-16 09:00:00',1,X'C39294B0B78750315669F41A167820BC790DF30AD02A662A6BBF7EE6D9FD2775B29EF26140A1480CB59471B2DB41A864',1000000);
INSERT INTO "_sqlx_migrations" VALUES(8,'monitors','2026-11-16 09:00:00',1,X'E3A5CE447C9E6AA0F794E6831F2D40E97F11C7B64E815A42ACF77E83032EFDE44055F6EF4B35D7BD1E2FAEDE0AADA99A',1000000);
INSERT INTO "_sqlx_migrations" VALUES(9,'idempotency_records','2026-11-16 09:00:00',1,X'738AF13ACACE0BA484CAEBEA1864EB81565C099BEFD37961E3F6DCAE31887B701DBFDA6E9854366BE5DB0703A87DF0C7',1000000);
INSERT INTO "_sqlx_migrations" VALUES(10,'offered_ids','2026-11-16 09:00:00',1,X'ECFE77BA1FA96A1EB4CE9968CA3DD03F275BA73F2831313E1F096BDAC6E4707A84146B29F81CC1D2C55E7BEB8FE01EE7',1000000);
INSERT INTO "_sqlx_migrations" VALUES(11,'key_chains','2026-11-16 09:00:00',1,X'26FBC06A73FFD8645270061B0AAA8941AEBCB9EFA9019835D68DFE8C2B7B73CA6E2EB1EDCAC2FB888A4BDF6A026482C1',1000000);
INSERT INTO "_sqlx_migrations" VALUES(12,'consent','2026-11-16 09:00:00',1,X'1515C8A742735DE45842B883C19D2118CFB3AE3A237A5448E5173B303334D15C42F31691BCF2DE4ECD6110AA7A6B55A7',1000000);
INSERT INTO "_sqlx_migrations" VALUES(13,'sealed_webhook_addresses','2026-11-16 09:00:00',1,X'5A920CE2AEE75D28A8AD048338EDC6C7216220050B84EA9A714FA1079A693486344EAC58C081819BE94A70F8BAF862A1',1000000);
INSERT INTO "_sqlx_migrations" VALUES(14,'known_visitors','2026-11-16 09:00:00',1,X'140C3DFD995215A6053A9FE9C85ADBC005A504003DB320E0B9F49F779B0DBCAE922DC7256FF64936A80E9FC7CEA17149',1000000);
INSERT INTO "_sqlx_migrations" VALUES(15,'jobs_of_each','2026-11-16 09:00:00',1,X'6E3C2DD2BC6A28A44F3BEBF837BEE87113ACD7EA85516D65B148EF3850931A4066E5148E464077F4C9134532FD4C82F7',1000000);
INSERT INTO "_sqlx_migrations" VALUES(16,'aliases','2026-11-16 09:00:00',1,X'B4524CC9B79BF5F73B6780BE981DA170932BED684F6773D6A39567C00DEE72E375930D8748E536EBA111C0A9F3E2EF95',1000000);
INSERT INTO "_sqlx_migrations" VALUES(17,'citation_sums','2026-11-16 09:00:00',1,X'967890219D7163079E5AB4534FB6BF76020784A2A66CC28A1EDEE016FA69B2F2041C9BBA6CFDBECF470C7AACA20F83D5',1000000);
INSERT INTO "_sqlx_migrations" VALUES(18,'founded_and_removed','2026-11-16 09:00:00',1,X'BCDE8AB0DA27B464785D62B8CE47E409F50E30F82F8B5D66F0AE3414A6F993FC665E0B3560766B38F5AC95AAC62E5D6F',1000000);
INSERT INTO "_sqlx_migrations" VALUES(19,'lost_citations','2026-11-16 09:00:00',1,X'210E7475D4D85554E6BCAADDD5E1B50741B8C654F39B0E50BFCE40AF5603DC3B19496EBBD157E1770F0BBFCD3BEF16A4',1000000);
INSERT INTO "_sqlx_migrations" VALUES(20,'run_changes','2026-11-16 09:00:00',1,X'B50C0C6B78FC987D219719AD1E0101EB17DC7658A16B200A1A71F384207B1554D6D80DE8F12CF9705C18C08D87A2B96C',1000000);
INSERT INTO "_sqlx_migrations" VALUES(21,'failing_webhooks','2026-11-16 09:00:00',1,X'0001D8623B07C976E79FFCCD43BD8707CC88FAAFF662503D5A8E0E14B5E630A9883781AD452726C0F6964529CB9A7A0F',1000000);
INSERT INTO "_sqlx_migrations" VALUES(22,'proposed_rules','2026-11-16 09:00:00',1,X'7CBA8504214C077F1F689008E1DBB2C76E0FB08AB7063970C01377BC81EAB4E52E3BFA5C700B27449F0D41C9243B0E20',1000000);
INSERT INTO "_sqlx_migrations" VALUES(23,'stretches_of_failures','2026-11-16 09:00:00',1,X'3F5CCE7E4108B113854113EF9BC6C24B045E59E04C7F82537695532C68FC0A9F1AD44E11C17F86DC2269107ECD93F9AB',1000000);
INSERT INTO "_sqlx_migrations" VALUES(24,'changes','2026-11-16 09:00:00',1,X'4EE80BEDC1C8929515F04F772A05B1387193F77FED4F3C5C778796AA25D24D460242BB6FBF6BD030C7DF819A7615D2E5',1000000);
CREATE TABLE api_keys (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    masked TEXT NOT NULL,
    digest BLOB NOT NULL UNIQUE,
    scopes TEXT NOT NULL,
    site_ids TEXT,
    allowed_ips TEXT,
    created_ms INTEGER NOT NULL,
    created_by_id TEXT,
    created_by_email TEXT,
    expires_ms INTEGER,
    last_used_ms INTEGER,
    rotated_from_id TEXT,
    replaced_by_id TEXT,
    revoked_ms INTEGER
, expiry_told_ms INTEGER, chain_id TEXT) STRICT;
INSERT INTO "api_keys" VALUES('key_01m87cwmd3fzxp1j92chj7sa9f','org_01m87cwjaet1gm7tyzxc8gvtnv','','ak_I6wo…GrUq',X'99EEE2F8764B05A25A032ADD3703743A442A076050A1D403760914C2D574A6A4','["*"]',NULL,NULL,1795544732067,NULL,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'key_01m87cwmd3fzxp1j92chj7sa9f');
CREATE TABLE audit_chain_heads (
    org_id TEXT NOT NULL PRIMARY KEY,
    entries INTEGER NOT NULL,
    last_hash TEXT NOT NULL
) STRICT;
INSERT INTO "audit_chain_heads" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv',10,'0dedb5506dd1ba474d04c81ab10dd2bde002b2b7a1e3b0973381585cd45c54ee');
CREATE TABLE audit_entries (
    org_id TEXT NOT NULL,
    sequence INTEGER NOT NULL,
    id TEXT NOT NULL UNIQUE,
    occurred_ms INTEGER NOT NULL,
    action TEXT NOT NULL,
    actor_type TEXT NOT NULL,
    actor_id TEXT NOT NULL,
    actor_name TEXT NOT NULL,
    targets TEXT NOT NULL,
    ip TEXT,
    user_agent TEXT,
    request_id TEXT,
    metadata TEXT NOT NULL,
    previous_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    PRIMARY KEY (org_id, sequence)
) STRICT;
INSERT INTO "audit_entries" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv',1,'aud_01m87cwjaf66jzzecjnxvy0d2g',1795544729935,'organization.created','system','askline','askline org create','[{"type":"organization","id":"org_01m87cwjaet1gm7tyzxc8gvtnv","name":"Example"}]',NULL,NULL,NULL,'{"plan":"enterprise"}','0000000000000000000000000000000000000000000000000000000000000000','21d9dd3b98ddd4d88721147d509a752ce6494633c211eaba4a8e845951e0e8d7');
INSERT INTO "audit_entries" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv',2,'aud_01m87cwm6d95xqba3sf43hy1mt',1795544731853,'site.created','system','askline','askline site create','[{"type":"site","id":"site_01m87cwjhkneb12wwg8pjjpj6e","name":"Blog"}]',NULL,NULL,NULL,'{"domain":"blog.example.com","timezone":"UTC"}','21d9dd3b98ddd4d88721147d509a752ce6494633c211eaba4a8e845951e0e8d7','d53a0d2689f9a06a2fb50f3aa3b1d594b06c3b46ffc2c8a931cd4376f032e875');
INSERT INTO "audit_entries" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv',3,'aud_01m87cwmd3dt4b4k36jcj5ej0g',1795544732067,'key.created','system','askline','askline key create','[{"type":"key","id":"key_01m87cwmd3fzxp1j92chj7sa9f","name":"ak_I6wo…GrUq"}]',NULL,NULL,NULL,'{"name":"","scopes":["*"],"siteIds":null}','d53a0d2689f9a06a2fb50f3aa3b1d594b06c3b46ffc2c8a931cd4376f032e875','36f217891d995c6b23d26dbfe28127ab663e7db4164d6418b1c5d024596a8561');
INSERT INTO "audit_entries" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv',4,'aud_01m87cwmq3q762fv8d1acj6t53',1795544732387,'auth.login','user','usr_01m87cwjaebsejr5z91pfkqp8k','owner@example.com','[{"type":"user","id":"usr_01m87cwjaebsejr5z91pfkqp8k","name":"owner@example.com"}]','127.0.0.1','Python-urllib/3.11','req_01m87cwmq31a2kjv2nxzxg0aps','{"sessionId":"ses_01m87cwmq39kmmakhj6vxnd3hp"}','36f217891d995c6b23d26dbfe28127ab663e7db4164d6418b1c5d024596a8561','87127586072012c5212359ef769d2dd809b9c33175bf9a79ecb1e928ab77cee3');
INSERT INTO "audit_entries" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv',5,'aud_01m87cwn1c495fjmyqgrrb2t37',1795544732716,'prompt.created','user','usr_01m87cwjaebsejr5z91pfkqp8k','owner@example.com','[{"type":"prompt","id":"prm_01m87cwn1cvsa9xjyc3trfmk03","name":"Summary"}]','127.0.0.1','Python-urllib/3.11','req_01m87cwn1cx99vwy3c0y51yph5','{"siteId":"site_01m87cwjhkneb12wwg8pjjpj6e","kind":"summary"}','87127586072012c5212359ef769d2dd809b9c33175bf9a79ecb1e928ab77cee3','08936ba0442c32acc7cda8ae1914d5780e3f7cd833e708f267225091ace8c435');
INSERT INTO "audit_entries" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv',6,'aud_01m87cwnsedah9yytha26r27nv',1795544733486,'rule.created','user','usr_01m87cwjaebsejr5z91pfkqp8k','owner@example.com','[{"type":"rule","id":"rule_01m87cwnse3p64qcrjawvcbz43","name":"Guides"}]','127.0.0.1','Python-urllib/3.11','req_01m87cwnse3c7xsz9p30k6jgrg','{"siteId":"site_01m87cwjhkneb12wwg8pjjpj6e","type":"append"}','08936ba0442c32acc7cda8ae1914d5780e3f7cd833e708f267225091ace8c435','aec6403ef9235c286190d16afba0818fffc33184bfff558b637cf9a96958a847');
INSERT INTO "audit_entries" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv',7,'aud_01m87cwnvcz5bmmvnjwbtegygz',1795544733548,'webhook.created','user','usr_01m87cwjaebsejr5z91pfkqp8k','owner@example.com','[{"type":"webhook","id":"whk_01m87cwnvchhj88k7ax6ny18s2","name":"https://hooks.example.com"}]','127.0.0.1','Python-urllib/3.11','req_01m87cwnvc33y2x2mzmk623sgd','{"events":["key.revoked"],"enabled":true}','aec6403ef9235c286190d16afba0818fffc33184bfff558b637cf9a96958a847','6ad0a48a075f4a4a96162009d3c2bfdfc98e09e920b960c39efaf71764c46a7a');
INSERT INTO "audit_entries" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv',8,'aud_01m87cwnx90gf9ycj0x9s9v8mh',1795544733609,'site.config_updated','user','usr_01m87cwjaebsejr5z91pfkqp8k','owner@example.com','[{"type":"site","id":"site_01m87cwjhkneb12wwg8pjjpj6e","name":"Blog"}]','127.0.0.1','Python-urllib/3.11','req_01m87cwnx9xn303eg7275kaxxa','{"expectedVersion":null}','6ad0a48a075f4a4a96162009d3c2bfdfc98e09e920b960c39efaf71764c46a7a','f5b211a4cc74fe18e4ccdac690eba88298cc436225679dcf89476f98e554f9a5');
INSERT INTO "audit_entries" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv',9,'aud_01m87cwnyzqyymeh24xyaezk0b',1795544733663,'monitor.created','user','usr_01m87cwjaebsejr5z91pfkqp8k','owner@example.com','[{"type":"monitor","id":"mon_01m87cwnyz6a829s5zfp6s1j3e","name":"Which blog explains roses?"}]','127.0.0.1','Python-urllib/3.11','req_01m87cwnyz3vb4jkc170fwcf80','{"siteId":"site_01m87cwjhkneb12wwg8pjjpj6e","engines":["openai"],"cadence":"manual","samplesPerRun":1,"enabled":true}','f5b211a4cc74fe18e4ccdac690eba88298cc436225679dcf89476f98e554f9a5','50ed41f7b7407824955c9c85cb5f4eb3d39b5701bfe346e4d93f513e335bf6aa');
INSERT INTO "audit_entries" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv',10,'aud_01m87cwnzzgpe58dhzet2e1vfv',1795544733695,'member.invited','user','usr_01m87cwjaebsejr5z91pfkqp8k','owner@example.com','[{"type":"member","id":"usr_01m87cwnzzb9bvtrk139pd8cww","name":"reader@example.com"}]','127.0.0.1','Python-urllib/3.11','req_01m87cwnzzs0d67zjwbfa79p6v','{"role":"viewer","siteIds":null}','50ed41f7b7407824955c9c85cb5f4eb3d39b5701bfe346e4d93f513e335bf6aa','0dedb5506dd1ba474d04c81ab10dd2bde002b2b7a1e3b0973381585cd45c54ee');
CREATE TABLE audit_targets (
    org_id TEXT NOT NULL,
    target_id TEXT NOT NULL,
    audit_id TEXT NOT NULL,
    PRIMARY KEY (org_id, target_id, audit_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "audit_targets" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv','key_01m87cwmd3fzxp1j92chj7sa9f','aud_01m87cwmd3dt4b4k36jcj5ej0g');
INSERT INTO "audit_targets" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv','mon_01m87cwnyz6a829s5zfp6s1j3e','aud_01m87cwnyzqyymeh24xyaezk0b');
INSERT INTO "audit_targets" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv','org_01m87cwjaet1gm7tyzxc8gvtnv','aud_01m87cwjaf66jzzecjnxvy0d2g');
INSERT INTO "audit_targets" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv','prm_01m87cwn1cvsa9xjyc3trfmk03','aud_01m87cwn1c495fjmyqgrrb2t37');
INSERT INTO "audit_targets" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv','rule_01m87cwnse3p64qcrjawvcbz43','aud_01m87cwnsedah9yytha26r27nv');
INSERT INTO "audit_targets" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv','site_01m87cwjhkneb12wwg8pjjpj6e','aud_01m87cwm6d95xqba3sf43hy1mt');
INSERT INTO "audit_targets" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv','site_01m87cwjhkneb12wwg8pjjpj6e','aud_01m87cwnx90gf9ycj0x9s9v8mh');
INSERT INTO "audit_targets" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv','usr_01m87cwjaebsejr5z91pfkqp8k','aud_01m87cwmq3q762fv8d1acj6t53');
INSERT INTO "audit_targets" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv','usr_01m87cwnzzb9bvtrk139pd8cww','aud_01m87cwnzzgpe58dhzet2e1vfv');
INSERT INTO "audit_targets" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv','whk_01m87cwnvchhj88k7ax6ny18s2','aud_01m87cwnvcz5bmmvnjwbtegygz');
CREATE TABLE changes (
    id INTEGER PRIMARY KEY,
    -- The id of an organization, a site, a key or an account; '*' for everything.
    subject TEXT NOT NULL
) STRICT;
INSERT INTO "changes" VALUES(1,'*');
CREATE TABLE changes_removed (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    through INTEGER NOT NULL
) STRICT;
INSERT INTO "changes_removed" VALUES(1,0);
CREATE TABLE citation_pages (
    citation_id TEXT NOT NULL REFERENCES citations (id) ON DELETE CASCADE,
    path TEXT NOT NULL,
    PRIMARY KEY (citation_id, path)
) STRICT, WITHOUT ROWID;
CREATE TABLE citation_urls (
    citation_id TEXT NOT NULL REFERENCES citations (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    url TEXT NOT NULL,
    domain TEXT NOT NULL,
    title TEXT,
    owner TEXT NOT NULL,
    PRIMARY KEY (citation_id, position)
) STRICT, WITHOUT ROWID;
CREATE TABLE citations (
    id TEXT NOT NULL PRIMARY KEY,
    run_id TEXT NOT NULL REFERENCES monitor_runs (id) ON DELETE CASCADE,
    monitor_id TEXT NOT NULL,
    site_id TEXT NOT NULL,
    query TEXT NOT NULL,
    engine TEXT NOT NULL,
    sample INTEGER NOT NULL,
    model TEXT NOT NULL,
    ran_ms INTEGER NOT NULL,
    -- NULL when the engine answered.
    failure TEXT,
    -- NULL when it did not.
    outcome TEXT,
    searched INTEGER NOT NULL,
    mentioned INTEGER NOT NULL,
    cited INTEGER NOT NULL,
    consulted INTEGER NOT NULL,
    position INTEGER,
    competitors TEXT NOT NULL,
    -- How many of them are cited.
    competitors_cited INTEGER NOT NULL,
    consulted_urls TEXT NOT NULL,
    excerpt TEXT,
    credits_used INTEGER NOT NULL,
    UNIQUE (run_id, engine, sample)
) STRICT;
CREATE TABLE credit_accounts (
    org_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    balance INTEGER NOT NULL CHECK (balance >= 0),
    reserved INTEGER NOT NULL CHECK (reserved >= 0 AND reserved <= balance),
    -- Paid in the current period, less what came back.
    used INTEGER NOT NULL,
    -- Granted by the plan in the current period.
    granted INTEGER NOT NULL,
    period_start_ms INTEGER NOT NULL
, told TEXT) STRICT;
CREATE TABLE credit_ledger (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    -- The place in the organization's ledger, from 1, without gaps.
    place INTEGER NOT NULL,
    kind TEXT NOT NULL,
    amount INTEGER NOT NULL,
    balance_after INTEGER NOT NULL CHECK (balance_after >= 0),
    reason TEXT NOT NULL,
    reference_type TEXT NOT NULL,
    reference_id TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    UNIQUE (org_id, place)
) STRICT;
CREATE TABLE credit_reservations (
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    reference_type TEXT NOT NULL,
    reference_id TEXT NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    created_ms INTEGER NOT NULL,
    PRIMARY KEY (org_id, reference_type, reference_id)
) STRICT;
CREATE TABLE founded_organizations (
    org_id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    founded_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE generated_questions (
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    question_id TEXT NOT NULL,
    text TEXT NOT NULL,
    PRIMARY KEY (site_id, question_id)
) STRICT;
CREATE TABLE idempotency_answers (
    ticket BLOB NOT NULL PRIMARY KEY REFERENCES idempotency_records (ticket) ON DELETE CASCADE,
    answer TEXT NOT NULL
) STRICT;
CREATE TABLE idempotency_records (
    -- SHA-256 of caller, route and key. Records of the layout before have the three as they are, and end within a day.
    ticket BLOB NOT NULL PRIMARY KEY,
    -- NULL for records of the layout before.
    org_id TEXT REFERENCES organizations (id) ON DELETE CASCADE,
    caller TEXT NOT NULL,
    -- Its place among the caller's records.
    place INTEGER NOT NULL,
    body_digest BLOB NOT NULL,
    status INTEGER NOT NULL,
    made_id TEXT,
    created_ms INTEGER NOT NULL,
    -- Bytes of its answer; 0 when none is kept.
    answer_bytes INTEGER NOT NULL
) STRICT;
CREATE TABLE idempotency_totals (
    org_id TEXT NOT NULL PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
    records INTEGER NOT NULL,
    answer_bytes INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE jobs (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    input TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    due_ms INTEGER NOT NULL,
    -- When it may be taken: when it is due, or when the lease of whoever has it runs out. NULL once it has ended.
    ready_ms INTEGER,
    -- The number of the latest taking. NULL while nobody has it.
    lease INTEGER,
    progress TEXT,
    result TEXT,
    failure TEXT,
    started_by TEXT,
    created_ms INTEGER NOT NULL,
    finished_ms INTEGER
) STRICT;
CREATE TABLE known_visitors (
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    digest BLOB NOT NULL,
    until_ms INTEGER NOT NULL,
    PRIMARY KEY (user_id, kind, digest)
) STRICT, WITHOUT ROWID;
INSERT INTO "known_visitors" VALUES('usr_01m87cwjaebsejr5z91pfkqp8k','address',X'DEE2656E242DEEE7A99C43DA7A1D1AB03D568A164CE9C06DD60FAA48DCB35265',1798136732387);
INSERT INTO "known_visitors" VALUES('usr_01m87cwjaebsejr5z91pfkqp8k','browser',X'CB6A7648EA558C3B5AFB6EDB661E6B55AFE87F1CAE6B4D48CBF5B1B51F2EBB47',1803320732387);
CREATE TABLE lost_citations (
    monitor_id TEXT NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
    engine TEXT NOT NULL,
    query TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    PRIMARY KEY (monitor_id, engine)
) STRICT, WITHOUT ROWID;
CREATE TABLE memberships (
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    role TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    PRIMARY KEY (org_id, user_id)
) STRICT, WITHOUT ROWID;
INSERT INTO "memberships" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv','usr_01m87cwjaebsejr5z91pfkqp8k','owner',1795544729934);
CREATE TABLE monitor_runs (
    id TEXT NOT NULL PRIMARY KEY,
    monitor_id TEXT NOT NULL REFERENCES monitors (id) ON DELETE CASCADE,
    site_id TEXT NOT NULL,
    -- Jobs are removed earlier than runs.
    job_id TEXT,
    started_by TEXT NOT NULL,
    -- What is asked, and whom, as it was when the run began.
    question TEXT NOT NULL,
    engines TEXT NOT NULL,
    status TEXT NOT NULL,
    failure TEXT,
    credits_reserved INTEGER NOT NULL,
    credits_used INTEGER NOT NULL,
    started_ms INTEGER NOT NULL,
    finished_ms INTEGER
, changes TEXT NOT NULL DEFAULT '[]') STRICT;
CREATE TABLE monitors (
    id TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    query TEXT NOT NULL,
    engines TEXT NOT NULL,
    cadence TEXT NOT NULL,
    samples_per_run INTEGER NOT NULL,
    region TEXT,
    language TEXT,
    competitors TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    -- NULL: never by itself.
    next_run_ms INTEGER,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
) STRICT;
INSERT INTO "monitors" VALUES('mon_01m87cwnyz6a829s5zfp6s1j3e','site_01m87cwjhkneb12wwg8pjjpj6e','Which blog explains roses?','["openai"]','manual',1,NULL,NULL,'[]',1,NULL,1795544733663,1795544733663);
CREATE TABLE offered_ids (
    number INTEGER PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    id TEXT NOT NULL,
    UNIQUE (site_id, id)
) STRICT;
INSERT INTO "offered_ids" VALUES(1,'site_01m87cwjhkneb12wwg8pjjpj6e','prm_01m87cwjhg2dev476z5bd5g8w0');
INSERT INTO "offered_ids" VALUES(2,'site_01m87cwjhkneb12wwg8pjjpj6e','prm_01m87cwjhhxwzdw7ptwyzf09v6');
INSERT INTO "offered_ids" VALUES(3,'site_01m87cwjhkneb12wwg8pjjpj6e','prm_01m87cwjhj7deyeaws8d09b8s0');
INSERT INTO "offered_ids" VALUES(4,'site_01m87cwjhkneb12wwg8pjjpj6e','prm_01m87cwjhk0jabdgye5n4ekr0b');
INSERT INTO "offered_ids" VALUES(5,'site_01m87cwjhkneb12wwg8pjjpj6e','prm_01m87cwn1cvsa9xjyc3trfmk03');
CREATE TABLE one_time_tokens (
    user_id TEXT NOT NULL PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
    digest BLOB NOT NULL UNIQUE,
    expires_ms INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE organizations (
    id TEXT NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    slug TEXT NOT NULL UNIQUE,
    plan TEXT NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;
INSERT INTO "organizations" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv','Example','example','enterprise',1795544729934);
CREATE TABLE pending_members (
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    -- An id of its own: no row of users has it.
    user_id TEXT NOT NULL,
    -- What the inviter typed: a hint.
    email TEXT NOT NULL,
    role TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    -- Who answers for the token; NULL for the operator.
    invited_by TEXT,
    -- NULL where no token is left: it ended with its inviter, or never was.
    digest BLOB UNIQUE,
    expires_ms INTEGER,
    PRIMARY KEY (org_id, user_id),
    UNIQUE (org_id, email),
    CHECK ((digest IS NULL) = (expires_ms IS NULL))
) STRICT, WITHOUT ROWID;
INSERT INTO "pending_members" VALUES('org_01m87cwjaet1gm7tyzxc8gvtnv','usr_01m87cwnzzb9bvtrk139pd8cww','reader@example.com','viewer',1795544733695,'usr_01m87cwjaebsejr5z91pfkqp8k',X'08634269BF16EA53234422761E47C45F3A1CC0B2440367C76C761022D211C400',1796149533695);
CREATE TABLE prompts (
    id TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    kind TEXT NOT NULL,
    text TEXT NOT NULL,
    platform_ids TEXT NOT NULL,
    language TEXT NOT NULL,
    source TEXT NOT NULL,
    status TEXT NOT NULL,
    version INTEGER NOT NULL,
    model TEXT,
    generated_ms INTEGER,
    variant_group TEXT,
    weight INTEGER NOT NULL,
    warnings TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
) STRICT;
INSERT INTO "prompts" VALUES('prm_01m87cwjhg2dev476z5bd5g8w0','site_01m87cwjhkneb12wwg8pjjpj6e','Summary','summary','Read {{url}} (“{{title}}”) and summarize it: first the main point in one sentence, then the three to five facts that matter most. Keep to what the page says, and tell me if you cannot open it. Answer in the language of the page.','[]','*','generated','active',1,NULL,1795544730160,NULL,100,'[]',1795544730160,1795544730160);
INSERT INTO "prompts" VALUES('prm_01m87cwjhhxwzdw7ptwyzf09v6','site_01m87cwjhkneb12wwg8pjjpj6e','Questions and answers','question','I am reading “{{title}}” at {{url}}. Tell me in two sentences what it covers and which questions it answers, then wait for mine. Base your answers on the page and point out where it says so. Answer in the language of the page.','[]','*','generated','active',1,NULL,1795544730161,NULL,100,'[]',1795544730161,1795544730161);
INSERT INTO "prompts" VALUES('prm_01m87cwjhj7deyeaws8d09b8s0','site_01m87cwjhkneb12wwg8pjjpj6e','In plain words','explain','Explain “{{title}}” ({{url}}) in plain words, as you would to someone who is new to the subject. Explain each technical term where it first appears and give one example. Answer in the language of the page.','[]','*','generated','active',1,NULL,1795544730162,NULL,100,'[]',1795544730162,1795544730162);
INSERT INTO "prompts" VALUES('prm_01m87cwjhk0jabdgye5n4ekr0b','site_01m87cwjhkneb12wwg8pjjpj6e','Comparison','compare','Read “{{title}}” at {{url}} and compare it with what independent sources say: where do they agree, where do they differ, and what does the page leave out? Name your sources. Answer in the language of the page.','[]','*','generated','active',1,NULL,1795544730163,NULL,100,'[]',1795544730163,1795544730163);
INSERT INTO "prompts" VALUES('prm_01m87cwn1cvsa9xjyc3trfmk03','site_01m87cwjhkneb12wwg8pjjpj6e','Summary','summary','Summarize {{url}} for a beginner.','[]','*','manual','active',1,NULL,NULL,NULL,100,'[]',1795544732716,1795544732716);
CREATE TABLE proposals (
    site_id TEXT NOT NULL PRIMARY KEY REFERENCES sites (id) ON DELETE CASCADE,
    job_id TEXT NOT NULL,
    made_ms INTEGER NOT NULL,
    left_out TEXT NOT NULL
) STRICT;
CREATE TABLE proposed_rules (
    id TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    page_url TEXT NOT NULL,
    page_title TEXT NOT NULL,
    name TEXT NOT NULL,
    priority INTEGER NOT NULL,
    matching TEXT NOT NULL,
    action TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    dismissed_ms INTEGER
) STRICT;
CREATE TABLE raw_answers (
    citation_id TEXT NOT NULL PRIMARY KEY REFERENCES citations (id) ON DELETE CASCADE,
    body TEXT NOT NULL,
    cut INTEGER NOT NULL,
    created_ms INTEGER NOT NULL
) STRICT;
CREATE TABLE removed_sites (
    site_id TEXT NOT NULL PRIMARY KEY
) STRICT;
CREATE TABLE rules (
    id TEXT NOT NULL PRIMARY KEY,
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    priority INTEGER NOT NULL,
    matching TEXT NOT NULL,
    action TEXT NOT NULL,
    starts_ms INTEGER,
    ends_ms INTEGER,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
) STRICT;
INSERT INTO "rules" VALUES('rule_01m87cwnse3p64qcrjawvcbz43','site_01m87cwjhkneb12wwg8pjjpj6e','Guides',1,100,'{"paths":["/guides/**"],"excludePaths":[],"hosts":[],"languages":[]}','{"type":"append","text":"Name the season."}',NULL,NULL,1795544733486,1795544733486);
CREATE TABLE sessions (
    id TEXT NOT NULL PRIMARY KEY,
    user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
    digest BLOB NOT NULL UNIQUE,
    created_ms INTEGER NOT NULL,
    last_used_ms INTEGER NOT NULL,
    user_agent TEXT NOT NULL
) STRICT;
CREATE TABLE site_configs (
    site_id TEXT NOT NULL REFERENCES sites (id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    config TEXT NOT NULL,
    stored_ms INTEGER NOT NULL,
    actor TEXT NOT NULL,
    PRIMARY KEY (site_id, version)
) STRICT;
INSERT INTO "site_configs" VALUES('site_01m87cwjhkneb12wwg8pjjpj6e',1,'{"enabled":true,"placement":{"mode":"inline","selector":"article","position":"after","includePaths":["/**"],"excludePaths":[],"side":"end","offset":16,"hideForToday":true},"platforms":[{"id":"chatgpt","enabled":true,"label":null,"promptId":null},{"id":"claude","enabled":true,"label":null,"promptId":null},{"id":"perplexity","enabled":true,"label":null,"promptId":null},{"id":"google_ai_mode","enabled":true,"label":null,"promptId":null},{"id":"grok","enabled":true,"label":null,"promptId":null}],"customPlatforms":[],"social":[{"id":"x","enabled":true},{"id":"linkedin","enabled":true},{"id":"facebook","enabled":true},{"id":"whatsapp","enabled":true},{"id":"reddit","enabled":true},{"id":"email","enabled":true},{"id":"system","enabled":true}],"questions":{"enabled":true,"max":3,"own":true,"items":[]},"intents":{"enabled":true},"markdown":{"copy":true},"theme":{"preset":"auto","accent":"#3355ff","radius":8,"size":"md","layout":"row","marks":"mono"},"labels":{},"privacy":{"track":true,"respectDoNotTrack":true,"showPromptPreview":true}}',1795544730163,'{"type":"system","id":"askline","name":"askline site create"}');
INSERT INTO "site_configs" VALUES('site_01m87cwjhkneb12wwg8pjjpj6e',2,'{"enabled":true,"placement":{"mode":"inline","selector":"article","position":"after","includePaths":["/**"],"excludePaths":[],"side":"end","offset":16,"hideForToday":true},"platforms":[{"id":"chatgpt","enabled":true,"label":null,"promptId":null},{"id":"claude","enabled":true,"label":null,"promptId":null},{"id":"perplexity","enabled":true,"label":null,"promptId":null},{"id":"google_ai_mode","enabled":true,"label":null,"promptId":null},{"id":"grok","enabled":true,"label":null,"promptId":null}],"customPlatforms":[],"social":[{"id":"x","enabled":true},{"id":"linkedin","enabled":true},{"id":"facebook","enabled":true},{"id":"whatsapp","enabled":true},{"id":"reddit","enabled":true},{"id":"email","enabled":true},{"id":"system","enabled":true}],"questions":{"enabled":true,"max":3,"own":true,"items":[]},"intents":{"enabled":true},"markdown":{"copy":true},"theme":{"preset":"auto","accent":"#3355ff","radius":8,"size":"md","layout":"row","marks":"mono"},"labels":{},"privacy":{"track":true,"respectDoNotTrack":true,"showPromptPreview":true}}',1795544733609,'{"type":"user","id":"usr_01m87cwjaebsejr5z91pfkqp8k","name":"owner@example.com"}');
CREATE TABLE sites (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    domain TEXT NOT NULL,
    allowed_origins TEXT NOT NULL,
    timezone TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    first_seen_ms INTEGER,
    last_seen_ms INTEGER,
    last_seen_url TEXT,
    widget_version TEXT,
    checked_ms INTEGER,
    -- NULL beside a time is a check that found the snippet.
    check_problem TEXT
, install_told TEXT, aliases TEXT NOT NULL DEFAULT '[]') STRICT;
INSERT INTO "sites" VALUES('site_01m87cwjhkneb12wwg8pjjpj6e','org_01m87cwjaet1gm7tyzxc8gvtnv','Blog','blog.example.com','["https://blog.example.com","https://www.blog.example.com"]','UTC',1795544730163,1795544730163,NULL,NULL,NULL,NULL,NULL,NULL,NULL,'[]');
CREATE TABLE users (
    id TEXT NOT NULL PRIMARY KEY,
    email TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_ms INTEGER NOT NULL,
    password_hash TEXT
) STRICT;
INSERT INTO "users" VALUES('usr_01m87cwjaebsejr5z91pfkqp8k','owner@example.com','',1795544729934,'$argon2id$v=19$m=19456,t=2,p=1$09TzJgjGXCnr16tMWix3LA$Wk6QZ3xq3GJVO5pWgBMWmIn+KNk1VEsl6qr23Txuj5M');
CREATE TABLE webhook_attempts (
    delivery_id TEXT NOT NULL REFERENCES webhook_deliveries (id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    at_ms INTEGER NOT NULL,
    response_status INTEGER,
    failure TEXT,
    duration_ms INTEGER NOT NULL,
    PRIMARY KEY (delivery_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE webhook_deliveries (
    id TEXT NOT NULL PRIMARY KEY,
    webhook_id TEXT NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    message_id TEXT NOT NULL,
    event TEXT NOT NULL,
    -- The very bytes that are signed and sent.
    payload TEXT NOT NULL,
    status TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    last_attempt_ms INTEGER,
    next_attempt_ms INTEGER,
    response_status INTEGER,
    response_body TEXT,
    failure TEXT,
    duration_ms INTEGER
) STRICT;
CREATE TABLE webhooks (
    id TEXT NOT NULL PRIMARY KEY,
    org_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
    url TEXT NOT NULL,
    events TEXT NOT NULL,
    description TEXT NOT NULL,
    enabled INTEGER NOT NULL,
    disabled_reason TEXT,
    failures_in_a_row INTEGER NOT NULL,
    secret TEXT NOT NULL,
    previous_secret TEXT,
    previous_until_ms INTEGER,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL
, sealed_url TEXT, failing_since_ms INTEGER, last_failure_ms INTEGER, stretch_since_ms INTEGER, stretch_failures INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "webhooks" VALUES('whk_01m87cwnvchhj88k7ax6ny18s2','org_01m87cwjaet1gm7tyzxc8gvtnv','https://hooks.example.com','["key.revoked"]','Our chat',1,NULL,0,'f70676e43c19f602b1aa0792bc862f6647ee9dd2fd2de651662fc3b0732c710e96b09b29473a989f9898844b4f1cb191eedf4399b390203628994b0d891f8029b4e68736dac6d08e6d51955d3bdd0dcac3e26c776d6107c250be',NULL,NULL,1795544733548,1795544733548,'c5d20237ecbeb22401fbcd68ed9d45fc72922c864bb9512fb88ad1934ee96b56a96b1dfc46dd729d65c7e7f650f949d993d13bb1f90bce93529aff6add9273626fbc65d4',NULL,NULL,NULL,0);
CREATE INDEX memberships_by_user ON memberships (user_id);
CREATE INDEX sessions_by_user ON sessions (user_id, id);
CREATE INDEX api_keys_by_organization ON api_keys (org_id, id);
CREATE INDEX audit_entries_by_organization ON audit_entries (org_id, id);
CREATE INDEX sites_by_organization ON sites (org_id, id);
CREATE INDEX prompts_by_site ON prompts (site_id, id);
CREATE INDEX rules_by_site ON rules (site_id, id);
CREATE INDEX credit_ledger_by_reference ON credit_ledger (org_id, reference_type, reference_id);
CREATE TRIGGER credit_ledger_is_not_altered BEFORE UPDATE ON credit_ledger
BEGIN
    SELECT RAISE(ABORT, 'the ledger is only added to');
END;
CREATE INDEX jobs_ready ON jobs (kind, ready_ms, id) WHERE ready_ms IS NOT NULL;
CREATE INDEX jobs_running ON jobs (kind, ready_ms) WHERE state = 'running';
CREATE INDEX jobs_finished ON jobs (finished_ms) WHERE finished_ms IS NOT NULL;
CREATE INDEX jobs_by_organization ON jobs (org_id, id);
CREATE INDEX webhooks_by_organization ON webhooks (org_id, id);
CREATE INDEX webhook_deliveries_by_webhook ON webhook_deliveries (webhook_id, id);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_ms);
CREATE INDEX api_keys_by_expiry ON api_keys (expires_ms) WHERE expires_ms IS NOT NULL AND expiry_told_ms IS NULL;
CREATE INDEX monitors_by_site ON monitors (site_id, id);
CREATE INDEX monitors_due ON monitors (next_run_ms) WHERE next_run_ms IS NOT NULL;
CREATE INDEX monitor_runs_by_monitor ON monitor_runs (monitor_id);
CREATE INDEX monitor_runs_by_job ON monitor_runs (job_id) WHERE finished_ms IS NULL;
CREATE UNIQUE INDEX monitor_runs_open ON monitor_runs (monitor_id) WHERE finished_ms IS NULL;
CREATE INDEX citations_by_site ON citations (site_id, id);
CREATE INDEX citations_by_monitor ON citations (monitor_id, engine);
CREATE INDEX raw_answers_by_age ON raw_answers (created_ms);
CREATE INDEX idempotency_records_by_age ON idempotency_records (created_ms);
CREATE INDEX idempotency_records_of_caller ON idempotency_records (caller, place);
CREATE INDEX idempotency_records_of_organization ON idempotency_records (org_id, created_ms);
CREATE INDEX idempotency_answers_of_organization ON idempotency_records (org_id, created_ms) WHERE answer_bytes > 0;
CREATE INDEX offered_ids_by_age ON offered_ids (site_id, number);
CREATE TRIGGER offered_by_configuration AFTER INSERT ON site_configs BEGIN
    INSERT OR IGNORE INTO offered_ids (site_id, id)
        SELECT NEW.site_id, json_extract(value, '$.id') FROM json_each(NEW.config, '$.questions.items');
END;
CREATE TRIGGER offered_by_rule AFTER INSERT ON rules BEGIN
    INSERT OR IGNORE INTO offered_ids (site_id, id)
        SELECT NEW.site_id, json_extract(value, '$.id') FROM json_each(NEW.action, '$.questions');
END;
CREATE TRIGGER offered_by_changed_rule AFTER UPDATE OF action ON rules BEGIN
    INSERT OR IGNORE INTO offered_ids (site_id, id)
        SELECT NEW.site_id, json_extract(value, '$.id') FROM json_each(NEW.action, '$.questions');
END;
CREATE TRIGGER offered_by_prompt AFTER INSERT ON prompts BEGIN
    INSERT OR IGNORE INTO offered_ids (site_id, id) VALUES (NEW.site_id, NEW.id);
END;
CREATE TRIGGER offered_ids_have_a_bound AFTER INSERT ON offered_ids BEGIN
    DELETE FROM offered_ids WHERE site_id = NEW.site_id AND number <= (
        SELECT number FROM offered_ids WHERE site_id = NEW.site_id ORDER BY number DESC LIMIT 1 OFFSET 20000);
END;
CREATE INDEX api_keys_of_chain ON api_keys (chain_id);
CREATE INDEX pending_members_by_inviter ON pending_members (org_id, invited_by);
CREATE INDEX known_visitors_by_end ON known_visitors (until_ms);
CREATE INDEX jobs_of_each ON jobs (kind, org_id, ready_ms, id) WHERE ready_ms IS NOT NULL;
CREATE INDEX citations_sums ON citations (
    site_id, ran_ms, run_id, engine, monitor_id, outcome, searched, mentioned, cited, position, competitors_cited, credits_used
);
CREATE INDEX founded_organizations_by_user ON founded_organizations (user_id);
CREATE TRIGGER removed_sites_are_noted AFTER DELETE ON sites BEGIN
    INSERT INTO removed_sites (site_id) VALUES (OLD.id) ON CONFLICT DO NOTHING;
END;
CREATE INDEX proposed_rules_by_site ON proposed_rules (site_id, id);
COMMIT;
