//! Organizations and accounts. Memberships are in `members.rs`.

mod founding;
mod in_change;
mod invitations;
mod logos;
pub(super) mod made_on_day;
pub(super) mod member_rows;
pub(in crate::metadata) mod member_sites;
mod members;
mod removal;
mod removal_pieces;

use askline_app::ports::{
    StoreResult,
    changes::Subject,
    invitation::Invitation,
    organizations::{Founding, OrganizationChange, OrganizationStore, RemovedOrganization},
};
use askline_domain::{
    audit::AuditDraft,
    identity::{
        grounds::{NewAccountGround, OperatorGround, SessionGround},
        member::Membership,
        user::User,
    },
    organizations::{
        Organization, OrganizationSettings, Slug, brand::BrandLogo, plan::Plan, preconditions::Precondition,
    },
    shared::{
        ids::{OrgId, UserId},
        paging::{Page, PageRequest},
    },
};
use async_trait::async_trait;
use jiff::Timestamp;

use self::founding::{insert_organization, is_slug_taken};
use super::{
    MetadataStore,
    accounts::{
        former_addresses,
        grounds::raise_version,
        list,
        memberships::{memberships_of, sign_in_rules},
        recovery, sign_ups,
        users::{select_user, user_by_email},
    },
    changes::scope::Scope,
};
use crate::sql::{
    Connection, Row,
    rows::{RowReader, json_text, page_bound},
    sql,
};

#[async_trait]
impl OrganizationStore for MetadataStore {
    async fn create_organization(
        &self,
        organization: &Organization,
        owner: &User,
        ground: NewAccountGround,
        audit: AuditDraft,
    ) -> StoreResult<Option<UserId>> {
        let mut change = self.begin(account_and_organization(owner, organization)).await?;
        if let NewAccountGround::SignUp(digest) = ground
            && !sign_ups::finish(change.connection(), digest, &owner.email, owner.created_at).await?
        {
            return Ok(None);
        }
        if former_addresses::is_taken(change.connection(), &owner.email, None, owner.created_at).await? {
            return Ok(None);
        }
        founding::create(change, organization, owner, audit).await
    }

    async fn create_first_organization(
        &self,
        organization: &Organization,
        owner: &User,
        _: NewAccountGround,
        audit: AuditDraft,
    ) -> StoreResult<Option<UserId>> {
        let mut change = self.begin(account_and_organization(owner, organization).chain([Scope::SetUp])).await?;
        // Set-up is possible only while there is no account, so the email address need not be checked.
        if any_user(change.connection()).await? {
            return Ok(None);
        }
        founding::create(change, organization, owner, audit).await
    }

    async fn create_organization_of(
        &self,
        organization: &Organization,
        owner: UserId,
        OperatorGround: OperatorGround,
        audit: AuditDraft,
    ) -> StoreResult<bool> {
        let mut change =
            self.begin(Scope::of_organization(organization).into_iter().chain([Scope::User(owner)])).await?;
        if select_user(change.connection(), owner).await?.is_none() {
            return Ok(false);
        }
        let connection = change.connection();
        insert_organization(&mut *connection, organization).await?;
        member_rows::insert(connection, organization.id, owner, &member_sites::OWNER, organization.created_at).await?;
        change.concerns(Subject::User(owner));
        change.commit_with(audit).await?;
        Ok(true)
    }

    async fn create_organization_for(
        &self,
        organization: &Organization,
        owner: &Invitation,
        OperatorGround: OperatorGround,
        audit: AuditDraft,
    ) -> StoreResult<()> {
        let mut change = self.begin(Scope::of_organization(organization)).await?;
        insert_organization(change.connection(), organization).await?;
        invitations::insert(change.connection(), organization.id, owner).await?;
        change.commit_with(audit).await
    }

    async fn found_organization(
        &self,
        organization: &Organization,
        slug: Slug,
        founder: SessionGround,
        most: u32,
        audit: AuditDraft,
    ) -> StoreResult<Founding> {
        founding::found(self, organization, slug, founder, most, audit).await
    }

    async fn change_organization(
        &self,
        before: &Organization,
        settings: &OrganizationSettings,
        logo: Option<&BrandLogo>,
        audit: AuditDraft,
    ) -> StoreResult<OrganizationChange> {
        let OrganizationSettings { name, slug, sign_in_rules, brand } = settings.clone();
        let mut change = self.begin([Scope::Organization(before.id), Scope::Slug(&settings.slug)]).await?;
        let Some(present) = select_organization(change.connection(), before.id).await? else {
            return Ok(OrganizationChange::Missing);
        };
        if (&present.name, &present.slug, present.sign_in_rules, &present.brand)
            != (&before.name, &before.slug, before.sign_in_rules, &before.brand)
        {
            return Ok(OrganizationChange::Outdated);
        }
        // Before the change demands a second factor, which its own caller may not have given.
        change.compare_grounds(&audit).await?;
        let changed = Organization { name, slug, sign_in_rules, brand, ..present };
        if is_slug_taken(change.connection(), &changed).await? {
            return Ok(OrganizationChange::SlugTaken);
        }
        sql("UPDATE organizations SET name = $1, slug = $2, require_second_factor = $3, remember_browsers = $4, brand = $5 \
             WHERE id = $6")
        .bind(&changed.name)
        .bind(&changed.slug)
        .bind(sign_in_rules.require_second_factor)
        .bind(sign_in_rules.remember_browsers)
        .bind(changed.brand.as_ref().map(json_text).transpose()?)
        .bind(before.id)
        .execute(change.connection())
        .await?;
        logos::put(change.connection(), before.id, changed.brand.as_ref(), logo).await?;
        change.commit_with(audit).await?;
        Ok(OrganizationChange::Changed(changed))
    }

