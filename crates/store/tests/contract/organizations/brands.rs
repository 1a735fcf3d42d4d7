//! What every `OrganizationStore` guarantees about brands and their logos.

use askline_app::ports::organizations::OrganizationStore as _;
use askline_domain::organizations::{
    Organization, OrganizationSettings,
    brand::{Brand, BrandLogo},
};

use crate::{
    backend::{Backend, Metadata, on_every_backend},
    organizations::changes::{OrganizationChange, OrganizationChanges as _},
    samples::{audit, now, stored_organization},
};

on_every_backend! {
    a_logo_is_found_by_the_digest_of_its_brand_until_the_brand_loses_it,
    a_brand_that_changed_since_it_was_read_is_not_overwritten,
}

fn logo(digest: &str) -> BrandLogo {
    BrandLogo { digest: digest.into(), png: digest.bytes().chain([0, 255]).collect() }
}

fn with(logo: Option<&BrandLogo>) -> Brand {
    Brand { accent: Some("#1d4f91".into()), logo: logo.map(|one| one.digest.clone()), ..Brand::named("Büro \"& Co") }
}

/// Changes the brand alone.
async fn change(
    store: &impl Metadata,
    before: &Organization,
    brand: Option<Brand>,
    logo: Option<&BrandLogo>,
) -> OrganizationChange {
    let Organization { name, slug, sign_in_rules, .. } = before.clone();
    let settings = OrganizationSettings { name, slug, sign_in_rules, brand };
    store.change_organization(before, &settings, logo, audit(before.id, "organization.updated")).await.unwrap()
}

async fn a_logo_is_found_by_the_digest_of_its_brand_until_the_brand_loses_it<B: Backend>(backend: &B) {
    let store = backend.store();
    let ((org, _), (other, _)) = (stored_organization(store).await, stored_organization(store).await);
    let mut present = store.organization(org).await.unwrap().unwrap();
    assert_eq!(present.brand, None);
    let (first, second) = (logo("a1"), logo("b2"));
    let found = async |org, digest: &str| store.organization_logo(org, digest).await.unwrap();
    for (brand, new, [is_first, is_second]) in [
        (Some(with(Some(&first))), Some(&first), [true, false]),
        (Some(Brand { measured_with: false, ..with(Some(&first)) }), None, [true, false]),
        (Some(with(Some(&second))), Some(&second), [false, true]),
        (Some(with(None)), None, [false, false]),
        (Some(with(Some(&first))), Some(&first), [true, false]),
        (None, None, [false, false]),
        (Some(with(Some(&second))), Some(&second), [false, true]),
    ] {
        let OrganizationChange::Changed(changed) = change(store, &present, brand.clone(), new).await else {
            panic!("the brand is changed")
        };
        present = store.organization(org).await.unwrap().unwrap();
        assert_eq!((&present.brand, &present), (&brand, &changed));
        assert_eq!(found(org, "a1").await, is_first.then(|| first.png.clone()));
        assert_eq!(found(org, "b2").await, is_second.then(|| second.png.clone()));
        assert_eq!(found(other, "b2").await, None);
    }
    store.remove_organization(org, &[], now()).await.unwrap().unwrap();
    assert_eq!(found(org, "b2").await, None);
}

async fn a_brand_that_changed_since_it_was_read_is_not_overwritten<B: Backend>(backend: &B) {
    let store = backend.store();
    let (org, _) = stored_organization(store).await;
    let before = store.organization(org).await.unwrap().unwrap();
    let first = logo("a1");
    assert!(matches!(
        change(store, &before, Some(with(Some(&first))), Some(&first)).await,
        OrganizationChange::Changed(_)
    ));
    assert_eq!(change(store, &before, None, None).await, OrganizationChange::Outdated);
    assert_eq!(store.organization_logo(org, "a1").await.unwrap(), Some(first.png));
}
