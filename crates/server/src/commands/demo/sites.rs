//! The sites of the demo: names, pages, readers, and what happened within 90 days.
//!
//! Sites, figures and answers are invented; the domains end in `.example`, which nobody can register.

mod alder_and_fern;
mod larch_docs;
mod river_notes;
mod sunday_recipes;

use super::sample_site::SampleSite;

/// All sites. Three belong to one organization, so that its board has sites to compare.
pub const SAMPLE_SITES: [SampleSite; 4] =
    [river_notes::SITE, alder_and_fern::SITE, larch_docs::SITE, sunday_recipes::SITE];

#[cfg(test)]
mod tests {
    use askline_domain::{
        events::{crawler::identify_crawler, device::Device},
        platforms::{link_registry::LinkRegistry, social_network},
    };

    use super::*;
    use crate::commands::demo::sample_site::{DAYS, RUNS, Readers, SAMPLES, cited_in, days_ago};

    #[test]
    fn every_name_is_one_that_the_service_knows() {
        for readers in SAMPLE_SITES.iter().map(|site| &site.readers) {
            assert!(readers.assistants.iter().all(|share| LinkRegistry::built_in().get(share.what).is_some()));
            assert!(readers.networks.iter().all(|share| social_network::get(share.what).is_some()));
            assert!(readers.devices.iter().all(|share| Device::of_user_agent(share.what).is_some()));
            assert!(readers.crawlers.iter().all(|share| identify_crawler(share.what).is_some()));
        }
    }

    #[test]
    fn every_sample_host_is_under_the_reserved_example_domain() {
        for site in &SAMPLE_SITES {
            let others = site.monitors.iter().flat_map(|monitor| monitor.others).map(|said| said.url);
            let hosts = others
                .filter_map(|url| url.split('/').nth(2))
                .chain(site.monitors.iter().flat_map(|m| m.competitors).copied());
            for host in hosts.chain([site.domain]) {
                assert!(host.ends_with(".example"), "{host}");
            }
        }
    }

    #[test]
    fn sample_stories_start_on_the_first_day_stay_positive_and_interpolate_between_points() {
        for Readers { story, .. } in SAMPLE_SITES.iter().map(|site| &site.readers) {
            assert_eq!(story[0].0, DAYS);
            assert!(story.is_sorted_by(|(earlier, _), (later, _)| earlier > later));
            assert!(story.iter().all(|(_, level)| *level > 0.0));
        }
        let readers = Readers { story: &[(90, 1.0), (80, 2.0), (12, 2.0)], ..larch_docs::SITE.readers };
        assert_eq!(readers.level(90), Some(1.0));
        assert_eq!(readers.level(85), Some(1.5));
        assert_eq!(readers.level(12), Some(2.0));
        assert_eq!(readers.level(11), None);
    }

    #[test]
    fn engines_cite_no_more_often_than_they_are_asked_and_no_page_before_it_was_published() {
        for site in &SAMPLE_SITES {
            for monitor in site.monitors {
                let page = site.pages.iter().find(|page| page.path == monitor.own.url);
                let published = page.expect("a monitor's page is one of the site").published_days_ago;
                for (_, levels) in monitor.engines {
                    assert_eq!(levels[0].0, DAYS, "{}", monitor.query);
                    for run in 0..RUNS {
                        let cited = cited_in(levels, run);
                        assert!(cited <= SAMPLES && (cited == 0 || days_ago(run) <= published), "{}", monitor.query);
                    }
                }
            }
        }
    }
}