    async fn remove_organization(
        &self,
        id: OrgId,
        preconditions: &[Precondition],
        now: Timestamp,
    ) -> StoreResult<Option<RemovedOrganization>> {
        removal::remove(self.begin([Scope::Organization(id)]).await?, id, preconditions, now).await
    }

    async fn remove_piece(&self, most: u32) -> StoreResult<bool> {
        removal_pieces::remove_piece(self, most).await
    }

    async fn organization(&self, id: OrgId) -> StoreResult<Option<Organization>> {
        let mut connection = self.inner.read.acquire().await?;
        select_organization(&mut connection, id).await
    }

    async fn organization_logo(&self, id: OrgId, digest: &str) -> StoreResult<Option<Vec<u8>>> {
        logos::logo(self, id, digest).await
    }

    async fn organizations(&self, page: PageRequest) -> StoreResult<Page<Organization>> {
        sql("SELECT * FROM organizations WHERE id < $1 AND is_removed = 0 ORDER BY id DESC LIMIT $2")
            .bind(page_bound::<OrgId>(page))
            .page(&self.inner.read, page, organization)
            .await
    }

    async fn set_plan(&self, id: OrgId, plan: Plan, audit: AuditDraft) -> StoreResult<Option<Organization>> {
        let mut change = self.begin([Scope::Organization(id)]).await?;
        sql("UPDATE organizations SET plan = $1 WHERE id = $2")
            .bind(plan.as_str())
            .bind(id)
            .execute(change.connection())
            .await?;
        let Some(organization) = select_organization(change.connection(), id).await? else {
            return Ok(None);
        };
        change.commit_with(audit).await?;
        Ok(Some(organization))
    }

    async fn any_user(&self) -> StoreResult<bool> {
        let mut connection = self.inner.read.acquire().await?;
        any_user(&mut connection).await
    }

    async fn user_by_email(&self, email: &str) -> StoreResult<Option<(User, Vec<Membership>)>> {
        let mut snapshot = self.inner.read.begin().await?;
        let user = user_by_email(&mut snapshot, email).await?;
        with_memberships(&mut snapshot, user).await
    }

    async fn user(&self, id: UserId) -> StoreResult<Option<(User, Vec<Membership>)>> {
        let mut snapshot = self.inner.read.begin().await?;
        let user = select_user(&mut snapshot, id).await?;
        with_memberships(&mut snapshot, user).await
    }

    async fn users(&self, page: PageRequest) -> StoreResult<Page<(User, Vec<Membership>)>> {
        let mut snapshot = self.inner.read.begin().await?;
        list::page(&mut snapshot, page).await
    }

    async fn rename_user(
        &self,
        id: UserId,
        email: &str,
        OperatorGround: OperatorGround,
        audits: Vec<AuditDraft>,
    ) -> StoreResult<bool> {
        let mut change = self.begin(Scope::of_user(id, &audits).chain([Scope::Email(email)])).await?;
        if user_by_email(change.connection(), email).await?.is_some() {
            return Ok(false);
        }
        let renamed = sql("UPDATE users SET email = $1, email_verified_ms = NULL, mail_refused = NULL WHERE id = $2")
            .bind(email)
            .bind(id)
            .execute(change.connection())
            .await?;
        if renamed > 0 {
            raise_version(change.connection(), id).await?;
            // The new address is unverified, and links emailed to the old one must stop working.
            recovery::forget_wishes(change.connection(), id).await?;
            former_addresses::forget_all(change.connection(), id).await?;
            change.commit_to_account(id, audits).await?;
        }
        Ok(renamed > 0)
    }

    async fn set_user_name(&self, ground: SessionGround, name: &str) -> StoreResult<()> {
        let id = ground.user;
        let mut change = self.begin([Scope::User(id)]).await?;
        change.compare_session(ground).await?;
        sql("UPDATE users SET name = $1 WHERE id = $2").bind(name).bind(id).execute(change.connection()).await?;
        change.concerns(Subject::User(id));
        change.commit().await
    }
}

fn account_and_organization<'a>(user: &'a User, organization: &'a Organization) -> impl Iterator<Item = Scope<'a>> {
    Scope::of_account(user).into_iter().chain(Scope::of_organization(organization))
}

async fn any_user(connection: &mut Connection) -> StoreResult<bool> {
    let found = sql("SELECT 1 FROM users LIMIT 1").fetch_optional(connection).await?;
    Ok(found.is_some())
}

async fn with_memberships(
    connection: &mut Connection,
    user: Option<User>,
) -> StoreResult<Option<(User, Vec<Membership>)>> {
    let Some(user) = user else { return Ok(None) };
    let memberships = memberships_of(connection, user.id).await?;
    Ok(Some((user, memberships)))
}

async fn select_organization(connection: &mut Connection, id: OrgId) -> StoreResult<Option<Organization>> {
    let found = sql("SELECT * FROM organizations WHERE id = $1 AND is_removed = 0").bind(id);
    found.optional(connection, organization).await
}

fn organization(row: &Row) -> StoreResult<Organization> {
    let row = RowReader::new(row, "organizations", "id");
    Ok(Organization {
        id: row.parsed("id")?,
        name: row.text("name")?,
        slug: row.text("slug")?,
        created_at: row.time("created_ms")?,
        plan: row.parsed("plan")?,
        sign_in_rules: sign_in_rules(&row)?,
        brand: row.optional_json("brand")?,
    })
}
