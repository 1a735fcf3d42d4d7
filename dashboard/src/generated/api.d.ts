// Written by generate_client.mjs from the OpenAPI document of the binary; do not edit.

export interface paths {
    "/api/v1/analytics/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every site at a glance, and what needs attention
         * @description Every site that you may read, one row each: asks, visits from AI, shares, views and the citation rate, compared with the previous period, and what needs attention (`attention`): a widget that was never seen, is stale or could not be found, a citation rate that fell (`change`, as in `list_changes`), or credits that run low. `previous.clearChanges` says which counts clearly changed. Each site counts days in its own time zone. At most 50 sites per page.
         *
         *     Needs a key with the scope `analytics:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_sites_overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/{siteId}/ai": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Clicks on assistants' buttons
         * @description Clicks on assistants' buttons by day and by assistant. `series` has one row for every day of the period, including days without clicks, and adds up to the total and to each breakdown. `aiClicks` does not include questions, which `…/questions` counts. The dashboard's *AI asks*, and `asks` in the API, are both together.
         *
         *     Needs a key with the scope `analytics:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_ai_clicks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/{siteId}/crawlers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests of known crawlers that ran the widget
         * @description Requests of known crawlers that ran the widget. Views, visits and other figures do not include them.
         *
         *     Needs a key with the scope `analytics:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_crawlers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/{siteId}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Clicks on the site's own items in the widget
         * @description Clicks on the site's own items in the widget, which `menu` in its configuration lists, by day and by item. They are neither asks nor shares, and belong to no platform: with `platform` they are 0. An item that was removed keeps its row, with `label` null.
         *
         *     Needs a key with the scope `analytics:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_item_clicks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/{siteId}/live": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The last thirty minutes
         * @description The last thirty minutes of a site, minute by minute, the latest events, and the pages and assistants of the latest 500 events. It never contains what a reader typed. `lastEventAt` says when the latest event arrived.
         *
         *     Needs a key with the scope `analytics:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_live_activity"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/{siteId}/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A site at a glance
         * @description One site in one response: what changed, where, and whether engines cite it. It has sums, a series with a row for each day (or each `interval`), the series by assistant, and the first nine rows of assistants, pages, questions, sources, shares, crawlers and devices. `total` says how many rows the whole list has; the routes for each list return them all. `asks` are what the dashboard calls AI asks: clicks on an assistant's button or on a question, so `aiClicks` of `…/ai` and `questionClicks` of `…/questions` together. `shares` are clicks on share buttons and copies. All counters are from the same moment. If a filter cannot narrow a figure, `notFiltered` names the figure, the filter and the reason, and says whether the figure is left out or shown without that filter. With `compare=previous`, the previous period is counted up to the same hour as long as the current one has not ended, and `previous.clearChanges` says which sums clearly changed. Then each row of the lists has its count in the previous period (`previous`), and, without a filter, whether it clearly changed (`change`): all rows of a list are tested together, so that of those called changed at most 5% did not. `citations.changes` has the current clear changes of citation rates, as in `list_changes`; `citations.difference` says whether the answers of the two periods differ. `clearChanges` uses a test on at least eight earlier weeks that accounts for weekdays and for how much days vary. If it is false, do not show the change as a rise or a fall. `previous.changes` adds why (`reason`), and from which sum on (`clearFrom`), or up to which (`clearUntil`), the change would be clear. `compare=year` compares with the same weekdays 52 weeks earlier instead; everything under `previous` is then about that period.
         *
         *     Needs a key with the scope `analytics:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_site_overview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/{siteId}/pages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Pages and what readers did on them
         * @description Pages with views, clicks, visits from AI and citations, page by page, or folder by folder with `groupBy=folder`. Sort with `sort` and `order`, search paths and titles with `q`. The list has no series, so `interval` has no effect on it, and `meta.notes` says so with `INTERVAL_WITHOUT_EFFECT`. `clickRate` is asks (`aiClicks` and `questionClicks` together) divided by views with a widget, and null without such views: it is the overview's `asksPer100Views` for the page, divided by 100. `citationShare` is the share of all engine answers in the period that cite the page. `reads` counts what crawlers got, by the logs of the site's web servers, as `pages` of `show_reads` does; it is null until a log source has sent something.
         *
         *     With `compare=previous`, `previous` and `change` are about a page's asks, and `sort=change` lists the largest rises first, with `order=asc` the largest falls, pages without activity in this period included. The asks of one assistant are not compared by page.
         *
         *     Needs a key with the scope `analytics:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_pages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/{siteId}/questions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Clicks on questions, suggested and readers' own
         * @description Clicks on questions, suggested or the reader's own, by day, by question and by the assistant that opened. A question that was removed keeps its row, with `question` null.
         *
         *     Needs a key with the scope `analytics:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_question_clicks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/{siteId}/reads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What crawlers read, by the logs of the site's web servers
         * @description What crawlers and agents read, by the lines that the site's log sources sent: each of them with its purpose, how certain its name is, and how the server answered. `crawlers` is another report: crawlers that ran the widget, which hardly any does.
         *
         *     Purposes are never mixed: to train models (`training`), for an index that answers are made from (`search`), for a person who asked an assistant (`user`), by a browser that acts for a person (`agent`), and anything else (`other`). A read is `verified` if its address is in the list that the crawler's maker publishes, `claimed` if that cannot be checked, and `refuted` if the maker publishes a list that does not contain the address. Refuted reads are in no other figure.
         *
         *     `pages` leads from reading to citing: who read a page, how often readers asked about it, whether engines cite it, and how many visits assistants sent back. `pages=never_cited` lists pages that were read for an index or for a person and that no answer of the period cites, `pages=not_read` those that answers cite without such a read. Reads that a cache in front of the server answered are not in its log. A site has at most 5,000 rows of pages for each day; reads beyond them are in the last row, whose `path` is null.
         *
         *     With `page`, everything is of that one page. A folder is refused: the reads of its pages are not summed up here.
         *
         *     A crawler is refused (`refusedSince`) if nine of ten of at least 20 reads got 401, 403, 429, 451 or 5xx up to now; `networks` are the addresses that the server then has to allow. `disallowed` counts reads of pages that `robots.txt`, read once a day, forbids to the crawler; a page is compared by its path, as it is listed.
         *
         *     Needs a key with the scope `analytics:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_reads"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/{siteId}/referrers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Visits by source
         * @description Visits by source. A visit is the first view of a page from outside the site; views within the site are not visits. A visit counts as sent by an assistant if the host of the referrer or `utm_source` says so; `byAssistant` has these by assistant.
         *
         *     Needs a key with the scope `analytics:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_referrers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/{siteId}/shares": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Shares by channel: assistants, networks, copies
         * @description Everything that passes a page on: clicks on assistants' buttons, clicks on share buttons, and copies, by day and by channel. The overview's `shares` are only the last two.
         *
         *     Needs a key with the scope `analytics:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_shares"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/analytics/{siteId}/social": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Clicks on share buttons
         * @description Clicks on share buttons by day and by network.
         *
         *     Needs a key with the scope `analytics:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_social_clicks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/annotations/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the notes on a site's charts
         * @description The annotations of a period, the latest day first. `kind` is `note`, `release` or `outage` for those that people and programs wrote. Askline writes its own when the widget's configuration is published, when prompts, rules or tracked questions change, and with the kind `outage` when no server of the instance ran for ten minutes or more: at most one of a kind in an hour, with the author type `system`. They are kept for two years.
         *
         *     Needs a key with the scope `sites:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["list_annotations"];
        put?: never;
        /**
         * Write a note on a site's charts
         * @description Writes an annotation, such as a release from a deployment script. Without `date` it is about today in the site's time zone, without `time` about the whole day. A site can have 1,000 of them, without Askline's own (409 `LIMIT_REACHED`).
         *
         *     Needs a key with the scope `sites:write`, or a session or a service account whose role is at least `member`.
         */
        post: operations["create_annotation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/annotations/{siteId}/{annotationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a note on a site's charts
         * @description Deletes an annotation. One of Askline's own is hidden by that; the next change of that kind is annotated as before.
         *
         *     Needs a key with the scope `sites:write`, or a session or a service account whose role is at least `member`.
         */
        delete: operations["delete_annotation"];
        options?: never;
        head?: never;
        /**
         * Change a note on a site's charts
         * @description Changes the date, the time, the text or the kind; its author stays. Askline's own annotations cannot be changed (409 `CONFLICT`).
         *
         *     Needs a key with the scope `sites:write`, or a session or a service account whose role is at least `member`.
         */
        patch: operations["update_annotation"];
        trace?: never;
    };
    "/api/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit entries
         * @description Entries of the organization, newest first, filtered by action, actor, target and time. Entries are never changed or removed; `hash` and `previousHash` reveal it if they are (`verify`, or `askline audit verify` on the server).
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["list_audit_entries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download audit entries as NDJSON
         * @description The entries that match the filters, newest first, one JSON object per line, at most 100,000. The header `X-Export-Truncated` says if older entries were left out; a request with `to` gets them. Keep a copy elsewhere if the log must prove something about the people who run the server.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["export_audit_entries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/audit/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check whether the audit log is intact
         * @description Reads every entry of the organization from the first one on, and compares each hash with the content from which it is computed. `intact` is false if an entry was changed or removed, or if entries at the end are missing. A person with write access to the server's files could rewrite the whole chain: keep an export elsewhere if the log must prove something about them.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["verify_audit_log"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the apps that you connected
         * @description The apps that you connected and that have not ended, newest first.
         *
         *     Needs a session. An API key is never accepted.
         */
        get: operations["list_own_apps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/apps/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show what an app asks for
         * @description Shows what an app asks for that connects to `/mcp` by OAuth: the dashboard's page for consent calls this. `request` is the query of the address that the app opened. The name of the app is what it says about itself, and is not verified; the host of its metadata document and the place where its code is sent are. A request that cannot be answered gets 422, with the reason in `details`.
         *
         *     `isEntered` is true for a client that the operator of the instance entered in the settings: its name is the operator's.
         *
         *     Apps need an instance with the setting `public_url`; without it, the response is 403.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["show_app_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/apps/{appId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Disconnect one of your apps
         * @description Disconnects one of your apps immediately: this server refuses its next request, every other server within one second. An app also ends when its time is over, when you leave the organization, and when you change your password or end all other access to your account.
         *
         *     Needs a session. An API key is never accepted.
         */
        delete: operations["disconnect_own_app"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request a change of your email address
         * @description Requests a change of the email address. The account keeps its address until the new one is confirmed by the link that is emailed there, within 24 hours. The current address is notified and, if it was confirmed, can undo the change for seven days. During that time no other account can take the current address. Another request cancels the earlier one; an account can ask five times within an hour. Only a person who receives email at an address learns that another account has it.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["request_email_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/email/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send the email that confirms your address again
         * @description Emails a confirmation link again: to the requested address, otherwise to the account's own if it is not confirmed. An address gets three emails within an hour; beyond that the response is 429.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["resend_verification_email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/email/undo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a change of address with a link sent to the previous address
         * @description Gives an account its previous address back, with the token that was emailed there. Every session, the password and every other link of the account stop working, and a link that sets a new password is emailed to that address.
         *
         *     Needs no credential.
         */
        post: operations["undo_email_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/email/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an address with the token of an emailed link
         * @description Confirms an address with the token of an emailed link. A requested address becomes the account's. A confirmed address gets links for a new password and security notices; it does not make anyone a member. A token that is unknown, used, expired or for an address whose request was replaced gets 401 `INVALID_CREDENTIALS`; an address that another account now has gets 409 `CONFLICT`.
         *
         *     The token of a sign-up creates the account and its organization. `session` then contains a new session, as after signing in, and the response sets the dashboard's cookies; otherwise it is null.
         *
         *     Needs no credential.
         */
        post: operations["verify_email"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/factors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show your second factors
         * @description The authenticator app of the account, how many recovery codes are left, and the browsers that do not ask for the second factor. Secrets and codes are never shown again. `freshUntil` says until when this session may do what needs a fresh proof.
         *
         *     Needs a session. An API key is never accepted.
         */
        get: operations["show_second_factors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/factors/browsers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Ask for the second factor in every browser again
         * @description Every browser of the account asks for the second factor at its next sign-in. Sessions stay.
         *
         *     Needs a session. An API key is never accepted.
         */
        delete: operations["forget_remembered_browsers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/factors/recovery": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace your recovery codes
         * @description Ten new recovery codes, which are shown only once, after a fresh proof. Earlier ones stop working. An account without a second factor gets 409 `CONFLICT`.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["replace_recovery_codes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/factors/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Get a secret for an authenticator app
         * @description A new secret for an authenticator app, as text, as an `otpauth` address and as a QR code (SVG). It counts once `confirm_totp` gets a code of it, within 15 minutes; another request replaces it. The app must use SHA-1, six digits and 30 seconds, as apps do by default. If an app is set up already, the response is 409 `CONFLICT`.
         *
         *     This needs a fresh proof: within 15 minutes after signing in or `reauthenticate`. Otherwise the response is 403 `REAUTHENTICATION_REQUIRED`.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["set_up_totp"];
        /**
         * Remove your authenticator app
         * @description Removes the authenticator app, after a fresh proof. Without another second factor, the recovery codes end as well. Remembered browsers and sign-ins that wait for a code end, and the person gets an email. Organizations that demand a second factor refuse the account then.
         *
         *     Needs a session. An API key is never accepted.
         */
        delete: operations["remove_totp"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/factors/totp/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm an authenticator app with its first code
         * @description Confirms the authenticator app with its first code. From then on, each sign-in to the account needs a code. The response has ten recovery codes, which are shown only once; earlier ones stop working. This session counts as signed in with the second factor. If it is the account's first second factor, every other session of the account ends. The person gets an email.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["confirm_totp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/header": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in as the person whom the gate in front of this service names
         * @description Starts a session of the person whom the operator's gate names in headers. They are believed only from the gate's own networks, by the address of the connection, and each must occur once. A person can sign in ten times a minute. The response is that of `finish_sign_in`.
         *
         *     Needs no credential.
         */
        post: operations["sign_in_by_gate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/identities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your linked accounts at sign-in providers
         * @description Your accounts at sign-in providers that can sign in to your account here, oldest first. The address is what the provider named last; it decides nothing.
         *
         *     Needs a session. An API key is never accepted.
         */
        get: operations["list_linked_identities"];
        put?: never;
        /**
         * Begin to link an account at a sign-in provider to your account
         * @description Begins to link an account at a provider to yours. Open `location` in the same browser; the sign-in page ends it. An email reports the link.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["begin_identity_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/identities/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Link an identity to your account with its password, and sign in
         * @description Links the identity of a sign-in that waits for it to the account with the same email address, and starts a session. Wrong passwords are limited as in `sign_in`. It needs the cookie of the sign-in. If the account has a second factor, the response is 401 `SECOND_FACTOR_REQUIRED`, and the identity is linked when `give_second_factor` answers it.
         *
         *     Needs no credential.
         */
        post: operations["link_identity_with_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/identities/proof": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to prove through a provider who is in this session
         * @description Begins to prove with one of your linked accounts that it is still you who uses this session. Open `location` in the same browser; the provider asks you to sign in, even if you are signed in there, and the sign-in page ends it.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["begin_identity_proof"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/identities/{identityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink an account at a sign-in provider from your account
         * @description Unlinks an account at a provider. Sessions that began with it end, except the one of this request. The last way to sign in cannot be unlinked: 409 `CONFLICT`.
         *
         *     Needs a session. An API key is never accepted.
         */
        delete: operations["unlink_identity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/invitations/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept an invitation, with a session or a new account
         * @description Accepts an invitation to an organization. With a session, the signed-in account becomes a member. Without a session, a new account is created with `password`, under the invited email address. To accept an invitation with another address, sign in to its account and send the token alone.
         *
         *     A token that is unknown, withdrawn, used or expired gets 401 `INVALID_CREDENTIALS`. If the account is already a member, the email has an account, or the organization has no free seat, the response is 409, and the token stays valid.
         *
         *     Needs no credential; acts for the session when one is sent. An API key is never accepted.
         */
        post: operations["accept_invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/invitations/show": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show what an invitation is for
         * @description Shows the holder of a token which organization it is for, the role, and who sent the invitation, before they accept it. The token stays valid. A token that is unknown, withdrawn, used or expired gets 401 `INVALID_CREDENTIALS`.
         *
         *     Needs no credential.
         */
        post: operations["show_invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/link": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Open a shared link
         * @description Begins a session of a shared link with its token: the part after `#` of its address. It takes the link's password, if it has one. Send the session's token as `Authorization: Bearer ls_…`; there is no cookie. A link that ended, expired or is unknown and a wrong password get the same answer.
         *
         *     Needs no credential.
         */
        post: operations["open_shared_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/link/brand": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Show whose shared link it is
         * @description The brand that the page of a shared link shows while it asks for the password: name, logo, color, and whether Askline is named, and nothing else about the link. The address of the logo contains the organization's id. An unknown token, and one of a link that ended or expired, get the answer of a link without a brand.
         *
         *     Needs no credential.
         */
        post: operations["show_shared_link_brand"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in
         * @description Starts a session for an account and returns its token, which is shown only once. The response also sets the dashboard's own cookie, which scripts cannot read. A session ends after 7 days without use, and after 30 days at the latest. An account has at most 100 sessions: another sign-in ends the oldest one, and `endedSessions` says how many were ended.
         *
         *     An unknown email and a wrong password get the same response after the same time. Too many wrong attempts for an email are refused with 429, even with the right password, except from browsers and addresses that the account signed in from before.
         *
         *     If the account has a second factor, the response is 401 `SECOND_FACTOR_REQUIRED`, with the challenge in `error.challenge`: `give_second_factor` starts the session with its id. A browser that the person chose to remember is not asked for 30 days.
         *
         *     Needs no credential.
         */
        post: operations["sign_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your latest sign-ins
         * @description The latest 50 sign-ins of the account within 90 days, newest first, including those whose session has ended. `open` says whether the session is still active; end it by its id. If one of them was not you, change your password.
         *
         *     Needs a session. An API key is never accepted.
         */
        get: operations["list_sign_ins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/logout": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End this session
         * @description Ends the session that made the request. Its token and its cookie are refused from the next request.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["sign_out"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc/{provider}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Go to a provider to sign in
         * @description For browsers: redirects to the provider, and sets a cookie that binds the sign-in to this browser for ten minutes. If the provider cannot be used, it redirects to the sign-in page, whose fragment names the error.
         *
         *     Needs no credential.
         */
        get: operations["begin_sign_in"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc/{provider}/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Come back from a provider
         * @description For browsers that come back from the provider: redirects to the sign-in page with `provider`, `code`, `state` and `iss` in the fragment, or with `error`: `denied`, `refused` or `expired`. It changes nothing. Parameters that a provider adds are ignored.
         *
         *     Needs no credential.
         */
        get: operations["return_from_provider"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/oidc/{provider}/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with what came back from a provider
         * @description Exchanges the code, checks the signed token, and starts a session of the account that the identity is linked to, or of a new account if the provider's settings let the person in. It needs the cookie of `begin_sign_in` and works once. The session ends after twelve hours at the latest.
         *
         *     If an account has the same email address, the response is 202 with the status `password_required`: send `link.state` with the account's password to `link_identity_with_password`. If it was begun by `begin_identity_link`, the response is 202 with `linked`; by `begin_identity_proof`, 202 with `proven`.
         *
         *     If the account has a second factor, the response is 401 `SECOND_FACTOR_REQUIRED`, as for `sign_in`, unless the provider's sign-in counts as one.
         *
         *     Needs no credential.
         */
        post: operations["finish_sign_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/one-time": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a one-time token that the operator created
         * @description Starts a session with a one-time token that the operator created (`askline user reset-password`) for someone who cannot sign in. It works once, within 15 minutes. It ends the old password and every other session of the account; `change_password` then sets a new password without the current one. Remembered browsers and emailed links end, too. A token that begins with `visit_`, as printed by `askline demo`, signs in once; it ends neither the password nor a session, except the oldest ones of an account that has more than 100.
         *
         *     If the account has a second factor, the response is 401 `SECOND_FACTOR_REQUIRED`, as after a password. The token is used up when the second factor is given.
         *
         *     Needs no credential.
         */
        post: operations["sign_in_with_one_time_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Ways to sign in: whether sign-up is open, whom to ask for a new password
         * @description What a sign-in page may offer: whether sign-up is open, whether a link for a new password can be emailed, and the operator's contact for help.
         *
         *     Needs no credential.
         */
        get: operations["show_sign_in_options"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/passkeys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your passkeys
         * @description Your passkeys with their names and when each was used last, oldest first; at most 20.
         *
         *     Needs a session. An API key is never accepted.
         */
        get: operations["list_passkeys"];
        put?: never;
        /**
         * Add a passkey
         * @description Adds the passkey that a device made. The answer counts once, in the session that began it. If it is the account's first second factor, every other session of the account ends.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["add_passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/passkeys/login": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sign in with a passkey
         * @description Starts a session of the account that the passkey belongs to. The answer must be for a ceremony of this instance that was not used, and the device must have verified the person: so it counts as both factors. An answer whose counter is not higher than that of the last one is refused, since the device may have been copied.
         *
         *     Needs no credential.
         */
        post: operations["sign_in_with_passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/passkeys/login/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to sign in with a passkey
         * @description Begins to sign in with a passkey. Pass `options` to the browser's `navigator.credentials.get`, and send its answer with `ceremony` to `POST /api/v1/auth/passkeys/login` within five minutes. Nothing is stored, and the response is the same for every caller.
         *
         *     With `secondStepOf`, the answer is for the second step of that challenge or link instead.
         *
         *     Needs no credential.
         */
        post: operations["begin_passkey_sign_in"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/passkeys/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to add a passkey
         * @description Begins to add a passkey. Pass `options` to the browser's `navigator.credentials.create`, and send its answer with `ceremony` to `POST /api/v1/auth/passkeys` within five minutes. The device must verify you, and store the passkey so that it is found without your email address.
         *
         *     Passkeys belong to the host of the setting `public_url`, which must have a name and begin with `https://`, or be `http://localhost`. Without it, the response is 409 and says what is missing.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["begin_passkey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/passkeys/proof/options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Begin to prove with a passkey who is in this session
         * @description Begins to prove with one of your passkeys that it is still you who uses this session.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["begin_passkey_proof"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/passkeys/{passkeyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a passkey
         * @description Removes one of your passkeys. It is refused from now on; remove it on the device, too. The last one cannot be removed from an account without a password.
         *
         *     Needs a session. An API key is never accepted.
         */
        delete: operations["remove_passkey"];
        options?: never;
        head?: never;
        /**
         * Rename a passkey
         * @description Gives one of your passkeys another name, which only you see. Nothing else changes.
         *
         *     Needs a session. An API key is never accepted.
         */
        patch: operations["rename_passkey"];
        trace?: never;
    };
    "/api/v1/auth/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change the password and end all other sessions
         * @description Sets a new password after checking the current one, and ends every other session of the account. The calling session stays.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["change_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the providers to sign in with
         * @description The identity providers that the operator set up, for the sign-in page: those of OpenID Connect (`oidc`), and a gate in front of the service that names people in headers (`header`).
         *
         *     Needs no credential.
         */
        get: operations["list_sign_in_providers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reauthenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give your password or a code again
         * @description Takes the password, a code of the authenticator app or a recovery code again, in a session. For 15 minutes, the session may then do what needs a fresh proof, such as creating an API key that can write, changing second factors or webhooks, or deleting a site. A sign-in counts as a fresh proof, too. Wrong ones are limited as at sign-in.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["reauthenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Request an email with a link that sets a new password
         * @description Emails a link that sets a new password, if the address is the confirmed one of an account. The response is the same 202 for every address, so it does not reveal who has an account. The link works once, within an hour; asking again does not end an earlier link. An address gets three emails within an hour, no matter who asks. On an instance that cannot send email, the response is 409 `CONFLICT`.
         *
         *     Needs no credential.
         */
        post: operations["request_password_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/reset/finish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a new password with the token of an emailed link
         * @description Sets a new password with the token of an emailed link. Every session, remembered browser and pending address change of the account ends, and an email notifies the person. A token that is unknown, used or expired, or whose account has changed its password or address since, gets 401 `INVALID_CREDENTIALS`. If the password is refused, nothing is stored and the token stays valid.
         *
         *     If the account has a second factor, `code` or `recoveryCode` is needed too; without one, the response is 401 `SECOND_FACTOR_REQUIRED`. A wrong one does not use up the token.
         *
         *     Needs no credential.
         */
        post: operations["reset_password"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/revoke-all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * End all other sessions, links in emails and remembered browsers
         * @description Ends all other access to the account after checking the password: every other session, links in emails except those that undo a change of address, one-time links, remembered browsers, a requested change of address, and whatever is under way with the password. The calling session stays, and so does the password: change it as well if someone else may know it. Each organization of the account gets an entry in its audit log, and an email notifies the person.
         *
         *     API keys still work. `keysStillActive` names the active ones that you made, in the organizations where you are an admin or owner; revoke those that someone else may know. `serviceAccounts` names the service accounts that you created there or were given a valid token of.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["revoke_access"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/second-factor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give the second factor that a sign-in waits for
         * @description The second step of a sign-in: a code of the authenticator app, or a recovery code, for the challenge of the first step. The response is the same as after a sign-in. A challenge can be answered for five minutes, and ends after five wrong codes.
         *
         *     A code works once, and so does a recovery code. Wrong codes count together with wrong passwords for the email address. After twenty wrong codes in a row, the person gets an email, and codes of the app get 409 `CONFLICT` until the password is changed; recovery codes still work.
         *
         *     With `remember`, this browser does not ask for the second factor for 30 days, if every organization of the account allows it (`mayRemember`).
         *
         *     Needs no credential.
         */
        post: operations["give_second_factor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List your sessions
         * @description Every active session of the account, newest first, with the browser that started it and when it was last used. The current session is marked.
         *
         *     Needs a session. An API key is never accepted.
         */
        get: operations["list_sessions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/sessions/{sessionId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End one of your sessions
         * @description Ends one of your sessions immediately, such as one on a lost computer. Ending a session that has already ended gets the same response.
         *
         *     Needs a session. An API key is never accepted.
         */
        delete: operations["end_session"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/setup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create the first owner with the setup token
         * @description Creates the first organization and its owner on a new instance. The server prints the token when it starts without any account. If two requests arrive at the same time, one succeeds; the other gets 409 `CONFLICT`.
         *
         *     Needs no credential.
         */
        post: operations["set_up_instance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/auth/signup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an account and an organization
         * @description Creates an account and an organization for it, and signs in. Available only if the operator allows it; otherwise the response is 403 `FORBIDDEN`. An email that already has an account gets 409 `CONFLICT`.
         *
         *     On an instance that can send email, the response is the same 202 for every address, so it does not reveal who has an account. A link to confirm the address is emailed there; `verify_email` with its token creates the account and starts the session. If the address has an account, the email says so instead. The link works for 24 hours. An address gets three emails within an hour, together with links for a new password.
         *
         *     Needs no credential.
         */
        post: operations["sign_up"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changes/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Clear changes of citation rates
         * @description The clear changes of a site's citation rates, newest first. `level` says which rate: `cell` (a question and an engine), `question` (over all engines), `engine` (over all questions), or `site`. Questions and engines are compared only with themselves, so adding or deleting a question is no change.
         *
         *     `firstRunAt` is the estimated beginning of the change; `clearAt` is when enough runs had shown it, often weeks later. `before` and `after` are the answers on both sides; their `rate` is drawn together a little, because a change is found when its difference looks largest.
         *
         *     One cause is reported once: if a change of a higher level explains a change, `partOf` has its id, and messages are sent about the higher level alone. `isCurrent` says whether tables and overviews still show the change: for 90 days, until another change of the same rate ends it (`endedAt`), and while the question is asked. A change stays in this list. `note` says if an upgrade found it in older runs (`clear_before_upgrade`), or if newer rules for reading answers do not confirm it (`not_confirmed_by_new_reading`).
         *
         *     Needs a key with the scope `citations:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["list_changes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/changes/{siteId}/evidence": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How far changes of citation rates are that are not clear yet
         * @description How far the evidence is for changes that are not clear yet: a question with an engine, a question, an engine and the site, strongest first. This list does not say that a rate changed; only `list_changes` does. `fraction` grows about evenly while a change lasts, and a change is clear at 1.
         *
         *     `outlook` says what can be expected: `growing` with `daysLeft` until the change is clear at this pace; `slow`, if that would be more than 90 days; `weak`, if chance alone often shows as much; `too_early` with `daysLeft` until any change could be clear, however large; `one_part`, if most of the evidence is about one engine or question. `partOf` has the id of a clear change that explains the evidence. Each run measures its rates again; rates that are no longer asked, and those without a run for 28 days, are left out.
         *
         *     Needs a key with the scope `citations:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["list_change_evidence"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/citations/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What engines' answers say about a site
         * @description Answers of engines within a period, newest first. `cited` means that the answer's text links a page of the site; `consulted` that the engine opened a page of the site but did not link it; `mentioned` that the text names the site.
         *
         *     Needs a key with the scope `citations:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["list_citations"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/citations/{siteId}/summary": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How often each engine cites and mentions a site
         * @description For each engine: how often it cites and mentions the site, the average position among the sources, what the answers cost, and a 95% interval that accounts for similar samples within a run and for runs that resemble earlier runs (`method`; `too_few_runs` below four runs). Rates are null without samples.
         *
         *     `changes` has the current clear changes of citation rates, as in `list_changes`. Nothing else in the answer says that a rate changed.
         *
         *     `compare=previous` adds the previous period and whether the answers of the two periods differ. Whole weeks are compared, at least four with answers on each side; with fewer, `different` is null and `method` is `too_short`. A week is seven dates in the site's time zone. If `different` is false, `detectable` is the smallest difference that would have been found in 80 of 100 cases in this list. In a list, a difference counts only if it is found among all rows of the list; `list_too_long` says that none could be in so few weeks.
         *
         *     `groupBy=monitor` adds the same figures for each question, with its latest run. A run's `changes` compare it for each engine with the previous run; `change` is the current change of that question and engine. Without one, a lasting change of `detectable` that began at `detectableAt` would have been found in about 80 of 100 cases, and it is too early to tell about the time from `tooEarlySince` on; `different` is null if no change could have been found. `flipped` marks a difference in that one run only. `markedEngines` are the engines with a current change of that question.
         *
         *     `groupBy=competitor` adds the same rates for each competitor, over the answers in which it was looked for. Compare a competitor's rate with `siteOnSameAnswers`, the site's rate over the same answers; `totals` also have the answers to questions without that competitor.
         *
         *     Needs a key with the scope `citations:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_citation_summary"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/citations/{siteId}/urls": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The pages that engines' answers cite
         * @description The pages that answers cite, of the site and of others, and how often each is cited.
         *
         *     Needs a key with the scope `citations:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["list_cited_urls"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/citations/{siteId}/{citationId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A citation with the answer as the engine sent it
         * @description One answer with its sources, and the raw answer as the engine sent it, as long as it is kept (90 days).
         *
         *     Needs a key with the scope `citations:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_citation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The credit balance
         * @description The balance, what is reserved for running work, and what is available for new work. Unused credits of a month expire at its end.
         *
         *     Needs a key with the scope `credits:read`, or a session or a service account whose role is at least `member`.
         */
        get: operations["show_credits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/credits/ledger": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the credit ledger
         * @description Every change of the balance, newest first. Transactions are never changed; their sum always equals the balance.
         *
         *     Members and keys that see only some sites get the transactions for work on those sites, and those that belong to no site, such as grants. The sum of these is not the balance.
         *
         *     Needs a key with the scope `credits:read`, or a session or a service account whose role is at least `member`.
         */
        get: operations["list_ledger_entries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Store events from a widget
         * @description Accepts one event, or a list of up to 50. The response is sent after the events are stored durably. Call it without a credential from a page of one of the site's origins; `text/plain` is accepted, so that a browser needs no preflight.
         *
         *     Each event is checked separately: an invalid one is refused with its index, and the others are kept. The same `eventId` counts once per site within seven days, so a request whose response was lost can be sent again. Known crawlers are counted separately.
         *
         *     An event that could not be sent immediately states its `age` in seconds, at most a day, and counts on the day on which it happened. A view with `widget: false` is the view of a page without a widget: it counts as a view and a visit, and rates do not include it.
         *
         *     A click on one of the site's own items is an `item_click` with its `itemId`, which must be in a kept version of the configuration.
         *
         *     A reader's own question is a `question_click` with `questionId: "own"`. There is no field for its text, which goes only to the assistant.
         *
         *     Needs no credential.
         */
        post: operations["send_events"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/jobs/{jobId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The progress of a job, and its result
         * @description The progress of a job, and its result. Only the key that started it, or a session whose role may start such work, may read it. A caller that sees only some sites can read only the jobs of those sites.
         *
         *     Needs any valid API key, or a session or a service account whose role is at least `member`.
         */
        get: operations["show_job"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys, masked
         * @description Every key of the organization, newest first, masked. Filter by `status`.
         *
         *     Needs a session with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["list_api_keys"];
        put?: never;
        /**
         * Create an API key
         * @description Creates a key with the scopes that it needs and returns its plaintext, which is shown only once. A key can be limited to some sites, to the networks that it may be used from, and to an expiration date.
         *
         *     Keys need the Pro plan or higher. If the plan's number of keys is reached, the response is 409 `LIMIT_REACHED`; a rotated key counts once, together with the key that it replaces.
         *
         *     Needs a session with the role `admin` or higher. An API key is never accepted. Needs the Pro plan or higher.
         */
        post: operations["create_api_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/leaked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Revoke a key that you found in public
         * @description Anyone who finds a leaked key can end it here, without a credential. The response is the same whether or not the key exists, so guesses reveal nothing. All keys of its chain are revoked with it.
         *
         *     Needs no credential.
         */
        post: operations["report_leaked_api_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/self": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The calling key and the state of its rate limit
         * @description The calling key: its scopes, sites and expiration, and how many requests are left in the current minute. Any valid key may call this, and the call counts as a request.
         *
         *     Needs any valid API key.
         */
        get: operations["show_own_api_key"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{keyId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One API key, masked
         * @description One key, masked. A revoked key is shown for as long as its organization exists.
         *
         *     Needs a session with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["show_api_key"];
        put?: never;
        post?: never;
        /**
         * Revoke an API key
         * @description Revokes a key immediately: this server refuses the next request with it, every other server within one second. Revoking a revoked key again gets the same response. The other key of a rotation stays valid; after a leak, rotate with `overlapSeconds: 0` or revoke both.
         *
         *     Needs a session with the role `admin` or higher. An API key is never accepted.
         */
        delete: operations["revoke_api_key"];
        options?: never;
        head?: never;
        /**
         * Change the name, scopes, sites, networks or expiration of an API key
         * @description Changes the name, scopes, sites, networks or expiration of a key; omitted fields stay unchanged. `null` removes the restriction to sites or networks, or the expiration. It takes effect like a revocation: with the next request on this server, within one second on every other. A change by the key that is under way and is not allowed any more is refused and stores nothing.
         *
         *     While the key that this one replaced is still valid, it is limited with it: it may do no more than this one. If nothing is left that both may do, it is revoked. Settings that allow more do not change it.
         *
         *     No key gets a scope that the caller's own role does not have (403 `FORBIDDEN`). The audit entry has the changed settings before and after, and `widened`: whether the key may do more than before. A key that was rotated, has expired or was revoked gets 409 `CONFLICT`.
         *
         *     Needs a session with the role `admin` or higher. An API key is never accepted. Needs the Pro plan or higher.
         */
        patch: operations["update_api_key"];
        trace?: never;
    };
    "/api/v1/keys/{keyId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace an API key with a new one
         * @description Creates a new key with the same settings and keeps the old one valid for `overlapSeconds`, so that programs can switch without a gap. Both share one rate limit and count once against the plan. A key that was already rotated gets 409 `CONFLICT`.
         *
         *     Needs a session with the role `admin` or higher. An API key is never accepted. Needs the Pro plan or higher.
         */
        post: operations["rotate_api_key"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/keys/{keyId}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Requests with an API key by day, route and status
         * @description How often a key was used in the last 90 days, by day (UTC), route and status. Uses are counted in memory and stored every few seconds, so the latest may be missing; a crash of the server loses those of its last seconds.
         *
         *     Needs a session with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["show_key_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/link-registry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The assistants and networks that a widget can offer
         * @description Every assistant and every network of this instance, as its operator configured it. `strategy` says whether an assistant's URL contains the prompt, or whether the prompt is copied and the reader pastes it. `behavior` says how reliable the sources are and when they were last checked; `docs/assistants.md` lists the sources.
         *
         *     Needs no credential.
         */
        get: operations["show_link_registry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/links/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the shared links of a site
         * @description The links of a site, newest first, expired ones included. Tokens are masked.
         *
         *     Needs a session with the role `member` or higher. An API key is never accepted.
         */
        get: operations["list_shared_links"];
        put?: never;
        /**
         * Create a shared link
         * @description Creates a link and its token, which is shown only in this response. A site has at most 50 links.
         *
         *     A panel that cannot be limited as `filter` says is refused, for example `citations` with a page: engines are asked about the site. A link expires in 30 days unless `expiresAt` says otherwise: at most 366 days, or `null` for never. With `password`, viewers must know it; such a link cannot be embedded. With `embed`, the pages of these origins, and no others, can show `/embed/{linkId}#lk_…` in a frame.
         *
         *     Needs a session with the role `member` or higher. An API key is never accepted.
         */
        post: operations["create_shared_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/links/{siteId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview what the viewers of a shared link would see
         * @description What the viewers of a link with these settings would see now. Nothing is stored.
         *
         *     Needs a session with the role `member` or higher. An API key is never accepted.
         */
        post: operations["preview_shared_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/links/{siteId}/view": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a shared link shows
         * @description What the link of this session shows: the parts that are among its panels. Figures that its filter cannot limit are left out. `meta.range` has the days.
         *
         *     Needs a session of a shared link. Nothing else is accepted.
         */
        get: operations["show_shared_view"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/links/{siteId}/{linkId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * End a shared link and its sessions
         * @description Ends the link: its token and its sessions are refused from now on, on every server within a second.
         *
         *     Needs a session with the role `member` or higher. An API key is never accepted.
         */
        delete: operations["delete_shared_link"];
        options?: never;
        head?: never;
        /**
         * Change a shared link
         * @description Changes what is named. The next request of the link's sessions is decided by the new settings. Another password ends the link's sessions.
         *
         *     Needs a session with the role `member` or higher. An API key is never accepted.
         */
        patch: operations["update_shared_link"];
        trace?: never;
    };
    "/api/v1/logs/ingest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send lines of an access log
         * @description Counts the lines of a batch: text, one request per line, gzip or zstd; at most 5 MiB as it is sent and 64 MiB unpacked. Send the token of a log source in the header `Authorization: Bearer lg_…`. The format is that of the source; if it has none, it is guessed by the first 100 lines.
         *
         *     A batch is counted once. Give each batch an `Idempotency-Key`; when the same batch arrives again within seven days, nothing is counted, and the answer is that of the first time with `repeated`. A batch without this header is known by its content. Another batch with a key that was used gets 422 `IDEMPOTENCY_KEY_REUSED`, and no line of it is counted.
         *
         *     The 202 follows the commit: everything that it reports is stored. A line that cannot be read never affects the others; of these lines, `errors` names the first 20. Requests for hosts that are not the site's, requests in the future, and requests that are older than a year are skipped and counted as such. Requests for styles, scripts, images and fonts are no reads of pages.
         *
         *     A source of the format `vercel` with a `drainSecret` needs the drain's signature of each body in `X-Vercel-Signature` (HMAC-SHA1 in hexadecimal digits); without it, the answer is 401 and nothing is counted. A request without body and signature counts nothing, and gets 200 with `X-Vercel-Verify`.
         *
         *     If too many batches are being counted, the answer is 503 with `Retry-After`: send the same batch again.
         *
         *     Needs no credential.
         */
        post: operations["ingest_logs"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logs/{siteId}/lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The newest reads of crawlers, line by line
         * @description The newest reads of crawlers, newest first: at most 1,000 of the last 48 hours. A line has the method, the path without its query, the status, the crawler, its purpose and evidence, and the time; no address, no user agent and no cookie. Lines of people are never among them. Every read is also counted (`show_reads`); lines are for looking at single requests.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["list_log_lines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logs/{siteId}/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List log sources and what they sent
         * @description The sources of a site, newest first, with what each has sent. Tokens are masked.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["list_log_sources"];
        put?: never;
        /**
         * Create a log source
         * @description Creates a source and its token, which is shown only in this response. A site has at most 20 sources.
         *
         *     Needs a session with the role `admin` or higher. An API key is never accepted.
         */
        post: operations["create_log_source"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/logs/{siteId}/sources/{sourceId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a log source; what it sent stays counted
         * @description Deletes the source: its token is refused from now on. What it sent stays counted.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        delete: operations["delete_log_source"];
        options?: never;
        head?: never;
        /**
         * Change the settings of a log source
         * @description Changes the settings that are named; the next batch is read with them.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        patch: operations["update_log_source"];
        trace?: never;
    };
    "/api/v1/logs/{siteId}/sources/{sourceId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a log source a new token
         * @description Gives the source a new token, which is shown only in this response. The old token is refused from now on.
         *
         *     Needs a session with the role `admin` or higher. An API key is never accepted.
         */
        post: operations["rotate_log_source"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/mail": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether email works, or since when and why it does not
         * @description Whether the operator configured a mail server, and whether it accepts email. While it does not, `failingSince` and `failure` say since when and why, as reported by the mail server or the connection to it. Waiting emails are sent when it works again, unless they have expired.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["show_mail_status"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show your account
         * @description Who is signed in, the organizations of the account, its role in each, and the sites that it sees there. An API key is never accepted here, whatever its scopes: call `GET /api/v1/orgs/{orgId}` or `GET /api/v1/keys/self` with a key.
         *
         *     Needs a session. An API key is never accepted.
         */
        get: operations["show_me"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your name
         * @description Changes the name that the members of your organizations see. An empty name removes it. To change the email address, use `POST /auth/email`, which confirms the new one first.
         *
         *     Needs a session. An API key is never accepted.
         */
        patch: operations["update_me"];
        trace?: never;
    };
    "/api/v1/me/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Show which reports and alerts you get by email
         * @description Which reports you get by email: weekly, on Mondays at 7:00 in the time zone of your sites, and monthly, on the first day. One email is about all sites that you see, the one with the most news first; with sites in several time zones, it is sent when it is 7:00 in all of them. Nothing is sent before you ask for it. `obstacle` says why nothing is sent at present.
         *
         *     Needs a session. An API key is never accepted.
         */
        get: operations["show_notifications"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change which reports and alerts you get by email
         * @description Changes whether you get a kind of report. The first one is about the week or month that is under way. Every report has a link that ends it without signing in.
         *
         *     Needs a session. An API key is never accepted.
         */
        patch: operations["update_notifications"];
        trace?: never;
    };
    "/api/v1/monitors/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List monitors, their latest runs and whether their engines can be asked
         * @description The monitors of a site with their latest run, and for each engine whether it can be asked on this instance.
         *
         *     Needs a session or a service account with the role `member` or higher. An API key is never accepted.
         */
        get: operations["list_monitors"];
        put?: never;
        /**
         * Create a monitor: a question that engines are asked on a schedule
         * @description Stores a question, the engines to ask, how often, and the competitors to look for. This call asks no engine.
         *
         *     Needs a session or a service account with the role `member` or higher. An API key is never accepted.
         */
        post: operations["create_monitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{siteId}/choices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What each cadence and number of samples costs, and what it would find
         * @description What daily and weekly runs with one to five samples cost with these engines, and what they would find about one question with one engine: after how many days a change can be clear at all, and after how many days a rate that was 30% is seen to have risen to 50, 60, 70 or 90%, in 80 of 100 cases. Several questions together show smaller changes sooner: `docs/statistics.md`. One choice is proposed for a new monitor.
         *
         *     Needs a session or a service account with the role `member` or higher. An API key is never accepted.
         */
        get: operations["list_monitor_choices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{siteId}/engines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether each engine can be asked on this instance
         * @description Every engine, and whether it can be asked on this instance: a list to choose from before a monitor is created. `reason` says why not, and who can change that.
         *
         *     Needs a session or a service account with the role `member` or higher. An API key is never accepted.
         */
        get: operations["list_engines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/monitors/{siteId}/{monitorId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a monitor with everything it found
         * @description Deletes a monitor with everything that it found. A run in progress ends without being charged.
         *
         *     Needs a session or a service account with the role `member` or higher. An API key is never accepted.
         */
        delete: operations["delete_monitor"];
        options?: never;
        head?: never;
        /**
         * Change a monitor
         * @description Changes a monitor. After a change of the question, the next run is not compared with earlier runs. If two edits happen at the same time, the second gets 409 `CONFLICT`.
         *
         *     Needs a session or a service account with the role `member` or higher. An API key is never accepted.
         */
        patch: operations["update_monitor"];
        trace?: never;
    };
    "/api/v1/monitors/{siteId}/{monitorId}/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Run a monitor now, or estimate the cost
         * @description Asks every engine now, as a job. With `estimate=true` nothing is started, and the response says what a run would cost. While a run is in progress, another one gets 409 `CONFLICT`; a balance that is too low gets 402 `INSUFFICIENT_CREDITS`.
         *
         *     Needs a session or a service account with the role `member` or higher. An API key is never accepted.
         */
        post: operations["run_monitor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/channels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List channels
         * @description The channels of the organization, newest first. An address is never shown whole again: `maskedAddress` is its host and its last characters.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["list_channels"];
        put?: never;
        /**
         * Add a channel
         * @description Adds a channel by the address of an incoming webhook (Slack, Discord) or of a workflow (Microsoft Teams). Only addresses of these services are accepted, and those in networks that the operator allows. Nothing is sent there until a route says so: `PUT /orgs/{orgId}/notifications`.
         *
         *     `audience` decides what reports sent there contain: `client` leaves out everything internal.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        post: operations["create_channel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/channels/{channelId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a channel with its messages
         * @description Deletes a channel with its messages. Pending ones are not sent.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        delete: operations["delete_channel"];
        options?: never;
        head?: never;
        /**
         * Change a channel, or enable it again
         * @description Changes the name, the address or the audience, or disables or enables the channel. Another address, and enabling, end its failures.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        patch: operations["update_channel"];
        trace?: never;
    };
    "/api/v1/notifications/channels/{channelId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages of the last 30 days
         * @description Messages of the last 30 days, newest first. At most two of each event, site and channel are sent at once on a day of the site; what is beyond is `waiting` for one digest at 18:00 of the site. A message that does not arrive is retried for a day.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["list_channel_messages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/channels/{channelId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message to a channel
         * @description Sends a test message, as a job. It is attempted once; what became of it is in the list of messages.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        post: operations["test_channel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/recipients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List recipients
         * @description The recipients of the organization, newest first, with their states. Those that unsubscribed stay in the list until they are deleted.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["list_recipients"];
        put?: never;
        /**
         * Add a recipient, who gets a link to confirm
         * @description Adds an address without an account. It is sent a link that works for seven days, and gets nothing else until its owner presses "Confirm" there. An address that refused an email or unsubscribed before is asked again under the same id. A member's address is refused (`MEMBER_ADDRESS`): members turn reports on under Account. An address gets at most three links an hour, and three a day from an organization; an organization sends at most 20 emails an hour to people who are no members. Beyond that, the response is 429, and nothing is stored. Without a mail server: 409.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        post: operations["create_recipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/recipients/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Confirm a recipient with the token of an emailed link
         * @description Confirms a recipient with the token of the link, which works once. It needs no account. Its next report is about the period that is under way.
         *
         *     Needs no credential.
         */
        post: operations["confirm_recipient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/notifications/recipients/{recipientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a recipient
         * @description Deletes a recipient, with the emails that wait for it. Added again, it needs a new confirmation.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        delete: operations["delete_recipient"];
        options?: never;
        head?: never;
        /**
         * Change what a recipient gets
         * @description Changes the audience, the sites, the language, or which reports are sent. It needs no new confirmation. One of the two reports must be left.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        patch: operations["update_recipient"];
        trace?: never;
    };
    "/api/v1/notifications/recipients/{recipientId}/confirmation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a recipient another link to confirm
         * @description Sends a recipient that is not confirmed another link; earlier ones stop working. The limits are those of `create_recipient`.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        post: operations["ask_recipient_again"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description The OpenAPI document with every operation, generated from the code that handles the requests. It is the same for every instance of a version.
         *
         *     Needs no credential.
         */
        get: operations["show_openapi"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create an organization
         * @description Creates an organization on the operator's plan for new organizations; the caller becomes its owner. Available only if the operator lets accounts create organizations (`organizations.per_account`); otherwise the response is 403 `FORBIDDEN`. Beyond that number it is 409 `LIMIT_REACHED`; a deleted organization counts for 31 days.
         *
         *     Without `slug`, one is created from the name, with a number added if it is taken. A slug in the request that is taken gets 409 `CONFLICT`.
         *
         *     Needs a session. An API key is never accepted.
         */
        post: operations["create_organization"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{orgId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Profile, plan and seats of the organization
         * @description Profile, plan with its limits, and seats of the organization: used, and reserved for invitations.
         *
         *     Needs a key with the scope `org:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_organization"];
        put?: never;
        post?: never;
        /**
         * Delete the organization and everything in it
         * @description Deletes the organization for good. The body repeats its name, so that nobody does this by accident.
         *
         *     Its sites are deleted with all their data, keys are refused from the next request, jobs and webhooks stop, and credits and the audit log are deleted. Stored data is removed in the background after the response. Accounts stay, and so do their memberships in other organizations. Export the audit log first if you have to keep it: the server's log records only how many entries the audit log had, and its last hash.
         *
         *     Needs a session with the role `owner`. An API key is never accepted.
         */
        delete: operations["delete_organization"];
        options?: never;
        head?: never;
        /**
         * Change the name, slug, sign-in rules or brand of the organization
         * @description Changes the name, the slug, what the organization demands of its members' sign-ins, or its brand. A slug that another organization has gets 409 `CONFLICT`. Nothing else depends on either: keys, sites and addresses use ids. With `If-Match` and the `ETag` of a read, a name or slug that someone else changed in the meantime is not overwritten, and the response is 412.
         *
         *     With `requireSecondFactor`, members reach the organization only with a second factor: every other route of it answers 403 `SECOND_FACTOR_REQUIRED`, also for apps that they connected, until they set one up or sign in with it. API keys are not affected. Only an owner with a second factor can demand one; otherwise the response is 409. Ending the demand needs a fresh proof. With `rememberBrowsers: false`, browsers of the members ask for the second factor at each sign-in.
         *
         *     With `brand`, reports, their emails and shared links show its name, logo and color instead of Askline's; fields that `brand` omits stay, and null removes it. `logoPng` is a still PNG in base64, at most 64 KiB and 2,000 × 2,000 pixels. Only its pixels are stored, in a new file without texts and other parts; anyone who knows `logoUrl` can read it. `readableAccent` has the tones that are shown: of a color that could not be read on a light or dark ground, a darker or lighter one. Replies to reports go to `replyTo`.
         *
         *     Needs a session with the role `owner`. An API key is never accepted.
         */
        patch: operations["update_organization"];
        trace?: never;
    };
    "/api/v1/orgs/{orgId}/apps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the apps that members connected
         * @description The apps that members connected to this organization and that have not ended, newest first.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["list_apps"];
        put?: never;
        /**
         * Connect an app that asks by OAuth
         * @description Lets an app act as you at `/mcp`, in this organization: with some of the scopes that it asks for, for all sites that you see or some of them, until a date. It never may do more than you may at that moment. The response is the address to which the browser must go: it contains a code that the app exchanges for tokens within a minute.
         *
         *     Apps need the Pro plan or higher. Each counts against the limit per minute as one key. If the app changed its description since you read it, the response is 409 `CONFLICT`; with 50 apps, it is 409 `LIMIT_REACHED`.
         *
         *     Needs a session with the role `viewer` or higher. An API key is never accepted. Needs the Pro plan or higher.
         */
        post: operations["connect_app"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{orgId}/apps/{appId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Disconnect an app of a member
         * @description Disconnects an app of any member immediately, as the member could.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        delete: operations["disconnect_app"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{orgId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List members, and those who were invited
         * @description Every member, and every pending invitation, newest first. A pending invitation has the address that was entered; a member has the address of the account.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["list_members"];
        put?: never;
        /**
         * Invite a member
         * @description Invites a person with a role and returns a one-time token, shown only once, to be sent as `/join#…`. The address is a hint for people: anyone who holds the token can accept the invitation. This call alone does not make anyone a member.
         *
         *     `siteIds` names the only sites that a viewer or a member sees; if it is left out or null they see every site, and an empty list means no site. For them, all other sites of the organization are absent. Admins and owners see every site.
         *
         *     A pending invitation takes a seat. Without a free seat the response is 409 `LIMIT_REACHED`. Nobody can assign a role above their own.
         *
         *     Needs a session with the role `admin` or higher. An API key is never accepted.
         */
        post: operations["invite_member"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{orgId}/members/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Leave the organization
         * @description Ends the caller's own membership. Their next request in this organization is refused, and the invitations that they sent become invalid. The last owner cannot leave (409 `CONFLICT`). `keysStillActive` names the active API keys that an admin or owner made there, and `serviceAccounts` the service accounts; they still work.
         *
         *     Needs a session with the role `viewer` or higher. An API key is never accepted.
         */
        delete: operations["leave_organization"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{orgId}/members/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Remove a member, or withdraw an invitation
         * @description Removes a member, or withdraws an invitation. The person's next request in this organization is refused, and the invitations that they sent become invalid. The last owner cannot be removed (409 `CONFLICT`).
         *
         *     API keys that the person made still work, because programs may use them. `keysStillActive` and the audit entry name the active ones; revoke those that the person may know. `serviceAccounts` names the service accounts that they created or were given a valid token of, which still work, too: give those whose token the person may know a new one without an overlap.
         *
         *     Needs a session with the role `admin` or higher. An API key is never accepted.
         */
        delete: operations["remove_member"];
        options?: never;
        head?: never;
        /**
         * Give a member another role or other sites
         * @description Changes the role or the sites of a member or of an invited person; omitted fields stay unchanged. Only owners can change owners, and the last owner stays an owner (409 `CONFLICT`).
         *
         *     `siteIds` is a list for viewers and members, null for every site; an empty list means no site. It applies from the next request on. A deleted site leaves the lists, and a promotion to admin removes the list.
         *
         *     A lower role ends no program that the person made: `keysStillActive`, `serviceAccounts` and the audit entry name those that they may still use, as when a member is removed.
         *
         *     Needs a session with the role `admin` or higher. An API key is never accepted.
         */
        patch: operations["update_member"];
        trace?: never;
    };
    "/api/v1/orgs/{orgId}/members/{userId}/invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a new token for an invited person
         * @description Creates a new token for an invited person, shown only once, and ends the old one. The person who renews an invitation becomes its sender: it becomes invalid when they leave or may no longer assign its role. For a member the response is 409 `CONFLICT`. The token of a person who was invited as an owner needs a fresh proof, as their invitation did (403 `REAUTHENTICATION_REQUIRED`).
         *
         *     Needs a session with the role `admin` or higher. An API key is never accepted.
         */
        post: operations["renew_invitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{orgId}/notifications": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is sent where
         * @description Which events and reports are sent to which channel, and what can be sent: the events of webhooks, and the two reports.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["list_notification_routes"];
        /**
         * Decide what is sent where
         * @description Replaces what is sent where. Each item sends one event or report to one channel, for all sites or those in `siteIds`. Events about no site, such as `credits.low`, are sent only where `siteIds` is null. A report is sent for each of the sites, once a week (`report.weekly`, on Monday) or month (`report.monthly`, on the first day), at 7:00 of the site. The first one is about the period that is under way.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        put: operations["put_notification_routes"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{orgId}/service-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List service accounts and their tokens, masked
         * @description Every service account of the organization, newest first, with its valid tokens, masked.
         *
         *     Needs a session with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["list_service_accounts"];
        put?: never;
        /**
         * Create a service account
         * @description Creates a service account: a member of the organization that is a program, with a role below owner. It takes no seat, and an organization has at most 10 (409 `LIMIT_REACHED`). It has no token yet: `POST …/{serviceAccountId}/token` gives it one.
         *
         *     Its token (`sv_…`) is accepted where a session with its role is, except at `/me`, `/auth`, `/keys` and `POST /orgs`, for service accounts, for what needs an owner, and for invitations: it cannot create access that outlives it. It may send 600 requests a minute.
         *
         *     `siteIds` names the only sites that a viewer or a member sees; null or omitted means every site, and an empty list means no site.
         *
         *     Needs a session with the role `owner`. An API key is never accepted. Needs the Pro plan or higher.
         */
        post: operations["create_service_account"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a service account and its tokens
         * @description Deletes a service account. Its tokens are refused from the next request on, on other servers within a second. What it created stays: `made` and the audit entry name the sites, webhooks and monitors that are still there.
         *
         *     Needs a session with the role `admin` or higher. An API key is never accepted.
         */
        delete: operations["delete_service_account"];
        options?: never;
        head?: never;
        /**
         * Change the name, role or sites of a service account
         * @description Changes the name, the role or the sites of a service account; omitted fields stay unchanged. It applies from the next request on, on other servers within a second. The role `admin` removes the list of sites.
         *
         *     Needs a session with the role `owner`. An API key is never accepted.
         */
        patch: operations["update_service_account"];
        trace?: never;
    };
    "/api/v1/orgs/{orgId}/service-accounts/{serviceAccountId}/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a service account a new token
         * @description Creates a token and shows it once. The newest valid token before it stays valid for `overlapSeconds` (a day by default), and others end immediately: at most two tokens are valid. After a leak, send `overlapSeconds: 0`. The token has its creator in `createdBy`: who removes that person later reads which service accounts they may still use.
         *
         *     A token expires after 366 days at most. `allowedIps` limits it to networks; if it is omitted, those of the newest valid token apply.
         *
         *     Needs a session with the role `owner`. An API key is never accepted. Needs the Pro plan or higher.
         */
        post: operations["create_service_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/pages/{siteId}/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What is known of a page, in one line of time
         * @description The file of a page: what happened to it in a period, newest first, with its figures by week.
         *
         *     `happened` has the reads of crawlers, one row for each day, crawler, purpose and evidence (without refuted ones); the text of the page, when Askline first read it and each time it changed; clear changes of the citation rate of a question and engine (`list_changes`) whose answers cite the page; notes on the site's charts; rules that were created or changed and whose paths include the page.
         *
         *     `citedBy` has the questions whose answers in the period cite the page, with the engines that gave them; `list_citations` with `monitorId` has the answers. `previous` has the sums of the previous period, and each week the figures of as many days one period earlier (`before`).
         *
         *     Askline reads the text of the pages that answers cite and that readers ask about most, once a day, unless the site's setting `readPages` is false. It obeys `robots.txt` and `noindex`, and makes at most one request in five seconds. `text.outcome` says how the last reading ended. Of a page, the latest 30 versions are kept. `sentences` lists what was added, removed or moved; a line of code, a row of a table, a heading and an item of a list count as a sentence each.
         *
         *     The citations of `citation_gained` and `citation_lost` are those of all answers to the question, of which the page is one source. A page that was never seen has an empty file.
         *
         *     Needs a key with the scope `analytics:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_page_file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prompt templates
         * @description Prompt templates of a site, newest first, filtered by status, kind and language.
         *
         *     Needs a key with the scope `prompts:read`, or a session or a service account whose role is at least `member`.
         */
        get: operations["list_prompts"];
        put?: never;
        /**
         * Create a prompt template
         * @description Stores a prompt. The widget fills in placeholders on each page; an unknown placeholder gets 422. A text that plants instructions in an assistant's memory, tells it whom to cite, rank, praise or spare, leads to an address that is not the site's, or hides characters gets 422 `PROMPT_POLICY_VIOLATION`, which names the passage.
         *
         *     Needs a key with the scope `prompts:write`, or a session or a service account whose role is at least `member`.
         */
        post: operations["create_prompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/{siteId}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every prompt template of a site as a file
         * @description Every prompt template as a file: JSON, CSV or NDJSON by `Accept`. Importing it again changes nothing.
         *
         *     Needs a key with the scope `prompts:write`, or a session or a service account whose role is at least `member`.
         */
        get: operations["export_prompts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/{siteId}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Add, edit and replace prompt templates from a file
         * @description Adds, edits and replaces prompts from a file. `mode` says what happens to existing prompts; `dryRun=true` returns what would happen. One invalid item fails the whole file unless `partial=true`. More than 500 items need the Enterprise plan. Each error names the `line` of the file on which its item begins, from 1, and in `path` the field or column.
         *
         *     Needs a key with the scope `prompts:write`, or a session or a service account whose role is at least `member`.
         */
        post: operations["import_prompts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/{siteId}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a prompt on a page before it is stored
         * @description Fills in a text as the widget does on a page, before it is stored: the text that is sent, the address that each assistant opens with its length and its maximum, and the passages that the policy refuses, with their positions. Nothing is stored or counted.
         *
         *     Needs a key with the scope `prompts:read`, or a session or a service account whose role is at least `member`.
         */
        post: operations["preview_prompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/{siteId}/regenerate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Regenerate prompts and questions from the site's pages
         * @description Reads the site's pages and generates new prompts and questions, as a job. Prompts that a person wrote or edited stay. With `estimate=true` nothing is started, and the response says what it would cost: nothing without a model. A generation that fails costs nothing. Pages with `noindex` are not used. Texts that name the subject of a single page are proposed as rules for that page: `GET /rules/{siteId}/proposed`.
         *
         *     Needs a key with the scope `prompts:write`, or a session or a service account whose role is at least `member`. Needs the Enterprise plan.
         */
        post: operations["regenerate_prompts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/prompts/{siteId}/{promptId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A prompt template
         * @description One prompt template, with warnings about possible surprises, such as a text that is too long for an assistant.
         *
         *     Needs a key with the scope `prompts:read`, or a session or a service account whose role is at least `member`.
         */
        get: operations["show_prompt"];
        put?: never;
        post?: never;
        /**
         * Delete a prompt template
         * @description Deletes a prompt. A rule or a button that uses it falls back to the closest match.
         *
         *     Needs a key with the scope `prompts:write`, or a session or a service account whose role is at least `member`.
         */
        delete: operations["delete_prompt"];
        options?: never;
        head?: never;
        /**
         * Edit a prompt template
         * @description Changes the fields that are sent and adds one to `version`. A generated prompt that was edited is no longer overwritten by a generation. `If-Match: "3"` refuses the edit with 412 if the prompt is not at version 3.
         *
         *     Needs a key with the scope `prompts:write`, or a session or a service account whose role is at least `member`.
         */
        patch: operations["update_prompt"];
        trace?: never;
    };
    "/api/v1/prompts/{siteId}/{promptId}/regenerate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Regenerate a generated prompt from the site's pages
         * @description Reads the site's pages and generates a new text for one generated prompt, as a job. A prompt that a person wrote gets 409 `CONFLICT`.
         *
         *     Needs a key with the scope `prompts:write`, or a session or a service account whose role is at least `member`.
         */
        post: operations["regenerate_prompt"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/reports/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The report of a site about a week or month
         * @description The report of a finished ISO week or month in the site's time zone. Each figure is that of `GET /analytics/{siteId}/overview` for the same days with `compare=previous`; the previous period has as many days and ends the day before.
         *
         *     `news` has the most important first: a missing widget, a crawler that the site's server began to refuse, citation rates that fell or rose (`list_changes`), asks and visits that clearly changed, pages and questions that rose. It is empty after a quiet period. `toDo` is the one thing to do about it.
         *
         *     `change` of a figure is `rise` or `fall` only if the change is clear: for counts by the overview's test, for `citationRate` if `list_changes` has one of the rate over all questions and engines that became clear in this period. `citationChanges` has all of them, each with a passage.
         *
         *     A page or question is in `rising` if the overview lists it, it had at least ten asks, and far more than before. `needs` has what needs attention: crawlers that were refused in the period, and, for the latest finished week or month, the present state of the widget and of credits.
         *
         *     With `audience=client`, `needs` is empty, `toDo` is null, and news about widget and crawlers are left out.
         *
         *     Needs a key with the scope `analytics:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_report"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the latest requests with API keys
         * @description The requests of the organization's keys, newest first: for admins, and for a key its own. At least the newest 10,000 of a key are kept, and the newest 1,000,000 of the instance. `key`, `status` and `route` filter them; `route` is the operation's path with its parameters, such as `/api/v1/sites/{siteId}`.
         *
         *     Requests are written a few seconds after they were answered. If there are more than can be written, some are left out; a crash of the server loses those of its last seconds.
         *
         *     Needs any valid API key, or a session or a service account whose role is at least `admin`.
         */
        get: operations["list_requests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/requests/{requestId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A request with an API key, by its id
         * @description One request by the id that its response had as `X-Request-Id` and `meta.requestId`. A key sees only its own; another key's request gets 404.
         *
         *     Needs any valid API key, or a session or a service account whose role is at least `admin`.
         */
        get: operations["show_request"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rules/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prompt rules
         * @description The rules of a site, newest first. They are evaluated by `priority`, then by the longest literal prefix, then by age, oldest first.
         *
         *     Needs a key with the scope `rules:read`, or a session or a service account whose role is at least `member`.
         */
        get: operations["list_rules"];
        put?: never;
        /**
         * Create a prompt rule
         * @description Stores a rule. All fields of `match` must match; one matching value of a field is enough, and an exclusion takes precedence. For each type of action, the first matching rule applies: lowest `priority` first, then the longest literal prefix, then the oldest.
         *
         *     Needs a key with the scope `rules:write`, or a session or a service account whose role is at least `member`.
         */
        post: operations["create_rule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rules/{siteId}/order": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Reorder the rules of a site
         * @description Gives all rules new priorities, so that they are evaluated in the order of `ruleIds`, in one change. A list that does not contain exactly the site's rules gets 409 `CONFLICT`: someone added or deleted a rule in the meantime.
         *
         *     Needs a key with the scope `rules:write`, or a session or a service account whose role is at least `member`.
         */
        put: operations["reorder_rules"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rules/{siteId}/proposed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rules that a generation proposes for single pages
         * @description What the last generation for the whole site proposes for single pages: questions, or a text that is added after the prompts, each as a rule for one page. Readers do not see proposals. `leftOut` says which pages have no proposals, or fewer than possible, and why. The next generation replaces the proposals that still wait for approval.
         *
         *     Needs a key with the scope `rules:read`, or a session or a service account whose role is at least `member`.
         */
        get: operations["list_proposed_rules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rules/{siteId}/proposed/approve": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve proposed rules, all or some
         * @description Creates rules from the proposals in `ids`, or, with `all`, from every waiting proposal. Either all of these rules are created, or none. A proposal that no longer waits gets 422 `VALIDATION_FAILED`, which names its place in `ids`. The new rules are edited and deleted like any other.
         *
         *     Needs a key with the scope `rules:write`, or a session or a service account whose role is at least `member`.
         */
        post: operations["approve_proposed_rules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rules/{siteId}/proposed/dismiss": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Dismiss proposed rules, all or some
         * @description Removes the proposals in `ids`, or, with `all`, every waiting proposal. The same text for the same page is not proposed again.
         *
         *     Needs a key with the scope `rules:write`, or a session or a service account whose role is at least `member`.
         */
        post: operations["dismiss_proposed_rules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rules/{siteId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test what the widget does on a page
         * @description Shows what the widget does at an address: which rules match, which are skipped and why, and what each assistant would be asked. Changes nothing. The server and the widget are tested with the same cases.
         *
         *     Needs a key with the scope `rules:read`, or a session or a service account whose role is at least `member`.
         */
        post: operations["test_rules"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/rules/{siteId}/{ruleId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A prompt rule
         * @description One rule of the site, with its match, its action and its schedule.
         *
         *     Needs a key with the scope `rules:read`, or a session or a service account whose role is at least `member`.
         */
        get: operations["show_rule"];
        /**
         * Replace a prompt rule
         * @description Replaces a rule as a whole: an omitted field gets its default, and no value of the old rule remains. The rule is validated like a new one. With `If-Match` and the `ETag` of a read, which is the `updatedAt` in quotes, a rule that someone else changed in the meantime is not overwritten, and the response is 412.
         *
         *     Needs a key with the scope `rules:write`, or a session or a service account whose role is at least `member`.
         */
        put: operations["replace_rule"];
        post?: never;
        /**
         * Delete a prompt rule
         * @description Deletes a rule. Open pages keep it until they load the configuration again.
         *
         *     Needs a key with the scope `rules:write`, or a session or a service account whose role is at least `member`.
         */
        delete: operations["delete_rule"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sites and their install status
         * @description Every site that the caller may read, newest first, with its install status. A key that is limited to some sites sees only those.
         *
         *     Needs a key with the scope `sites:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["list_sites"];
        put?: never;
        /**
         * Register a site
         * @description Registers a site by its domain. Only events from pages of `allowedOrigins` are accepted, by default the domain itself. Days are counted in the site's time zone. If the plan's number of sites is reached, the response is 409 `LIMIT_REACHED`.
         *
         *     Several sites may have one domain, with separate figures. If the organization has a site of this domain already, with or without `www.`, the new one is created too, and `warnings` names the other with `DOMAIN_ALREADY_ADDED` and its `siteId`.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        post: operations["create_site"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{siteId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A site with its widget configuration
         * @description A site with its widget configuration and install status.
         *
         *     Needs a key with the scope `sites:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_site"];
        put?: never;
        post?: never;
        /**
         * Delete a site and all its data
         * @description Deletes a site with all its data, its prompts, rules, monitors and citations. The widget on its pages is no longer shown. Only a backup can bring it back.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        delete: operations["delete_site"];
        options?: never;
        head?: never;
        /**
         * Change a site's name, domain, origins, time zone, note or pages
         * @description Changes name, domain, origins, aliases, time zone, note or pages. `pages` says which addresses are one page: by default the path alone, in any spelling; `distinct` keeps `/x/` or index files apart, `queryParameters` and `hashRoutes` add to a page what its path does not say. Stored pages that become one are added up within minutes and cannot be split again. A new time zone applies from now on: days that are already counted stay. With `If-Match`, the `ETag` of a read or the `updatedAt` in quotes, a change that someone else made in the meantime is not overwritten, and the response is 412; events from the widget do not count as such a change. If another site has the new domain already, `warnings` names it, as in `create_site`.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        patch: operations["update_site"];
        trace?: never;
    };
    "/api/v1/sites/{siteId}/config": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public widget configuration
         * @description Everything that the widget needs for any page of the site, in one response that caches may keep. Public by design: it contains no secret and no data of the organization. Call it without an `Authorization` header; with one the response is 403.
         *
         *     Must be called without an `Authorization` header.
         */
        get: operations["show_public_config"];
        /**
         * Replace the widget configuration
         * @description Replaces the widget's configuration as a whole and adds one to `version`. What `GET` returned can be edited and sent back; an omitted field gets its default. With `If-Match`, a change that someone else made in the meantime is not overwritten, and the response is 412.
         *
         *     Nothing is stored if a field is invalid. `warnings` lists what is allowed but may have unexpected effects.
         *
         *     Needs a key with the scope `sites:write`, or a session or a service account whose role is at least `admin`.
         */
        put: operations["replace_config"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{siteId}/config/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview what readers would get from a configuration
         * @description Shows what readers would get with a configuration, before it is stored: the whole payload, and the warnings of `replace_config`. `disabled` contains the assistants and share buttons that the configuration lists but has switched off, in the form of the payload. It reports the same errors as `replace_config`. Nothing is stored, and no widget changes.
         *
         *     Needs a key with the scope `sites:read`, or a session or a service account whose role is at least `member`.
         */
        post: operations["preview_config"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{siteId}/config/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Restore a version of the widget configuration
         * @description Stores an earlier version again, as a new version. Nothing is lost: the versions in between stay in the list.
         *
         *     Needs a key with the scope `sites:write`, or a session or a service account whose role is at least `admin`.
         */
        post: operations["roll_back_config"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{siteId}/config/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List versions of the widget configuration
         * @description The last 50 versions of the configuration, newest first, each with the time and who stored it.
         *
         *     Needs a key with the scope `sites:read`, or a session or a service account whose role is at least `member`.
         */
        get: operations["list_config_versions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{siteId}/missing-views": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Whether views stopped while the widget is still loaded
         * @description Whether views stopped although browsers still load the widget: on each of seven days the site had views, then for at least one whole day no event of a reader arrived, while the widget's configuration was requested at least 50 times and would have led to at least ten views before. `possibleCauses` says what to look for. Nothing is missing if any event arrives, such as a click, or if the site counts nothing. Requests by crawlers, and those that a proxy or a browser answers from its cache, are not counted.
         *
         *     Needs a key with the scope `sites:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["show_missing_views"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{siteId}/pages/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview which pages other settings would merge and split
         * @description Compares other settings for pages with those of the site, over the pages that are stored and the addresses of the site that answers cite. Nothing is changed. `merges` are pages that several of the current ones would become: once saved, their sums are added up and cannot be separated again. `splits` are pages of which answers cite several addresses that would be pages of their own: what is counted already stays with the page, and new events are counted apart.
         *
         *     Needs a key with the scope `sites:read`, or a session or a service account whose role is at least `member`.
         */
        post: operations["preview_pages"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{siteId}/refused-origins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Origins whose events the site refused
         * @description The origins whose events were refused because they are not among `allowedOrigins`: the ten latest, most refusals first. Pages with the snippet at these origins are not counted. `sameDomain` says whether an origin is under the site's own registrable domain; for any other origin, anyone may have sent the events.
         *
         *     Needs a key with the scope `sites:read`, or a session or a service account whose role is at least `viewer`.
         */
        get: operations["list_refused_origins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/sites/{siteId}/verify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Look for the snippet on the site's page
         * @description Fetches the site's page and checks whether the snippet is there and correct. `error` comes with a `diagnostic` and a sentence of advice. Only public addresses are fetched, including those of redirects.
         *
         *     `citable` says what would keep an engine from citing the site: `robots.txt` that forbids a page to a crawler that answers are made from (not to one for training); `noindex` or `nosnippet` on the home page or one of the three most viewed pages, in an element or a header, for every crawler or for such a one; and crawlers that the server refused in the last seven days, by its log. `generative_control` is a setting in Google's Search Console that only the site's owner can see. None of this is stored.
         *
         *     Needs a key with the scope `sites:write`, or a session or a service account whose role is at least `admin`.
         */
        post: operations["verify_install"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhook-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Read events back, from the oldest or after one that you have
         * @description Events of the last 30 days, oldest first, whether or not a webhook subscribes to them: a receiver that was away catches up by asking. `since` is the id of the last message that you processed (`webhook-id`); without it, the list begins with the oldest event.
         *
         *     The order is that of the changes: an event never appears before one that you have read. An id that has left the 30 days gets 410 `GONE`, and `details[0].allowed` names the first event that is there.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["list_webhook_events"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description The webhooks of the organization, newest first, with their delivery status. Secrets are never shown again.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["list_webhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Registers a URL and the events to send, and returns the secret for checking signatures, shown only once. Private addresses are refused.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        post: operations["create_webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a webhook with its deliveries
         * @description Deletes a webhook with its deliveries. Pending messages are not sent.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        delete: operations["delete_webhook"];
        options?: never;
        head?: never;
        /**
         * Change a webhook, or enable it again
         * @description Changes the URL or the events, or enables a webhook that was disabled after failed deliveries.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        patch: operations["update_webhook"];
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of the last 30 days
         * @description Messages of the last 30 days, newest first, each with its attempts and the receiver's responses.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        get: operations["list_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/deliveries/{deliveryId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message again
         * @description Sends a message once more, with the same id, so that a receiver can recognize a message that it already has. A delivery that waits for its next attempt is attempted at once; that attempt counts among those of the delivery.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        post: operations["replay_delivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send again what failed or waits since a time
         * @description Sends again what piled up while a receiver was down: messages whose latest delivery failed, as new deliveries, or those that wait for their next attempt, at once. One request sends at most 500, the oldest first; while `hasMore` is true, the same request sends the next ones. Test messages are left out.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        post: operations["replay_deliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Give a webhook a new secret
         * @description Creates a new secret. During the overlap, messages are signed with both, so a receiver can switch without a gap.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        post: operations["rotate_webhook_secret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v1/webhooks/{webhookId}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test message
         * @description Sends a message of the type `webhook.test`, as a job. It is signed like any other, attempted once, and not counted as a failure.
         *
         *     Needs a session or a service account with the role `admin` or higher. An API key is never accepted.
         */
        post: operations["test_webhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description The response to a sign-in. */
        StartedSession: {
            /** @description The session token, to be sent as `Authorization: Bearer st_…`. */
            token: string;
            /**
             * Format: date-time
             * @description When the session ends if it is not used.
             */
            expiresAt: string;
            /** @description The user. */
            user: components["schemas"]["User"];
            /** @description The organizations of which the user is a member. */
            orgs: components["schemas"]["SessionOrganization"][];
            /**
             * Format: uint32
             * @description How many of the account's oldest sessions this one ended: an account has at most 100. Nearly always 0.
             */
            endedSessions: number;
        };
        /** @description A user, as they see themselves. */
        User: {
            /** @description The id. */
            id: components["schemas"]["UserId"];
            /** @description Email address in lower case. */
            email: string;
            /** @description Name; empty if none was given. */
            name: string;
            /**
             * Format: date-time
             * @description When the account was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When you confirmed this address; null if you have not.
             */
            emailVerifiedAt: string | null;
            /** @description A new address that you requested and have not confirmed yet; otherwise null. */
            pendingEmail: components["schemas"]["PendingEmail"] | null;
            /** @description `refused` if the mail server of your address refused an email: you get no email until you confirm the address again. Null otherwise. */
            mailState: components["schemas"]["EmailState"] | null;
            /** @description The response of that mail server, such as `550 no such user`; or a sentence on why no email can be sent to the address, if the server was not asked. */
            mailAnswer: string | null;
        };
        UserId: string;
        /** @description An address that replaces the account's address once it is confirmed. */
        PendingEmail: {
            /** @description The address. */
            email: string;
            /**
             * Format: date-time
             * @description When the link in the email expires.
             */
            expiresAt: string;
        };
        /**
         * @description Why an account gets no email.
         *
         *     * `refused`: The mail server of the address refused it.
         *
         *     A later release may add values.
         * @enum {string}
         */
        EmailState: "refused";
        /** @description An organization and the member's role there. */
        SessionOrganization: {
            /** @description The id. */
            id: components["schemas"]["OrgId"];
            /** @description The name. */
            name: string;
            /** @description What the member may do there. */
            role: components["schemas"]["RoleOutput"];
        };
        OrgId: string;
        /**
         * @description A member's role. Ordered: a higher role has all rights of a lower one.
         *
         *     * `viewer`: Reads analytics and citations, without raw answers and costs.
         *     * `member`: Reads figures, raw answers and costs; reads and edits prompts, rules and monitors.
         *     * `admin`: Also manages sites, widgets, API keys, webhooks and members, and reads the audit log.
         *     * `owner`: May do everything, including managing owners and deleting the organization.
         * @enum {string}
         */
        Role: "viewer" | "member" | "admin" | "owner";
        /** @description Email and password. */
        Credentials: {
            /** @description The account's email address, in upper or lower case. */
            email: string;
            /** @description The password. */
            password: string;
        };
        /** @description The second step of a sign-in: one of `code`, `recoveryCode` and `passkey`. */
        SecondFactor: {
            /** @description The id of the challenge, from the error that asked for the second factor. */
            challenge: string;
            /** @description The six digits that the authenticator app shows. */
            code?: string | null;
            /** @description A recovery code, instead of `code`. Each works once. */
            recoveryCode?: string | null;
            /** @description The answer of a passkey, instead of `code`: to options that were asked for with `secondStepOf`, the challenge. */
            passkey?: components["schemas"]["PasskeyAnswer"] | null;
            /** @description Whether this browser does not ask for the second factor for 30 days. Ignored if an organization of the account forbids it. Default: `false`. */
            remember?: boolean;
        };
        /** @description The answer of a passkey. */
        PasskeyAnswer: {
            /** @description The `ceremony` that it answers. */
            ceremony: string;
            /** @description The credential as the browser's `toJSON()` returns it. */
            credential: {
                [key: string]: unknown;
            };
        };
        /** @description The response to a sign-up: the session (201), or, on an instance that sends email, that an email says how to go on (202). */
        SignUpResult: components["schemas"]["StartedSession"] | components["schemas"]["SignUpRequested"];
        /** @description The response to a sign-up that an email continues, whether or not an account has the address. */
        SignUpRequested: {
            /** @description Always `accepted`. */
            status: components["schemas"]["AcceptedStatus"];
        };
        /**
         * @description The state of a request for an email.
         *
         *     * `accepted`: It was accepted.
         * @enum {string}
         */
        AcceptedStatus: "accepted";
        /** @description A new account with a new organization. */
        SignUp: {
            /**
             * Format: email
             * @description Email address.
             */
            email: string;
            /** @description Password. */
            password: string;
            /** @description Name of the person. */
            name?: string | null;
            /** @description Name of the organization. */
            organizationName: string;
        };
        /** @description The first account of an instance, with the setup token that the server printed. */
        InstanceSetup: {
            /** @description The setup token. */
            token: string;
            /**
             * Format: email
             * @description Email address.
             */
            email: string;
            /** @description Password. */
            password: string;
            /** @description Name of the person. */
            name?: string | null;
            /** @description Name of the organization. */
            organizationName: string;
        };
        /** @description A one-time token. */
        OneTimeToken: {
            /** @description The token: the part after `#` in the link. */
            token: string;
        };
        /** @description The response to a person who accepted an invitation. */
        AcceptedInvitation: {
            /** @description The session token, to be sent as `Authorization: Bearer st_…`. If the invitation was accepted with a session, it is the token that was sent, or null if the session came from the dashboard's cookie. */
            token: string | null;
            /**
             * Format: date-time
             * @description When the session ends if it is not used.
             */
            expiresAt: string;
            /** @description The user. */
            user: components["schemas"]["User"];
            /** @description The organizations of which the user is a member. */
            orgs: components["schemas"]["SessionOrganization"][];
            /**
             * Format: uint32
             * @description How many of the account's oldest sessions this one ended: an account has at most 100. Nearly always 0.
             */
            endedSessions: number;
        };
        /** @description The acceptance of an invitation. With a session, send only the token; without one, also send a password, which creates a new account. */
        InvitationAcceptance: {
            /** @description The token of the invitation. */
            token: string;
            /** @description The password of the new account. */
            password?: string | null;
            /** @description Name of the new account. */
            name?: string | null;
            /**
             * Format: email
             * @description Email address of the new account: the one in the invitation, which is also the default.
             */
            email?: string | null;
        };
        /** @description What an invitation offers. */
        InvitationDetail: {
            /** @description The name of the organization. */
            organization: string;
            /** @description The role of the person who accepts it. */
            role: components["schemas"]["RoleOutput"];
            /** @description The person who sent the invitation; null if the operator created it. */
            inviter: components["schemas"]["Inviter"] | null;
            /** @description The email address that the inviter entered, as a hint. */
            email: string;
        };
        /** @description The person who sent the invitation. */
        Inviter: {
            /** @description Their name; empty if they gave none. */
            name: string;
            /** @description Their email address. */
            email: string;
        };
        /** @description An invitation's token. */
        InvitationToken: {
            /** @description The token of the invitation. */
            token: string;
        };
        /** @description A session of a shared link. It reads `GET /links/{siteId}/view`, and the reports of the link's panels. */
        SharedLinkSession: {
            /** @description The session's token, `ls_…`. */
            token: string;
            /**
             * Format: date-time
             * @description When the session expires: in 12 hours, or with the link.
             */
            sessionExpiresAt: string;
            /** @description The site. */
            siteId: components["schemas"]["SiteId"];
            /** @description The link's name. */
            name: string;
            /** @description What it shows. */
            panels: components["schemas"]["SharedPanelOutput"][];
            /** @description What every number is limited to. */
            filter: components["schemas"]["LinkFilter"];
            /** @description The days that it shows. */
            range: components["schemas"]["LinkRange"];
            /**
             * Format: date-time
             * @description When the link expires; null for never.
             */
            expiresAt: string | null;
        };
        SiteId: string;
        /**
         * @description What a shared link can show.
         *
         *     * `figures`: The figures of the overview.
         *     * `chart`: Asks by day and assistant.
         *     * `loop`: Asks, visits back, and how often engines cite the site.
         *     * `assistants`: Assistants by asks and visits.
         *     * `pages`: Pages by asks and visits.
         *     * `questions`: Suggested questions by clicks.
         *     * `referrers`: Where readers came from.
         *     * `shares`: Shares by channel.
         *     * `crawlers`: Crawlers that ran the widget.
         *     * `devices`: Readers' devices.
         *     * `citations`: How often each engine cites the site.
         *     * `reads`: What crawlers read, by the logs of the site's web servers.
         * @enum {string}
         */
        SharedPanel: "figures" | "chart" | "loop" | "assistants" | "pages" | "questions" | "referrers" | "shares" | "crawlers" | "devices" | "citations" | "reads";
        /** @description What every number of a link is limited to. An empty list is no limit. */
        LinkFilter: {
            /** @description A page, or with `/**` at its end a folder. At most one for now. */
            pages: string[];
            /** @description The id of an assistant or a social network. At most one for now. */
            platforms: string[];
        };
        /** @description The days that a link shows. */
        LinkRange: {
            /**
             * Format: int32
             * @description Their number, including today.
             */
            days: number;
        } | {
            /**
             * Format: date
             * @description The oldest date.
             */
            from: string;
            /**
             * Format: date
             * @description The newest date, included.
             */
            to: string;
        };
        /** @description The token of a link, and its password if it has one. */
        SharedLinkToken: {
            /** @description The token: the part after `#` in the link. */
            token: string;
            /** @description The password, if the link has one. */
            password?: string | null;
        };
        /** @description Whose link it is. */
        SharedLinkBrand: {
            /** @description The organization's brand; null for Askline's, and for a link that is unknown, ended or expired. */
            brand: components["schemas"]["ShownBrand"] | null;
        };
        /** @description A brand as people without an account see it. */
        ShownBrand: {
            /** @description The name that stands where Askline's would. */
            name: string;
            /** @description The address of the logo on this instance; null without one. It changes with the logo. */
            logoUrl?: string | null;
            /** @description The colors of actions, made readable; null for Askline's own. */
            accent?: components["schemas"]["BrandAccent"] | null;
            /** @description Whether the foot says "measured with Askline". */
            measuredWith: boolean;
        };
        /** @description An accent on a light and on a dark ground. */
        BrandAccent: {
            /** @description On a light ground, and on paper. */
            light: components["schemas"]["AccentTones"];
            /** @description On a dark ground. */
            dark: components["schemas"]["AccentTones"];
        };
        /** @description An accent on one ground, as near to the chosen color as can be read. */
        AccentTones: {
            /** @description For text and links: a contrast of at least 4.5 with the ground. */
            text: string;
            /** @description For shapes and buttons: a contrast of at least 3 with the ground. */
            shape: string;
            /** @description For text on such a shape: a contrast of at least 4.5 with it. */
            onShape: string;
        };
        /** @description The token of a link. */
        SharedLinkBrandToken: {
            /** @description The token: the part after `#` in the link. */
            token: string;
        };
        /** @description The ways to sign in. */
        SignInOptions: {
            /** @description Whether anyone may create an account and an organization. */
            signup: boolean;
            /** @description The contact for a new password, in the operator's words; null if the operator named none. */
            contact: string | null;
            /** @description Whether a person who forgot their password can get an emailed link to set a new one. */
            passwordReset: boolean;
            /** @description Whether this instance has passkeys: its `public_url` has a name and begins with `https://`. */
            passkeys: boolean;
            /** @description Whether the instance has no owner yet: the first is created with the setup token that the server printed when it started. */
            needsSetup: boolean;
        };
        /** @description A list: `data.items`. */
        SignInProviderList: {
            /** @description The rows. */
            items: components["schemas"]["SignInProvider"][];
        };
        /** @description A provider to sign in with. */
        SignInProvider: {
            /** @description Its name in paths. */
            name: string;
            /** @description Its name for people. */
            title: string;
            /** @description How it signs people in. */
            kind: components["schemas"]["SignInProviderKind"];
        };
        /**
         * @description How a provider signs people in.
         *
         *     * `oidc`: OpenID Connect: open `/api/v1/auth/oidc/{name}` in the browser.
         *     * `header`: A gate in front of this service that names people in headers: send `POST /api/v1/auth/header`.
         *
         *     A later release may add values.
         * @enum {string}
         */
        SignInProviderKind: "oidc" | "header";
        /** @description The response to a sign-in through a provider: the session (200), or how the sign-in goes on (202). */
        ProviderSignIn: components["schemas"]["StartedSession"] | components["schemas"]["SignInStep"];
        /** @description A sign-in that has not started a session. */
        SignInStep: {
            /** @description How it goes on. */
            status: components["schemas"]["SignInStepStatus"];
            /** @description The account that the identity can be linked to; null unless the status is `password_required`. */
            link: components["schemas"]["IdentityLink"] | null;
        };
        /**
         * @description How a sign-in through a provider goes on.
         *
         *     * `password_required`: An account here has the same email address: send its password to `POST /auth/identities/link`.
         *     * `linked`: The identity is linked to the account of the session that asked for it.
         *     * `proven`: The session that asked for it has a fresh proof.
         *
         *     A later release may add values.
         * @enum {string}
         */
        SignInStepStatus: "password_required" | "linked" | "proven";
        /** @description The account that an identity can be linked to. */
        IdentityLink: {
            /** @description The value to send with the password. */
            state: string;
            /** @description The email address of the account. */
            email: string;
            /** @description The provider's name in paths. */
            provider: string;
        };
        /** @description What came back from a provider. */
        SignInProviderAnswer: {
            /** @description The code. */
            code: string;
            /** @description The state. */
            state: string;
            /** @description Who answers, if the provider says so. */
            iss?: string | null;
        };
        /** @description The body of the request: empty. The person is named by the gate. */
        HeaderSignIn: Record<string, never>;
        /** @description The password of the account that an identity is to be linked to. */
        IdentityLinkPassword: {
            /** @description The `link.state` of the response that asked for it. */
            state: string;
            /** @description The password of the account here. */
            password: string;
        };
        /** @description A list: `data.items`. */
        LinkedIdentityList: {
            /** @description The rows. */
            items: components["schemas"]["LinkedIdentity"][];
        };
        /** @description An account at a sign-in provider that is linked to the account here. */
        LinkedIdentity: {
            /** @description The id, by which it can be unlinked. */
            id: components["schemas"]["LinkedIdentityId"];
            /** @description The provider's name in paths. */
            provider: string;
            /** @description The provider's name for people; its name in paths if the operator removed it. */
            title: string;
            /** @description The email address there, as of the last sign-in; empty if the provider named none. */
            email: string;
            /**
             * Format: date-time
             * @description When it was linked.
             */
            linkedAt: string;
            /**
             * Format: date-time
             * @description When it last signed in.
             */
            lastUsedAt: string;
        };
        LinkedIdentityId: string;
        /** @description Where to go on in order to link an identity, or to prove who is in the session. */
        ProviderVisit: {
            /** @description The address at the provider, to be opened in this browser. */
            location: string;
        };
        /** @description The sign-in provider that a person in a session is to be sent to. */
        SignInProviderChoice: {
            /** @description The name of the provider. */
            provider: string;
        };
        /** @description An identity that was unlinked. */
        UnlinkedIdentity: {
            /** @description Its id. */
            id: components["schemas"]["LinkedIdentityId"];
            /** @description Always `unlinked`. */
            status: components["schemas"]["UnlinkedStatus"];
        };
        /**
         * @description The state of an unlinked identity.
         *
         *     * `unlinked`: It no longer signs in.
         *
         *     A later release may add values.
         * @enum {string}
         */
        UnlinkedStatus: "unlinked";
        /** @description The result of ending the session of the request, all others, or all. */
        EndedSessions: {
            /** @description Always `ended`. */
            status: components["schemas"]["EndedStatus"];
        };
        /**
         * @description The state of an ended session.
         *
         *     * `ended`: The session has ended.
         * @enum {string}
         */
        EndedStatus: "ended";
        /** @description A change of the password. */
        PasswordChange: {
            /** @description The current password. Omit it if the account has none, as after an operator's one-time link. */
            currentPassword?: string | null;
            /** @description The new password. */
            newPassword: string;
        };
        /** @description The result of ending all other access to the account. */
        RevokedAccess: {
            /** @description Always `ended`. */
            status: components["schemas"]["EndedStatus"];
            /** @description Your active API keys in the organizations whose keys you may see, newest first. They still work: revoke those that others may know. */
            keysStillActive: components["schemas"]["ActiveKey"][];
            /** @description The service accounts in those organizations that you created or were given a valid token of, newest first. They still work: give those whose token others may know a new one without an overlap. */
            serviceAccounts: components["schemas"]["NamedServiceAccount"][];
        };
        /** @description An active API key of a person whose access ended. Nothing ends it but `DELETE /keys/{keyId}`. */
        ActiveKey: {
            /** @description The id, by which the key can be revoked. */
            id: components["schemas"]["KeyId"];
            /** @description Its organization. */
            orgId: components["schemas"]["OrgId"];
            /** @description Its name; empty if none was given. */
            name: string;
            /** @description Enough to recognize the key by: `ak_9fKq…x7Zb`. */
            maskedKey: string;
        };
        KeyId: string;
        /** @description A service account by name. */
        NamedServiceAccount: {
            /** @description Its id. */
            id: components["schemas"]["ServiceAccountId"];
            /** @description Its name. */
            name: string;
        };
        ServiceAccountId: string;
        /** @description The end of all other sign-ins of the account that is signed in. */
        AccessRevocation: {
            /** @description The current password. Omit it if the account has none, as after an operator's one-time link. */
            password?: string | null;
        };
        /** @description The response to a request for a link, whether or not one is sent. */
        PasswordResetRequested: {
            /** @description Always `accepted`. */
            status: components["schemas"]["AcceptedStatus"];
        };
        /** @description The account whose password is to be reset. */
        PasswordResetRequest: {
            /** @description The account's email address, in upper or lower case. */
            email: string;
        };
        /** @description A new password, with the token from an emailed link. */
        PasswordReset: {
            /** @description The token: the part after `#` in the link. */
            token: string;
            /** @description The new password. */
            password: string;
            /** @description The six digits that the authenticator app shows, if the account has a second factor. */
            code?: string | null;
            /** @description A recovery code, instead of `code`. */
            recoveryCode?: string | null;
            /** @description The answer of a passkey, instead of `code`: to options that were asked for with `secondStepOf`, the token. */
            passkey?: components["schemas"]["PasskeyAnswer"] | null;
        };
        /** @description The response to a request for a confirmation email. */
        VerificationEmailRequested: {
            /** @description Always `accepted`. */
            status: components["schemas"]["AcceptedStatus"];
            /** @description The address to which the email is sent. */
            email: string;
        };
        /** @description A new email address for the account that is signed in. */
        EmailChange: {
            /**
             * Format: email
             * @description The new email address, to be confirmed.
             */
            email: string;
            /** @description The current password. */
            password: string;
        };
        /** @description A confirmed address of an account. */
        VerifiedEmail: {
            /** @description The address. */
            email: string;
            /** @description The session of the account that a sign-up created now; null if the account existed before. */
            session: components["schemas"]["StartedSession"] | null;
        };
        /** @description The token of an emailed link. */
        EmailedToken: {
            /** @description The token: the part after `#` in the link. */
            token: string;
        };
        /** @description The address that an account has again. */
        RestoredEmail: {
            /** @description The address. */
            email: string;
        };
        /** @description What the account has to sign in with, beside its password. */
        SecondFactors: {
            /** @description The authenticator app; null if none is set up. */
            totp: components["schemas"]["AuthenticatorApp"] | null;
            /**
             * Format: uint32
             * @description How many recovery codes were not used yet.
             */
            recoveryCodesLeft: number;
            /** @description The browsers that do not ask for the second factor, newest first. */
            rememberedBrowsers: components["schemas"]["RememberedBrowser"][];
            /** @description What proved you in this session. */
            proofs: components["schemas"]["SignInProof"][];
            /**
             * Format: date-time
             * @description Until when this session may do what needs a fresh proof, without asking for one.
             */
            freshUntil: string;
        };
        /** @description An authenticator app. */
        AuthenticatorApp: {
            /**
             * Format: date-time
             * @description Since when it is set up.
             */
            since: string;
        };
        /** @description A browser that does not ask for the second factor. */
        RememberedBrowser: {
            /** @description Its name for itself; empty if it sent none. */
            userAgent: string;
            /**
             * Format: date-time
             * @description Since when it is remembered.
             */
            since: string;
            /**
             * Format: date-time
             * @description Until when.
             */
            until: string;
        };
        /**
         * @description Something that proved who a person is.
         *
         *     * `password`: The account's password, also when it was just chosen.
         *     * `totp`: A code of an authenticator app.
         *     * `recoveryCode`: A recovery code.
         *     * `rememberedBrowser`: A browser that does not ask for the second factor for a while, because it was given there.
         *     * `passkey`: A passkey, with the user verified.
         *     * `trustedProvider`: An identity provider whose sign-in counts as a second factor, too.
         *     * `provider`: An identity provider, or a proxy in front of the instance.
         *     * `oneTimeLink`: A link of the operator.
         *
         *     A later release may add values.
         * @enum {string}
         */
        SignInProof: "password" | "totp" | "recoveryCode" | "rememberedBrowser" | "passkey" | "trustedProvider" | "provider" | "oneTimeLink";
        /** @description What an authenticator app needs to be set up. Shown once. */
        AuthenticatorAppSetup: {
            /** @description The secret in base32, to be typed into an app without a camera. */
            secret: string;
            /** @description The address that apps read: `otpauth://totp/…`. */
            uri: string;
            /** @description The address as a QR code: an SVG. */
            qr: string;
        };
        /** @description New recovery codes. Shown once. */
        RecoveryCodes: {
            /** @description Ten codes, each of which replaces the second factor once. */
            recoveryCodes: string[];
        };
        /** @description The first code of an authenticator app. */
        AuthenticatorAppConfirmation: {
            /** @description The six digits that the app shows. */
            code: string;
        };
        /** @description The result of a proof that was given again. */
        Reauthenticated: {
            /**
             * Format: date-time
             * @description Until when this session may do what needs a fresh proof.
             */
            freshUntil: string;
            /** @description What proved you in this session. */
            proofs: components["schemas"]["SignInProof"][];
        };
        /** @description A proof that is given again: one of the four. */
        Reauthentication: {
            /** @description The current password. */
            password?: string | null;
            /** @description The six digits that the authenticator app shows. */
            code?: string | null;
            /** @description A recovery code. Each works once. */
            recoveryCode?: string | null;
            /** @description The answer of a passkey to options for a proof in this session. */
            passkey?: components["schemas"]["PasskeyAnswer"] | null;
        };
        /** @description A list: `data.items`. */
        SessionList: {
            /** @description The rows. */
            items: components["schemas"]["Session"][];
        };
        /** @description A session, without its token. */
        Session: {
            /** @description The id, by which the session can be ended. */
            id: components["schemas"]["SessionId"];
            /**
             * Format: date-time
             * @description When the user signed in.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last used, to the second.
             */
            lastUsedAt: string;
            /**
             * Format: date-time
             * @description When it ends if it is not used again.
             */
            expiresAt: string;
            /** @description The browser or program that signed in; empty if it sent no name. */
            userAgent: string;
            /** @description Whether this request used it. */
            current: boolean;
        };
        SessionId: string;
        /** @description A session that was ended. */
        EndedSession: {
            /** @description Its id. */
            id: components["schemas"]["SessionId"];
            /** @description Always `ended`. */
            status: components["schemas"]["EndedStatus"];
        };
        /** @description A list: `data.items`. */
        SignInList: {
            /** @description The rows. */
            items: components["schemas"]["SignIn"][];
        };
        /** @description A sign-in of the account. */
        SignIn: {
            /** @description The session that it started. */
            sessionId: components["schemas"]["SessionId"];
            /**
             * Format: date-time
             * @description When it happened.
             */
            loggedInAt: string;
            /** @description The browser or program that signed in; empty if it sent no name. */
            userAgent: string;
            /** @description Whether its session is still open. */
            open: boolean;
            /** @description Whether this request used that session. */
            current: boolean;
        };
        /** @description A list: `data.items`. */
        PasskeyList: {
            /** @description The rows. */
            items: components["schemas"]["Passkey"][];
        };
        /** @description A passkey of the caller. */
        Passkey: {
            /** @description The id. */
            id: components["schemas"]["PasskeyId"];
            /** @description The name that you gave it. */
            name: string;
            /** @description Whether it is stored on more than one device, so that losing one does not lose it. */
            isBackedUp: boolean;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last used; null if it was not.
             */
            lastUsedAt: string | null;
        };
        PasskeyId: string;
        /** @description What a browser needs to ask a person for a passkey. */
        PasskeyCeremony: {
            /** @description To be sent back with the answer, which is accepted once. */
            ceremony: string;
            /** @description The options for `navigator.credentials.create` or `.get`, in the form of `parseCreationOptionsFromJSON` and `parseRequestOptionsFromJSON`. */
            options: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description When the answer is too late.
             */
            expiresAt: string;
        };
        /** @description A passkey that was added. */
        AddedPasskey: {
            /** @description The passkey. */
            passkey: components["schemas"]["Passkey"];
            /** @description Ten recovery codes, which are shown only here, if this is the first second factor of the account; otherwise null. */
            recoveryCodes: string[] | null;
        };
        /** @description A new passkey. */
        PasskeyCreate: {
            /** @description The `ceremony` that it answers. */
            ceremony: string;
            /** @description The credential as the browser's `toJSON()` returns it. */
            credential: {
                [key: string]: unknown;
            };
            /** @description A name by which you know it, such as that of the device. */
            name: string;
        };
        /** @description Another name of a passkey. */
        PasskeyUpdate: {
            /** @description The name. */
            name: string;
        };
        /** @description A passkey that was removed. */
        RemovedPasskey: {
            /** @description Its id. */
            id: components["schemas"]["PasskeyId"];
            /** @description Always `removed`. */
            status: components["schemas"]["PasskeyRemovedStatus"];
        };
        /**
         * @description The state of a removed passkey.
         *
         *     * `removed`: It is refused from now on.
         * @enum {string}
         */
        PasskeyRemovedStatus: "removed";
        /** @description What a second step belongs to. */
        PasskeyWanted: {
            /** @description The id of the challenge of a sign-in, or the token of a link, with which the answer is sent. Omit it to sign in with the passkey alone. */
            secondStepOf?: string | null;
        };
        /** @description Who is signed in. */
        Me: {
            /** @description The user. */
            user: components["schemas"]["User"];
            /** @description The organizations of which the user is a member. */
            orgs: components["schemas"]["MyOrganization"][];
            /** @description The session of this request. */
            session: components["schemas"]["CurrentSession"];
        };
        /** @description An organization and what the member may do there. */
        MyOrganization: {
            /** @description The id. */
            id: components["schemas"]["OrgId"];
            /** @description The name. */
            name: string;
            /** @description The member's role there. */
            role: components["schemas"]["RoleOutput"];
            /** @description The organization's plan. */
            plan: components["schemas"]["Plan"];
            /** @description The only sites that the member sees there; null for all of them. */
            siteIds?: components["schemas"]["SiteId"][] | null;
            /** @description Whether the organization demands a second factor that this session did not give: every other route of it refuses. */
            secondFactorMissing: boolean;
        };
        /**
         * @description A plan. Plans are ordered: a higher plan allows everything that a lower one allows.
         *
         *     * `free`: Only the dashboard, without API keys.
         *     * `pro`: API keys with 120 requests per minute each.
         *     * `business`: API keys with 600 requests per minute each.
         *     * `enterprise`: API keys with 3,000 requests per minute each, large imports, and generation for whole sites.
         *
         *     A later release may add values.
         * @enum {string}
         */
        Plan: "free" | "pro" | "business" | "enterprise";
        /** @description The session of a request. */
        CurrentSession: {
            /** @description The id. */
            id: components["schemas"]["SessionId"];
            /**
             * Format: date-time
             * @description When the user signed in.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it ends if it is not used again.
             */
            expiresAt: string;
        };
        /** @description Changes to the account that is signed in; omitted fields stay unchanged. */
        MeUpdate: {
            /** @description Your name as others in your organizations see it; empty for none. */
            name?: string;
        };
        /** @description The notifications of the person. */
        Notifications: {
            /** @description Each kind. */
            items: components["schemas"]["Notification"][];
            /** @description When no alert is sent; null if that is never so. An alert in these hours comes when they end. */
            quietHours: components["schemas"]["QuietHours"] | null;
            /** @description Why nothing is sent at present; null if nothing is in the way. */
            obstacle: components["schemas"]["NotificationObstacle"] | null;
        };
        /** @description Whether the person gets a kind of notification. */
        Notification: {
            /** @description What is sent. */
            kind: components["schemas"]["MailNotificationKindOutput"];
            /** @description How it is sent. */
            channel: components["schemas"]["NotificationChannelOutput"];
            /** @description Whether the person wants it: for alerts, about all sites without an exception. False until they ask for it. */
            wanted: boolean;
            /** @description For alerts: the sites for which the person chose differently from all others. Empty for reports. */
            except: components["schemas"]["SiteId"][];
            /**
             * Format: date-time
             * @description For reports: when the next one is due; null if none is wanted, and for alerts.
             */
            nextAt: string | null;
        };
        /**
         * @description What a person can get by email.
         *
         *     * `report.weekly`: The weekly report.
         *     * `report.monthly`: The monthly report.
         *     * `citation.gained`: An engine cites a site more often.
         *     * `citation.lost`: An engine cites a site less often.
         *     * `crawler.refused`: The server of a site refuses an AI crawler.
         *     * `referrals.dropped`: Assistants sent fewer visits than usual.
         *     * `referrals.risen`: Assistants sent more visits than usual.
         *     * `site.stale`: The widget is no longer seen on a site.
         *     * `monitor.failing`: An engine's responses cannot be read.
         *     * `credits.low`: Few credits are left. For admins.
         *     * `credits.exhausted`: No credits are left. For admins.
         *     * `key.expiring`: An API key expires soon. For admins.
         *     * `webhook.disabled`: A webhook was disabled. For admins.
         * @enum {string}
         */
        MailNotificationKind: "report.weekly" | "report.monthly" | "citation.gained" | "citation.lost" | "crawler.refused" | "referrals.dropped" | "referrals.risen" | "site.stale" | "monitor.failing" | "credits.low" | "credits.exhausted" | "key.expiring" | "webhook.disabled";
        /**
         * @description How a notification reaches a person.
         *
         *     * `mail`: An email to the account's address.
         * @enum {string}
         */
        NotificationChannel: "mail";
        /** @description The hours in which a person gets no alert. */
        QuietHours: {
            /** @description When they begin, such as `22:00`. */
            from: string;
            /** @description When they end, such as `07:00`: on the next day if that is not after `from`. */
            to: string;
            /** @description The time zone of both, by its name in the IANA database. */
            timezone: string;
        };
        /**
         * @description Why nothing is sent, whatever is wanted.
         *
         *     * `no_mail_server`: This instance sends no email.
         *     * `address_not_confirmed`: The account's address is not confirmed.
         *     * `address_refused`: The account's address refused an email.
         *
         *     A later release may add values.
         * @enum {string}
         */
        NotificationObstacle: "no_mail_server" | "address_not_confirmed" | "address_refused";
        /** @description A change of what the person gets: `kind`, `channel` and `wanted` together, `quietHours`, or both. It is stored as a whole, or not at all. */
        NotificationsUpdate: {
            /** @description What is sent. */
            kind?: components["schemas"]["MailNotificationKind"];
            /** @description How it is sent. */
            channel?: components["schemas"]["NotificationChannel"];
            /** @description Whether the person wants it. */
            wanted?: boolean;
            /** @description For alerts: the site that this is about. Omitted for all sites, which replaces what was chosen for single ones. */
            siteId?: components["schemas"]["SiteId"];
            /** @description For alerts about all sites: the sites for which the opposite holds. Replaces what was chosen before. */
            except?: components["schemas"]["SiteId"][];
            /** @description When no alert is sent; null for never. */
            quietHours?: components["schemas"]["QuietHoursInput"] | null;
        };
        /** @description A list: `data.items`. */
        ChannelList: {
            /** @description The rows. */
            items: components["schemas"]["Channel"][];
        };
        /** @description A channel. */
        Channel: {
            /** @description Its id. */
            id: components["schemas"]["ChannelId"];
            /** @description The service that it belongs to. */
            type: components["schemas"]["ChannelTypeOutput"];
            /** @description What people call it. */
            name: string;
            /** @description Enough to recognize the address by: `hooks.slack.com/…9fQ2`. */
            maskedAddress: string;
            /** @description Whom the reports that are sent to it are for. */
            audience: components["schemas"]["ReportAudienceOutput"];
            /** @description Its state. */
            state: components["schemas"]["ChannelState"];
            /** @description Whether Askline disabled it, because the service said for a day that its address does not exist. */
            isGone: boolean;
            /** @description Why the latest attempt failed; null if it did not. */
            failure: string | null;
            /**
             * Format: date-time
             * @description When the first attempt since the last success failed; null if none did.
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description When a message last arrived; null if none did.
             */
            lastSentAt: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a person last changed it.
             */
            updatedAt: string;
            /** @description Who created it; null for a service account. */
            createdBy: components["schemas"]["KeyCreator"] | null;
        };
        ChannelId: string;
        /**
         * @description The service that a channel belongs to.
         *
         *     * `slack`: Slack, by an incoming webhook.
         *     * `discord`: Discord, by a webhook of a channel.
         *     * `teams`: Microsoft Teams, by a workflow.
         * @enum {string}
         */
        ChannelType: "slack" | "discord" | "teams";
        /**
         * @description Whom a report is for.
         *
         *     * `team`: Those who run the site: everything, with what needs attention and one thing to do.
         *     * `client`: Those for whom the site is run: what rose and fell, without internal matters.
         * @enum {string}
         */
        ReportAudience: "team" | "client";
        /**
         * @description The state of a channel.
         *
         *     * `active`: Messages are sent.
         *     * `failing`: Messages are sent, and the latest attempt failed.
         *     * `disabled`: Nothing is sent.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ChannelState: "active" | "failing" | "disabled";
        /** @description The creator of a key. */
        KeyCreator: {
            /** @description The user. */
            id: components["schemas"]["UserId"];
            /** @description The user's email address. */
            email: string;
        };
        /** @description A channel to add. */
        ChannelCreate: {
            /** @description The service that it belongs to. */
            type: components["schemas"]["ChannelType"];
            /** @description What people call it, such as `#seo`. */
            name: string;
            /**
             * Format: uri
             * @description The address that the service gave for it. It is stored encrypted and never shown whole again.
             */
            address: string;
            /** @description Whom the reports that are sent to it are for; `team` if omitted. */
            audience?: components["schemas"]["ReportAudience"];
        };
        /** @description Changes to a channel; omitted fields stay unchanged. At least one field is required. */
        ChannelUpdate: {
            /** @description What people call it. */
            name?: string;
            /**
             * Format: uri
             * @description Another address of the same service.
             */
            address?: string;
            /** @description Whether messages are sent. Enabling a channel, and another address, end its failures. */
            enabled?: boolean;
            /** @description Whom the reports that are sent to it are for. */
            audience?: components["schemas"]["ReportAudience"];
        };
        /** @description The result of a deletion. */
        Deleted: {
            /** @description The id of the deleted object. */
            id: string;
            /**
             * @description Always `deleted`.
             * @constant
             */
            status: "deleted";
        };
        /** @description A message to a channel. */
        ChannelMessage: {
            /** @description Its id. */
            id: components["schemas"]["MessageId"];
            /** @description The channel. */
            channelId: components["schemas"]["ChannelId"];
            /** @description The site that it is about; null if it is about none. */
            siteId: components["schemas"]["SiteId"] | null;
            /** @description The event, the report, `channel.test` or `channel.digest`. */
            kind: string;
            /** @description Its first line. */
            title: string;
            /** @description Its state. */
            state: components["schemas"]["MessageState"];
            /** @description The digest that it waits for or was sent with; null if it is sent alone. */
            digestId: components["schemas"]["MessageId"] | null;
            /**
             * Format: uint32
             * @description The number of attempts so far.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was made.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the service accepted it; null until then.
             */
            sentAt: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is due; null if no further one is planned.
             */
            nextAttemptAt: string | null;
            /**
             * Format: uint16
             * @description The status of the service's last answer; null without an answer.
             */
            responseStatus: number | null;
            /** @description Why the last attempt failed; null if it did not. */
            failure: string | null;
        };
        MessageId: string;
        /**
         * @description The state of a message.
         *
         *     * `pending`: It waits for its first or next attempt.
         *     * `waiting`: It waits for the digest of the day.
         *     * `sent`: The service accepted it, or the digest that names it.
         *     * `failed`: It failed and is not retried.
         *
         *     A later release may add values.
         * @enum {string}
         */
        MessageState: "pending" | "waiting" | "sent" | "failed";
        /** @description A list: `data.items`. */
        ChannelMessageList: {
            /** @description The rows. */
            items: components["schemas"]["ChannelMessage"][];
        };
        /** @description A list: `data.items`. */
        RecipientList: {
            /** @description The rows. */
            items: components["schemas"]["Recipient"][];
        };
        /** @description A recipient. */
        Recipient: {
            /** @description Its id. */
            id: components["schemas"]["RecipientId"];
            /** @description The address. */
            email: string;
            /** @description Whom the reports are for. */
            audience: components["schemas"]["ReportAudienceOutput"];
            /** @description Its state. Only a confirmed one gets reports. */
            state: components["schemas"]["RecipientState"];
            /** @description What the mail server answered when it refused the address; null if it did not. */
            refusal: string | null;
            /** @description The only sites that reports are about; null for every site. Deleted sites are left out. */
            siteIds: components["schemas"]["SiteId"][] | null;
            /** @description Whether a report comes for each week. */
            weekly: boolean;
            /** @description Whether a report comes for each month. */
            monthly: boolean;
            /** @description The language of the emails. */
            language: components["schemas"]["MailLanguageOutput"];
            /**
             * Format: date-time
             * @description When its owner confirmed it last; null if they never did.
             */
            confirmedAt: string | null;
            /**
             * Format: date-time
             * @description When it was added.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed.
             */
            updatedAt: string;
            /** @description Who added it; null for a service account. */
            createdBy: components["schemas"]["KeyCreator"] | null;
        };
        RecipientId: string;
        /**
         * @description The state of a recipient. Only a confirmed one gets reports.
         *
         *     * `pending`: The address was sent a link, which its owner did not use yet.
         *     * `confirmed`: Its owner confirmed it.
         *     * `refused`: A mail server refused an email to it.
         *     * `unsubscribed`: Its owner ended the reports.
         *
         *     A later release may add values.
         * @enum {string}
         */
        RecipientState: "pending" | "confirmed" | "refused" | "unsubscribed";
        /**
         * @description A language of emails.
         *
         *     * `en`: English.
         *     * `de`: German.
         * @enum {string}
         */
        MailLanguage: "en" | "de";
        /** @description A recipient to add. */
        RecipientCreate: {
            /**
             * Format: email
             * @description The address. Its owner gets a link to confirm it.
             */
            email: string;
            /** @description Whom the reports are for: `client` leaves out everything internal. */
            audience: components["schemas"]["ReportAudience"];
            /** @description The only sites that reports are about; null or omitted for every site of the organization. */
            siteIds?: components["schemas"]["SiteId"][] | null;
            /** @description Whether a report comes for each week; true if omitted. */
            weekly?: boolean;
            /** @description Whether a report comes for each month; false if omitted. */
            monthly?: boolean;
            /** @description The language of the emails; yours if omitted. */
            language?: components["schemas"]["MailLanguage"];
        };
        /** @description A confirmed recipient, as its owner sees it. */
        RecipientConfirmed: {
            /** @description The address. */
            email: string;
            /** @description The name of the organization that sends the reports. */
            organization: string;
            /** @description Whom the reports are for. */
            audience: components["schemas"]["ReportAudienceOutput"];
            /** @description Whether a report comes for each week. */
            weekly: boolean;
            /** @description Whether a report comes for each month. */
            monthly: boolean;
        };
        /** @description Changes to a recipient; omitted fields stay unchanged. At least one field is required. */
        RecipientUpdate: {
            /** @description Whom the reports are for. */
            audience?: components["schemas"]["ReportAudience"];
            /** @description The only sites that reports are about; null for every site of the organization. An empty list means no site. */
            siteIds?: components["schemas"]["SiteId"][] | null;
            /** @description Whether a report comes for each week. */
            weekly?: boolean;
            /** @description Whether a report comes for each month. */
            monthly?: boolean;
            /** @description The language of the emails. */
            language?: components["schemas"]["MailLanguage"];
        };
        /** @description What is sent where. */
        NotificationRoutes: {
            /** @description The reports and events that can be sent. */
            kinds: components["schemas"]["NotificationKindOutput"][];
            /** @description Every route. */
            items: components["schemas"]["NotificationRoute"][];
        };
        /**
         * @description What can be sent to a channel: an event of webhooks, or a report.
         * @enum {string}
         */
        NotificationKind: "report.weekly" | "report.monthly" | "key.created" | "key.rotated" | "key.revoked" | "key.expiring" | "site.installed" | "site.stale" | "prompt.generated" | "crawler.refused" | "referrals.dropped" | "referrals.risen" | "citation.run_completed" | "citation.gained" | "citation.lost" | "monitor.failing" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "config.published" | "site.created" | "site.deleted" | "prompt.created" | "prompt.updated" | "prompt.deleted" | "prompt.imported" | "rule.created" | "rule.updated" | "rule.deleted" | "rule.reordered" | "member.invited" | "member.joined" | "member.updated" | "member.removed";
        /** @description An event or a report that is sent to a channel. */
        NotificationRoute: {
            /** @description The event or the report. */
            kind: components["schemas"]["NotificationKindOutput"];
            /** @description The channel. */
            channelId: components["schemas"]["ChannelId"];
            /** @description The sites whose events and reports are sent; null for all sites, and for events about no site. Deleted sites are left out. */
            siteIds: components["schemas"]["SiteId"][] | null;
        };
        /** @description What is to be sent where. It replaces everything that was sent before. */
        NotificationRoutesUpdate: {
            /** @description Every route. */
            items: components["schemas"]["NotificationRouteInput"][];
        };
        /** @description An event or a report that is sent to a channel. */
        NotificationRouteInput: {
            /** @description The event or the report. */
            kind: components["schemas"]["NotificationKind"];
            /** @description The channel. */
            channelId: components["schemas"]["ChannelId"];
            /** @description The sites whose events and reports are sent; null or omitted for all sites, and for events about no site. */
            siteIds?: components["schemas"]["SiteId"][] | null;
        };
        /** @description What a client asks for. */
        AskedAccess: {
            /** @description The name that the client gives itself, which is not verified; may be empty. */
            clientName: string;
            /** @description The host of the client's metadata document; null for a client that has none. */
            documentHost: string | null;
            /** @description Whether the operator of this instance entered the client in the settings. */
            isEntered: boolean;
            /** @description Where the code is sent: a host, a scheme such as `cursor:` (the only form with a colon), or `localhost`. */
            destination: string;
            /** @description Whether the code is sent to a program on the person's own computer. Any program there could have asked. */
            isThisComputer: boolean;
            /** @description Changes with everything that the client says about itself. */
            fingerprint: string;
            /** @description The scopes that the client asks for. */
            scopes: components["schemas"]["ScopeOutput"][];
            /** @description The address that tells the client that the person refused. */
            refusedUrl: string;
        };
        /** @enum {string} */
        Scope: "analytics:read" | "sites:read" | "sites:write" | "prompts:read" | "prompts:write" | "citations:read" | "credits:read" | "rules:read" | "rules:write" | "org:read" | "*";
        /** @description A request of an OAuth client. */
        AppRequest: {
            /** @description The query of the address that the client opened. */
            request: string;
        };
        /** @description A list: `data.items`. */
        ConnectedAppList: {
            /** @description The rows. */
            items: components["schemas"]["ConnectedApp"][];
        };
        /** @description A connected app. */
        ConnectedApp: {
            /** @description The id, by which the app can be disconnected. */
            id: components["schemas"]["AppId"];
            /** @description The organization whose data it may read. */
            orgId: components["schemas"]["OrgId"];
            /** @description The person as whom it acts. */
            userId: components["schemas"]["UserId"];
            /** @description The name that it gives itself, which is not verified; may be empty. */
            clientName: string;
            /** @description Where it received its code: a host, a scheme such as `cursor:`, or `localhost`. */
            destination: string;
            /** @description Its scopes. It never may do more than its person. */
            scopes: components["schemas"]["ScopeOutput"][];
            /** @description The only sites that it may see; null for every site that its person sees. */
            siteIds: components["schemas"]["SiteId"][] | null;
            /**
             * Format: date-time
             * @description When it was connected.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it must be connected again.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was last used, to the second.
             */
            lastUsedAt: string | null;
        };
        AppId: string;
        /** @description An app that was disconnected. */
        DisconnectedApp: {
            /** @description Its id. */
            id: components["schemas"]["AppId"];
            /** @description Always `disconnected`. */
            status: components["schemas"]["DisconnectedStatus"];
        };
        /**
         * @description The state of an ended app.
         *
         *     * `disconnected`: Its tokens are refused from now on.
         *
         *     A later release may add values.
         * @enum {string}
         */
        DisconnectedStatus: "disconnected";
        /** @description Where the browser goes after an app was connected. */
        ConnectedRedirect: {
            /** @description The client's address, with the code. */
            redirectUrl: string;
        };
        /** @description The consent to a client's request. */
        AppConnect: {
            /** @description The request: the query of the address that the client opened. */
            request: string;
            /** @description The `fingerprint` of the client as the person saw it. */
            fingerprint: string;
            /** @description What the app may do: some or all of the scopes that the client asks for, without repeats. */
            scopes: components["schemas"]["Scope"][];
            /** @description The only sites that the app may see; by default every site that you see, also future ones. */
            siteIds?: components["schemas"]["SiteId"][] | null;
            /**
             * Format: uint32
             * @description The number of days until the app must be connected again. Default: `30`.
             */
            expiresInDays?: number | null;
        };
        /** @description A list: `data.items`. */
        MembersAppList: {
            /** @description The rows. */
            items: components["schemas"]["MembersApp"][];
        };
        /** @description An app of a member. */
        MembersApp: {
            /** @description The id, by which the app can be disconnected. */
            id: components["schemas"]["AppId"];
            /** @description The organization whose data it may read. */
            orgId: components["schemas"]["OrgId"];
            /** @description The person as whom it acts. */
            userId: components["schemas"]["UserId"];
            /** @description The name that it gives itself, which is not verified; may be empty. */
            clientName: string;
            /** @description Where it received its code: a host, a scheme such as `cursor:`, or `localhost`. */
            destination: string;
            /** @description Its scopes. It never may do more than its person. */
            scopes: components["schemas"]["ScopeOutput"][];
            /** @description The only sites that it may see; null for every site that its person sees. */
            siteIds: components["schemas"]["SiteId"][] | null;
            /**
             * Format: date-time
             * @description When it was connected.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it must be connected again.
             */
            expiresAt: string;
            /**
             * Format: date-time
             * @description When it was last used, to the second.
             */
            lastUsedAt: string | null;
            /** @description The email address of its person. */
            email: string;
        };
        /** @description A new API key with its plaintext. */
        CreatedApiKey: {
            /** @description The id, by which the key can be revoked or rotated. */
            id: components["schemas"]["KeyId"];
            /** @description Its name; empty if none was given. */
            name: string;
            /** @description Enough to recognize the key by: `ak_9fKq…x7Zb`. */
            maskedKey: string;
            /** @description Its scopes. */
            scopes: components["schemas"]["ScopeOutput"][];
            /** @description The only sites that it may access; null for every site of the organization. */
            siteIds: components["schemas"]["SiteId"][] | null;
            /** @description The only networks it may be used from; null for any. */
            allowedIps: string[] | null;
            /** @description Whether it is active, expired or revoked. */
            status: components["schemas"]["KeyStatusOutput"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Who created it; null for a key that was created on the server's command line. */
            createdBy: components["schemas"]["KeyCreator"] | null;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to the second.
             */
            lastUsedAt: string | null;
            /**
             * Format: uint32
             * @description The maximum number of requests per minute, according to the plan.
             */
            rateLimitPerMinute: number;
            /** @description The key that this one replaced. */
            rotatedFromId: components["schemas"]["KeyId"] | null;
            /** @description The key that replaced this one. */
            replacedById: components["schemas"]["KeyId"] | null;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokedAt: string | null;
            /** @description The key itself, shown only once; null if the response repeats an earlier one with the same `Idempotency-Key`. */
            key: string | null;
        };
        /**
         * @description The status of a key.
         *
         *     * `active`: The key is accepted.
         *     * `expired`: The key is past its expiration.
         *     * `revoked`: The key was revoked, or reported as leaked.
         * @enum {string}
         */
        KeyStatus: "active" | "expired" | "revoked";
        /** @description A key to create. A null field is the same as an omitted one. */
        ApiKeyCreate: {
            /** @description Its scopes: 1 to 11, without repeats. */
            scopes: components["schemas"]["Scope"][];
            /** @description Its name. */
            name?: string | null;
            /** @description The sites that it may access; by default all sites of the organization. */
            siteIds?: components["schemas"]["SiteId"][] | null;
            /** @description The IP addresses or networks (CIDR) from which it may be used; by default any. */
            allowedIps?: string[] | null;
            /**
             * Format: date-time
             * @description When it expires, at most ten years ahead; by default never.
             */
            expiresAt?: string | null;
        };
        /** @description A list: `data.items`. */
        ApiKeyList: {
            /** @description The rows. */
            items: components["schemas"]["ApiKey"][];
        };
        /** @description An API key, masked. */
        ApiKey: {
            /** @description The id, by which the key can be revoked or rotated. */
            id: components["schemas"]["KeyId"];
            /** @description Its name; empty if none was given. */
            name: string;
            /** @description Enough to recognize the key by: `ak_9fKq…x7Zb`. */
            maskedKey: string;
            /** @description Its scopes. */
            scopes: components["schemas"]["ScopeOutput"][];
            /** @description The only sites that it may access; null for every site of the organization. */
            siteIds: components["schemas"]["SiteId"][] | null;
            /** @description The only networks it may be used from; null for any. */
            allowedIps: string[] | null;
            /** @description Whether it is active, expired or revoked. */
            status: components["schemas"]["KeyStatusOutput"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Who created it; null for a key that was created on the server's command line. */
            createdBy: components["schemas"]["KeyCreator"] | null;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was last used, to the second.
             */
            lastUsedAt: string | null;
            /**
             * Format: uint32
             * @description The maximum number of requests per minute, according to the plan.
             */
            rateLimitPerMinute: number;
            /** @description The key that this one replaced. */
            rotatedFromId: components["schemas"]["KeyId"] | null;
            /** @description The key that replaced this one. */
            replacedById: components["schemas"]["KeyId"] | null;
            /**
             * Format: date-time
             * @description When it was revoked.
             */
            revokedAt: string | null;
        };
        /** @description The calling key, and the state of its rate limit. */
        OwnApiKey: {
            /** @description The key's settings and state. */
            key: components["schemas"]["ApiKey"];
            /** @description The state of its rate limit, which it shares with the key that it replaced or that replaced it. */
            rate: components["schemas"]["RateState"];
        };
        /** @description The state of a rate limit in a sliding minute. */
        RateState: {
            /**
             * Format: uint32
             * @description Requests per minute.
             */
            limit: number;
            /**
             * Format: uint32
             * @description Requests that would be admitted now.
             */
            remaining: number;
            /**
             * Format: date-time
             * @description When at least one more request is allowed; null if one is allowed now.
             */
            resetAt: string | null;
        };
        /** @description The response to every report. */
        LeakReport: {
            /** @description Always `received`: the response does not reveal whether the key existed. */
            status: components["schemas"]["ReceivedStatus"];
        };
        /**
         * @description The state of a report.
         *
         *     * `received`: The report was received.
         * @enum {string}
         */
        ReceivedStatus: "received";
        /** @description A leaked key. */
        LeakedKey: {
            /** @description The key in plaintext. */
            key: string;
        };
        /** @description Changes to a key; omitted fields stay unchanged. At least one field is required. */
        ApiKeyUpdate: {
            /** @description Its name; may be empty. */
            name?: string;
            /** @description Its scopes: 1 to 11, without repeats. */
            scopes?: components["schemas"]["Scope"][];
            /** @description The sites that it may access; null for all sites of the organization. */
            siteIds?: components["schemas"]["SiteId"][] | null;
            /** @description The IP addresses or networks (CIDR) from which it may be used; null for any. */
            allowedIps?: string[] | null;
            /**
             * Format: date-time
             * @description When it expires, at most ten years ahead; null for never.
             */
            expiresAt?: string | null;
        };
        /** @description A key that was revoked, now or earlier. */
        RevokedKey: {
            /** @description Its id. */
            id: components["schemas"]["KeyId"];
            /** @description Always `revoked`. */
            status: components["schemas"]["RevokedStatus"];
            /**
             * Format: date-time
             * @description When it was first revoked.
             */
            revokedAt: string;
        };
        /**
         * @description The state of a revoked key.
         *
         *     * `revoked`: Refused from now on.
         * @enum {string}
         */
        RevokedStatus: "revoked";
        /** @description How to rotate a key. */
        KeyRotation: {
            /**
             * Format: uint32
             * @description The seconds for which the old key remains valid. Default: `86400`.
             */
            overlapSeconds?: number | null;
        };
        /** @description How often a key was used. */
        KeyUsage: {
            /** @description The first day (UTC) that is counted. */
            from: string;
            /** @description The last day (UTC): today. */
            to: string;
            /**
             * Format: uint64
             * @description The number of requests in these days.
             */
            requests: number;
            /** @description The requests by day, route and status, the oldest day first. Days without a request are left out. */
            uses: components["schemas"]["KeyUse"][];
        };
        /** @description The requests of a key on one day, to one route and with one status. */
        KeyUse: {
            /**
             * Format: date
             * @description The day (UTC).
             */
            date: string;
            /** @description The method. */
            method: string;
            /** @description The path of the operation, with `{parameters}` instead of ids. */
            route: string;
            /**
             * Format: uint16
             * @description The status of the responses.
             */
            status: number;
            /**
             * Format: uint64
             * @description The number of requests.
             */
            requests: number;
        };
        /** @description A list: `data.items`. */
        LoggedRequestList: {
            /** @description The rows. */
            items: components["schemas"]["LoggedRequest"][];
        };
        /** @description A request with an API key. */
        LoggedRequest: {
            /** @description Its id, as `meta.requestId` and `X-Request-Id` had it. */
            id: components["schemas"]["RequestId"];
            /** @description The key. */
            keyId: components["schemas"]["KeyId"];
            /**
             * Format: date-time
             * @description When it arrived.
             */
            at: string;
            /** @description The method. */
            method: string;
            /** @description The path of the operation, with `{parameters}` instead of ids. */
            route: string;
            /**
             * Format: uint16
             * @description The status of the response.
             */
            status: number;
            /** @description The code of the error; null for a success. */
            code: string | null;
            /**
             * Format: uint32
             * @description The time until the response began, in milliseconds.
             */
            durationMs: number;
        };
        RequestId: string;
        /** @description A service account: a member of the organization that is a program. */
        ServiceAccount: {
            /** @description Its id. */
            id: components["schemas"]["ServiceAccountId"];
            /** @description Its name. */
            name: string;
            /** @description Its role. */
            role: components["schemas"]["RoleOutput"];
            /** @description The only sites that it sees; null for every site of the organization. An empty list means no site. */
            siteIds: components["schemas"]["SiteId"][] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Who created it; null for one that was created on the server's command line. */
            createdBy: components["schemas"]["KeyCreator"] | null;
            /**
             * Format: date-time
             * @description When it was last used, to the second.
             */
            lastUsedAt: string | null;
            /** @description Its valid tokens, the newest first: at most two, of which the older one ends after an overlap. */
            tokens: components["schemas"]["ServiceToken"][];
        };
        /** @description A valid token of a service account, masked. */
        ServiceToken: {
            /** @description Enough to recognize the token by: `sv_9fKq…x7Zb`. */
            maskedToken: string;
            /** @description The only networks from which it may be used; null for any. */
            allowedIps: string[] | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Who was given it; null for one that was created on the server's command line or by an earlier release. */
            createdBy: components["schemas"]["KeyCreator"] | null;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt: string;
        };
        /** @description A service account to create. */
        ServiceAccountCreate: {
            /** @description Its name, such as the program that uses it. */
            name: string;
            /**
             * @description Its role. A service account is never an owner.
             * @enum {string}
             */
            role: "viewer" | "member" | "admin";
            /** @description The only sites that it will see, for the roles viewer and member; every site of the organization if omitted or null. An empty list means no site. */
            siteIds?: components["schemas"]["SiteId"][] | null;
        };
        /** @description A list: `data.items`. */
        ServiceAccountList: {
            /** @description The rows. */
            items: components["schemas"]["ServiceAccount"][];
        };
        /** @description Changes to a service account; omitted fields stay unchanged. At least one field is required. */
        ServiceAccountUpdate: {
            /** @description Its name. */
            name?: string;
            /**
             * @description Its role. An admin sees every site: this role removes the list of sites.
             * @enum {string}
             */
            role?: "viewer" | "member" | "admin";
            /** @description The only sites that it sees, for the roles viewer and member; null for every site of the organization. An empty list means no site. */
            siteIds?: components["schemas"]["SiteId"][] | null;
        };
        /** @description A deleted service account, and what it created and left. */
        DeletedServiceAccount: {
            /** @description Its id. */
            id: components["schemas"]["ServiceAccountId"];
            /** @description Always `deleted`. */
            status: components["schemas"]["DeletedStatus"];
            /** @description The sites, webhooks and monitors that it created and that are still there, at most 100 of each, the newest first. Nothing ends them with it. */
            made: components["schemas"]["MadeObject"][];
        };
        /**
         * @description The state of a deleted service account.
         *
         *     * `deleted`: Deleted.
         *
         *     A later release may add values.
         * @enum {string}
         */
        DeletedStatus: "deleted";
        /** @description An object that a service account created and that is still there. */
        MadeObject: {
            /** @description What it is: `site`, `webhook` or `monitor`. */
            type: string;
            /** @description Its id. */
            id: string;
            /** @description Its name: of a webhook the description, of a monitor the question. */
            name: string;
        };
        /** @description A service account with its new token. */
        CreatedServiceToken: {
            /** @description The service account. The new token is the first one of its list. */
            serviceAccount: components["schemas"]["ServiceAccount"];
            /** @description The token itself, shown only once; null if the response repeats an earlier one with the same `Idempotency-Key`. */
            token: string | null;
        };
        /** @description A token to create for a service account. Null is the same as omitted, except for `allowedIps`. */
        ServiceTokenCreate: {
            /**
             * Format: date-time
             * @description When it expires, at most 366 days ahead, which is the default.
             */
            expiresAt?: string | null;
            /** @description The IP addresses or networks (CIDR) from which it may be used; null for any. If omitted, those of the newest valid token. */
            allowedIps?: string[] | null;
            /**
             * Format: uint32
             * @description The seconds for which the newest valid token remains valid. Other tokens end immediately. Default: `86400`.
             */
            overlapSeconds?: number | null;
        };
        /** @description An organization. */
        Organization: {
            /** @description The id. */
            id: components["schemas"]["OrgId"];
            /** @description The name. */
            name: string;
            /** @description Lower-case letters, digits and hyphens; unique. */
            slug: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Its plan. */
            plan: components["schemas"]["PlanDetail"];
            /** @description Its seats. */
            seats: components["schemas"]["Seats"];
            /** @description Whether members reach it only with a second factor. */
            requireSecondFactor: boolean;
            /** @description Whether members' browsers may be remembered, so that they do not ask for the second factor for 30 days. */
            rememberBrowsers: boolean;
            /** @description The brand under which reports and shared links are shown; null for Askline's. */
            brand: components["schemas"]["Brand"] | null;
        };
        /** @description A plan. */
        PlanDetail: {
            /** @description The id. */
            id: components["schemas"]["Plan"];
            /** @description The name. */
            name: string;
            /**
             * Format: uint32
             * @description The maximum number of requests per minute for each key; 0 if the plan has no keys.
             */
            requestsPerMinute: number;
            /** @description Its limits. */
            limits: components["schemas"]["PlanLimits"];
        };
        /** @description The limits of a plan; null means unlimited. */
        PlanLimits: {
            /**
             * Format: uint32
             * @description The maximum number of active API keys; a rotated key and its replacement count once.
             */
            keys: number;
            /**
             * Format: uint32
             * @description The maximum number of sites.
             */
            sites: number | null;
            /**
             * Format: uint32
             * @description The maximum number of members, including pending invitations.
             */
            seats: number | null;
            /**
             * Format: uint32
             * @description Credits granted per month.
             */
            creditsPerMonth: number;
            /**
             * Format: uint32
             * @description The number of days for which raw events are kept.
             */
            retentionDays: number;
        };
        /** @description The seats of an organization. */
        Seats: {
            /**
             * Format: uint32
             * @description Seats of the plan; null means unlimited.
             */
            total: number | null;
            /**
             * Format: uint32
             * @description Members who have joined.
             */
            used: number;
            /**
             * Format: uint32
             * @description Invitations that are not accepted yet.
             */
            pending: number;
        };
        /** @description A brand, as it was chosen and as it is shown. */
        Brand: {
            /** @description The name that stands where Askline's would. */
            name: string;
            /** @description The color of actions, `#rrggbb`; null for Askline's own. */
            accent: string | null;
            /** @description The tones of that color that are shown: readable on light and dark grounds. */
            readableAccent: components["schemas"]["BrandAccent"] | null;
            /** @description The address of the logo on this instance; null without one. It changes with the logo. */
            logoUrl: string | null;
            /** @description The address that replies to reports go to; null for the instance's own. */
            replyTo: string | null;
            /** @description Whether the foot says "measured with Askline". */
            measuredWith: boolean;
        };
        /** @description An organization to create. */
        OrganizationCreate: {
            /** @description The organization's name. */
            name: string;
            /** @description Lower-case letters, digits and hyphens, unique on this instance; derived from the name by default. */
            slug?: string | null;
        };
        /** @description Changes to an organization; omitted fields stay unchanged. */
        OrganizationUpdate: {
            /** @description The organization's name. */
            name?: string;
            /** @description Lower-case letters, digits and hyphens, unique on this instance. */
            slug?: string;
            /** @description Whether members reach the organization only with a second factor. Only an owner with one can demand it. */
            requireSecondFactor?: boolean;
            /** @description Whether members' browsers may be remembered, so that they do not ask for the second factor for 30 days. */
            rememberBrowsers?: boolean;
            /** @description The brand under which reports and shared links are shown; null for Askline's. */
            brand?: components["schemas"]["BrandUpdate"] | null;
        };
        /** @description Changes to a brand; omitted fields stay unchanged. A new brand, also from an empty object, has the organization's name, and neither logo nor color. */
        BrandUpdate: {
            /** @description The name that stands where Askline's would. */
            name?: string;
            /** @description The color of actions, `#rrggbb`; null for Askline's own. Where it could not be read, a darker or lighter tone is shown. */
            accent?: string | null;
            /** @description The logo as base64: a still PNG of at most 64 KiB and 2,000 × 2,000 pixels; null removes it. Only its pixels are stored. */
            logoPng?: string | null;
            /** @description The address that replies to reports go to; null for the instance's own. */
            replyTo?: string | null;
            /** @description Whether the foot says "measured with Askline". */
            measuredWith?: boolean;
        };
        /** @description The confirmation that is needed to delete an organization. */
        OrganizationDeletion: {
            /** @description The organization's exact name. */
            name: string;
        };
        /** @description A list: `data.items`. */
        MemberList: {
            /** @description The rows. */
            items: components["schemas"]["Member"][];
        };
        /** @description A member, or someone who was invited. */
        Member: {
            /** @description The member's id. For an invited person, the id of the invitation, which is not the id of an account. */
            userId: components["schemas"]["UserId"];
            /** @description The account's email address; for an invited person, the one in the invitation. It may be unconfirmed. */
            email: string;
            /** @description Name; empty if none was given. */
            name: string;
            /** @description Their role, which applies to an invited person after they join. */
            role: components["schemas"]["RoleOutput"];
            /** @description The only sites that they see, or will see; null for every site of the organization. An empty list means no site. */
            siteIds: components["schemas"]["SiteId"][] | null;
            /** @description Whether they accepted the invitation. */
            status: components["schemas"]["MemberStatus"];
            /**
             * Format: date-time
             * @description When they joined, or were invited.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the invitation's token expires; null for members, and if the token ended because the person who invited them left, was removed or may no longer give the role.
             */
            invitationExpiresAt: string | null;
            /** @description `refused` if the mail server of the address refused an email; null otherwise. */
            mailState: components["schemas"]["EmailState"] | null;
            /** @description The response of that mail server, such as `550 no such user`; or a sentence on why no email can be sent to the address, if the server was not asked. */
            mailAnswer: string | null;
        };
        /**
         * @description Whether someone is a member or only invited.
         *
         *     * `active`: They are a member.
         *     * `pending`: They are invited, but not part of the organization until they accept the invitation.
         *
         *     A later release may add values.
         * @enum {string}
         */
        MemberStatus: "active" | "pending";
        /** @description Someone who was invited, and the invitation to send to them. */
        InvitedMember: {
            /** @description The pending member. */
            member: components["schemas"]["Member"];
            /** @description The invitation that makes them a member. */
            invitation: components["schemas"]["Invitation"];
        };
        /** @description An invitation for you to send. If the instance can send email, it also emails one with another token to the address that you entered. Once one of the two is used, the other stops working. */
        Invitation: {
            /** @description The token, shown only once; null if the response repeats an earlier one with the same `Idempotency-Key`. */
            token: string | null;
            /** @description The page that accepts it; null if the token is null, or if the operator set no public address. */
            acceptUrl: string | null;
            /**
             * Format: date-time
             * @description When it expires.
             */
            expiresAt: string;
            /** @description Whether an invitation was also emailed. False if the instance cannot send email, and beyond a limit: 3 a day to the same address, 10 a day to that address from all organizations, and 20 an hour from yours. */
            mailed: boolean;
        };
        /** @description A person to be invited. */
        MemberCreate: {
            /**
             * Format: email
             * @description Their email address, which only shows whom the invitation is for: anyone who has the token can accept it.
             */
            email: string;
            /** @description Their role. */
            role: components["schemas"]["Role"];
            /** @description The only sites that they will see, for viewers and members; every site of the organization if omitted or null. An empty list means no site. */
            siteIds?: components["schemas"]["SiteId"][] | null;
        };
        /** @description A member after a change. */
        ChangedMember: {
            /** @description The member's id. For an invited person, the id of the invitation, which is not the id of an account. */
            userId: components["schemas"]["UserId"];
            /** @description The account's email address; for an invited person, the one in the invitation. It may be unconfirmed. */
            email: string;
            /** @description Name; empty if none was given. */
            name: string;
            /** @description Their role, which applies to an invited person after they join. */
            role: components["schemas"]["RoleOutput"];
            /** @description The only sites that they see, or will see; null for every site of the organization. An empty list means no site. */
            siteIds: components["schemas"]["SiteId"][] | null;
            /** @description Whether they accepted the invitation. */
            status: components["schemas"]["MemberStatus"];
            /**
             * Format: date-time
             * @description When they joined, or were invited.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the invitation's token expires; null for members, and if the token ended because the person who invited them left, was removed or may no longer give the role.
             */
            invitationExpiresAt: string | null;
            /** @description `refused` if the mail server of the address refused an email; null otherwise. */
            mailState: components["schemas"]["EmailState"] | null;
            /** @description The response of that mail server, such as `550 no such user`; or a sentence on why no email can be sent to the address, if the server was not asked. */
            mailAnswer: string | null;
            /** @description If their role is lower now: the active API keys of the organization that they made, newest first; they still work. */
            readonly keysStillActive: components["schemas"]["ActiveKey"][];
            /** @description If their role is lower now: the service accounts of the organization that they created or were given a valid token of, newest first; they still work. */
            readonly serviceAccounts: components["schemas"]["NamedServiceAccount"][];
        };
        /** @description Changes to a member; omitted fields stay unchanged. At least one field is required. */
        MemberUpdate: {
            /** @description Their role. Admins and owners see every site: a promotion to one of these roles removes the list of sites. */
            role?: components["schemas"]["Role"];
            /** @description The only sites that they will see, for viewers and members; null for every site of the organization. An empty list means no site. */
            siteIds?: components["schemas"]["SiteId"][] | null;
        };
        /** @description A member who left or was removed, or someone whose invitation was withdrawn. */
        RemovedMember: {
            /** @description The user. */
            userId: components["schemas"]["UserId"];
            /** @description Always `removed`. */
            status: components["schemas"]["RemovedStatus"];
            /** @description The active API keys of the organization that they made, newest first; they still work. Empty if you may not see keys. */
            keysStillActive: components["schemas"]["ActiveKey"][];
            /** @description The service accounts of the organization that they created or were given a valid token of, newest first; they still work. Empty if you may not see keys. */
            serviceAccounts: components["schemas"]["NamedServiceAccount"][];
        };
        /**
         * @description The state of a removed member.
         *
         *     * `removed`: No longer a member.
         * @enum {string}
         */
        RemovedStatus: "removed";
        /** @description A list: `data.items`. */
        AuditEntryList: {
            /** @description The rows. */
            items: components["schemas"]["AuditEntry"][];
        };
        /** @description An entry of the audit log. */
        AuditEntry: {
            /** @description The id. */
            id: components["schemas"]["AuditId"];
            /**
             * Format: date-time
             * @description When it happened.
             */
            occurredAt: string;
            /** @description What happened, such as `key.created` or `site.config_updated`. */
            action: string;
            /** @description Who did it. */
            actor: components["schemas"]["Actor"];
            /** @description The objects that were changed. */
            targets: components["schemas"]["Target"][];
            /** @description The caller's IP address; null for background work and the command line. */
            ip: string | null;
            /** @description The caller's `User-Agent`; null if it sent none, and for background work and the command line. */
            userAgent: string | null;
            /** @description The request's id; null for background work and the command line. */
            requestId: string | null;
            /** @description Details. */
            metadata: unknown;
            /** @description The hash of the organization's previous entry. */
            previousHash: string;
            /** @description The hash of this entry. */
            hash: string;
        };
        AuditId: string;
        /** @description Who made a change. */
        Actor: {
            /** @description The kind of actor. */
            type: components["schemas"]["ActorKind"];
            /** @description The id of the user, the key or the service account; `askline` for the system. */
            id: string;
            /** @description The user's email address, the key's masked form, or the name of a service account, of a command or of a part of the service. */
            name: string;
            /** @description The connected app that made the change as this user; null if the user made it. */
            via: components["schemas"]["Via"] | null;
        };
        /**
         * @description The kinds of actors.
         *
         *     * `user`: A member in a session.
         *     * `key`: An API key.
         *     * `service`: A service account.
         *     * `system`: The service itself or its command line.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ActorKind: "user" | "key" | "service" | "system";
        /** @description What made a change as a user. */
        Via: {
            /** @description The connected app. */
            app: components["schemas"]["ViaApp"];
        };
        /** @description A connected app that made a change. */
        ViaApp: {
            /** @description The app's id. */
            id: components["schemas"]["AppId"];
            /** @description The name that the app gave itself, or where its answers are sent if it gave none. */
            name: string;
        };
        /** @description An object that was changed. */
        Target: {
            /** @description What it is, such as `key`, `site` or `member`. */
            type: string;
            /** @description The object's id. */
            id: string;
            /** @description The object's name at that time. */
            name: string;
        };
        /** @description The result of checking the audit log. */
        AuditChain: {
            /** @description Whether no entry was changed and none is missing. */
            intact: boolean;
            /**
             * Format: uint64
             * @description The number of entries that were read.
             */
            entries: number;
            /** @description The first entry that was changed, or that follows a removed entry; null if no such entry was found. */
            brokenAt: components["schemas"]["AuditId"] | null;
            /** @description Whether entries are missing from the end. */
            truncated: boolean;
            /**
             * Format: date-time
             * @description When the check began: later entries are not checked.
             */
            checkedAt: string;
        };
        /** @description A list: `data.items`. */
        SiteList: {
            /** @description The rows. */
            items: components["schemas"]["Site"][];
        };
        /** @description A site. */
        Site: {
            /** @description The site's id, which the snippet contains. */
            id: components["schemas"]["SiteId"];
            /** @description The id of the site's organization. */
            orgId: components["schemas"]["OrgId"];
            /** @description The site's name. */
            name: string;
            /** @description The site's host name, in lower-case ASCII. */
            domain: string;
            /** @description Brand names that engines may use for the site in their answers. */
            aliases: string[];
            /** @description Origins whose events are accepted, without repetition. */
            allowedOrigins: string[];
            /** @description The IANA time zone in which the site's days begin and end. */
            timezone: string;
            /** @description What the team wrote about the site, with `\n` as line ending; empty without a note. Readers never see it. */
            note: string;
            /** @description Which addresses of the site are one page. */
            pages: components["schemas"]["PageSettings"];
            /** @description Whether Askline reads the texts of the pages that are cited or asked about most, once a day. */
            readPages: boolean;
            /**
             * Format: uint32
             * @description How many credits work for the site may use in a calendar month (UTC); null for no limit but that of the organization. A run of a monitor that may cost more does not begin.
             */
            creditsPerMonth?: number | null;
            /**
             * Format: date-time
             * @description When the site was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the site was last changed.
             */
            updatedAt: string;
            /** @description Whether the widget is installed. */
            install: components["schemas"]["Install"];
        };
        /** @description Which addresses of a site are one page, as the owner set it. */
        PageSettings: {
            /** @description What makes two pages instead of one: `trailing_slash`, `index_files`. */
            distinct: components["schemas"]["DistinctionOutput"][];
            /** @description The query parameters that belong to a page's identity; all others are ignored. */
            queryParameters: components["schemas"]["QueryParameter"][];
            /** @description Whether hash routes such as `/#/prices` are pages of their own: everywhere, or on paths that match these globs. */
            hashRoutes: components["schemas"]["HashRoutes"];
        };
        /**
         * @description Two spellings of an address that are one page unless the site says otherwise.
         *
         *     * `trailing_slash`: `/x` and `/x/` are two pages.
         *     * `index_files`: `/x/index.html` and `/x/` are two pages; likewise `index.htm`, `index.php` and `default.aspx`.
         * @enum {string}
         */
        Distinction: "trailing_slash" | "index_files";
        /** @description A query parameter that belongs to a page's identity. */
        QueryParameter: {
            /** @description Its name, as it is after decoding: `p` in `/?p=4`. */
            name: string;
            /** @description Globs of the paths on which it counts; on every path without this field. */
            paths?: string[];
        };
        /** @description Where a fragment that begins with `#/` or `#!/` belongs to a page's identity. */
        HashRoutes: boolean | string[];
        /** @description Whether the widget is installed, and where it was seen. */
        Install: {
            /** @description `pending` until first seen, `installed` if seen within seven days, else `stale`; `error` if not seen since a failed check. */
            status: components["schemas"]["InstallStatus"];
            /** @description Why the check failed; null unless `status` is `error`. */
            diagnostic: components["schemas"]["Diagnostic"] | null;
            /** @description The version of the widget that was last seen. */
            widgetVersion: string | null;
            /**
             * Format: date-time
             * @description When it was first seen.
             */
            firstSeenAt: string | null;
            /**
             * Format: date-time
             * @description When it was last seen.
             */
            lastSeenAt: string | null;
            /** @description The page where it was last seen, without its query. */
            lastSeenUrl: string | null;
            /** @description Whether a program drove the browser in which it was last seen, such as a test. Its events count for no reader. */
            lastSeenAutomated: boolean;
            /**
             * Format: date-time
             * @description When it was last checked.
             */
            checkedAt: string | null;
            /** @description Query parameters that the canonical links of at least three pages name, as Askline itself read them, and that `pages` does not have: each probably leads to another page. Add them to `pages.queryParameters`. */
            proposedQueryParameters: string[];
        };
        /**
         * @description Whether the widget is installed.
         *
         *     * `pending`: The widget was never seen.
         *     * `installed`: The widget was seen within seven days.
         *     * `stale`: The widget was seen, but not within seven days.
         *     * `error`: The latest check failed, and the widget was not seen since.
         *
         *     A later release may add values.
         * @enum {string}
         */
        InstallStatus: "pending" | "installed" | "stale" | "error";
        /** @description Why a check failed. */
        Diagnostic: {
            /** @description A stable code. */
            code: components["schemas"]["InstallProblem"];
            /** @description What to do. */
            advice: string;
        };
        /**
         * @description Why a check failed.
         *
         *     * `unreachable`: The page could not be fetched.
         *     * `no_snippet`: The page contains no snippet.
         *     * `wrong_site`: The page contains the snippet of another site.
         *     * `multiple_snippets`: The page contains more than one snippet.
         *     * `blocked_by_csp`: The page's Content-Security-Policy blocks the widget.
         *     * `unknown`: The check failed for another reason.
         *
         *     A later release may add values.
         * @enum {string}
         */
        InstallProblem: "unreachable" | "no_snippet" | "wrong_site" | "multiple_snippets" | "blocked_by_csp" | "unknown";
        /** @description A new site. */
        CreatedSite: {
            /** @description The site's id, which the snippet contains. */
            id: components["schemas"]["SiteId"];
            /** @description The id of the site's organization. */
            orgId: components["schemas"]["OrgId"];
            /** @description The site's name. */
            name: string;
            /** @description The site's host name, in lower-case ASCII. */
            domain: string;
            /** @description Brand names that engines may use for the site in their answers. */
            aliases: string[];
            /** @description Origins whose events are accepted, without repetition. */
            allowedOrigins: string[];
            /** @description The IANA time zone in which the site's days begin and end. */
            timezone: string;
            /** @description What the team wrote about the site, with `\n` as line ending; empty without a note. Readers never see it. */
            note: string;
            /** @description Which addresses of the site are one page. */
            pages: components["schemas"]["PageSettings"];
            /** @description Whether Askline reads the texts of the pages that are cited or asked about most, once a day. */
            readPages: boolean;
            /**
             * Format: uint32
             * @description How many credits work for the site may use in a calendar month (UTC); null for no limit but that of the organization. A run of a monitor that may cost more does not begin.
             */
            creditsPerMonth: number | null;
            /**
             * Format: date-time
             * @description When the site was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the site was last changed.
             */
            updatedAt: string;
            /** @description Whether the widget is installed. */
            install: components["schemas"]["Install"];
            /** @description The URL of the widget's script, for the `src` of the snippet, whose `data-site` is the site's id. Null if the operator configured no address: then it is `/widget.js` on the host that you called. */
            scriptUrl: string | null;
            /** @description Its widget configuration. */
            config: components["schemas"]["StoredWidgetConfig"];
            /** @description What is allowed but may not be what was meant: other sites with the same domain, at most ten. */
            readonly warnings: components["schemas"]["SiteWarning"][];
        };
        /** @description A widget configuration and its version. */
        StoredWidgetConfig: {
            /**
             * Format: uint32
             * @description Increases by one with each change; `If-Match` compares it.
             */
            version: number;
            /**
             * Format: date-time
             * @description When this version was stored.
             */
            updatedAt: string;
            /** @description Whether the widget is shown at all. */
            enabled: boolean;
            /** @description Where the widget appears. */
            placement: components["schemas"]["Placement"];
            /** @description The assistants that are offered, in this order. Custom assistants that are not listed come last. */
            platforms: components["schemas"]["PlatformChoice"][];
            /** @description The site's custom assistants. */
            customPlatforms: components["schemas"]["CustomPlatform"][];
            /** @description The networks on which the page can be shared, in this order. */
            social: components["schemas"]["SocialChoice"][];
            /** @description Suggested questions, and the reader's own question. */
            questions: components["schemas"]["Questions"];
            /** @description The row of buttons for the kinds of prompts. */
            intents: components["schemas"]["Intents"];
            /** @description The site's own items, in this order, between the assistants and the share buttons. */
            menu: components["schemas"]["MenuItem"][];
            /** @description Copying the page as Markdown. */
            markdown: components["schemas"]["Markdown"];
            /** @description How the widget looks. */
            theme: components["schemas"]["Theme"];
            /** @description The site's own texts, by language tag, then by key; all other texts are the built-in ones. */
            labels: {
                [key: string]: {
                    [key: string]: string;
                };
            };
            /** @description What is counted, and what readers see before a prompt is sent. */
            privacy: components["schemas"]["Privacy"];
            /** @description Warnings about the configuration. Read-only. */
            warnings: components["schemas"]["ConfigWarning"][];
        };
        /** @description Where the widget appears. */
        Placement: {
            /** @description How it is placed. */
            mode: components["schemas"]["PlacementModeOutput"];
            /** @description For `inline`: a CSS selector of the element that `position` refers to. If it is null or `article`, or if the page has no such element, the widget finds the page's own content, and does not appear on a list of excerpts. */
            selector: string | null;
            /** @description Where the widget appears. For `inline`: `before`, `after`, `prepend` or `append` (default `after`). For `floating`: `bottom-right`, `bottom-left`, `top-right` or `top-left` (default `bottom-right`). No effect for `manual`. */
            position: components["schemas"]["PositionOutput"] | null;
            /** @description The pages on which the widget appears, as globs: `*` matches within a segment, `**` across segments. An empty list means all. */
            includePaths: string[];
            /** @description The pages on which the widget does not appear, even if `includePaths` matches them. */
            excludePaths: string[];
            /** @description The side of a floating widget: `start` or `end` of a line in the page's language. If omitted, it follows `position`; if both are set and differ, `side` takes precedence. */
            side: components["schemas"]["SideOutput"] | null;
            /**
             * Format: uint16
             * @description How far a floating widget stays from the edges of the window, in pixels.
             */
            offset: number;
            /** @description Whether readers can dismiss a floating widget until the next day. */
            hideForToday: boolean;
        };
        /**
         * @description How the widget is placed.
         *
         *     * `inline`: At an element of the page.
         *     * `floating`: Over the page, in a corner.
         *     * `manual`: Only in an element that the page provides for it.
         * @enum {string}
         */
        PlacementMode: "inline" | "floating" | "manual";
        /**
         * @description Where the widget appears.
         *
         *     * `before`: Before the element.
         *     * `after`: After the element.
         *     * `prepend`: At the start of the element.
         *     * `append`: At the end of the element.
         *     * `bottom-right`: In the bottom right corner of the window.
         *     * `bottom-left`: In the bottom left corner of the window.
         *     * `top-right`: In the top right corner of the window.
         *     * `top-left`: In the top left corner of the window.
         * @enum {string}
         */
        Position: "before" | "after" | "prepend" | "append" | "bottom-right" | "bottom-left" | "top-right" | "top-left";
        /**
         * @description A side of the window, relative to the reading direction of the page's language.
         *
         *     * `start`: The side on which lines begin: the left in English.
         *     * `end`: The side on which lines end.
         * @enum {string}
         */
        Side: "start" | "end";
        /** @description An assistant in the widget. */
        PlatformChoice: {
            /** @description The id of a known assistant, or of one of `customPlatforms`. */
            id: string;
            /** @description Whether the assistant is offered. */
            enabled: boolean;
            /** @description The assistant's name in the widget; null means its usual name. */
            label: string | null;
            /** @description The prompt that the assistant gets, unless a rule sets another; null means the one that suits the assistant and the page's language. */
            promptId: components["schemas"]["PromptId"] | null;
        };
        PromptId: string;
        /** @description A custom assistant of a site. */
        CustomPlatform: {
            /** @description The id: `c_` and a name. */
            id: string;
            /** @description The name that readers see. */
            label: string;
            /** @description The `https:` address, which contains `{{prompt}}` once, as the whole value of a query parameter. */
            urlTemplate: string;
        };
        /** @description A network on which the page can be shared. */
        SocialChoice: {
            /** @description The id of a known network. */
            id: string;
            /** @description Whether the network is offered. */
            enabled: boolean;
        };
        /** @description Suggested questions. */
        Questions: {
            /** @description Whether suggested questions are shown. */
            enabled: boolean;
            /**
             * Format: uint16
             * @description The maximum number of questions that are shown.
             */
            max: number;
            /** @description Whether readers can ask their own question. Its text is sent only to the assistant. */
            own: boolean;
            /** @description The questions, in this order. */
            items: components["schemas"]["Question"][];
        };
        /** @description A suggested question. */
        Question: {
            /** @description The question's id, by which its clicks are counted; it stays the same when the text is corrected. */
            id: components["schemas"]["QuestionId"];
            /** @description The text of the question. */
            text: string;
        };
        QuestionId: string;
        /** @description The row of buttons for the kinds of prompts that the site has: summary, explanation, comparison. */
        Intents: {
            /** @description Whether the row is shown. */
            enabled: boolean;
        };
        /** @description One of a site's own items. */
        MenuItem: {
            /** @description The item's id, by which its clicks are counted; it stays the same when the label is corrected. */
            id: components["schemas"]["MenuItemId"];
            /** @description What the item does. */
            kind: components["schemas"]["MenuItemKindOutput"];
            /** @description The text on the item. */
            label: string;
            /** @description The address of a `link` or an `editor` item; null for all others. */
            url: string | null;
            /** @description What a `command` item copies; null for all others. */
            text: string | null;
        };
        MenuItemId: string;
        /**
         * @description What an item does when a reader clicks it.
         *
         *     * `link`: Opens `url`.
         *     * `command`: Copies `text`, such as a command that installs an MCP server.
         *     * `editor`: Adds the MCP server at `url` to the reader's editor.
         *     * `markdown`: Opens the page as Markdown.
         *     * `preferred_source`: Opens Google's settings, where readers choose the site as a preferred source.
         * @enum {string}
         */
        MenuItemKind: "link" | "command" | "editor" | "markdown" | "preferred_source";
        /** @description Copying the page as Markdown. */
        Markdown: {
            /** @description Whether readers can copy the page as Markdown. */
            copy: boolean;
        };
        /** @description How the widget looks. */
        Theme: {
            /** @description Whether the widget is light or dark, or follows the page. */
            preset: components["schemas"]["PresetOutput"];
            /** @description The accent color: that of primary buttons, and of the ring around the focused element. */
            accent: string;
            /**
             * Format: uint16
             * @description The corner radius in pixels.
             */
            radius: number;
            /** @description The size of the widget. */
            size: components["schemas"]["SizeOutput"];
            /** @description The layout of the buttons. */
            layout: components["schemas"]["LayoutOutput"];
            /** @description The icons of assistants and networks. */
            marks: components["schemas"]["MarksOutput"];
        };
        /**
         * @description Whether the widget is light or dark, or follows the page.
         *
         *     * `light`: Always light.
         *     * `dark`: Always dark.
         *     * `auto`: Light or dark, depending on the page's background behind the widget.
         *     * `blend`: With the page's background and text color, its link color as the accent, and the corner radius of its buttons. Colors are adjusted to be readable.
         * @enum {string}
         */
        Preset: "light" | "dark" | "auto" | "blend";
        /**
         * @description The size of the widget.
         *
         *     * `sm`: Small.
         *     * `md`: Medium.
         *     * `lg`: Large.
         * @enum {string}
         */
        Size: "sm" | "md" | "lg";
        /**
         * @description The layout of the buttons.
         *
         *     * `row`: The buttons are side by side.
         *     * `stacked`: The buttons are one below the other.
         *     * `menu`: The buttons open from a single button.
         *     * `bar`: One line: the button that opens the panel, and next to it the buttons to copy and to share.
         *     * `compact`: A small button beside the page's title, or below it where there is no room. It opens a menu with the assistants, the buttons to copy and to view the page, and the site's own items; suggested questions and share buttons are not shown.
         * @enum {string}
         */
        Layout: "row" | "stacked" | "menu" | "bar" | "compact";
        /**
         * @description The style of the icons of assistants and networks.
         *
         *     * `mono`: All icons have the color of the text.
         *     * `brand`: Each icon has its brand color where it is readable.
         *     * `none`: No icons are shown.
         * @enum {string}
         */
        Marks: "mono" | "brand" | "none";
        /** @description What is counted, and what readers see before a prompt is sent. */
        Privacy: {
            /** @description Whether views and clicks are counted. */
            track: boolean;
            /** @description Whether nothing is counted for readers whose browser asks not to be tracked (DNT, GPC). */
            respectDoNotTrack: boolean;
            /** @description No effect: readers always see the prompt before it is sent. */
            showPromptPreview: boolean;
        };
        /** @description A warning about what readers will see. */
        ConfigWarning: {
            /** @description The part of the configuration that it is about. */
            path: string;
            /** @description A stable code. */
            code: string;
            /** @description A sentence for people. */
            message: string;
        };
        /** @description Something about a site that is allowed but may not be what was meant. */
        SiteWarning: {
            /** @description The field of the request that it is about. */
            path: string;
            /** @description A stable code: `DOMAIN_ALREADY_ADDED`. Later releases may add codes. */
            code: string;
            /** @description A sentence for people. */
            message: string;
            /** @description The other site. */
            siteId: components["schemas"]["SiteId"];
        };
        /** @description A site to create. */
        SiteCreate: {
            /** @description The site's name; by default the domain. */
            name?: string | null;
            /**
             * Format: idn-hostname
             * @description The site's domain, without scheme and port.
             */
            domain: string;
            /** @description Brand names that engines may use for the site in their answers, 2 to 80 characters each. */
            aliases?: string[];
            /** @description Origins whose events are accepted; by default the domain with and without `www.` over HTTPS. */
            allowedOrigins?: string[] | null;
            /** @description The IANA time zone in which the site's days begin and end; `UTC` by default. */
            timezone?: string | null;
            /** @description A note about the site for your team; readers never see it. */
            note?: string | null;
            /** @description Which addresses of the site are one page; by default the path alone counts. */
            pages?: components["schemas"]["PageSettingsInput"] | null;
            /** @description Whether Askline reads the texts of the pages that are cited or asked about most, once a day; true by default. Default: `true`. */
            readPages?: boolean | null;
            /**
             * Format: uint32
             * @description How many credits work for the site may use in a calendar month (UTC); null or omitted for no limit of its own.
             */
            creditsPerMonth?: number | null;
        };
        /** @description A site with its widget configuration. */
        SiteDetail: {
            /** @description The site's id, which the snippet contains. */
            id: components["schemas"]["SiteId"];
            /** @description The id of the site's organization. */
            orgId: components["schemas"]["OrgId"];
            /** @description The site's name. */
            name: string;
            /** @description The site's host name, in lower-case ASCII. */
            domain: string;
            /** @description Brand names that engines may use for the site in their answers. */
            aliases: string[];
            /** @description Origins whose events are accepted, without repetition. */
            allowedOrigins: string[];
            /** @description The IANA time zone in which the site's days begin and end. */
            timezone: string;
            /** @description What the team wrote about the site, with `\n` as line ending; empty without a note. Readers never see it. */
            note: string;
            /** @description Which addresses of the site are one page. */
            pages: components["schemas"]["PageSettings"];
            /** @description Whether Askline reads the texts of the pages that are cited or asked about most, once a day. */
            readPages: boolean;
            /**
             * Format: uint32
             * @description How many credits work for the site may use in a calendar month (UTC); null for no limit but that of the organization. A run of a monitor that may cost more does not begin.
             */
            creditsPerMonth: number | null;
            /**
             * Format: date-time
             * @description When the site was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the site was last changed.
             */
            updatedAt: string;
            /** @description Whether the widget is installed. */
            install: components["schemas"]["Install"];
            /** @description The URL of the widget's script, for the `src` of the snippet, whose `data-site` is the site's id. Null if the operator configured no address: then it is `/widget.js` on the host that you called. */
            scriptUrl: string | null;
            /** @description Its widget configuration. */
            config: components["schemas"]["StoredWidgetConfig"];
        };
        /** @description A site after a change. */
        UpdatedSite: {
            /** @description The site's id, which the snippet contains. */
            id: components["schemas"]["SiteId"];
            /** @description The id of the site's organization. */
            orgId: components["schemas"]["OrgId"];
            /** @description The site's name. */
            name: string;
            /** @description The site's host name, in lower-case ASCII. */
            domain: string;
            /** @description Brand names that engines may use for the site in their answers. */
            aliases: string[];
            /** @description Origins whose events are accepted, without repetition. */
            allowedOrigins: string[];
            /** @description The IANA time zone in which the site's days begin and end. */
            timezone: string;
            /** @description What the team wrote about the site, with `\n` as line ending; empty without a note. Readers never see it. */
            note: string;
            /** @description Which addresses of the site are one page. */
            pages: components["schemas"]["PageSettings"];
            /** @description Whether Askline reads the texts of the pages that are cited or asked about most, once a day. */
            readPages: boolean;
            /**
             * Format: uint32
             * @description How many credits work for the site may use in a calendar month (UTC); null for no limit but that of the organization. A run of a monitor that may cost more does not begin.
             */
            creditsPerMonth?: number | null;
            /**
             * Format: date-time
             * @description When the site was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the site was last changed.
             */
            updatedAt: string;
            /** @description Whether the widget is installed. */
            install: components["schemas"]["Install"];
            /** @description What is allowed but may not be what was meant: other sites with the same domain, if it was changed; at most ten. */
            readonly warnings: components["schemas"]["SiteWarning"][];
        };
        /** @description Changes to a site; omitted fields stay unchanged. */
        SiteUpdate: {
            /** @description The site's name. */
            name?: string;
            /**
             * Format: idn-hostname
             * @description The site's domain, without scheme and port.
             */
            domain?: string;
            /** @description Brand names that engines may use for the site in their answers, 2 to 80 characters each. The list replaces the current one. */
            aliases?: string[];
            /** @description Origins whose events are accepted. The list replaces the current one. */
            allowedOrigins?: string[];
            /** @description The IANA time zone in which the site's days begin and end. Days that were already counted do not change. */
            timezone?: string;
            /** @description A note about the site for your team; an empty text removes it. */
            note?: string;
            /** @description Which addresses of the site are one page. Replaces the current settings. */
            pages?: components["schemas"]["PageSettingsInput"];
            /** @description Whether Askline reads the texts of the pages that are cited or asked about most, once a day. With false, the texts that were read are deleted. */
            readPages?: boolean;
            /**
             * Format: uint32
             * @description How many credits work for the site may use in a calendar month (UTC); null removes the limit.
             */
            creditsPerMonth?: number | null;
        };
        /** @description Everything that the widget needs for any page. */
        PublicConfig: {
            /** @description The site. */
            siteId: components["schemas"]["SiteId"];
            /** @description Its name, for prompts. */
            siteName: string;
            /**
             * Format: uint32
             * @description The configuration's version.
             */
            version: number;
            /** @description The settings. */
            config: components["schemas"]["WidgetConfig"];
            /** @description The active prompts, oldest first. */
            prompts: components["schemas"]["PublicPrompt"][];
            /** @description Compiled rules, in the order in which they are evaluated. */
            rules: components["schemas"]["PublicRule"][];
            /** @description How to open the enabled platforms. */
            registry: components["schemas"]["PublicPlatform"][];
            /** @description How to share to the enabled networks. */
            shareTargets: components["schemas"]["PublicShareTarget"][];
            /** @description Whether the widget's first file alone can draw this site's widget. False if rules, paths, variants of prompts, custom assistants, blended colors, a floating widget, a layout behind a button, query parameters or hash routes require another file. */
            plain: boolean;
            /** @description Which query parameters and hash routes belong to a page; without it, its path alone does. */
            pages?: components["schemas"]["PageSettings"] | null;
            /** @description The widget's colors on a light and on a dark background. */
            looks: components["schemas"]["WidgetLooks"];
            /** @description Labels by language. */
            labels: {
                [key: string]: {
                    [key: string]: string;
                };
            };
        };
        /** @description The settings of a site's widget. */
        WidgetConfig: {
            /** @description Whether the widget is shown at all. */
            enabled: boolean;
            /** @description Where the widget appears. */
            placement: components["schemas"]["Placement"];
            /** @description The assistants that are offered, in this order. Custom assistants that are not listed come last. */
            platforms: components["schemas"]["PlatformChoice"][];
            /** @description The site's custom assistants. */
            customPlatforms: components["schemas"]["CustomPlatform"][];
            /** @description The networks on which the page can be shared, in this order. */
            social: components["schemas"]["SocialChoice"][];
            /** @description Suggested questions, and the reader's own question. */
            questions: components["schemas"]["Questions"];
            /** @description The row of buttons for the kinds of prompts. */
            intents: components["schemas"]["Intents"];
            /** @description The site's own items, in this order, between the assistants and the share buttons. */
            menu: components["schemas"]["MenuItem"][];
            /** @description Copying the page as Markdown. */
            markdown: components["schemas"]["Markdown"];
            /** @description How the widget looks. */
            theme: components["schemas"]["Theme"];
            /** @description The site's own texts, by language tag, then by key; all other texts are the built-in ones. */
            labels: {
                [key: string]: {
                    [key: string]: string;
                };
            };
            /** @description What is counted, and what readers see before a prompt is sent. */
            privacy: components["schemas"]["Privacy"];
        };
        /** @description A prompt as the widget needs it. */
        PublicPrompt: {
            /** @description Its id. */
            id: components["schemas"]["PromptId"];
            /** @description Its name. */
            name: string;
            /** @description What it asks for. */
            kind: components["schemas"]["PromptKindOutput"];
            /** @description The text, with placeholders. */
            text: string;
            /** @description The assistants that it is for; empty means all. */
            platformIds: string[];
            /** @description The language of the pages that it is for; `*` means every language. */
            language: string;
            /**
             * Format: uint16
             * @description Its relative weight among the variants of its group.
             */
            weight: number;
            /** @description The group of variants that it belongs to; null if it belongs to no group. */
            variantGroup: string | null;
        };
        /**
         * @description What a prompt asks for.
         *
         *     * `summary`: A summary of the page.
         *     * `question`: An answer to a question about the page.
         *     * `compare`: A comparison of the page with others.
         *     * `explain`: An explanation of the page in plain words.
         *     * `custom`: Something else.
         * @enum {string}
         */
        PromptKind: "summary" | "question" | "compare" | "explain" | "custom";
        /** @description A rule as the widget needs it. */
        PublicRule: {
            /** @description Its id. */
            id: components["schemas"]["RuleId"];
            /** @description The pages that it applies to. */
            match: components["schemas"]["RuleMatch"];
            /** @description What it does there. */
            action: components["schemas"]["RuleAction"];
            /**
             * Format: date-time
             * @description When it starts to apply; null for no start.
             */
            startsAt: string | null;
            /**
             * Format: date-time
             * @description When it ends; from this time on it does not apply. Null for no end.
             */
            endsAt: string | null;
        };
        RuleId: string;
        /** @description The pages that a rule matches. All lists must match a page; a list matches if one of its entries does, or if it is empty. Excluded paths take precedence. */
        RuleMatch: {
            /** @description Globs of paths: `*` matches within a segment, `**` across segments. */
            paths: string[];
            /** @description Globs of excluded paths, which take precedence. */
            excludePaths: string[];
            /** @description Host names, without port. */
            hosts: string[];
            /** @description Languages of pages: `pt` also matches `pt-BR`, and `*` matches every language. */
            languages: string[];
        };
        /** @description What a rule does. For each type, the first rule that matches the page applies. */
        RuleAction: {
            /** @description Only with `use_prompt`. The id of the prompt. */
            promptId?: components["schemas"]["PromptId"];
            /** @description Only with `prepend` and `append`. The text, which may contain a prompt's placeholders. */
            text?: string;
            /** @description Only with `set_questions`. The questions; an empty list hides all. */
            questions?: components["schemas"]["Question"][];
            /** @description Only with `hide_platforms`. The ids of the hidden assistants. */
            platformIds?: string[];
            /**
             * @description The variant.
             *
             *     * `use_prompt`: Every assistant gets the same prompt.
             *     * `prepend`: A text is added before each prompt.
             *     * `append`: A text is added after each prompt.
             *     * `set_questions`: Other questions are suggested.
             *     * `hide_platforms`: Some assistants are not offered.
             *     * `hide_widget`: The widget is not shown.
             *
             *     A later release may add values.
             * @enum {string}
             */
            type: "use_prompt" | "prepend" | "append" | "set_questions" | "hide_platforms" | "hide_widget";
        };
        /** @description A platform as the widget receives it. */
        PublicPlatform: {
            /** @description The id, such as `chatgpt`. */
            id: string;
            /** @description The name that readers see. */
            name: string;
            /** @description How a prompt gets to the platform. */
            strategy: components["schemas"]["Strategy"];
            /** @description The address with `{{prompt}}`, which is replaced by the percent-encoded prompt; without it if the strategy is `copy_then_open`. */
            urlTemplate: string;
            /**
             * Format: uint32
             * @description The maximum length of the address with the prompt in it, in bytes.
             */
            maxUrlBytes: number;
            /** @description The address that is opened after the prompt was copied, if the address with the prompt would be too long. */
            fallback: string;
            /** @description True if the prompt is also copied when the address contains it, since the address may leave the box empty. Absent otherwise. */
            copiesPrompt?: boolean;
            /** @description The platform's icon: one SVG path in a box of 24 × 24, filled by the even-odd rule. Absent if it has no icon, or if icons are not shown. */
            mark?: string | null;
            /** @description The icon's brand color, if the configuration has brand colors. */
            markColor?: string | null;
            /** @description The only background on which that color is visible; absent if it is visible on both. */
            markOn?: components["schemas"]["Background"] | null;
        };
        /**
         * @description How a prompt gets to a platform.
         *
         *     * `prefill`: The address contains the prompt.
         *     * `copy_then_open`: The prompt is copied, then the platform is opened, and the reader pastes the prompt.
         *
         *     A later release may add values.
         * @enum {string}
         */
        Strategy: "prefill" | "copy_then_open";
        /**
         * @description The background that the page has behind the widget.
         *
         *     * `light`: A light background.
         *     * `dark`: A dark background.
         * @enum {string}
         */
        Background: "light" | "dark";
        /** @description A network as the widget receives it. */
        PublicShareTarget: {
            /** @description The id, such as `linkedin`. */
            id: string;
            /** @description The name that readers see. */
            name: string;
            /** @description The address with `{{url}}`, `{{title}}` and `{{text}}`, which are replaced by percent-encoded texts. Empty for `system`, the share sheet of the reader's system. */
            urlTemplate: string;
            /** @description The network's icon: one SVG path in a box of 24 × 24, filled by the even-odd rule. Absent if it has no icon, or if icons are not shown. */
            mark?: string | null;
            /** @description The icon's brand color, if the configuration has brand colors. */
            markColor?: string | null;
            /** @description The only background on which that color is visible; absent if it is visible on both. */
            markOn?: components["schemas"]["Background"] | null;
        };
        /** @description The widget's colors, by the background of the page. */
        WidgetLooks: {
            /** @description On a light background. */
            light: components["schemas"]["WidgetLook"];
            /** @description On a dark background. */
            dark: components["schemas"]["WidgetLook"];
        };
        /** @description Colors of the widget, each as `#rrggbb`. */
        WidgetLook: {
            /** @description The background of the widget. */
            bg: string;
            /** @description The background of layers above the page: panels, menus and messages. */
            over: string;
            /** @description The color of text. */
            fg: string;
            /** @description The color of less important text. */
            dim: string;
            /** @description The color of thin lines. */
            line: string;
            /** @description The border of fields, and of layers above the page. */
            edge: string;
            /** @description The background of highlighted parts. */
            soft: string;
            /** @description The color of primary buttons, and of the ring around the focused element. */
            accent: string;
            /** @description The color of text on primary buttons. */
            on: string;
            /** @description The color of primary buttons under the pointer, with more contrast to the text on them. */
            hover: string;
        };
        /** @description A widget configuration as it is sent, before its checks. */
        WidgetConfigInput: {
            /** @description Whether the widget is shown at all. Default: `true`. */
            enabled?: boolean;
            /** @description Where the widget appears. */
            placement?: components["schemas"]["PlacementInput"];
            /** @description The assistants that are offered, in this order; the default ones if omitted or null. Custom assistants that are not listed come last. */
            platforms?: components["schemas"]["PlatformChoiceInput"][] | null;
            /** @description The site's custom assistants. */
            customPlatforms?: components["schemas"]["CustomPlatformInput"][];
            /** @description The networks on which the page can be shared, in this order; the default ones if omitted or null. */
            social?: components["schemas"]["SocialChoiceInput"][] | null;
            /** @description Suggested questions. */
            questions?: components["schemas"]["QuestionsInput"];
            /** @description The row of buttons for the kinds of prompts. */
            intents?: components["schemas"]["IntentsInput"];
            /** @description The site's own items, in this order, between the assistants and the share buttons. */
            menu?: components["schemas"]["MenuItemInput"][];
            /** @description Copying the page as Markdown. */
            markdown?: components["schemas"]["MarkdownInput"];
            /** @description How the widget looks. */
            theme?: components["schemas"]["ThemeInput"];
            /** @description The site's own texts, by language tag, then by key. At most 20 languages, and 120 characters per text. */
            labels?: {
                [key: string]: {
                    [key: string]: string;
                };
            };
            /** @description What is counted, and what readers see before a prompt is sent. */
            privacy?: components["schemas"]["PrivacyInput"];
            /** @description For a body in the form of the `GET` without an API key, in which `config` contains the settings. Next to it, `labels` are ignored, and there must be no other setting. */
            config?: components["schemas"]["WidgetConfigInput"] | null;
            /** Format: uint32 */
            readonly version?: number | null;
            readonly createdAt?: string | null;
            readonly updatedAt?: string | null;
            readonly updatedBy?: unknown;
            readonly warnings?: unknown;
            readonly siteId?: string | null;
            readonly siteName?: string | null;
            readonly prompts?: unknown;
            readonly rules?: unknown;
            readonly registry?: unknown;
            readonly shareTargets?: unknown;
            readonly plain?: boolean | null;
            readonly looks?: unknown;
        };
        /** @description Suggested questions in a request. */
        QuestionsInput: {
            /** @description Whether suggested questions are shown. Default: `true`. */
            enabled?: boolean;
            /**
             * Format: uint16
             * @description The maximum number of questions that are shown. Default: `3`.
             */
            max?: number;
            /** @description Whether readers can ask their own question. Its text is sent only to the assistant. Default: `true`. */
            own?: boolean;
            /** @description The questions, in this order. */
            items?: components["schemas"]["QuestionInput"][];
        };
        /** @description A suggested question in a request. */
        QuestionInput: {
            /** @description The question's id, which keeps its counts together; a question without an id gets a new one. */
            id?: components["schemas"]["QuestionId"] | null;
            /** @description The question. */
            text: string;
        };
        /** @description One of a site's own items in a request. */
        MenuItemInput: {
            /** @description The item's id, which keeps its counts together; an item without an id gets a new one. */
            id?: components["schemas"]["MenuItemId"] | null;
            /** @description What the item does. */
            kind: components["schemas"]["MenuItemKind"];
            /** @description The text on the item. */
            label: string;
            /** @description The https address of a `link`, or of the MCP server of an `editor` item. All other kinds have none. */
            url?: string | null;
            /** @description One line, which a `command` item copies. All other kinds have none. */
            text?: string | null;
        };
        /** @description A list: `data.items`. */
        ConfigVersionList: {
            /** @description The rows. */
            items: components["schemas"]["ConfigVersion"][];
        };
        /** @description A stored version of the configuration. */
        ConfigVersion: {
            /**
             * Format: uint32
             * @description Its number.
             */
            version: number;
            /**
             * Format: date-time
             * @description When it was stored.
             */
            createdAt: string;
            /** @description Who stored it. API keys see a member's name and never the email address; without a name, the id. */
            actor: components["schemas"]["Actor"];
            /** @description The settings. */
            config: components["schemas"]["WidgetConfig"];
        };
        /** @description The version to restore. */
        ConfigRollback: {
            /**
             * Format: uint32
             * @description Its number.
             */
            version: number;
        };
        /** @description What readers would get from a configuration that is not stored. */
        ConfigPreview: {
            /** @description Everything that the widget would get for any page. */
            payload: components["schemas"]["PublicConfig"];
            /** @description Warnings about the configuration. */
            warnings: components["schemas"]["ConfigWarning"][];
            /** @description What the configuration lists but has switched off. Readers do not get it; a form can show it. */
            disabled: components["schemas"]["DisabledPlatforms"];
        };
        /** @description The platforms and networks that a configuration disables. */
        DisabledPlatforms: {
            /** @description The disabled platforms, in order. */
            registry: components["schemas"]["PublicPlatform"][];
            /** @description The disabled networks, in order. */
            shareTargets: components["schemas"]["PublicShareTarget"][];
        };
        /** @description What settings for pages would merge and split. Nothing is changed. */
        PagesPreview: {
            /**
             * Format: uint
             * @description The number of pages that were examined: those with events, and those that answers cite.
             */
            pageCount: number;
            /**
             * Format: uint
             * @description The number of pages that they would be.
             */
            pageCountAfter: number;
            /** @description Whether everything stored was examined; false if the site has more than 50,000 pages or 10,000 cited addresses. */
            isComplete: boolean;
            /**
             * Format: uint
             * @description The number of pages that several of the current ones would become.
             */
            mergeCount: number;
            /** @description Those pages, first those of most current pages; at most 50. What was counted for them cannot be separated again. */
            merges: components["schemas"]["PageGroup"][];
            /**
             * Format: uint
             * @description The number of pages of which answers cite several addresses that would be pages of their own.
             */
            splitCount: number;
            /** @description Those pages, first those that become most pages; at most 50. What is counted already stays with the page; new events and the citations of stored answers are counted for the pages that it becomes. */
            splits: components["schemas"]["PageGroup"][];
        };
        /** @description A page, and the pages that become it or that it becomes. */
        PageGroup: {
            /** @description The page. */
            page: string;
            /**
             * Format: uint
             * @description The number of the other pages.
             */
            pageCount: number;
            /** @description At most ten of them. */
            pages: string[];
        };
        /** @description Settings whose effect is asked for. */
        PagesPreviewInput: {
            /** @description The settings, as in a change of the site. They are not stored. */
            pages: components["schemas"]["PageSettingsInput"];
        };
        /** @description A site after its page was looked at. */
        VerifiedSite: {
            /** @description The site's id, which the snippet contains. */
            id: components["schemas"]["SiteId"];
            /** @description The id of the site's organization. */
            orgId: components["schemas"]["OrgId"];
            /** @description The site's name. */
            name: string;
            /** @description The site's host name, in lower-case ASCII. */
            domain: string;
            /** @description Brand names that engines may use for the site in their answers. */
            aliases: string[];
            /** @description Origins whose events are accepted, without repetition. */
            allowedOrigins: string[];
            /** @description The IANA time zone in which the site's days begin and end. */
            timezone: string;
            /** @description What the team wrote about the site, with `\n` as line ending; empty without a note. Readers never see it. */
            note: string;
            /** @description Which addresses of the site are one page. */
            pages: components["schemas"]["PageSettings"];
            /** @description Whether Askline reads the texts of the pages that are cited or asked about most, once a day. */
            readPages: boolean;
            /**
             * Format: uint32
             * @description How many credits work for the site may use in a calendar month (UTC); null for no limit but that of the organization. A run of a monitor that may cost more does not begin.
             */
            creditsPerMonth?: number | null;
            /**
             * Format: date-time
             * @description When the site was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the site was last changed.
             */
            updatedAt: string;
            /** @description Whether the widget is installed. */
            install: components["schemas"]["Install"];
            /** @description What would keep an engine from citing the site: each check and what it found. It is not stored. */
            citable: components["schemas"]["CitationCheck"][];
        };
        /** @description A condition for engines to cite the site. */
        CitationCheck: {
            /** @description What was looked at. */
            kind: components["schemas"]["CitationCheckKind"];
            /** @description What was found. */
            state: components["schemas"]["CitationCheckState"];
            /** @description The crawlers that are kept out. Answers are made from what they read. */
            crawlers: string[];
            /** @description The pages that are affected, by their paths. */
            pages: string[];
        };
        /**
         * @description What a check looks at.
         *
         *     * `robots_txt`: Whether `robots.txt` forbids the home page, or one of the most viewed pages, to a crawler that answers are made from.
         *     * `noindex`: Whether one of these pages says `noindex`.
         *     * `nosnippet`: Whether one of these pages says `nosnippet`, or `max-snippet:0`.
         *     * `refused`: Whether the server refused such a crawler in the last seven days, by its log.
         *     * `generative_control`: Whether the owner has excluded the site from generative answers in Google's Search Console, which nobody else can see.
         *
         *     A later release may add values.
         * @enum {string}
         */
        CitationCheckKind: "robots_txt" | "noindex" | "nosnippet" | "refused" | "generative_control";
        /**
         * @description What a check found.
         *
         *     * `passed`: Nothing keeps an engine from citing the site.
         *     * `failed`: Something does.
         *     * `unknown`: It cannot be known: the server did not answer, or no log is connected.
         *     * `manual`: Only the owner can see it.
         *
         *     A later release may add values.
         * @enum {string}
         */
        CitationCheckState: "passed" | "failed" | "unknown" | "manual";
        /** @description A list: `data.items`. */
        RefusedOriginList: {
            /** @description The rows. */
            items: components["schemas"]["RefusedOrigin"][];
        };
        /** @description An origin whose events the site refused. */
        RefusedOrigin: {
            /** @description The origin, in the form of `allowedOrigins`. */
            origin: string;
            /**
             * Format: uint64
             * @description The number of events that were refused, as far as recorded.
             */
            count: number;
            /**
             * Format: date-time
             * @description When the latest event was refused.
             */
            lastAt: string;
            /** @description Whether it belongs to the site's own registrable domain. Anyone can send events with any other origin: allow it only if you know it. */
            sameDomain: boolean;
        };
        /** @description Whether views of a site are missing. */
        MissingViews: {
            /** @description Whether views are missing: every day had some until `since`, and since then no event of a reader arrived, although browsers requested the widget's configuration at least 50 times. */
            missing: boolean;
            /** @description The first day without events, in the time zone of the site; null if none are missing. */
            since: string | null;
            /**
             * Format: int64
             * @description How often browsers requested the configuration on the finished days since then, as far as recorded; null if none are missing.
             */
            configRequests: number | null;
            /** @description What may be the cause, most likely first; empty if none are missing. */
            possibleCauses: components["schemas"]["MissingViewsCause"][];
        };
        /**
         * @description Why events may not arrive although the configuration does.
         *
         *     * `blocked_host`: The widget's host has a name, such as `stats.` or `analytics.`, that content blockers stop. Load the widget from another host or from a path of the site.
         *     * `content_blocker`: A content blocker names the widget's host or path. Load the widget from a path of the site.
         *     * `content_security_policy`: The page's Content Security Policy names only some paths of the widget's host in `connect-src`, without `/api/v1/events`.
         *     * `consent`: The page calls `askline.count(false)` or waits for consent that readers are not asked for.
         *
         *     A later release may add values.
         * @enum {string}
         */
        MissingViewsCause: "blocked_host" | "content_blocker" | "content_security_policy" | "consent";
        /** @description What happened to the events of a request. */
        AcceptedEvents: {
            /**
             * Format: uint32
             * @description Events that are stored now, or were stored within the last seven days with the same `eventId`.
             */
            accepted: number;
            /**
             * Format: uint32
             * @description Events that are not stored: refused, or not wanted by the site's privacy settings.
             */
            dropped: number;
            /** @description Why events were refused. */
            errors: components["schemas"]["EventError"][];
        };
        /** @description Why one event was refused. */
        EventError: {
            /**
             * Format: uint
             * @description Its position in the request, from 0.
             */
            index: number;
            /** @description A stable code. */
            code: string;
            /** @description The field and the reason. */
            message: string;
        };
        /** @description One event, or up to 50. */
        EventOrEventList: components["schemas"]["EventList"] | components["schemas"]["Event"];
        /** @description Several events. */
        EventList: {
            /** @description The events. */
            events: components["schemas"]["Event"][];
        };
        /** @description An event of a widget. */
        Event: {
            /** @description The site. */
            siteId: components["schemas"]["SiteId"];
            /** @description The type of the event. */
            type: components["schemas"]["EventType"];
            /**
             * Format: uuid
             * @description A UUID; a site counts the same one only once within seven days.
             */
            eventId: string;
            /**
             * Format: uri
             * @description The page.
             */
            url: string;
            /** @description The page's title. */
            title?: string | null;
            /** @description The page that the reader came from. */
            referrer?: string | null;
            /** @description The assistant of an `ai_click` or a `question_click`. */
            platform?: string | null;
            /** @description The network of a `social_click`. */
            network?: string | null;
            /** @description The question of a `question_click`: one that the site has or had, or `own` for a reader's own question, if `questions.own` allows these. The words of such a question are not sent. */
            questionId?: components["schemas"]["AskedQuestion"] | null;
            /** @description The prompt of an `ai_click`; one that the site has or had. */
            promptId?: components["schemas"]["PromptId"] | null;
            /**
             * Format: uint32
             * @description Whole seconds since the event happened, if it could not be sent immediately: it counts on the day, in the site's time zone, on which it happened.
             */
            age?: number | null;
            /** @description For a `view`: whether the page had a widget. A view without one counts as a view, but rates such as asks per 100 views do not include it. Default: `true`. */
            widget?: boolean | null;
            /** @description Whether a program drives the browser, according to the browser itself (`navigator.webdriver`). Such an event counts as an automated browser's, and not as a reader's. Default: `false`. */
            automated?: boolean | null;
        };
        /**
         * @description The types of events that a widget sends.
         *
         *     * `view`: A page of the site was opened.
         *     * `ai_click`: An AI button was clicked.
         *     * `social_click`: A share button was clicked.
         *     * `question_click`: A suggested question was clicked, or the reader asked their own.
         *     * `item_click`: One of the site's own items was clicked.
         *     * `copy`: The link, the page as Markdown, or a prompt was copied.
         * @enum {string}
         */
        EventType: "view" | "ai_click" | "social_click" | "question_click" | "item_click" | "copy";
        AskedQuestion: "own" | components["schemas"]["QuestionId"];
        /**
         * @description The order of the list of all sites.
         *
         *     * `attention`: By urgency, the most urgent first, then by asks.
         *     * `name`: By name, ignoring case.
         *     * `asks`: By asks, the most asked first.
         * @enum {string}
         */
        SitesOverviewSort: "attention" | "name" | "asks";
        /** @description A page of the list of all sites. */
        SitesOverview: {
            /** @description Sums over every site of the list, on every page. */
            totals: components["schemas"]["SitesOverviewTotals"];
            /** @description The sites of this page. */
            items: components["schemas"]["SitesOverviewSite"][];
        };
        /** @description Sums over sites. */
        SitesOverviewTotals: {
            /**
             * Format: uint64
             * @description The number of sites.
             */
            sites: number;
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
        };
        /** @description A site at a glance. */
        SitesOverviewSite: {
            /** @description Its id. */
            siteId: components["schemas"]["SiteId"];
            /** @description The name. */
            name: string;
            /** @description The host name. */
            domain: string;
            /** @description The time zone that determines the site's days. */
            timezone: string;
            /** @description Whether the widget is in place. */
            install: components["schemas"]["SitesOverviewInstall"];
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: int64
             * @description Visits that began with a link from an assistant, according to the referrer or `utm_source`.
             */
            aiReferrals: number;
            /**
             * Format: int64
             * @description Clicks on share buttons of social networks, and copies of the page or of its address.
             */
            shares: number;
            /**
             * Format: int64
             * @description Page views of readers. Crawlers are not included.
             */
            views: number;
            /**
             * Format: double
             * @description The share of engines' answers to the tracked questions that cite the site. Divided by `samples`. Null without answers.
             */
            citationRate: number | null;
            /** @description The 95% interval of the true share; null without answers. */
            interval95: components["schemas"]["Interval"] | null;
            /** @description The previous period. */
            previous: components["schemas"]["SitesOverviewPrevious"];
            /** @description Asks, oldest first, including rows with 0: one row per day up to 31 days, per week up to 30 weeks, otherwise per month. */
            series: components["schemas"]["SeriesRow"][];
            /** @description What needs attention, the most urgent first. */
            attention: components["schemas"]["Attention"][];
        };
        /** @description Whether the widget is in place. */
        SitesOverviewInstall: {
            /** @description As in `GET /sites/{siteId}`. */
            status: components["schemas"]["InstallStatus"];
        };
        /** @description The range that contains the true rate in 95 of 100 cases. */
        Interval: {
            /**
             * Format: double
             * @description The lower end, from 0 to 1.
             */
            low: number;
            /**
             * Format: double
             * @description The upper end, from 0 to 1.
             */
            high: number;
            /** @description How it was computed. */
            method: components["schemas"]["IntervalMethod"];
        };
        /**
         * @description How an interval was computed.
         *
         *     * `wilson_by_run`: Wilson's interval for the effective number of samples, where samples of a run resemble each other. The figure is about the questions that were asked.
         *     * `wilson_by_question`: Wilson's interval for the effective number of samples, where samples of a question resemble each other over all its runs. The figure is about questions of this kind.
         *     * `too_few_runs`: There are fewer than four runs, too few to tell. This is the widest 95% interval: it treats every run as a single sample.
         *
         *     A later release may add values.
         * @enum {string}
         */
        IntervalMethod: "wilson_by_run" | "wilson_by_question" | "too_few_runs";
        /** @description A site in the previous period. Until the period has ended, the previous one is counted up to the same hour, including that hour; citations are counted to its end. */
        SitesOverviewPrevious: {
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: int64
             * @description Visits that began with a link from an assistant, according to the referrer or `utm_source`.
             */
            aiReferrals: number;
            /**
             * Format: int64
             * @description Clicks on share buttons of social networks, and copies of the page or of its address.
             */
            shares: number;
            /**
             * Format: int64
             * @description Page views of readers. Crawlers are not included.
             */
            views: number;
            /**
             * Format: double
             * @description The share of engines' answers to the tracked questions that cite the site. Divided by `samples`. Null without answers.
             */
            citationRate: number | null;
            /** @description The 95% interval of the true share; null without answers. */
            interval95: components["schemas"]["Interval"] | null;
            /** @description Which of the sums clearly changed since the previous period. The sites of the page are tested together, separately for each figure. */
            clearChanges: components["schemas"]["ClearChanges"];
        };
        /** @description Whether each count clearly differs from that of the previous period. The test uses at least eight weeks of earlier days, and accounts for weekdays and for how much days vary. Also false if the history is too short to tell. */
        ClearChanges: {
            /** @description Clicks on an assistant's button or on a question: AI clicks and question clicks together. */
            asks: boolean;
            /** @description Visits that an AI assistant sent. */
            aiReferrals: boolean;
            /** @description Clicks on a question, suggested or the reader's own. */
            questionClicks: boolean;
            /** @description Clicks on share buttons, and copies. */
            shares: boolean;
            /** @description Page views. */
            views: boolean;
        };
        /** @description One row of a series. */
        SeriesRow: {
            /** @description The calendar date; for a week or a month, its first day within the period. With `interval=hour`, the time at which the hour begins, such as `2026-03-01T23:00:00.000Z`. */
            date: string;
            /**
             * Format: int64
             * @description The count.
             */
            value: number;
        };
        /** @description One thing that needs attention. */
        Attention: {
            /** @description What needs attention. */
            code: components["schemas"]["AttentionCode"];
            /**
             * Format: date-time
             * @description Since when it needs attention. For `stale`, when the widget was last seen; for `not_installed`, when the site was registered; for `install_error`, when the page was checked; for `citation_lost`, when the fall became clear, which is weeks after it happened. Null if unknown, and for `credits_low`.
             */
            since: string | null;
            /** @description The question whose citation rate fell; null for any other code, and if the rate of all questions fell. */
            query: string | null;
            /** @description The engine whose citation rate fell; null for any other code, and if the rate over all engines fell. */
            engine: components["schemas"]["EngineOutput"] | null;
            /** @description The fall, as `list_changes` returns it; null for any other code. */
            change: components["schemas"]["CitationChange"] | null;
        };
        /**
         * @description What needs attention, the most urgent first.
         *
         *     * `install_error`: The last check of the site's page failed, and the widget was not seen since.
         *     * `citation_lost`: A citation rate fell: a current clear change says so, which is not part of another.
         *     * `stale`: The widget was not seen for seven days.
         *     * `credits_low`: The site has enabled monitors, and credits are low.
         *     * `not_installed`: The widget was never seen, and the site has no events.
         *
         *     A later release may add values.
         * @enum {string}
         */
        AttentionCode: "install_error" | "citation_lost" | "stale" | "credits_low" | "not_installed";
        /**
         * @description An engine that answers questions after searching the web.
         *
         *     * `openai`: OpenAI: Responses with web search.
         *     * `anthropic`: Anthropic: Messages with web search.
         *     * `perplexity`: Perplexity: Agent API.
         *     * `xai`: The Responses API of xAI, with web search.
         *     * `gemini`: Google: Gemini, grounded in Google Search.
         * @enum {string}
         */
        Engine: "openai" | "anthropic" | "perplexity" | "xai" | "gemini";
        /** @description A clear change of a citation rate. */
        CitationChange: {
            /** @description Its id. */
            id: components["schemas"]["ChangeId"];
            /** @description The site. */
            siteId: components["schemas"]["SiteId"];
            /** @description Which rate changed. */
            level: components["schemas"]["ChangeLevelOutput"];
            /** @description The monitor of the question; null for the levels `engine` and `site`. */
            monitorId: components["schemas"]["MonitorId"] | null;
            /** @description The question when the change became clear; null for the levels `engine` and `site`. */
            query: string | null;
            /** @description The engine; null for the levels `question` and `site`. */
            engine: components["schemas"]["EngineOutput"] | null;
            /** @description Whether the rate rose or fell. */
            direction: components["schemas"]["ChangeDirection"];
            /** @description The first run after the change, according to an estimate. */
            firstRunId: components["schemas"]["RunId"];
            /**
             * Format: date-time
             * @description When that run began.
             */
            firstRunAt: string;
            /** @description The run with which the change became clear. */
            clearRunId: components["schemas"]["RunId"];
            /**
             * Format: date-time
             * @description When the change became clear. That is later than the change itself, often by weeks, because one run says little.
             */
            clearAt: string;
            /** @description The answers before the change, over at most 90 runs or days. */
            before: components["schemas"]["ChangedRate"];
            /** @description The answers from the change until it became clear. */
            after: components["schemas"]["ChangedRate"];
            /** @description How strong the evidence is, including that of later runs. */
            strength: components["schemas"]["ChangeStrength"];
            /**
             * Format: uint16
             * @description The version of the rules that read the answers.
             */
            readingVersion: number;
            /** @description The change of a higher level that explains this one; null without one. Messages are sent about that change alone. */
            partOf: components["schemas"]["ChangeId"] | null;
            /** @description What else is to be known about the change; null without a note. */
            note: components["schemas"]["ChangeNote"] | null;
            /**
             * Format: date-time
             * @description When another clear change of the same rate ended it; null until then.
             */
            endedAt: string | null;
            /** @description Whether tables, overviews and lists of what needs attention show it: it became clear within the last 90 days, no other change ended it, and its question is still asked. */
            isCurrent: boolean;
        };
        ChangeId: string;
        /**
         * @description Which rate changed.
         *
         *     * `cell`: The rate of one question and one engine.
         *     * `question`: The rate of one question over all engines.
         *     * `engine`: The rate of one engine over all questions.
         *     * `site`: The rate over all questions and engines.
         * @enum {string}
         */
        ChangeLevel: "cell" | "question" | "engine" | "site";
        MonitorId: string;
        /**
         * @description Whether a rate rose or fell.
         *
         *     * `rise`: It rose.
         *     * `fall`: It fell.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ChangeDirection: "rise" | "fall";
        RunId: string;
        /** @description The answers before or after a change, and the rate to show for them. */
        ChangedRate: {
            /**
             * Format: uint64
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number;
            /**
             * Format: uint64
             * @description Answers that cite the site.
             */
            citedCount: number;
            /**
             * Format: double
             * @description The citation rate of the runs that were compared, each question and engine with itself. It is drawn toward that of the other side, because a change is found when its difference looks largest.
             */
            rate: number;
        };
        /**
         * @description How strong the evidence for a change is.
         *
         *     * `sure`: The evidence is enough to report the change.
         *     * `very_sure`: The evidence is a hundred times as strong as that.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ChangeStrength: "sure" | "very_sure";
        /**
         * @description What is to be known about a change besides its figures.
         *
         *     * `clear_before_upgrade`: It was already clear when this level was tested for the first time, after an upgrade. No message was sent.
         *     * `not_confirmed_by_new_reading`: A later version of the rules that read answers does not confirm it. It was reported with the rules of its time.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ChangeNote: "clear_before_upgrade" | "not_confirmed_by_new_reading";
        /**
         * @description What to compare with.
         *
         *     * `previous`: The previous period, which has the same length.
         *     * `year`: The same weekdays a year earlier: 52 weeks, or 53 if the period has 365 days.
         * @enum {string}
         */
        Compare: "previous" | "year";
        /**
         * @description The length of one row of a series.
         *
         *     * `hour`: An hour in the site's time zone; a day has 23 to 25 hours.
         *     * `day`: A calendar day.
         *     * `week`: A week that begins on Monday.
         *     * `month`: A calendar month.
         * @enum {string}
         */
        SeriesInterval: "hour" | "day" | "week" | "month";
        /**
         * @description The format of the response.
         *
         *     * `json`: JSON, in the envelope.
         *     * `csv`: Comma-separated values.
         * @enum {string}
         */
        Format: "json" | "csv";
        /** @description A site at a glance. */
        Overview: {
            /** @description Which site this is about. */
            site: components["schemas"]["OverviewSite"];
            /** @description Sums. */
            totals: components["schemas"]["OverviewTotals"];
            /** @description One row for each day, or for each `interval`, oldest first, including those with 0. */
            series: components["schemas"]["OverviewRow"][];
            /** @description The series by assistant, most asks first: at most five, and one for the rest. */
            byPlatform: components["schemas"]["OverviewPlatformSeries"][];
            /** @description Assistants by how often they were asked. */
            assistants: components["schemas"]["PanelOfAssistantRow"];
            /** @description Pages by asks, then by views. */
            pages: components["schemas"]["PanelOfOverviewPage"];
            /** @description Suggested questions by clicks. */
            questions: components["schemas"]["PanelOfOverviewQuestion"];
            /** @description The site's own items by clicks; empty if `platform` is set, because they belong to none. */
            items: components["schemas"]["PanelOfItemRow"];
            /** @description Where readers came from, by kind. */
            referrers: components["schemas"]["PanelOfOverviewReferrerType"];
            /** @description Where readers came from: hosts, assistants, search engines, networks, campaigns. */
            sources: components["schemas"]["PanelOfSourceRow"];
            /** @description Shares by network, and copies. */
            shares: components["schemas"]["PanelOfShareRow"];
            /** @description Requests of known crawlers that ran the widget. */
            crawlers: components["schemas"]["PanelOfCrawlerHitsRow"];
            /** @description Page reads of crawlers, by the log of the site's server, if a log source ever sent lines. Refuted ones are not included. */
            reads?: components["schemas"]["PanelOfOverviewRead"] | null;
            /** @description The programs among what ran the widget, and whether they are counted. */
            automation: components["schemas"]["Automation"];
            /** @description Readers' devices, according to the user agent. Events without a user agent, and imported ones, are in no row. */
            devices: components["schemas"]["PanelOfDeviceRow"];
            /** @description How often engines cite the site; if `page` names one page, how often they cite that page. See `notFiltered`. */
            citations: components["schemas"]["OverviewCitations"];
            /** @description Figures that the requested filters cannot narrow: left out, or shown without that filter. */
            notFiltered?: components["schemas"]["NotFiltered"][];
            /** @description The previous period, if requested. */
            previous?: components["schemas"]["PreviousOverview"] | null;
        };
        /** @description The parts of the site that are needed to read its figures. `GET /sites/{siteId}` returns all of it. */
        OverviewSite: {
            /** @description Its id. */
            id: components["schemas"]["SiteId"];
            /** @description Its organization. */
            orgId: components["schemas"]["OrgId"];
            /** @description The name. */
            name: string;
            /** @description The host name. */
            domain: string;
            /** @description The time zone that determines the site's days. */
            timezone: string;
        };
        /** @description Sums over a period. */
        OverviewTotals: {
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: int64
             * @description Visits that began with a link from an assistant, according to the referrer or `utm_source`.
             */
            aiReferrals: number;
            /**
             * Format: int64
             * @description Clicks on a question, suggested or the reader's own.
             */
            questionClicks: number;
            /**
             * Format: int64
             * @description Clicks on share buttons of social networks, and copies of the page or of its address.
             */
            shares: number;
            /**
             * Format: int64
             * @description Page views of readers. Crawlers are not included.
             */
            views: number;
            /**
             * Format: int64
             * @description Views of pages with the widget. Views on which the script found no place for the widget count only in `views`.
             */
            viewsWithWidget: number;
            /**
             * Format: double
             * @description AI asks per 100 views of pages with the widget, rounded to two decimal places. Divided by `viewsWithWidget`. Null without such views.
             */
            asksPer100Views: number | null;
            /**
             * Format: int32
             * @description The number of days in the period.
             */
            days: number;
        };
        /** @description The counts of one row of the series. */
        OverviewRow: {
            /** @description The calendar date; for a week or a month, its first day within the period. With `interval=hour`, the time at which the hour begins, such as `2026-03-01T23:00:00.000Z`. */
            date: string;
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: int64
             * @description Visits that began with a link from an assistant, according to the referrer or `utm_source`.
             */
            aiReferrals: number;
            /**
             * Format: int64
             * @description Clicks on a question, suggested or the reader's own.
             */
            questionClicks: number;
            /**
             * Format: int64
             * @description Clicks on share buttons of social networks, and copies of the page or of its address.
             */
            shares: number;
            /**
             * Format: int64
             * @description Page views of readers. Crawlers are not included.
             */
            views: number;
        };
        /** @description The series of an assistant. */
        OverviewPlatformSeries: {
            /** @description The platform's id; `other` for the rest, `none` for questions whose assistant is unknown. */
            platform: string;
            /** @description How often it was asked: one number for each row of `series`, in its order. */
            asks: number[];
            /** @description Visits that it sent: one number for each row of `series`, in its order. */
            aiReferrals: number[];
            /** @description True only in the last series, which is the sum of all that have no series of their own. */
            other?: boolean;
        };
        /** @description The first rows of a list. */
        PanelOfAssistantRow: {
            /**
             * Format: uint64
             * @description The number of rows in the whole list.
             */
            total: number;
            /** @description The first rows, at most nine. */
            items: components["schemas"]["AssistantRow"][];
        };
        /** @description An assistant. */
        AssistantRow: {
            /** @description The platform's id; `none` for questions whose assistant is unknown. */
            platform: string;
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: int64
             * @description Visits that this assistant sent, according to the referrer or `utm_source`.
             */
            visits: number;
            /**
             * Format: int64
             * @description The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the same hour, including that hour. The row that sums the rest has none.
             */
            previous?: number;
            /** @description Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together. */
            change?: components["schemas"]["RowChange"];
            /** @description True in the row `other`: platforms that exceeded the daily limit of new ones. */
            other?: boolean;
        };
        /** @description Whether a row clearly differs from the previous period. */
        RowChange: {
            /** @description Whether it does. If false, do not show the difference as a rise or a fall. */
            clear: boolean;
            /** @description Why. */
            reason: components["schemas"]["RowReason"];
        };
        /**
         * @description Why a row's change is clear or not.
         *
         *     * `clear`: It is larger than what the row varies by, also among all rows of the list.
         *     * `within_variation`: The row, or one among so many rows, varies that much from period to period.
         *     * `too_short`: There are less than eight weeks of earlier days, or no day of the period is complete.
         *     * `too_few`: The row counts less than twenty in both periods together, or it is beyond the 200 largest pages.
         *
         *     A later release may add values.
         * @enum {string}
         */
        RowReason: "clear" | "within_variation" | "too_short" | "too_few";
        /** @description The first rows of a list. */
        PanelOfOverviewPage: {
            /**
             * Format: uint64
             * @description The number of rows in the whole list.
             */
            total: number;
            /** @description The first rows, at most nine. */
            items: components["schemas"]["OverviewPage"][];
        };
        /** @description A page. */
        OverviewPage: {
            /** @description The path in its latest spelling; null in the row of other pages. */
            path: string | null;
            /** @description The page's address as a link needs it: the site's domain and `path`. Null in the row of other pages. */
            url: string | null;
            /** @description True only in the last row: pages that exceeded the daily limit of new ones, and pages without activity for a long time. */
            other?: boolean;
            /** @description The latest title. */
            title: string | null;
            /**
             * Format: int64
             * @description Page views of readers. Crawlers are not included.
             */
            views: number;
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: int64
             * @description Visits that began with a link from an assistant, according to the referrer or `utm_source`.
             */
            aiReferrals: number;
            /**
             * Format: int64
             * @description Engines' answers that cite the page. A filter by assistant does not change this number.
             */
            citations: number;
            /**
             * Format: double
             * @description The share of all engines' answers of the period that cite the page. Null without answers, and in a row of several pages.
             */
            citationShare: number | null;
            /** @description The 95% interval of the true share; null if the share is null. */
            interval95: components["schemas"]["Interval"] | null;
            /**
             * Format: int64
             * @description The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the same hour, including that hour. The row that sums the rest has none.
             */
            previous?: number;
            /** @description Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together. */
            change?: components["schemas"]["RowChange"];
        };
        /** @description The first rows of a list. */
        PanelOfOverviewQuestion: {
            /**
             * Format: uint64
             * @description The number of rows in the whole list.
             */
            total: number;
            /** @description The first rows, at most nine. */
            items: components["schemas"]["OverviewQuestion"][];
        };
        /** @description A suggested question. */
        OverviewQuestion: {
            /** @description The question's id; `own` for what readers asked in their own words; `other` for questions that exceeded the daily limit of new ones. */
            questionId: string;
            /** @description Its current text; null if it was removed, and for `own`, whose text is never stored. */
            question: string | null;
            /**
             * Format: int64
             * @description Clicks.
             */
            value: number;
            /**
             * Format: int64
             * @description The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the same hour, including that hour. The row that sums the rest has none.
             */
            previous?: number;
            /** @description Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together. */
            change?: components["schemas"]["RowChange"];
            /** @description True in the row `other`. */
            other?: boolean;
        };
        /** @description The first rows of a list. */
        PanelOfItemRow: {
            /**
             * Format: uint64
             * @description The number of rows in the whole list.
             */
            total: number;
            /** @description The first rows, at most nine. */
            items: components["schemas"]["ItemRow"][];
        };
        /** @description Clicks by own item. */
        ItemRow: {
            /** @description The item's id; `other` for the rest. */
            itemId: string;
            /** @description Its current label; null if it was removed. */
            label: string | null;
            /**
             * Format: int64
             * @description The count.
             */
            value: number;
            /**
             * Format: int64
             * @description The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the same hour, including that hour. The row that sums the rest has none.
             */
            previous?: number;
            /** @description Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together. */
            change?: components["schemas"]["RowChange"];
            /** @description True only in the row for the rest, which is the sum of all that have no row of their own. */
            other?: boolean;
        };
        /** @description The first rows of a list. */
        PanelOfOverviewReferrerType: {
            /**
             * Format: uint64
             * @description The number of rows in the whole list.
             */
            total: number;
            /** @description The first rows, at most nine. */
            items: components["schemas"]["OverviewReferrerType"][];
        };
        /** @description Visits by kind of source. */
        OverviewReferrerType: {
            /** @description The kind. */
            type: components["schemas"]["ReferrerType"];
            /**
             * Format: int64
             * @description Visits.
             */
            value: number;
        };
        /**
         * @description The kinds of sources that visits come from.
         *
         *     * `ai_assistant`: An AI assistant showed a link to the page.
         *     * `search`: A search engine.
         *     * `social`: A social network.
         *     * `campaign`: A link that names its campaign.
         *     * `direct`: No source is known: the address was typed, bookmarked, or opened in an app that sends no referrer.
         *     * `other`: Any other site.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ReferrerType: "ai_assistant" | "search" | "social" | "campaign" | "direct" | "other";
        /** @description The first rows of a list. */
        PanelOfSourceRow: {
            /**
             * Format: uint64
             * @description The number of rows in the whole list.
             */
            total: number;
            /** @description The first rows, at most nine. */
            items: components["schemas"]["SourceRow"][];
        };
        /** @description Visits by source. */
        SourceRow: {
            /** @description An assistant, search engine, network, campaign or host; `direct` for none; `other` for hosts that exceeded the daily limit of new ones. */
            referrer: string;
            /** @description Its kind. */
            type: components["schemas"]["ReferrerType"];
            /**
             * Format: int64
             * @description Visits.
             */
            value: number;
            /**
             * Format: int64
             * @description The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the same hour, including that hour. The row that sums the rest has none.
             */
            previous?: number;
            /** @description Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together. */
            change?: components["schemas"]["RowChange"];
        };
        /** @description The first rows of a list. */
        PanelOfShareRow: {
            /**
             * Format: uint64
             * @description The number of rows in the whole list.
             */
            total: number;
            /** @description The first rows, at most nine. */
            items: components["schemas"]["ShareRow"][];
        };
        /** @description Shares by channel. */
        ShareRow: {
            /** @description A network, or `copy`. */
            channel: string;
            /**
             * Format: int64
             * @description Shares.
             */
            value: number;
            /**
             * Format: int64
             * @description The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the same hour, including that hour. The row that sums the rest has none.
             */
            previous?: number;
            /** @description Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together. */
            change?: components["schemas"]["RowChange"];
        };
        /** @description The first rows of a list. */
        PanelOfCrawlerHitsRow: {
            /**
             * Format: uint64
             * @description The number of rows in the whole list.
             */
            total: number;
            /** @description The first rows, at most nine. */
            items: components["schemas"]["CrawlerHitsRow"][];
        };
        /** @description Requests by crawler. */
        CrawlerHitsRow: {
            /** @description The crawler's name. */
            crawler: string;
            /**
             * Format: int64
             * @description Its requests.
             */
            value: number;
            /**
             * Format: int64
             * @description The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the same hour, including that hour. The row that sums the rest has none.
             */
            previous?: number;
            /** @description Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together. */
            change?: components["schemas"]["RowChange"];
        };
        /** @description The first rows of a list. */
        PanelOfOverviewRead: {
            /**
             * Format: uint64
             * @description The number of rows in the whole list.
             */
            total: number;
            /** @description The first rows, at most nine. */
            items: components["schemas"]["OverviewRead"][];
        };
        /** @description Reads by crawler. */
        OverviewRead: {
            /** @description The crawler's name. */
            crawler: string;
            /**
             * Format: int64
             * @description Requests of crawlers for pages, by the log of the site's server. Refuted ones are not included.
             */
            reads: number;
        };
        /** @description How much programs did, according to their user agents and their browsers. */
        Automation: {
            /**
             * Format: int64
             * @description Events of crawlers: programs that read pages and say so. They are in no figure about readers.
             */
            crawlerHits: number;
            /**
             * Format: int64
             * @description Events of browsers that a program drives, such as for tests. They are in no figure about readers.
             */
            automatedHits: number;
            /**
             * Format: int64
             * @description Page views by HTTP libraries, which a site's app or proxy may send. They are in `views`, too.
             */
            libraryViews: number;
            /** @description The libraries of these views. */
            libraries: components["schemas"]["PanelOfLibraryRow"];
        };
        /** @description The first rows of a list. */
        PanelOfLibraryRow: {
            /**
             * Format: uint64
             * @description The number of rows in the whole list.
             */
            total: number;
            /** @description The first rows, at most nine. */
            items: components["schemas"]["LibraryRow"][];
        };
        /** @description Page views by HTTP library. */
        LibraryRow: {
            /** @description The library's name, such as `curl`. */
            library: string;
            /**
             * Format: int64
             * @description The number of page views.
             */
            value: number;
        };
        /** @description The first rows of a list. */
        PanelOfDeviceRow: {
            /**
             * Format: uint64
             * @description The number of rows in the whole list.
             */
            total: number;
            /** @description The first rows, at most nine. */
            items: components["schemas"]["DeviceRow"][];
        };
        /** @description What readers did on a kind of device. */
        DeviceRow: {
            /** @description The kind. */
            device: components["schemas"]["Device"];
            /**
             * Format: int64
             * @description Page views of readers. Crawlers are not included.
             */
            views: number;
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: int64
             * @description The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the same hour, including that hour. The row that sums the rest has none.
             */
            previous?: number;
            /** @description Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together. */
            change?: components["schemas"]["RowChange"];
        };
        /**
         * @description A kind of device.
         *
         *     * `phone`: A phone.
         *     * `tablet`: A tablet or an e-reader.
         *     * `desktop`: Anything else. An iPad whose browser requests desktop pages calls itself a Macintosh and is counted here.
         *
         *     A later release may add values.
         * @enum {string}
         */
        Device: "phone" | "tablet" | "desktop";
        /** @description How often engines cite the site. */
        OverviewCitations: {
            /**
             * Format: uint64
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number;
            /**
             * Format: uint64
             * @description Answers that cite the site.
             */
            citedCount: number;
            /**
             * Format: double
             * @description The share of engines' answers to the tracked questions that cite the site. Divided by `samples`. Null without answers.
             */
            citationRate: number | null;
            /** @description The 95% interval of the true share; null without answers. */
            interval95: components["schemas"]["Interval"] | null;
            /**
             * Format: uint64
             * @description The number of tracked questions that were answered.
             */
            questions: number;
            /** @description Every engine that answered. */
            byEngine: components["schemas"]["EngineCitationRate"][];
            /** @description Without a filter: the current clear changes of citation rates, newest first, as `list_changes` returns them. Nothing else says that a rate changed. */
            changes: components["schemas"]["CitationChange"][];
            /** @description With `compare=previous` and no filter: whether the answers of the two periods differ, each question and engine compared with itself. It does not say when a rate changed, or that it lasts. */
            difference?: components["schemas"]["Difference"] | null;
        };
        /** @description How often the answers of an engine cite the site. */
        EngineCitationRate: {
            /** @description The engine. */
            engine: components["schemas"]["EngineOutput"];
            /**
             * Format: uint64
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number;
            /**
             * Format: uint64
             * @description Answers that cite the site.
             */
            citedCount: number;
            /**
             * Format: double
             * @description The share of engines' answers to the tracked questions that cite the site. Divided by `samples`. Null without answers.
             */
            citationRate: number | null;
            /** @description The 95% interval of the true share; null without answers. */
            interval95: components["schemas"]["Interval"] | null;
        };
        /** @description Whether a figure differs clearly from the previous one. */
        Difference: {
            /** @description True: a clear change. False: no clear change; `detectable` says what would have been clear. Null: no change could have been clear; `method` says why. */
            different: boolean | null;
            /** @description How the figures were compared, or why they were not. */
            method: components["schemas"]["DifferenceMethod"];
            /**
             * Format: double
             * @description If there is no clear change: the smallest difference of the rate, from 0 to 1, that this many runs would have shown in 80 of 100 cases, in this list; null if they would have shown none, or if there are too few runs.
             */
            detectable: number | null;
        };
        /**
         * @description How figures were compared, or why they were not.
         *
         *     * `permutation_by_week`: Two periods were compared, with a permutation test on whole weeks.
         *     * `too_short`: Two periods were not compared: one of them has answers in fewer than four whole weeks, or they vary so much that not even the largest change would have been found. Compare longer periods.
         *     * `list_too_long`: Two periods were not compared: in so few weeks, no change is rare enough to be clear among all results of the list. Compare longer periods, such as 90 days.
         *     * `betting_by_run`: The runs of a question and engine were compared, with a test that is repeated after every run.
         *     * `too_few_runs`: No change could have been found, however large: there are too few runs, or they resemble each other too much.
         *
         *     A later release may add values.
         * @enum {string}
         */
        DifferenceMethod: "permutation_by_week" | "too_short" | "list_too_long" | "betting_by_run" | "too_few_runs";
        /** @description Figures that a filter does not apply to. */
        NotFiltered: {
            /** @description The figures. */
            figures: components["schemas"]["UnfilteredFigures"];
            /** @description The filter. */
            by: components["schemas"]["FilterName"];
            /** @description True if the figures are left out: 0, null or empty. False if they are shown without that filter. */
            leftOut: boolean;
            /** @description The reason, as a sentence. */
            reason: string;
        };
        /**
         * @description Figures that not every filter can narrow.
         *
         *     * `asks`: Asks, questions and visits, with their panels.
         *     * `shares`: `shares`, with their panel.
         *     * `items`: `items`.
         *     * `crawlers`: `crawlers`, `reads` and `automation`.
         *     * `views`: Views, including those by device and those on which rates are based.
         *     * `citations`: `citations`, including those of the previous period, and `citationShare` of pages.
         *     * `citationsByEngine`: `citations.byEngine`.
         *
         *     A later release may add values.
         * @enum {string}
         */
        UnfilteredFigures: "asks" | "shares" | "items" | "crawlers" | "views" | "citations" | "citationsByEngine";
        /**
         * @description A filter.
         *
         *     * `page`: `page`.
         *     * `platform`: `platform`.
         *
         *     A later release may add values.
         * @enum {string}
         */
        FilterName: "page" | "platform";
        /** @description The previous period. */
        PreviousOverview: {
            /** @description Sums. Until the period has ended, the previous one is counted up to the same hour, including that hour. */
            totals: components["schemas"]["OverviewTotals"];
            /** @description Which of the sums clearly changed since the previous period. */
            clearChanges: components["schemas"]["ClearChanges"];
            /** @description For each of the sums, whether it clearly changed, why not, and which sums would be a clear change. */
            changes: components["schemas"]["CountChanges"];
            /** @description Its rows, oldest first. */
            series: components["schemas"]["OverviewRow"][];
            /** @description How often engines cited the site, or the requested page, in the whole previous period. */
            citations: components["schemas"]["CitationRate"];
        };
        /** @description For each count, whether it clearly differs from that of the previous period, why not, and which counts would. */
        CountChanges: {
            /** @description Clicks on an assistant's button or on a question: AI clicks and question clicks together. */
            asks: components["schemas"]["CountChange"];
            /** @description Visits that an AI assistant sent. */
            aiReferrals: components["schemas"]["CountChange"];
            /** @description Clicks on a question, suggested or the reader's own. */
            questionClicks: components["schemas"]["CountChange"];
            /** @description Clicks on share buttons, and copies. */
            shares: components["schemas"]["CountChange"];
            /** @description Page views. */
            views: components["schemas"]["CountChange"];
        };
        /** @description Whether a count clearly differs from that of the previous period. */
        CountChange: {
            /** @description Whether it does: as in `clearChanges`. */
            clear: boolean;
            /** @description Why. */
            reason: components["schemas"]["ChangeReason"];
            /**
             * Format: int64
             * @description From this count on, the rise would be clear. Null if the history is too short, or if no rise could be.
             */
            clearFrom: number | null;
            /**
             * Format: int64
             * @description Up to this count, the fall would be clear. Null if the history is too short, or if not even a fall to 0 would be.
             */
            clearUntil: number | null;
        };
        /**
         * @description Why a change is clear or not.
         *
         *     * `clear`: It is larger than what the count varies by.
         *     * `within_variation`: The count varies that much from period to period.
         *     * `too_short`: There are less than eight weeks of earlier days, or no day of the period is complete.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ChangeReason: "clear" | "within_variation" | "too_short";
        /** @description How often answers cite the site. */
        CitationRate: {
            /**
             * Format: uint64
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number;
            /**
             * Format: uint64
             * @description Answers that cite the site.
             */
            citedCount: number;
            /**
             * Format: double
             * @description The share of engines' answers to the tracked questions that cite the site. Divided by `samples`. Null without answers.
             */
            citationRate: number | null;
            /** @description The 95% interval of the true share; null without answers. */
            interval95: components["schemas"]["Interval"] | null;
        };
        /** @description The last half hour. */
        Live: {
            /**
             * Format: date-time
             * @description When this was read.
             */
            asOf: string;
            /**
             * Format: date-time
             * @description When the last event was received, including crawlers, however long ago; null if no raw event is stored.
             */
            lastEventAt: string | null;
            /** @description Sums of these thirty minutes. */
            totals: components["schemas"]["LiveTotals"];
            /** @description Thirty rows, oldest first; the last is the current minute. */
            series: components["schemas"]["MinuteRow"][];
            /** @description The latest events of people, newest first: at most twenty. */
            newest: components["schemas"]["LiveEvent"][];
            /** @description What browsers did that a program drives. It counts nowhere else in this answer. */
            automated: components["schemas"]["LiveAutomated"];
            /** @description The pages of the latest 500 events, the one with the latest event first: at most nine. */
            pages: components["schemas"]["LivePage"][];
            /** @description The assistants of the latest 500 events, the one with the latest event first: at most nine. */
            assistants: components["schemas"]["LiveAssistant"][];
        };
        /** @description Sums of half an hour, or of a minute. */
        LiveTotals: {
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: int64
             * @description Visits that began with a link from an assistant, according to the referrer or `utm_source`.
             */
            aiReferrals: number;
            /**
             * Format: int64
             * @description Page views of readers. Crawlers are not included.
             */
            views: number;
        };
        /** @description A minute. */
        MinuteRow: {
            /**
             * Format: date-time
             * @description When it began.
             */
            minute: string;
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: int64
             * @description Visits that began with a link from an assistant, according to the referrer or `utm_source`.
             */
            aiReferrals: number;
            /**
             * Format: int64
             * @description Page views of readers. Crawlers are not included.
             */
            views: number;
        };
        /** @description An event of a reader, or of an automated browser. It never contains what a reader typed. */
        LiveEvent: {
            /**
             * Format: date-time
             * @description When it was received.
             */
            at: string;
            /** @description The type of the event. */
            type: components["schemas"]["EventTypeOutput"];
            /** @description The page's path in its latest spelling. */
            path: string;
            /** @description The page's address as a link needs it: the site's domain and `path`. */
            url: string | null;
            /** @description The page's title. */
            title: string | null;
            /** @description The assistant that was asked, or that sent the reader. */
            platform: string | null;
            /** @description The network on which the reader shared the page. */
            network: string | null;
            /** @description The current label of the own item that was clicked; null for other events, and if the item was removed. */
            item: string | null;
            /** @description The source of a visit; null within the site, and for events other than views. */
            referrer: string | null;
        };
        /** @description Events of browsers that a program drives, such as a test, in the last half hour. */
        LiveAutomated: {
            /**
             * Format: uint
             * @description The number of these events among the latest 500 of any sender.
             */
            automatedHits: number;
            /** @description The latest of them, newest first: at most twenty. */
            newest: components["schemas"]["LiveEvent"][];
        };
        /** @description A page of the last half hour. */
        LivePage: {
            /** @description Its path in its latest spelling. */
            path: string;
            /** @description Its address as a link needs it: the site's domain and `path`. */
            url: string | null;
            /** @description Its title. */
            title: string | null;
            /**
             * Format: date-time
             * @description When its latest event was received.
             */
            lastEventAt: string;
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: int64
             * @description Page views of readers. Crawlers are not included.
             */
            views: number;
        };
        /** @description An assistant of the last half hour. */
        LiveAssistant: {
            /** @description Its id. */
            platform: string;
            /**
             * Format: date-time
             * @description When its latest event was received.
             */
            lastEventAt: string;
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: int64
             * @description Visits that this assistant sent, according to the referrer or `utm_source`.
             */
            visits: number;
        };
        /**
         * @description The format of a response that contains a table.
         *
         *     * `json`: JSON, in the envelope.
         *     * `csv`: Comma-separated values.
         *     * `xlsx`: A workbook with typed numbers and dates.
         * @enum {string}
         */
        TableFormat: "json" | "csv" | "xlsx";
        /**
         * @description Optional parts of the report.
         *
         *     * `byPrompt`: Clicks by prompt.
         *     * `seriesByPlatform`: A series for each platform.
         * @enum {string}
         */
        AiClicksInclude: "byPrompt" | "seriesByPlatform";
        /**
         * @description The table in the file.
         *
         *     * `assistants`: Assistants: asks, and visits from AI.
         * @enum {string}
         */
        AssistantsTable: "assistants";
        /**
         * @description The language of a file's headings.
         *
         *     * `en`: English.
         *     * `de`: German.
         * @enum {string}
         */
        FileLanguage: "en" | "de";
        /** @description Clicks on an assistant's button. Questions are not included. */
        AiClicks: {
            /** @description Sums. */
            totals: components["schemas"]["AiTotals"];
            /** @description One row for each day, or for each `interval`, oldest first, including those with 0. */
            series: components["schemas"]["SeriesRow"][];
            /** @description By platform, most clicks first. */
            byPlatform: components["schemas"]["PlatformRow"][];
            /** @description By prompt, most clicks first; with `include=byPrompt`. */
            byPrompt?: components["schemas"]["PromptRow"][];
            /** @description The series by platform: at most five and the rest; with `include=seriesByPlatform`. */
            seriesByPlatform?: components["schemas"]["PlatformSeries"][];
            /** @description The previous period, if requested. */
            previous?: components["schemas"]["PreviousAiTotals"] | null;
        };
        /** @description Totals of AI clicks. */
        AiTotals: {
            /**
             * Format: int64
             * @description Clicks on an assistant's button. Questions are not included.
             */
            aiClicks: number;
            /**
             * Format: int32
             * @description The number of days in the period.
             */
            days: number;
        };
        /** @description Clicks by platform. */
        PlatformRow: {
            /** @description The platform's id; `other` for the rest. */
            platform: string;
            /**
             * Format: int64
             * @description The count.
             */
            value: number;
            /**
             * Format: int64
             * @description The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the same hour, including that hour. The row that sums the rest has none.
             */
            previous?: number;
            /** @description Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together. */
            change?: components["schemas"]["RowChange"];
            /** @description True only in the row for the rest, which is the sum of all that have no row of their own. */
            other?: boolean;
        };
        /** @description Clicks by prompt. */
        PromptRow: {
            /** @description The prompt's id; null for clicks without a known prompt, `other` for the rest. */
            promptId: string | null;
            /** @description Its current name; null if it was deleted, or if there is no id. */
            name: string | null;
            /**
             * Format: int64
             * @description The count.
             */
            value: number;
            /** @description True only in the row for the rest, which is the sum of all that have no row of their own. */
            other?: boolean;
        };
        /** @description The series of a platform. */
        PlatformSeries: {
            /** @description The platform's id; `other` for the rest. */
            platform: string;
            /** @description One number for each row of `series`, in its order. */
            values: number[];
            /** @description True only in the last series, which is the sum of all that have no series of their own. */
            other?: boolean;
        };
        /** @description What was counted in the previous period. */
        PreviousAiTotals: {
            /** @description Sums. Until the period has ended, the previous one is counted up to the same hour, including that hour. */
            totals: components["schemas"]["AiTotals"];
            /** @description Its rows, oldest first. */
            series: components["schemas"]["SeriesRow"][];
        };
        /**
         * @description What a report of shares on networks can include.
         *
         *     * `seriesByNetwork`: A separate series for each part.
         * @enum {string}
         */
        SocialInclude: "seriesByNetwork";
        /** @description Clicks on share buttons. */
        SocialClicks: {
            /** @description Sums. */
            totals: components["schemas"]["SocialTotals"];
            /** @description One row for each day, or for each `interval`, oldest first, including those with 0. */
            series: components["schemas"]["SeriesRow"][];
            /** @description By network, most clicks first. */
            byNetwork: components["schemas"]["NetworkRow"][];
            /** @description The series by network: at most five and the rest; with `include=seriesByNetwork`. */
            seriesByNetwork?: components["schemas"]["NetworkSeries"][];
            /** @description The previous period, if requested. */
            previous?: components["schemas"]["PreviousSocialTotals"] | null;
        };
        /** @description Totals of social clicks. */
        SocialTotals: {
            /**
             * Format: int64
             * @description Clicks on share buttons of social networks.
             */
            socialClicks: number;
            /**
             * Format: int32
             * @description The number of days in the period.
             */
            days: number;
        };
        /** @description Clicks by network. */
        NetworkRow: {
            /** @description The network's id; `other` for the rest. */
            network: string;
            /**
             * Format: int64
             * @description The count.
             */
            value: number;
            /**
             * Format: int64
             * @description The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the same hour, including that hour. The row that sums the rest has none.
             */
            previous?: number;
            /** @description Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together. */
            change?: components["schemas"]["RowChange"];
            /** @description True only in the row for the rest, which is the sum of all that have no row of their own. */
            other?: boolean;
        };
        /** @description The series of a network. */
        NetworkSeries: {
            /** @description The network's id; `other` for the rest. */
            network: string;
            /** @description One number for each row of `series`, in its order. */
            values: number[];
            /** @description True only in the last series, which is the sum of all that have no series of their own. */
            other?: boolean;
        };
        /** @description What was counted in the previous period. */
        PreviousSocialTotals: {
            /** @description Sums. Until the period has ended, the previous one is counted up to the same hour, including that hour. */
            totals: components["schemas"]["SocialTotals"];
            /** @description Its rows, oldest first. */
            series: components["schemas"]["SeriesRow"][];
        };
        /**
         * @description What a report of suggested questions can include.
         *
         *     * `seriesByPlatform`: A separate series for each part.
         * @enum {string}
         */
        QuestionsInclude: "seriesByPlatform";
        /**
         * @description The table in the file.
         *
         *     * `questions`: Questions.
         * @enum {string}
         */
        QuestionsTable: "questions";
        /** @description Clicks on a question, suggested or the reader's own. */
        QuestionClicks: {
            /** @description Sums. */
            totals: components["schemas"]["QuestionTotals"];
            /** @description One row for each day, or for each `interval`, oldest first, including those with 0. */
            series: components["schemas"]["SeriesRow"][];
            /** @description By question, most clicks first. */
            byQuestion: components["schemas"]["QuestionRow"][];
            /** @description By the assistant in which they were opened; `none` if the widget did not report it. */
            byPlatform: components["schemas"]["PlatformRow"][];
            /** @description The series by platform: at most five and the rest; with `include=seriesByPlatform`. */
            seriesByPlatform?: components["schemas"]["PlatformSeries"][];
            /** @description The previous period, if requested. */
            previous?: components["schemas"]["PreviousQuestionTotals"] | null;
        };
        /** @description Totals of question clicks. */
        QuestionTotals: {
            /**
             * Format: int64
             * @description Clicks on a question, suggested or the reader's own.
             */
            questionClicks: number;
            /**
             * Format: int32
             * @description The number of days in the period.
             */
            days: number;
        };
        /** @description Clicks by suggested question. */
        QuestionRow: {
            /** @description The question's id; `own` for what readers asked in their own words; `other` for the rest. */
            questionId: string;
            /** @description Its current text; null if it was removed, and for `own`, whose text is never stored. */
            question: string | null;
            /**
             * Format: int64
             * @description The count.
             */
            value: number;
            /**
             * Format: int64
             * @description The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the same hour, including that hour. The row that sums the rest has none.
             */
            previous?: number;
            /** @description Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together. */
            change?: components["schemas"]["RowChange"];
            /** @description True only in the row for the rest, which is the sum of all that have no row of their own. */
            other?: boolean;
        };
        /** @description What was counted in the previous period. */
        PreviousQuestionTotals: {
            /** @description Sums. Until the period has ended, the previous one is counted up to the same hour, including that hour. */
            totals: components["schemas"]["QuestionTotals"];
            /** @description Its rows, oldest first. */
            series: components["schemas"]["SeriesRow"][];
        };
        /**
         * @description The table in the file.
         *
         *     * `items`: Own items.
         * @enum {string}
         */
        ItemsTable: "items";
        /** @description Clicks on the site's own items. They are neither asks nor shares. */
        ItemClicks: {
            /** @description Sums. */
            totals: components["schemas"]["ItemTotals"];
            /** @description One row for each day, or for each `interval`, oldest first, including those with 0. */
            series: components["schemas"]["SeriesRow"][];
            /** @description By item, most clicks first. */
            byItem: components["schemas"]["ItemRow"][];
            /** @description The previous period, if requested. */
            previous?: components["schemas"]["PreviousItemTotals"] | null;
        };
        /** @description Totals of clicks on own items. */
        ItemTotals: {
            /**
             * Format: int64
             * @description Clicks on the site's own items in the widget. They are neither asks nor shares.
             */
            itemClicks: number;
            /**
             * Format: int32
             * @description The number of days in the period.
             */
            days: number;
        };
        /** @description What was counted in the previous period. */
        PreviousItemTotals: {
            /** @description Sums. Until the period has ended, the previous one is counted up to the same hour, including that hour. */
            totals: components["schemas"]["ItemTotals"];
            /** @description Its rows, oldest first. */
            series: components["schemas"]["SeriesRow"][];
        };
        /**
         * @description What a report of shares can include.
         *
         *     * `seriesByChannel`: A separate series for each part.
         * @enum {string}
         */
        SharesInclude: "seriesByChannel";
        /**
         * @description The table in the file.
         *
         *     * `shares`: Shares by channel.
         * @enum {string}
         */
        SharesTable: "shares";
        /** @description Shares through every channel: assistants, networks and copies. */
        Shares: {
            /** @description Sums. */
            totals: components["schemas"]["ShareTotals"];
            /** @description One row for each day, or for each `interval`, oldest first, including those with 0. */
            series: components["schemas"]["SeriesRow"][];
            /** @description By channel, most used first. */
            byChannel: components["schemas"]["ChannelRow"][];
            /** @description The series by channel: at most five and the rest; with `include=seriesByChannel`. */
            seriesByChannel?: components["schemas"]["ChannelSeries"][];
            /** @description The previous period, if requested. */
            previous?: components["schemas"]["PreviousShareTotals"] | null;
        };
        /** @description Totals of shares. */
        ShareTotals: {
            /**
             * Format: int64
             * @description AI clicks, social clicks and copies together: each passes the page on.
             */
            shares: number;
            /**
             * Format: int64
             * @description Clicks on an assistant's button. Questions are not included.
             */
            aiClicks: number;
            /**
             * Format: int64
             * @description Clicks on share buttons of social networks.
             */
            socialClicks: number;
            /**
             * Format: int64
             * @description Copies of the page or of its address.
             */
            copies: number;
            /**
             * Format: int32
             * @description The number of days in the period.
             */
            days: number;
        };
        /** @description Shares by channel. */
        ChannelRow: {
            /** @description A platform, a network or `copy`; `other` for the rest. */
            channel: string;
            /**
             * Format: int64
             * @description The count.
             */
            value: number;
            /**
             * Format: int64
             * @description The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the same hour, including that hour. The row that sums the rest has none.
             */
            previous?: number;
            /** @description Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together. */
            change?: components["schemas"]["RowChange"];
            /** @description True only in the row for the rest, which is the sum of all that have no row of their own. */
            other?: boolean;
        };
        /** @description The series of a channel. */
        ChannelSeries: {
            /** @description A platform, a network or `copy`; `other` for the rest. */
            channel: string;
            /** @description One number for each row of `series`, in its order. */
            values: number[];
            /** @description True only in the last series, which is the sum of all that have no series of their own. */
            other?: boolean;
        };
        /** @description What was counted in the previous period. */
        PreviousShareTotals: {
            /** @description Sums. Until the period has ended, the previous one is counted up to the same hour, including that hour. */
            totals: components["schemas"]["ShareTotals"];
            /** @description Its rows, oldest first. */
            series: components["schemas"]["SeriesRow"][];
        };
        /**
         * @description What a report of visits can include.
         *
         *     * `seriesByType`: A separate series for each part.
         * @enum {string}
         */
        ReferrersInclude: "seriesByType";
        /**
         * @description The table in the file.
         *
         *     * `sources`: Visits by source.
         * @enum {string}
         */
        SourcesTable: "sources";
        /** @description Visits by source. */
        Referrals: {
            /** @description Sums. */
            totals: components["schemas"]["VisitTotals"];
            /** @description One row for each day, or for each `interval`, oldest first, including those with 0. */
            series: components["schemas"]["SeriesRow"][];
            /** @description By referrer, most visits first. */
            byReferrer: components["schemas"]["ReferrerRow"][];
            /** @description By kind of source, most visits first. */
            byType: components["schemas"]["ReferrerTypeRow"][];
            /** @description The visits from AI assistants, by assistant, most visits first. */
            byAssistant: components["schemas"]["PlatformRow"][];
            /** @description The series by kind of source; with `include=seriesByType`. */
            seriesByType?: components["schemas"]["ReferrerTypeSeries"][];
            /** @description The previous period, if requested. */
            previous?: components["schemas"]["PreviousVisitTotals"] | null;
        };
        /** @description Totals of visits. */
        VisitTotals: {
            /**
             * Format: int64
             * @description Visits, each counted where it began.
             */
            visits: number;
            /**
             * Format: int32
             * @description The number of days in the period.
             */
            days: number;
        };
        /** @description Visits by referrer. */
        ReferrerRow: {
            /** @description An assistant, search engine, network, campaign or host; `direct` for none; `other` for the rest. */
            referrer: string;
            /**
             * Format: int64
             * @description The count.
             */
            value: number;
            /**
             * Format: int64
             * @description The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the same hour, including that hour. The row that sums the rest has none.
             */
            previous?: number;
            /** @description Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together. */
            change?: components["schemas"]["RowChange"];
            /** @description True only in the row for the rest, which is the sum of all that have no row of their own. */
            other?: boolean;
        };
        /** @description Visits by kind of source. */
        ReferrerTypeRow: {
            /**
             * @description The kind of source. A later release may add values.
             * @enum {string}
             */
            type: "ai_assistant" | "search" | "social" | "campaign" | "direct" | "other";
            /**
             * Format: int64
             * @description The count.
             */
            value: number;
        };
        /** @description The series of a kind of source. */
        ReferrerTypeSeries: {
            /**
             * @description The kind of source. A later release may add values.
             * @enum {string}
             */
            type: "ai_assistant" | "search" | "social" | "campaign" | "direct" | "other";
            /** @description One number for each row of `series`, in its order. */
            values: number[];
        };
        /** @description What was counted in the previous period. */
        PreviousVisitTotals: {
            /** @description Sums. Until the period has ended, the previous one is counted up to the same hour, including that hour. */
            totals: components["schemas"]["VisitTotals"];
            /** @description Its rows, oldest first. */
            series: components["schemas"]["SeriesRow"][];
        };
        /**
         * @description What a report of crawlers can include.
         *
         *     * `seriesByCrawler`: A separate series for each part.
         * @enum {string}
         */
        CrawlersInclude: "seriesByCrawler";
        /**
         * @description The table in the file.
         *
         *     * `crawlers`: Crawlers.
         * @enum {string}
         */
        CrawlersTable: "crawlers";
        /** @description Requests of known crawlers, which are never counted as people. */
        CrawlerHits: {
            /** @description Sums. */
            totals: components["schemas"]["CrawlerTotals"];
            /** @description One row for each day, or for each `interval`, oldest first, including those with 0. */
            series: components["schemas"]["SeriesRow"][];
            /** @description By crawler, most requests first. */
            byCrawler: components["schemas"]["CrawlerRow"][];
            /** @description The series by crawler: at most five and the rest; with `include=seriesByCrawler`. */
            seriesByCrawler?: components["schemas"]["CrawlerSeries"][];
            /** @description The previous period, if requested. */
            previous?: components["schemas"]["PreviousCrawlerTotals"] | null;
        };
        /** @description Totals of crawler requests. */
        CrawlerTotals: {
            /**
             * Format: int64
             * @description Requests of known crawlers that ran the widget, one for each page. Views and visits do not include them.
             */
            hits: number;
            /**
             * Format: int32
             * @description The number of days in the period.
             */
            days: number;
        };
        /** @description Requests by crawler. */
        CrawlerRow: {
            /** @description The crawler's name; `other` for the rest. */
            crawler: string;
            /**
             * Format: int64
             * @description The count.
             */
            value: number;
            /**
             * Format: int64
             * @description The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the same hour, including that hour. The row that sums the rest has none.
             */
            previous?: number;
            /** @description Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together. */
            change?: components["schemas"]["RowChange"];
            /** @description True only in the row for the rest, which is the sum of all that have no row of their own. */
            other?: boolean;
        };
        /** @description The series of a crawler. */
        CrawlerSeries: {
            /** @description The crawler's name; `other` for the rest. */
            crawler: string;
            /** @description One number for each row of `series`, in its order. */
            values: number[];
            /** @description True only in the last series, which is the sum of all that have no series of their own. */
            other?: boolean;
        };
        /** @description What was counted in the previous period. */
        PreviousCrawlerTotals: {
            /** @description Sums. Until the period has ended, the previous one is counted up to the same hour, including that hour. */
            totals: components["schemas"]["CrawlerTotals"];
            /** @description Its rows, oldest first. */
            series: components["schemas"]["SeriesRow"][];
        };
        /**
         * @description What a crawler or an agent reads a page for.
         *
         *     * `training`: To train models, or for a published data set that models are trained with.
         *     * `search`: For an index that answers are made from.
         *     * `user`: An assistant opens the page for a person, now.
         *     * `agent`: A browser that acts for a person.
         *     * `other`: For something else: previews, archives, search engine optimization, monitoring, tools.
         * @enum {string}
         */
        ReadPurpose: "training" | "search" | "user" | "agent" | "other";
        /**
         * @description How certain it is that a request came from the crawler that its user agent names.
         *
         *     * `verified`: The address is in the list that the crawler's maker publishes.
         *     * `claimed`: Cannot be checked: the maker publishes no list, the list is not loaded, or the log has no public address.
         *     * `refuted`: The maker publishes a list, and the address is not in it.
         * @enum {string}
         */
        Evidence: "verified" | "claimed" | "refuted";
        /**
         * @description Which pages are listed.
         *
         *     * `all`: All pages that were read.
         *     * `never_cited`: Pages that were read for an index or for a person, and that no answer cites.
         *     * `not_read`: Pages that answers cite, and that no crawler read for an index or for a person.
         * @enum {string}
         */
        ReadPageList: "all" | "never_cited" | "not_read";
        /** @description What crawlers read on a site. */
        ReadsReport: {
            /** @description Sums over all crawlers and pages. */
            totals: components["schemas"]["ReadTotals"];
            /** @description The sums of the previous period, which has the same length; null unless requested. */
            previous: components["schemas"]["ReadTotals"] | null;
            /** @description The reads of each day of the period, oldest first. */
            series: components["schemas"]["ReadDay"][];
            /** @description Each crawler and purpose, most reads first; refuted reads are counted there alone. */
            byCrawler: components["schemas"]["CrawlerReads"][];
            /** @description The pages of the requested list, most reads first. */
            pages: components["schemas"]["ReadPage"][];
            /** @description How many pages each list has. */
            pageCounts: components["schemas"]["PageCounts"];
            /** @description How old the lists of addresses are that decide what is verified. */
            addressLists: components["schemas"]["AddressListState"];
            /**
             * Format: date-time
             * @description When the site's `robots.txt` was last read, for `disallowed`; null before the first time.
             */
            robotsReadAt: string | null;
            /**
             * Format: date-time
             * @description When a source last sent lines, whatever they were; null if none ever did.
             */
            lastBatchAt: string | null;
        };
        /** @description Sums of reads. Refuted reads are in `refuted` alone. */
        ReadTotals: {
            /**
             * Format: uint64
             * @description Requests of crawlers for pages, by the log of the site's server. Refuted ones are not included.
             */
            reads: number;
            /**
             * Format: uint64
             * @description Reads to train models.
             */
            training: number;
            /**
             * Format: uint64
             * @description Reads for an index that answers are made from.
             */
            search: number;
            /**
             * Format: uint64
             * @description Reads of assistants that opened a page for a person.
             */
            user: number;
            /**
             * Format: uint64
             * @description Reads of browsers that act for a person.
             */
            agent: number;
            /**
             * Format: uint64
             * @description Reads for something else.
             */
            other: number;
            /**
             * Format: uint64
             * @description Reads for training, an index or a person, or by an agent, that the server refused (401, 403, 429, 451).
             */
            refused: number;
            /**
             * Format: uint64
             * @description Requests with the name of a crawler, from an address that is not in the list of its maker.
             */
            refuted: number;
        };
        /** @description The reads of a day, without refuted ones. */
        ReadDay: {
            /**
             * Format: date
             * @description The date in the site's time zone.
             */
            date: string;
            /**
             * Format: uint64
             * @description Reads to train models.
             */
            training: number;
            /**
             * Format: uint64
             * @description Reads for an index that answers are made from.
             */
            search: number;
            /**
             * Format: uint64
             * @description Reads of assistants that opened a page for a person.
             */
            user: number;
            /**
             * Format: uint64
             * @description Reads of browsers that act for a person.
             */
            agent: number;
            /**
             * Format: uint64
             * @description Reads for something else.
             */
            other: number;
        };
        /** @description The reads of a crawler for one purpose. What is refuted is in `refuted` alone. */
        CrawlerReads: {
            /** @description The crawler's name. */
            crawler: string;
            /** @description Who runs it; null if that is not known. */
            maker: string | null;
            /** @description What it reads for. */
            purpose: components["schemas"]["ReadPurposeOutput"];
            /**
             * Format: uint64
             * @description Requests of crawlers for pages, by the log of the site's server. Refuted ones are not included.
             */
            reads: number;
            /**
             * Format: uint64
             * @description Reads from an address in the list that the crawler's maker publishes.
             */
            verified: number;
            /**
             * Format: uint64
             * @description Reads for which the name of the crawler cannot be checked.
             */
            claimed: number;
            /**
             * Format: uint64
             * @description Requests with the name of a crawler, from an address that is not in the list of its maker.
             */
            refuted: number;
            /**
             * Format: uint64
             * @description Reads that got the page (2xx and 304).
             */
            answered: number;
            /**
             * Format: uint64
             * @description Reads that were sent elsewhere (other 3xx).
             */
            redirected: number;
            /**
             * Format: uint64
             * @description Reads that the server refused (401, 403, 429, 451).
             */
            refused: number;
            /**
             * Format: uint64
             * @description Reads of pages that do not exist (404, 410).
             */
            notFound: number;
            /**
             * Format: uint64
             * @description Reads that failed (5xx).
             */
            failed: number;
            /**
             * Format: uint64
             * @description The number of pages that it got at least once.
             */
            pages: number;
            /**
             * Format: date-time
             * @description When it last read, or last asked for a page with its name; null if everything is refuted.
             */
            lastAt: string | null;
            /**
             * Format: date
             * @description The first of the latest days on which nine of ten of at least 20 reads were refused or failed; null if the server lets the crawler read.
             */
            refusedSince: string | null;
            /** @description If the server refuses the crawler: the networks in its maker's lists, which the server has to allow. Empty otherwise, and without a list. */
            networks: string[];
            /**
             * Format: uint64
             * @description Reads of pages that the site's `robots.txt` forbids to the crawler. Null before `robots.txt` was read, and if it has too many rules.
             */
            disallowed: number | null;
        };
        /** @description A page: who read it, and what became of that. */
        ReadPage: {
            /** @description Its path; null for the pages beyond a day's limit. */
            path: string | null;
            /** @description Its address; null for the pages beyond a day's limit. */
            url: string | null;
            /**
             * Format: uint64
             * @description Reads to train models that got the page.
             */
            training: number;
            /**
             * Format: uint64
             * @description Reads for an index that got the page.
             */
            search: number;
            /**
             * Format: uint64
             * @description Reads for a person that got the page.
             */
            user: number;
            /**
             * Format: uint64
             * @description Reads of agents that got the page.
             */
            agent: number;
            /**
             * Format: uint64
             * @description Reads for something else that got the page.
             */
            other: number;
            /**
             * Format: uint64
             * @description Reads that did not get the page: refused, redirected, not found, failed.
             */
            unanswered: number;
            /**
             * Format: date-time
             * @description When it was last read; null if it was not.
             */
            lastReadAt: string | null;
            /** @description The crawler that read it last; null if none did. */
            lastCrawler: string | null;
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: int64
             * @description Visits that assistants sent to the page.
             */
            visitsBack: number;
            /**
             * Format: int64
             * @description Engines' answers that cite the page. A filter by assistant does not change this number.
             */
            citations: number;
            /**
             * Format: double
             * @description The share of all engines' answers of the period that cite the page. Null without answers, and in a row of several pages.
             */
            citationShare: number | null;
        };
        /** @description How many pages each list has. */
        PageCounts: {
            /**
             * Format: uint64
             * @description Pages that were read.
             */
            all: number;
            /**
             * Format: uint64
             * @description Pages that were read for an index or for a person, and that no answer cites. 0 if no engine answered in the period.
             */
            neverCited: number;
            /**
             * Format: uint64
             * @description Pages that answers cite, and that no crawler read for an index or for a person.
             */
            notRead: number;
        };
        /** @description How old the lists are that decide what is verified. */
        AddressListState: {
            /**
             * Format: uint64
             * @description The number of lists that are in use. Crawlers whose maker's list is not in use are only claimed.
             */
            loaded: number;
            /**
             * Format: date-time
             * @description When the oldest of them was read; null if none is in use.
             */
            oldestReadAt: string | null;
        };
        /**
         * @description What a row represents.
         *
         *     * `page`: A page.
         *     * `folder`: A folder, or a page that is in no deeper folder.
         * @enum {string}
         */
        PagesGroupBy: "page" | "folder";
        /**
         * @description What pages are sorted by. Pages with equal values are sorted by path.
         *
         *     * `aiClicks`: Clicks on an AI button.
         *     * `asks`: Clicks on assistants' buttons and on questions; pages with equal numbers are sorted by views.
         *     * `change`: How much asks rose since the previous period, with `compare=previous`: the rise as a count, negative for a fall. Pages without activity in this period are listed as well.
         *     * `views`: Views.
         *     * `socialClicks`: Clicks on a share button.
         *     * `questionClicks`: Clicks on a question, suggested or the reader's own.
         *     * `aiReferrals`: Visits that an AI assistant sent.
         *     * `citations`: Engine answers that cite the page.
         *     * `clickRate`: Asks per view with a widget; pages without such views come last.
         *     * `lastClickAt`: The time of the latest click; pages without clicks come last.
         *     * `path`: The path.
         * @enum {string}
         */
        PageSort: "aiClicks" | "asks" | "change" | "views" | "socialClicks" | "questionClicks" | "aiReferrals" | "citations" | "clickRate" | "lastClickAt" | "path";
        /**
         * @description The sort direction.
         *
         *     * `asc`: Smallest first.
         *     * `desc`: Largest first.
         * @enum {string}
         */
        Order: "asc" | "desc";
        /**
         * @description The table in the file.
         *
         *     * `pages`: Pages, or folders.
         * @enum {string}
         */
        PagesTable: "pages";
        /** @description Pages and their figures. */
        PagesReport: {
            /** @description Sums over all pages that match. */
            totals: components["schemas"]["PageTotals"];
            /** @description The rows of this page of the list. */
            items: components["schemas"]["PageItem"][];
            /** @description The previous period, if requested. */
            previous?: components["schemas"]["PreviousPages"] | null;
        };
        /** @description Sums over pages. */
        PageTotals: {
            /**
             * Format: uint64
             * @description The number of pages with activity or citations, without the row of other pages. That row is included in the sums.
             */
            pages: number;
            /**
             * Format: uint64
             * @description Page views of readers. Crawlers are not included.
             */
            views: number;
            /**
             * Format: uint64
             * @description Clicks on an assistant's button. Questions are not included.
             */
            aiClicks: number;
            /**
             * Format: uint64
             * @description Clicks on share buttons of social networks.
             */
            socialClicks: number;
            /**
             * Format: uint64
             * @description Clicks on a question, suggested or the reader's own.
             */
            questionClicks: number;
            /**
             * Format: int32
             * @description The number of days in the period.
             */
            days: number;
        };
        /** @description One page. */
        PageItem: {
            /** @description The path in its latest spelling, with the query parameters and the hash route that belong to the page; any other spelling finds the page, too. Null in the row of other pages, which comes last. */
            path: string | null;
            /** @description The latest title. */
            title: string | null;
            /**
             * Format: int64
             * @description Page views of readers. Crawlers are not included.
             */
            views: number;
            /**
             * Format: int64
             * @description Views of pages with the widget. Views on which the script found no place for the widget count only in `views`.
             */
            viewsWithWidget: number;
            /**
             * Format: int64
             * @description Clicks on an assistant's button. Questions are not included.
             */
            aiClicks: number;
            /**
             * Format: int64
             * @description Clicks on share buttons of social networks.
             */
            socialClicks: number;
            /**
             * Format: int64
             * @description Clicks on a question, suggested or the reader's own.
             */
            questionClicks: number;
            /**
             * Format: int64
             * @description Visits that began with a link from an assistant, according to the referrer or `utm_source`.
             */
            aiReferrals: number;
            /**
             * Format: int64
             * @description Engines' answers that cite the page. A filter by assistant does not change this number.
             */
            citations: number;
            /** @description The assistant with the most clicks on its button; null without any. In a list filtered by platform, no other platform is named. */
            topPlatform: string | null;
            /**
             * Format: date-time
             * @description The time of the latest click.
             */
            lastClickAt: string | null;
            /** @description The page's address as a link needs it: the site's domain and `path`. Null in rows of several pages. */
            url: string | null;
            /** @description True only in the last row: pages that exceeded the daily limit of new ones, and pages without activity for a long time. This row is not a page. */
            other?: boolean;
            /**
             * Format: double
             * @description The share of all engines' answers of the period that cite the page. Null without answers, and in a row of several pages.
             */
            citationShare: number | null;
            /** @description The 95% interval of the true share; null if the share is null. */
            interval95: components["schemas"]["Interval"] | null;
            /**
             * Format: double
             * @description AI asks per view of the page with the widget, rounded to four decimal places: its `asksPer100Views`, divided by 100. Divided by `viewsWithWidget`. Null without such views.
             */
            clickRate: number | null;
            /** @description The reads of crawlers that got the page, by the logs of the site's web servers; null without a log, in the row of other pages, and for the viewers of shared links. */
            reads: components["schemas"]["PageReads"] | null;
            /**
             * Format: date-time
             * @description When a crawler last read the page in the period, whatever the server answered; null if none did, or if `reads` is null.
             */
            lastReadAt: string | null;
            /**
             * Format: int64
             * @description The count in the previous period, with `compare=previous`. Until the period has ended, the previous one is counted up to the same hour, including that hour. The row that sums the rest has none.
             */
            previous?: number;
            /** @description Whether the count clearly differs, with `compare=previous` and no filter. The rows of the whole list are tested together. */
            change?: components["schemas"]["RowChange"];
        };
        /** @description Reads that got a page, by what they were for, by the logs of the site's web servers. Refuted ones are not included. */
        PageReads: {
            /**
             * Format: uint64
             * @description Reads to train models that got the page.
             */
            training: number;
            /**
             * Format: uint64
             * @description Reads for an index that got the page.
             */
            search: number;
            /**
             * Format: uint64
             * @description Reads for a person that got the page.
             */
            user: number;
            /**
             * Format: uint64
             * @description Reads of agents that got the page.
             */
            agent: number;
        };
        /** @description What happened on pages in the previous period. */
        PreviousPages: {
            /** @description Sums. Until the period has ended, views and clicks of the previous one are counted up to the same hour, including that hour; with `q`, to its end. */
            totals: components["schemas"]["PageTotals"];
        };
        /** @description What is known of a page. */
        PageFile: {
            /** @description The page's path. */
            path: string;
            /** @description Its address. */
            url: string | null;
            /** @description Whether its text is read, and how the last reading ended. */
            text: components["schemas"]["TextReading"];
            /** @description Sums of the period. */
            totals: components["schemas"]["FileTotals"];
            /** @description Sums of the previous period, which has the same length. */
            previous: components["schemas"]["FileTotals"];
            /** @description The page's figures by week, oldest first. Weeks begin on Monday. */
            weeks: components["schemas"]["PageWeek"][];
            /** @description The questions whose answers in the period cite the page, those cited last first, at most 20. */
            citedBy: components["schemas"]["CitingQuestion"][];
            /**
             * Format: uint64
             * @description The number of all questions whose answers in the period cite the page.
             */
            citingQuestions: number;
            /** @description What happened, newest first, at most 500 things. */
            happened: components["schemas"]["PageHappened"][];
            /** @description Whether more happened than is listed. Ask for a shorter or an earlier period. */
            hasMore: boolean;
        };
        /** @description Whether a page's text is read. */
        TextReading: {
            /** @description Whether the site's setting `readPages` is true. */
            enabled: boolean;
            /** @description Whether the page is among those that are read daily: the most cited and the most asked about. */
            chosen: boolean;
            /**
             * Format: date-time
             * @description When the page was last requested; null before the first time.
             */
            triedAt: string | null;
            /** @description How that ended; null before the first time. */
            outcome: components["schemas"]["ReadingOutcome"] | null;
        };
        /**
         * @description How the last reading of a page ended.
         *
         *     * `read`: The text was read.
         *     * `unchanged`: The server said that the page had not changed.
         *     * `robots_forbidden`: `robots.txt` does not let Askline read the page.
         *     * `noindex`: The page says `noindex`, so its text is not kept.
         *     * `redirected`: The page leads to another site, or through too many addresses.
         *     * `refused`: The server answered with an error.
         *     * `unreachable`: The server did not answer, or the answer was too long.
         *     * `no_text`: The answer was no HTML page, or had no text.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ReadingOutcome: "read" | "unchanged" | "robots_forbidden" | "noindex" | "redirected" | "refused" | "unreachable" | "no_text";
        /** @description Sums of a page in a period. */
        FileTotals: {
            /** @description What crawlers read, by the logs of the site's web servers. */
            reads: components["schemas"]["ReadTotals"];
            /**
             * Format: int64
             * @description Page views of readers. Crawlers are not included.
             */
            views: number;
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: double
             * @description The share of all engines' answers of the period that cite the page. Null without answers, and in a row of several pages.
             */
            citationShare: number | null;
        };
        /** @description A page's figures in a week, or in the part of it that is in the period. */
        PageWeek: {
            /**
             * Format: date
             * @description The first day of the week that is in the period.
             */
            from: string;
            /**
             * Format: date
             * @description The last day of the week that is in the period.
             */
            to: string;
            /**
             * Format: int64
             * @description Page views of readers. Crawlers are not included.
             */
            views: number;
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: uint64
             * @description Requests of crawlers for pages, by the log of the site's server. Refuted ones are not included.
             */
            reads: number;
            /** @description The same figures in as many days of the previous period: those at the same places in it. */
            before: components["schemas"]["PageWeekBefore"];
        };
        /** @description A page's figures in the days of the previous period that belong to a week. */
        PageWeekBefore: {
            /**
             * Format: int64
             * @description Page views of readers. Crawlers are not included.
             */
            views: number;
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: uint64
             * @description Requests of crawlers for pages, by the log of the site's server. Refuted ones are not included.
             */
            reads: number;
        };
        /** @description A question whose answers cite the page. */
        CitingQuestion: {
            /** @description The monitor of the question. */
            monitorId: components["schemas"]["MonitorId"];
            /** @description The question. */
            query: string;
            /**
             * Format: uint64
             * @description Engines' answers that cite the page. A filter by assistant does not change this number.
             */
            citations: number;
            /**
             * Format: date-time
             * @description When the last of them was given.
             */
            lastCitedAt: string;
            /** @description The engines that gave them, the most citations first. */
            engines: components["schemas"]["CitingEngine"][];
        };
        /** @description An engine whose answers to a question cite the page. */
        CitingEngine: {
            /** @description The engine. */
            engine: components["schemas"]["EngineOutput"];
            /**
             * Format: uint64
             * @description Engines' answers that cite the page. A filter by assistant does not change this number.
             */
            citations: number;
            /**
             * Format: date-time
             * @description When the last of them was given.
             */
            lastCitedAt: string;
        };
        /** @description Something that happened to a page. */
        PageHappened: {
            /**
             * Format: date
             * @description The date in the site's time zone.
             */
            date: string;
            /**
             * Format: date-time
             * @description When it was first known; null for reads and for notes, which belong to a day.
             */
            at: string | null;
            /** @description What it was. */
            kind: components["schemas"]["PageHappenedKind"];
            /** @description The reads of a crawler on this day; null unless `kind` is `read`. */
            read: components["schemas"]["ReadOfDay"] | null;
            /** @description The text of the page; null unless `kind` is `text_first_read` or `text_changed`. */
            text: components["schemas"]["TextOfPage"] | null;
            /** @description The change of a citation rate; null unless `kind` is `citation_gained` or `citation_lost`. */
            citation: components["schemas"]["CitationOfPage"] | null;
            /** @description The note; null unless `kind` is `note`. */
            note: components["schemas"]["NoteOfPage"] | null;
            /** @description The rule; null unless `kind` is `rule_created` or `rule_changed`. */
            rule: components["schemas"]["RuleOfPage"] | null;
        };
        /**
         * @description What happened.
         *
         *     * `read`: A crawler read the page on this day.
         *     * `text_first_read`: Askline read the text of the page for the first time.
         *     * `text_changed`: The text of the page changed.
         *     * `citation_gained`: The citation rate of a question and engine clearly rose, in whose answers the page was cited then.
         *     * `citation_lost`: The citation rate of a question and engine clearly fell, in whose answers the page was cited before.
         *     * `note`: Someone wrote a note on the site's charts, or Askline did.
         *     * `rule_created`: A rule was created whose paths include the page.
         *     * `rule_changed`: A rule was changed whose paths include the page.
         *
         *     A later release may add values.
         * @enum {string}
         */
        PageHappenedKind: "read" | "text_first_read" | "text_changed" | "citation_gained" | "citation_lost" | "note" | "rule_created" | "rule_changed";
        /** @description The reads of a page by one crawler on a day. */
        ReadOfDay: {
            /** @description The crawler's name. */
            crawler: string;
            /** @description What it read for. */
            purpose: components["schemas"]["ReadPurposeOutput"];
            /** @description Whether the address speaks for it. */
            evidence: components["schemas"]["EvidenceOutput"];
            /**
             * Format: uint64
             * @description Requests of crawlers for pages, by the log of the site's server. Refuted ones are not included.
             */
            reads: number;
            /**
             * Format: date-time
             * @description When the last one was.
             */
            lastAt: string;
        };
        /** @description A version of a page's text. */
        TextOfPage: {
            /**
             * Format: uint32
             * @description The number of its words.
             */
            words: number;
            /** @description What it has. */
            structure: components["schemas"]["Structure"];
            /**
             * Format: uint32
             * @description The number of words of the previous version; null for the first one.
             */
            wordsBefore: number | null;
            /** @description What the previous version had; null for the first one. */
            structureBefore: components["schemas"]["Structure"] | null;
            /** @description The sentences that changed, in the order of the page, at most 100. */
            sentences: components["schemas"]["ChangedSentence"][];
            /**
             * Format: uint32
             * @description How many sentences changed.
             */
            changedSentences: number;
        };
        /** @description How many parts of a kind a text has. */
        Structure: {
            /**
             * Format: uint32
             * @description Headings.
             */
            headings: number;
            /**
             * Format: uint32
             * @description Lines of code.
             */
            codeLines: number;
            /**
             * Format: uint32
             * @description Tables.
             */
            tables: number;
            /**
             * Format: uint32
             * @description Rows of tables, with the heading.
             */
            tableRows: number;
            /**
             * Format: uint32
             * @description Items of lists.
             */
            listItems: number;
        };
        /** @description A sentence, a line of code or a row of a table that changed. */
        ChangedSentence: {
            /** @description What happened to it. */
            change: components["schemas"]["SentenceChange"];
            /** @description The sentence as Markdown, cut after 400 characters. */
            text: string;
        };
        /**
         * @description What happened to a sentence.
         *
         *     * `added`: It is only in the new text.
         *     * `removed`: It is only in the old text.
         *     * `moved`: It is at another place.
         *
         *     A later release may add values.
         * @enum {string}
         */
        SentenceChange: "added" | "removed" | "moved";
        /** @description A clear change of the citation rate of a question and engine. */
        CitationOfPage: {
            /** @description The monitor of the question. */
            monitorId: components["schemas"]["MonitorId"] | null;
            /** @description The question. */
            query: string | null;
            /** @description The engine. */
            engine: components["schemas"]["EngineOutput"] | null;
            /**
             * Format: date-time
             * @description When the first run after the change began, according to an estimate.
             */
            firstRunAt: string;
            /** @description The answers before the change. */
            before: components["schemas"]["ChangedRate"];
            /** @description The answers from the change until it became clear. */
            after: components["schemas"]["ChangedRate"];
        };
        /** @description A note on the site's charts. */
        NoteOfPage: {
            /** @description The text. */
            text: string;
            /** @description What it is about. */
            kind: components["schemas"]["AnnotationKind"];
            /** @description The name of who wrote it; null if Askline wrote it. */
            author: string | null;
        };
        /**
         * @description What an annotation is about.
         *
         *     * `note`: Anything.
         *     * `release`: A release of the site.
         *     * `outage`: The site could not be reached, or Askline was down.
         *     * `config`: The widget's configuration was published or restored.
         *     * `prompts`: Prompts changed.
         *     * `rules`: Rules changed.
         *     * `monitor`: A tracked question was added, changed or deleted.
         *     * `widget`: The widget is no longer seen, or seen again.
         *     * `model`: An engine answers with another model.
         *
         *     A later release may add values.
         * @enum {string}
         */
        AnnotationKind: "note" | "release" | "outage" | "config" | "prompts" | "rules" | "monitor" | "widget" | "model";
        /** @description A rule whose paths include the page. */
        RuleOfPage: {
            /** @description Its id. */
            id: components["schemas"]["RuleId"];
            /** @description Its name. */
            name: string;
            /** @description The type of its action. */
            action: components["schemas"]["RuleActionTypeOutput"];
        };
        /**
         * @description The type of an action.
         *
         *     * `use_prompt`: Every assistant gets the same prompt.
         *     * `prepend`: A text is added before each prompt.
         *     * `append`: A text is added after each prompt.
         *     * `set_questions`: Other questions are suggested.
         *     * `hide_platforms`: Some assistants are not offered.
         *     * `hide_widget`: The widget is not shown.
         * @enum {string}
         */
        RuleActionType: "use_prompt" | "prepend" | "append" | "set_questions" | "hide_platforms" | "hide_widget";
        /** @description The report of a site about a week or month. */
        SiteReport: {
            /** @description Which site this is about. */
            site: components["schemas"]["OverviewSite"];
            /** @description The ISO week or the month. */
            period: string;
            /** @description The week or month before it. */
            earlierPeriod: string;
            /** @description The week or month after it; null if that has not ended. */
            laterPeriod: string | null;
            /** @description Whom it is for. */
            audience: components["schemas"]["ReportAudienceOutput"];
            /**
             * Format: date
             * @description The first day, in the site's time zone.
             */
            from: string;
            /**
             * Format: date
             * @description The last day.
             */
            to: string;
            /**
             * Format: date
             * @description The first day of the previous period, which has as many days.
             */
            previousFrom: string;
            /**
             * Format: date
             * @description The last day of the previous period.
             */
            previousTo: string;
            /** @description The news, the most important first; empty after a quiet period. */
            news: components["schemas"]["ReportNews"][];
            /** @description The one thing to do; null if nothing needs to be done, and for clients. */
            toDo: components["schemas"]["ToDo"] | null;
            /** @description The figures beside those of the previous period: asks, visits, asks per 100 views, citation rate. */
            figures: components["schemas"]["ReportFigure"][];
            /** @description The changes of citation rates that became clear in the period, newest first, each with a passage. */
            citationChanges: components["schemas"]["ReportedChange"][];
            /** @description What readers asked about far more often. */
            rising: components["schemas"]["ReportRising"];
            /** @description What needs attention; empty for clients. */
            needs: components["schemas"]["ReportNeed"][];
            /** @description What was counted on each day, oldest first. */
            series: components["schemas"]["OverviewRow"][];
        };
        /** @description Something that a report has to say. */
        ReportNews: {
            /** @description What happened. */
            code: components["schemas"]["NewsCode"];
            /** @description The page's path, the text of the question, or the crawler's name; null for all questions, and for any other code. */
            subject: string | null;
            /** @description The engine whose citation rate changed; null for all engines, and for any other code. */
            engine: components["schemas"]["EngineOutput"] | null;
            /**
             * Format: double
             * @description The count or the rate now; null for a widget or crawler.
             */
            value: number | null;
            /**
             * Format: double
             * @description The count or the rate before; null for a widget or crawler.
             */
            previous: number | null;
        };
        /**
         * @description A kind of news, the most important first.
         *
         *     * `widget_missing`: The widget is no longer seen, or the check of the site's page failed: the figures are incomplete.
         *     * `crawler_refused`: The site's server began to refuse a crawler that reads for an index or for a person.
         *     * `citation_lost`: A citation rate fell: the change became clear in this period.
         *     * `citation_gained`: A citation rate rose: the change became clear in this period.
         *     * `asks_fell`: Readers asked AI clearly less often.
         *     * `visits_fell`: AI clearly sent fewer readers.
         *     * `asks_rose`: Readers asked AI clearly more often.
         *     * `visits_rose`: AI clearly sent more readers.
         *     * `page_rose`: Readers asked about a page far more often.
         *     * `question_rose`: Readers picked a question far more often.
         *
         *     A later release may add values.
         * @enum {string}
         */
        NewsCode: "widget_missing" | "crawler_refused" | "citation_lost" | "citation_gained" | "asks_fell" | "visits_fell" | "asks_rose" | "visits_rose" | "page_rose" | "question_rose";
        /**
         * @description What a team can do about the news, and about what needs attention.
         *
         *     * `check_widget`: Put the widget back in place.
         *     * `allow_crawler`: Let the server allow the crawler.
         *     * `read_answers`: Read the answers of the engines whose citation rate fell.
         *     * `add_credits`: Get more credits: monitors will stop.
         *     * `open_page`: Look at the page that readers ask about more often.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ToDo: "check_widget" | "allow_crawler" | "read_answers" | "add_credits" | "open_page";
        /** @description A figure beside that of the previous period. */
        ReportFigure: {
            /** @description Which figure it is, by its name in the overview. */
            figure: components["schemas"]["ReportFigureName"];
            /**
             * Format: double
             * @description The figure, as in the overview; null if it has no denominator.
             */
            value: number | null;
            /**
             * Format: double
             * @description The figure of the previous period.
             */
            previous: number | null;
            /** @description Whether it clearly changed: counts by the overview's test, the citation rate by a clear change of the site's rate in this period. */
            change: components["schemas"]["ReportFigureChange"];
            /**
             * Format: uint64
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number | null;
            /** @description The 95% interval of the true citation rate; null for other figures. */
            interval95: components["schemas"]["Interval"] | null;
        };
        /**
         * @description A figure of a report.
         *
         *     * `asks`: Clicks on an assistant's button or on a question.
         *     * `aiReferrals`: Visits that an AI assistant sent.
         *     * `asksPer100Views`: Asks per 100 views with the widget.
         *     * `citationRate`: The share of engines' answers that cite the site.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ReportFigureName: "asks" | "aiReferrals" | "asksPer100Views" | "citationRate";
        /**
         * @description Whether a figure clearly changed.
         *
         *     * `rise`: It clearly rose.
         *     * `fall`: It clearly fell.
         *     * `none`: No clear change.
         *     * `too_short`: There is too little to tell.
         *     * `untested`: Changes of this figure are not tested.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ReportFigureChange: "rise" | "fall" | "none" | "too_short" | "untested";
        /** @description A clear change of a citation rate in a report. */
        ReportedChange: {
            /** @description The change, as `list_changes` returns it. */
            change: components["schemas"]["CitationChange"];
            /** @description What an answer that cites the site says about it, the latest of the period; for a fall, the latest before the change. Null without such an answer. */
            passage: string | null;
        };
        /** @description What rose, of the pages and questions that the overview lists: those with the most asks. */
        ReportRising: {
            /** @description Pages, the largest rise first. */
            pages: components["schemas"]["ReportRisenPage"][];
            /** @description Questions, the largest rise first. */
            questions: components["schemas"]["ReportRisenQuestion"][];
        };
        /** @description A page that rose. */
        ReportRisenPage: {
            /** @description The path in its latest spelling. */
            path: string;
            /** @description The latest title. */
            title: string | null;
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: int64
             * @description The asks of the previous period.
             */
            previousAsks: number;
        };
        /** @description A question that rose. */
        ReportRisenQuestion: {
            /** @description The question's id. */
            questionId: string;
            /** @description Its current text. */
            question: string;
            /**
             * Format: int64
             * @description Clicks on a question, suggested or the reader's own.
             */
            questionClicks: number;
            /**
             * Format: int64
             * @description The clicks of the previous period.
             */
            previousQuestionClicks: number;
        };
        /** @description Something that needs attention. */
        ReportNeed: {
            /** @description What it is. */
            code: components["schemas"]["ReportNeedCode"];
            /** @description Since when: a time, or the first day on which a crawler was refused. Null if unknown, and for credits. */
            since: string | null;
            /** @description The crawler's name; null for any other code. */
            crawler: string | null;
            /**
             * Format: uint64
             * @description How many requests of the crawler the server refused (401, 403, 429, 451) in the period; null for any other code.
             */
            refused: number | null;
        };
        /**
         * @description What needs attention, the most urgent first.
         *
         *     * `install_error`: The last check of the site's page failed, and the widget was not seen since.
         *     * `stale`: The widget was not seen for seven days.
         *     * `not_installed`: The widget was never seen, and the site has no events.
         *     * `crawler_refused`: The site's server refuses a crawler that reads for an index or for a person.
         *     * `credits_low`: The site has enabled monitors, and credits are low.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ReportNeedCode: "install_error" | "stale" | "not_installed" | "crawler_refused" | "credits_low";
        /** @description A list: `data.items`. */
        AnnotationList: {
            /** @description The rows. */
            items: components["schemas"]["Annotation"][];
        };
        /** @description A dated note on the charts of a site. */
        Annotation: {
            /** @description Its id. */
            id: components["schemas"]["AnnotationId"];
            /** @description The site. */
            siteId: components["schemas"]["SiteId"];
            /**
             * Format: date
             * @description The day of the site's time zone.
             */
            date: string;
            /** @description The time on that day in the site's time zone, `HH:MM`; null for the whole day. */
            time: string | null;
            /** @description The text, one line. */
            text: string;
            /** @description What it is about. */
            kind: components["schemas"]["AnnotationKind"];
            /** @description Who wrote it; the type is `system` where Askline wrote it. */
            author: components["schemas"]["Actor"];
            /**
             * Format: date-time
             * @description When it was written.
             */
            createdAt: string;
        };
        AnnotationId: string;
        /** @description An annotation to write. */
        AnnotationCreate: {
            /**
             * Format: date
             * @description The day of the site's time zone, from the year 2000 on; today if omitted or null.
             */
            date?: string | null;
            /** @description The time on that day in the site's time zone, `HH:MM`; the whole day if omitted or null. */
            time?: string | null;
            /** @description The text, one line. */
            text: string;
            /**
             * @description What it is about; `note` by default.
             *
             *     * `note`: Anything.
             *     * `release`: A release of the site.
             *     * `outage`: The site could not be reached.
             * @enum {string}
             */
            kind?: "note" | "release" | "outage";
        };
        /** @description Changes to an annotation; omitted fields stay unchanged. At least one field is required. */
        AnnotationUpdate: {
            /**
             * Format: date
             * @description The day of the site's time zone.
             */
            date?: string;
            /** @description The time on that day in the site's time zone, `HH:MM`; null for the whole day. */
            time?: string | null;
            /** @description The text, one line. */
            text?: string;
            /**
             * @description What it is about.
             *
             *     * `note`: Anything.
             *     * `release`: A release of the site.
             *     * `outage`: The site could not be reached.
             * @enum {string}
             */
            kind?: "note" | "release" | "outage";
        };
        /** @description A list: `data.items`. */
        SharedLinkList: {
            /** @description The rows. */
            items: components["schemas"]["SharedLink"][];
        };
        /** @description A shared link. */
        SharedLink: {
            /** @description Its id. */
            id: components["schemas"]["SharedLinkId"];
            /** @description The site that it shows. */
            siteId: components["schemas"]["SiteId"];
            /** @description Its name. */
            name: string;
            /** @description What it shows. */
            panels: components["schemas"]["SharedPanelOutput"][];
            /** @description What every number is limited to. */
            filter: components["schemas"]["LinkFilter"];
            /** @description The days that it shows. */
            range: components["schemas"]["LinkRange"];
            /** @description Whether the previous period is shown. */
            compare: boolean;
            /** @description Whether the notes on the site's charts are shown. */
            notes: boolean;
            /** @description Where it can be embedded; null for nowhere. */
            embed: components["schemas"]["LinkEmbed"] | null;
            /** @description Enough to recognize the token by: `lk_9fKq…x7Zb`. */
            maskedToken: string;
            /** @description Whether it has a password. */
            hasPassword: boolean;
            /**
             * Format: date-time
             * @description When it expires; null for never.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description Who created it. */
            createdBy: components["schemas"]["KeyCreator"] | null;
            /**
             * Format: date-time
             * @description When it was last opened; null if it never was.
             */
            lastUsedAt: string | null;
            /**
             * Format: uint64
             * @description How often it was opened.
             */
            uses: number;
        };
        SharedLinkId: string;
        /** @description Where a link can be embedded. */
        LinkEmbed: {
            /** @description The only origins whose pages can embed it. */
            origins: string[];
        };
        /** @description A link with its new token. */
        CreatedSharedLink: {
            /** @description The link. */
            link: components["schemas"]["SharedLink"];
            /** @description The token itself, shown only once; null if the response repeats an earlier one with the same `Idempotency-Key`. */
            token: string | null;
        };
        /** @description A shared link to create. Except for `expiresAt`, null is the same as omitted. */
        SharedLinkCreate: {
            /** @description Its name, which its viewers see as the title. */
            name: string;
            /** @description What it shows. */
            panels: components["schemas"]["SharedPanel"][];
            /** @description What every number is limited to. A panel that cannot be limited in this way is refused. */
            filter?: components["schemas"]["SharedLinkFilterInput"] | null;
            /** @description The days that it shows. */
            range: components["schemas"]["SharedLinkRangeInput"];
            /** @description Whether the previous period is shown; no by default. */
            compare?: boolean | null;
            /** @description Whether the notes on the site's charts are shown; no by default. */
            notes?: boolean | null;
            /**
             * Format: date-time
             * @description When it expires; in 30 days by default, null for never.
             */
            expiresAt?: string | null;
            /** @description The password that its viewers must know; none by default. */
            password?: string | null;
            /** @description Where it can be embedded; nowhere by default. Not together with a password. */
            embed?: components["schemas"]["SharedLinkEmbedInput"] | null;
        };
        /** @description What every number of a link is limited to. */
        SharedLinkFilterInput: {
            /** @description A page by its path, or a folder with `/**` at its end; at most one for now. */
            pages?: string[] | null;
            /** @description The id of an assistant or of a social network; at most one for now. */
            platforms?: string[] | null;
        };
        /** @description The days of a link: `days`, or `from` and `to`. */
        SharedLinkRangeInput: {
            /**
             * Format: int32
             * @description The number of last days, including today.
             */
            days?: number | null;
            /**
             * Format: date
             * @description The oldest date, together with `to` and instead of `days`.
             */
            from?: string | null;
            /**
             * Format: date
             * @description The newest date, included.
             */
            to?: string | null;
        };
        /** @description Where a link can be embedded. */
        SharedLinkEmbedInput: {
            /** @description The only origins whose pages can embed it, such as `https://example.com`. */
            origins: string[];
        };
        /** @description What a shared link shows. */
        SharedView: {
            /** @description The link's name. */
            name: string;
            /** @description The organization that shares it: the name of its brand, if it has one. */
            sharedBy: string;
            /** @description The organization's brand; null for Askline's. */
            brand: components["schemas"]["ShownBrand"] | null;
            /** @description The site. */
            site: components["schemas"]["SharedSite"];
            /** @description What the link shows. */
            panels: components["schemas"]["SharedPanelOutput"][];
            /** @description What every number is limited to. */
            filter: components["schemas"]["LinkFilter"];
            /** @description Whether the previous period is shown. */
            compare: boolean;
            /**
             * Format: date-time
             * @description When the link expires; null for never.
             */
            expiresAt: string | null;
            /** @description The figures. */
            figures?: components["schemas"]["SharedFigures"] | null;
            /** @description Asks by day and assistant. */
            chart?: components["schemas"]["SharedChart"] | null;
            /** @description Asks, visits back, and how often engines cite the site. */
            loop?: components["schemas"]["SharedLoop"] | null;
            /** @description Assistants by how often they were asked. */
            assistants?: components["schemas"]["PanelOfAssistantRow"] | null;
            /** @description Pages by asks, then by views. */
            pages?: components["schemas"]["PanelOfOverviewPage"] | null;
            /** @description Suggested questions by clicks. */
            questions?: components["schemas"]["PanelOfOverviewQuestion"] | null;
            /** @description Where readers came from, by kind. */
            referrers?: components["schemas"]["PanelOfOverviewReferrerType"] | null;
            /** @description Where readers came from; only with `referrers`. */
            sources?: components["schemas"]["PanelOfSourceRow"] | null;
            /** @description Shares by channel. */
            shares?: components["schemas"]["PanelOfShareRow"] | null;
            /** @description Requests of known crawlers that ran the widget. */
            crawlers?: components["schemas"]["PanelOfCrawlerHitsRow"] | null;
            /** @description Page reads of crawlers by the site's logs; empty if no log source ever sent lines. */
            reads?: components["schemas"]["PanelOfOverviewRead"] | null;
            /** @description Readers' devices. */
            devices?: components["schemas"]["PanelOfDeviceRow"] | null;
            /** @description How often engines cite the site. */
            citations?: components["schemas"]["SharedCitations"] | null;
            /** @description The notes on the site's charts, the latest first; at most 200. */
            notes?: components["schemas"]["SharedNote"][] | null;
        };
        /** @description The site of a shared link. */
        SharedSite: {
            /** @description Its id. */
            id: components["schemas"]["SiteId"];
            /** @description Its name. */
            name: string;
            /** @description Its host name. */
            domain: string;
        };
        /** @description The figures of a shared link. Those that its filter cannot limit are left out. */
        SharedFigures: {
            /** @description Clicks on an assistant's button or on a question: AI clicks and question clicks together. */
            asks?: components["schemas"]["SharedCount"] | null;
            /** @description Visits that an AI assistant sent. */
            aiReferrals?: components["schemas"]["SharedCount"] | null;
            /** @description Clicks on a question, suggested or the reader's own. */
            questionClicks?: components["schemas"]["SharedCount"] | null;
            /** @description Clicks on share buttons, and copies. */
            shares?: components["schemas"]["SharedCount"] | null;
            /**
             * Format: double
             * @description AI asks per 100 views of pages with the widget, rounded to two decimal places. Divided by `viewsWithWidget`. Null without such views.
             */
            asksPer100Views?: number | null;
            /** @description How often engines cite the site; left out without answers. */
            citations?: components["schemas"]["CitationRate"] | null;
            /** @description How often engines cited the site in the previous period, if the link shows it. */
            previousCitations?: components["schemas"]["CitationRate"] | null;
        };
        /** @description A count of a shared link. */
        SharedCount: {
            /**
             * Format: int64
             * @description The count.
             */
            value: number;
            /**
             * Format: int64
             * @description The count of the previous period, if the link shows it.
             */
            previous?: number | null;
            /** @description Whether the count clearly changed, if the link shows the previous period. */
            change?: components["schemas"]["CountChange"] | null;
        };
        /** @description Asks by day. */
        SharedChart: {
            /** @description The days, oldest first. */
            dates: string[];
            /** @description Asks of each day. */
            asks: number[];
            /** @description Asks of each day of the previous period, if the link shows it. */
            previous?: number[] | null;
            /** @description The series by assistant, most asks first: at most five, and one for the rest. */
            byPlatform: components["schemas"]["OverviewPlatformSeries"][];
        };
        /** @description Asks, visits back and citations. */
        SharedLoop: {
            /**
             * Format: int64
             * @description Clicks on an assistant's button or on a question: AI clicks and question clicks together.
             */
            asks: number;
            /**
             * Format: int64
             * @description Visits that began with a link from an assistant, according to the referrer or `utm_source`.
             */
            aiReferrals: number;
            /** @description How often engines cite the site. */
            citations: components["schemas"]["CitationRate"];
        };
        /** @description How often engines cite the site. */
        SharedCitations: {
            /**
             * Format: uint64
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number;
            /**
             * Format: uint64
             * @description Answers that cite the site.
             */
            citedCount: number;
            /**
             * Format: double
             * @description The share of engines' answers to the tracked questions that cite the site. Divided by `samples`. Null without answers.
             */
            citationRate: number | null;
            /** @description The 95% interval of the true share; null without answers. */
            interval95: components["schemas"]["Interval"] | null;
            /**
             * Format: uint64
             * @description The number of tracked questions that were answered.
             */
            questions: number;
            /** @description Every engine that answered. */
            byEngine: components["schemas"]["EngineCitationRate"][];
        };
        /** @description A note on the site's charts, without its author. */
        SharedNote: {
            /**
             * Format: date
             * @description The day of the site's time zone.
             */
            date: string;
            /** @description The text, one line. */
            text: string;
            /** @description What it is about. */
            kind: components["schemas"]["AnnotationKind"];
            /** @description Whether Askline wrote it; the page then shows it in the reader's language, by the kind. */
            isOwn: boolean;
        };
        /** @description Changes to a shared link; omitted fields stay unchanged. At least one field is required. */
        SharedLinkUpdate: {
            /** @description Its name. */
            name?: string;
            /** @description What it shows. */
            panels?: components["schemas"]["SharedPanel"][];
            /** @description What every number is limited to; replaces the earlier filter. */
            filter?: components["schemas"]["SharedLinkFilterInput"];
            /** @description The days that it shows. */
            range?: components["schemas"]["SharedLinkRangeInput"];
            /** @description Whether the previous period is shown. */
            compare?: boolean;
            /** @description Whether the notes on the site's charts are shown. */
            notes?: boolean;
            /**
             * Format: date-time
             * @description When it expires; null for never.
             */
            expiresAt?: string | null;
            /** @description The password that its viewers must know; null for none. Another password ends the link's sessions. */
            password?: string | null;
            /** @description Where it can be embedded; null for nowhere. */
            embed?: components["schemas"]["SharedLinkEmbedInput"] | null;
        };
        /** @description What became of a batch. */
        LogBatch: {
            /** @description Whether the batch was counted before, so that nothing was counted now. The other fields are those of the first time. */
            repeated: boolean;
            /** @description The format in which the lines were read; null if no format fits any of them. */
            format: components["schemas"]["LogFormatOutput"] | null;
            /**
             * Format: uint64
             * @description The requests, and the lines that cannot be read. Comments, headings and empty lines are neither.
             */
            lines: number;
            /**
             * Format: uint64
             * @description The reads of crawlers that were counted. All other requests are dropped.
             */
            kept: number;
            /**
             * Format: uint64
             * @description The lines that cannot be read.
             */
            unreadable: number;
            /**
             * Format: uint64
             * @description The requests for hosts that are not the site's; none of them is counted.
             */
            otherHosts: number;
            /**
             * Format: uint64
             * @description The requests that are in the future, or older than a year; none of them is counted.
             */
            outOfRange: number;
            /** @description The first 20 lines that cannot be read. */
            errors: components["schemas"]["LogLineError"][];
        };
        /**
         * @description The formats that have a name.
         *
         *     * `common`: The Common Log Format. It has no user agent, so no crawler can be recognized in it.
         *     * `combined`: What nginx writes unless told otherwise, and Apache as `combined`.
         *     * `combined-vhost`: The same after `host:port`, which Debian's Apache writes as `vhost_combined`.
         *     * `nginx-json`: One JSON object per line, with the names of nginx's variables or common other names.
         *     * `caddy`: Caddy's own JSON.
         *     * `apache`: What a `LogFormat` line of Apache describes.
         *     * `traefik`: Traefik's JSON.
         *     * `cloudfront`: Amazon CloudFront's standard logs.
         *     * `iis-w3c`: The W3C Extended Log File Format, as IIS writes it.
         *     * `vercel`: Vercel's log drains: JSON arrays or NDJSON.
         *     * `cloudflare`: Cloudflare's Logpush of `http_requests`: one JSON object per line.
         *     * `haproxy`: HAProxy's `option httplog`, with `User-Agent`, `Referer` and `Host` captured in this order.
         *     * `fastly`: Fastly's log streaming with its usual JSON.
         *     * `bunny`: The raw logs of bunny.net.
         *     * `netlify`: Netlify's log drains of traffic: JSON arrays or NDJSON.
         * @enum {string}
         */
        LogFormat: "common" | "combined" | "combined-vhost" | "nginx-json" | "caddy" | "apache" | "traefik" | "cloudfront" | "iis-w3c" | "vercel" | "cloudflare" | "haproxy" | "fastly" | "bunny" | "netlify";
        /** @description A line that cannot be read. */
        LogLineError: {
            /**
             * Format: uint64
             * @description The number of the line in the batch, from 1.
             */
            line: number;
            /** @description Why it cannot be read. It contains no part of the line. */
            message: string;
        };
        /** @description A list: `data.items`. */
        LogSourceList: {
            /** @description The rows. */
            items: components["schemas"]["LogSource"][];
        };
        /** @description A source of logs, and what it sent. */
        LogSource: {
            /** @description Its id. */
            id: components["schemas"]["LogSourceId"];
            /** @description The site whose lines it sends. */
            siteId: components["schemas"]["SiteId"];
            /** @description Its name. */
            name: string;
            /** @description The format of its lines; null to guess it in each batch. */
            format: components["schemas"]["LogFormatOutput"] | null;
            /** @description The `LogFormat` line of the format `apache`; null for any other. */
            logFormat: string | null;
            /** @description The hosts whose lines are counted; empty for the site's domain, with and without `www.`, and its allowed origins. A line without a host is always counted. */
            hosts: string[];
            /** @description The code with which a source of the format `vercel` answers in `x-vercel-verify`; null for any other. */
            verificationCode: string | null;
            /** @description Whether each batch must have the signature of a drain's secret. */
            hasDrainSecret: boolean;
            /** @description Enough to recognize the token by: `lg_9fKq…x7Zb`. */
            maskedToken: string;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /** @description What it sent. */
            state: components["schemas"]["LogSourceState"];
        };
        LogSourceId: string;
        /** @description What a source sent since it was created. */
        LogSourceState: {
            /**
             * Format: uint64
             * @description The requests, and the lines that could not be read.
             */
            lines: number;
            /**
             * Format: uint64
             * @description The reads of crawlers that were counted.
             */
            kept: number;
            /**
             * Format: uint64
             * @description The lines that could not be read.
             */
            unreadable: number;
            /**
             * Format: uint64
             * @description The requests for hosts that are not the site's.
             */
            otherHosts: number;
            /**
             * Format: uint64
             * @description The requests that were in the future, or older than a year.
             */
            outOfRange: number;
            /**
             * Format: date-time
             * @description The time of the latest line; null before the first one.
             */
            lastLineAt: string | null;
            /**
             * Format: date-time
             * @description When the latest batch arrived; null before the first one.
             */
            lastBatchAt: string | null;
        };
        /** @description A list: `data.items`. */
        LogLineList: {
            /** @description The rows. */
            items: components["schemas"]["LogLine"][];
        };
        /** @description A read of a crawler, without the address that it came from. */
        LogLine: {
            /**
             * Format: date-time
             * @description When it was answered.
             */
            at: string;
            /** @description The method, cut to 20 characters; empty if the log has none. */
            method: string;
            /** @description The path without a query, cut to 200 characters. */
            path: string;
            /**
             * Format: uint16
             * @description The status; null if the server sent none.
             */
            status: number | null;
            /** @description The crawler's name. */
            crawler: string;
            /** @description Who runs it; null if that is not known. */
            maker: string | null;
            /** @description What it read for. */
            purpose: components["schemas"]["ReadPurposeOutput"];
            /** @description Whether the address speaks for it. */
            evidence: components["schemas"]["EvidenceOutput"];
        };
        /** @description A source with its new token. */
        CreatedLogSource: {
            /** @description The source. */
            source: components["schemas"]["LogSource"];
            /** @description The token itself, shown only once; null if the response repeats an earlier one with the same `Idempotency-Key`. */
            token: string | null;
        };
        /** @description A source to create. Null is the same as omitted. */
        LogSourceCreate: {
            /** @description Its name, such as that of the server. */
            name: string;
            /** @description The format of its lines; if omitted, it is guessed in each batch. */
            format?: components["schemas"]["LogFormat"] | null;
            /** @description The `LogFormat` line of Apache's settings, for the format `apache` alone. */
            logFormat?: string | null;
            /** @description The hosts whose lines are counted; if omitted or empty, the site's domain, with and without `www.`, and its allowed origins. */
            hosts?: string[] | null;
            /** @description The code that Vercel shows when a drain is made, for the format `vercel` alone: answers have it in `x-vercel-verify`. */
            verificationCode?: string | null;
            /** @description The signature secret of Vercel's drain, for the format `vercel` alone: batches without its signature are refused. It is never shown again. */
            drainSecret?: string | null;
        };
        /** @description Changes to a source; omitted fields stay unchanged. At least one field is required. */
        LogSourceUpdate: {
            /** @description Its name. */
            name?: string;
            /** @description The format of its lines; null to guess it in each batch. */
            format?: components["schemas"]["LogFormat"] | null;
            /** @description The `LogFormat` line of Apache's settings, for the format `apache` alone. */
            logFormat?: string | null;
            /** @description The hosts whose lines are counted; empty for the site's own. */
            hosts?: string[];
            /** @description The code that Vercel shows when a drain is made; null removes it. */
            verificationCode?: string | null;
            /** @description The signature secret of Vercel's drain; null removes it, so that batches need no signature. */
            drainSecret?: string | null;
        };
        /**
         * @description Whether a prompt is used.
         *
         *     * `draft`: The prompt is not used yet.
         *     * `active`: The prompt is used.
         *     * `archived`: The prompt is no longer used.
         * @enum {string}
         */
        PromptStatus: "draft" | "active" | "archived";
        /** @description A list: `data.items`. */
        PromptList: {
            /** @description The rows. */
            items: components["schemas"]["Prompt"][];
        };
        /** @description A prompt: the text that a button of the widget sends to an assistant. */
        Prompt: {
            /** @description The prompt's id. */
            id: components["schemas"]["PromptId"];
            /** @description The id of the prompt's site. */
            siteId: components["schemas"]["SiteId"];
            /** @description The prompt's name. */
            name: string;
            /** @description What the prompt asks for. */
            kind: components["schemas"]["PromptKindOutput"];
            /** @description The text, which may contain placeholders. */
            text: string;
            /** @description The assistants that the prompt is for; empty means all. */
            platformIds: string[];
            /** @description The language of the pages that the prompt is for; `*` means every language. */
            language: string;
            /** @description Where the text came from. */
            source: components["schemas"]["PromptSourceOutput"];
            /** @description Whether the prompt is used. */
            status: components["schemas"]["PromptStatusOutput"];
            /**
             * Format: uint32
             * @description The version, which increases by one with each change.
             */
            version: number;
            /** @description The model that wrote the text; null for texts by people, and for built-in texts. */
            model: string | null;
            /**
             * Format: date-time
             * @description When the text was generated.
             */
            generatedAt: string | null;
            /** @description The group of prompts that share the traffic; null means no group. */
            variantGroup: string | null;
            /**
             * Format: uint16
             * @description The prompt's share of the traffic in its group, relative to the other weights.
             */
            weight: number;
            /** @description Warnings about the prompt. */
            warnings: components["schemas"]["PromptWarning"][];
            /**
             * Format: date-time
             * @description When the prompt was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the prompt was last changed.
             */
            updatedAt: string;
        };
        /**
         * @description Where a prompt's text came from.
         *
         *     * `generated`: Generated from the site's pages, or built in; a regeneration may replace it.
         *     * `manual`: Written by a person; a regeneration does not change it.
         *     * `imported`: Imported from a file; a regeneration does not change it.
         * @enum {string}
         */
        PromptSource: "generated" | "manual" | "imported";
        /** @description Something that you should know about a prompt, but that does not prevent its use. */
        PromptWarning: {
            /** @description A stable code in upper case: `NO_URL`, `TOO_LONG_FOR_PLATFORM`, or the code of a policy rule. */
            code: string;
            /** @description A sentence that says what the warning means for readers. */
            message: string;
        };
        /** @description A prompt to create. */
        PromptCreate: {
            /** @description The prompt's name. */
            name: string;
            /** @description The text. Placeholders: `{{url}}`, `{{markdownUrl}}`, `{{title}}`, `{{siteName}}`, `{{language}}`. */
            text: string;
            /** @description What the prompt asks for. Default: `custom`. */
            kind?: components["schemas"]["PromptKind"];
            /** @description The assistants that the prompt is for; empty means all. */
            platformIds?: string[];
            /** @description The language of the pages that the prompt is for, as a tag (`de`, `pt-BR`); `*` or null means every language. */
            language?: string | null;
            /** @description Whether the prompt is used. Default: `active`. */
            status?: components["schemas"]["PromptStatus"];
            /** @description The group of prompts that share the traffic; null means no group. */
            variantGroup?: string | null;
            /**
             * Format: uint16
             * @description The prompt's share of the traffic in its group, relative to the other weights; 0 means never. Default: `100`.
             */
            weight?: number;
        };
        /** @description Changes to a prompt; omitted fields stay unchanged. */
        PromptUpdate: {
            /** @description The prompt's name. */
            name?: string;
            /** @description The text. If it changes, the prompt's source becomes `manual`. */
            text?: string;
            /** @description What the prompt asks for. */
            kind?: components["schemas"]["PromptKind"];
            /** @description The assistants that the prompt is for; empty means all. */
            platformIds?: string[];
            /** @description The language of the pages that the prompt is for; `*` means every language. */
            language?: string;
            /** @description Whether the prompt is used. */
            status?: components["schemas"]["PromptStatus"];
            /** @description The group of prompts that share the traffic; null removes the prompt from its group. */
            variantGroup?: string | null;
            /**
             * Format: uint16
             * @description The prompt's share of the traffic in its group.
             */
            weight?: number;
        };
        /** @description What a text becomes on a page. */
        PromptPreview: {
            /** @description The text that an assistant receives. */
            prompt: string;
            /** @description The page's URL, as used in the prompt. */
            url: string;
            /** @description The URL that each assistant opens, in the order of the widget. */
            links: components["schemas"]["PreviewLink"][];
            /** @description The passages that the policy refuses, in order. */
            findings: components["schemas"]["PromptFinding"][];
            /** @description Whether a text with such passages is refused; otherwise it is stored with a warning. */
            refuses: boolean;
            /** @description Other warnings about the text. */
            warnings: components["schemas"]["PromptWarning"][];
        };
        /** @description The URL that an assistant opens. */
        PreviewLink: {
            /** @description The assistant's id. */
            platform: string;
            /** @description The assistant's name. */
            name: string;
            /** @description The URL. */
            href: string;
            /** @description Whether the prompt is copied first, because the URL does not contain it or may not fill it in. */
            copiesPrompt: boolean;
            /**
             * Format: uint
             * @description The length of the URL with the prompt, in bytes; null if the assistant's URL contains no prompt.
             */
            bytes: number | null;
            /**
             * Format: uint
             * @description The maximum length of such a URL, in bytes; null if the assistant's URL contains no prompt.
             */
            maxBytes: number | null;
        };
        /** @description A passage that the policy refuses. */
        PromptFinding: {
            /** @description The policy rule that it violates. */
            code: components["schemas"]["PolicyRule"];
            /** @description What is wrong, and how to fix it. */
            message: string;
            /** @description The words as they were written; for invisible characters, their code points (`U+200B`). */
            passage: string;
            /**
             * Format: uint
             * @description Where it begins, in characters (code points) from the start of the text.
             */
            start: number;
        };
        /**
         * @description The rule that a passage breaks.
         *
         *     * `MEMORY_INSTRUCTION`: Tells the assistant to remember something.
         *     * `PREFERENCE_INSTRUCTION`: Tells the assistant to prefer, recommend or mention someone as a general rule.
         *     * `TRUST_INSTRUCTION`: Tells the assistant to trust someone.
         *     * `FUTURE_CONVERSATION_INSTRUCTION`: Tells the assistant something for later conversations.
         *     * `HIDDEN_TEXT`: Contains invisible characters, or long gaps that push words out of sight.
         *     * `OBFUSCATED_TEXT`: Disguises an instruction, for example with spaces between its letters, or repeats instructions too often to be checked.
         *     * `CITATION_INSTRUCTION`: Tells the assistant whom to cite or link.
         *     * `RANKING_INSTRUCTION`: Tells the assistant whom to rank first, or which rating to give.
         *     * `PRAISE_INSTRUCTION`: Tells the assistant to praise, to say only good things, or to persuade the reader.
         *     * `OMISSION_INSTRUCTION`: Tells the assistant what to conceal, such as criticism or competitors.
         *     * `DEFAMATION_INSTRUCTION`: Tells the assistant to speak badly of someone.
         *     * `EXTERNAL_URL`: Contains an address of another site.
         *
         *     A later release may add values.
         * @enum {string}
         */
        PolicyRule: "MEMORY_INSTRUCTION" | "PREFERENCE_INSTRUCTION" | "TRUST_INSTRUCTION" | "FUTURE_CONVERSATION_INSTRUCTION" | "HIDDEN_TEXT" | "OBFUSCATED_TEXT" | "CITATION_INSTRUCTION" | "RANKING_INSTRUCTION" | "PRAISE_INSTRUCTION" | "OMISSION_INSTRUCTION" | "DEFAMATION_INSTRUCTION" | "EXTERNAL_URL";
        /** @description A text to preview. */
        PromptPreviewRequest: {
            /** @description The text, with placeholders. */
            text: string;
            /** @description The assistants that it is for; if empty, all that the widget offers. */
            platformIds?: string[];
            /**
             * Format: uri
             * @description The URL of the page; by default the site's home page.
             */
            url?: string | null;
            /** @description The page's title; if omitted, its URL is used. */
            title?: string | null;
            /** @description The page's language, as its `lang` attribute states it; `en` by default. */
            language?: string | null;
        };
        /** @description Work that was started (202), or what it would cost (200). */
        StartedGenerationOrGenerationEstimate: components["schemas"]["StartedGeneration"] | components["schemas"]["GenerationEstimate"];
        /** @description A generation that was started. */
        StartedGeneration: {
            /** @description The id. */
            id: components["schemas"]["JobId"];
            /** @description What it does, such as `webhook.delivery`. */
            kind: string;
            /** @description Its state. */
            state: components["schemas"]["JobState"];
            /**
             * Format: uint32
             * @description The number of attempts so far, including a running one.
             */
            attempts: number;
            /** @description How far it is; null if that is not known. */
            progress: components["schemas"]["JobProgress"] | null;
            /** @description Its result; null until it has succeeded. */
            result: unknown;
            /** @description Why the latest attempt failed; null if it did not. */
            failure: components["schemas"]["JobFailure"] | null;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its latest attempt was due, or its next one is.
             */
            dueAt: string;
            /**
             * Format: date-time
             * @description When it ended. It can be read for 30 days after that.
             */
            finishedAt: string | null;
            /**
             * Format: uint32
             * @description Credits that are reserved for it; 0 for the built-in generator.
             */
            creditsReserved: number;
        };
        JobId: string;
        /**
         * @description The state of a job.
         *
         *     * `queued`: The job waits until it is due.
         *     * `running`: A server is running the job.
         *     * `succeeded`: The job is done.
         *     * `failed`: The job failed and is not retried.
         *
         *     A later release may add values.
         * @enum {string}
         */
        JobState: "queued" | "running" | "succeeded" | "failed";
        /** @description The progress of a job. */
        JobProgress: {
            /**
             * Format: uint32
             * @description The number of steps that are done.
             */
            done: number;
            /**
             * Format: uint32
             * @description The total number of steps, as far as it is known.
             */
            total: number;
        };
        /** @description Why an attempt or the whole job failed. */
        JobFailure: {
            /** @description A stable code, for programs. */
            code: string;
            /** @description A sentence for people. Contains no secret. */
            message: string;
        };
        /** @description What a generation would cost. */
        GenerationEstimate: {
            /**
             * Format: uint32
             * @description The credits that it costs if it succeeds; a failed generation costs nothing. The built-in generator costs none.
             */
            credits: number;
            /**
             * Format: int64
             * @description The credits that new work may use.
             */
            available: number;
            /** @description Whether that is enough. */
            affordable: boolean;
            /** @description What writes the texts. */
            generator: components["schemas"]["Generator"];
            /** @description The model; null for the built-in generator. */
            model: string | null;
        };
        /**
         * @description What writes the texts.
         *
         *     * `built_in`: The built-in generator.
         *     * `model`: The model that the operator configured.
         *
         *     A later release may add values.
         * @enum {string}
         */
        Generator: "built_in" | "model";
        /** @description What to generate for a whole site. */
        SiteRegeneration: {
            /** @description Whether to generate prompts. Generated prompts are replaced in place and missing kinds are added; what people wrote stays. For single pages, texts that are appended to the prompts are proposed as rules. Default: `true`. */
            prompts?: boolean;
            /** @description Whether to generate suggested questions. They are stored in the widget configuration unless a person wrote one of the current ones. Questions about single pages are proposed as rules. Default: `true`. */
            questions?: boolean;
        };
        /** @description A list: `data.items`. */
        RuleList: {
            /** @description The rows. */
            items: components["schemas"]["Rule"][];
        };
        /** @description A rule. */
        Rule: {
            /** @description The rule's id. */
            id: components["schemas"]["RuleId"];
            /** @description The id of the rule's site. */
            siteId: components["schemas"]["SiteId"];
            /** @description The rule's name. */
            name: string;
            /** @description Whether the rule is used. */
            enabled: boolean;
            /**
             * Format: uint16
             * @description Rules with the lowest priority value are tried first; then those with the longest literal prefix among their paths, then the oldest.
             */
            priority: number;
            /** @description The pages that the rule matches. */
            match: components["schemas"]["RuleMatch"];
            /** @description What the rule does on these pages. */
            action: components["schemas"]["RuleAction"];
            /**
             * Format: date-time
             * @description When the rule starts to apply; null means no start.
             */
            startsAt: string | null;
            /**
             * Format: date-time
             * @description The time from which the rule no longer applies; null means no end.
             */
            endsAt: string | null;
            /**
             * Format: date-time
             * @description When the rule was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the rule was last changed.
             */
            updatedAt: string;
        };
        /** @description A rule to create, or to replace another one. Read-only fields of a `GET` response are accepted and ignored, so that the response can be edited and sent back. */
        RuleCreate: {
            /** @description The rule's name. */
            name: string;
            /** @description Whether the rule is used. Default: `true`. */
            enabled?: boolean;
            /**
             * Format: uint16
             * @description Rules with the lowest priority value are tried first. Default: `100`.
             */
            priority?: number;
            /** @description The pages that the rule matches; all by default. */
            match?: components["schemas"]["RuleMatchInput"];
            /** @description What the rule does. */
            action: components["schemas"]["RuleActionInput"];
            /**
             * Format: date-time
             * @description When the rule starts to apply, in RFC 3339; null means no start.
             */
            startsAt?: string | null;
            /**
             * Format: date-time
             * @description The time from which the rule no longer applies, in RFC 3339; null means no end.
             */
            endsAt?: string | null;
            readonly id?: string | null;
            readonly siteId?: string | null;
            readonly createdAt?: string | null;
            readonly updatedAt?: string | null;
        };
        /** @description What a rule does. Each type except `hide_widget` requires one of the other fields; further fields are not allowed. */
        RuleActionInput: {
            /** @description The type of the action. */
            type: components["schemas"]["RuleActionType"];
            /** @description For `use_prompt`: the id of a prompt of the site. */
            promptId?: components["schemas"]["PromptId"] | null;
            /** @description For `prepend` and `append`: the text, which may contain a prompt's placeholders. */
            text?: string | null;
            /** @description For `set_questions`: the questions; an empty list hides all. */
            questions?: components["schemas"]["QuestionInput"][] | null;
            /** @description For `hide_platforms`: the ids of the assistants to hide. */
            platformIds?: string[] | null;
        };
        /** @description What the widget does on a page. */
        RuleTestResult: {
            /** @description The rules that apply, in order; at most one for each type of action. */
            matched: components["schemas"]["MatchedRule"][];
            /** @description The other rules, in order, each with its reason. */
            skipped: components["schemas"]["SkippedRule"][];
            /** @description Whether the widget is shown at all, according to the configuration and the rules. */
            shown: boolean;
            /** @description What each assistant receives. The page's title is not known here, so its URL is used instead. Of several variants, the first that has a weight is shown. */
            resolved: components["schemas"]["ResolvedOffer"][];
            /** @description The suggested questions. */
            questions: components["schemas"]["Question"][];
        };
        /** @description A rule that applies. */
        MatchedRule: {
            /** @description The rule. */
            ruleId: components["schemas"]["RuleId"];
            /** @description Its name. */
            name: string;
            /** @description What it does. */
            action: components["schemas"]["RuleActionTypeOutput"];
        };
        /** @description A rule that does not apply. */
        SkippedRule: {
            /** @description The rule. */
            ruleId: components["schemas"]["RuleId"];
            /** @description Why it does not apply. */
            reason: components["schemas"]["SkipReason"];
        };
        /**
         * @description Why a rule does not apply on a page.
         *
         *     * `disabled`: The rule is disabled.
         *     * `not_started`: The rule has not started yet.
         *     * `ended`: The rule has ended.
         *     * `host`: The page's host is not one of the rule's hosts.
         *     * `path`: The page's path matches none of the rule's paths.
         *     * `excluded_path`: The page's path is one that the rule excludes.
         *     * `language`: The page's language is not one of the rule's languages.
         *     * `overruled`: An earlier rule with the same type of action applies.
         *
         *     A later release may add values.
         * @enum {string}
         */
        SkipReason: "disabled" | "not_started" | "ended" | "host" | "path" | "excluded_path" | "language" | "overruled";
        /** @description An assistant's button. */
        ResolvedOffer: {
            /** @description The assistant's id. */
            platform: string;
            /** @description The prompt template that it uses; null if the site has none for it. */
            promptId: components["schemas"]["PromptId"] | null;
            /** @description The text that the assistant receives. */
            prompt: string;
            /** @description The URL that opens. */
            href: string;
            /** @description Whether the prompt is copied first, because the URL does not contain it. */
            copiesPrompt: boolean;
        };
        /** @description A page to test the rules on. */
        RuleTest: {
            /**
             * Format: uri
             * @description The page's address.
             */
            url: string;
            /** @description The page's language, as its `lang` attribute states it; `en` by default. */
            language?: string | null;
            /**
             * Format: date-time
             * @description The time of the visit, as an RFC 3339 time; now by default.
             */
            at?: string | null;
        };
        /** @description The proposed rules of a site. */
        ProposedRules: {
            /** @description The job that created the proposals; null before the first generation. */
            jobId: components["schemas"]["JobId"] | null;
            /**
             * Format: date-time
             * @description When it created them.
             */
            generatedAt: string | null;
            /**
             * Format: uint
             * @description How many proposals are waiting for approval.
             */
            total: number;
            /** @description The proposed rules on this page of the list, in the order of the site's pages, the home page first. */
            items: components["schemas"]["ProposedRule"][];
            /** @description The pages without proposals, or with fewer than possible, grouped by reason. */
            leftOut: components["schemas"]["SkippedPages"][];
        };
        /** @description A rule that a generation proposes for one page. */
        ProposedRule: {
            /** @description Its id, until it is approved or dismissed. */
            id: components["schemas"]["ProposedRuleId"];
            /** @description Its site. */
            siteId: components["schemas"]["SiteId"];
            /** @description The page. */
            page: components["schemas"]["ProposedPage"];
            /** @description The rule's name. */
            name: string;
            /**
             * Format: uint16
             * @description The rule's priority.
             */
            priority: number;
            /** @description The page's path and hosts; there are no other conditions. */
            match: components["schemas"]["RuleMatch"];
            /** @description `set_questions` or `append`. */
            action: components["schemas"]["RuleAction"];
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
        };
        ProposedRuleId: string;
        /** @description The page that a rule is proposed for. */
        ProposedPage: {
            /** @description Its address. */
            url: string;
            /** @description Its title. */
            title: string;
        };
        /** @description Pages that were left out for one reason. */
        SkippedPages: {
            /** @description The reason. */
            reason: components["schemas"]["SkippedPagesReason"];
            /** @description The reason in a sentence. */
            message: string;
            /**
             * Format: uint
             * @description The number of pages.
             */
            pages: number;
            /** @description Up to 20 addresses of these pages. */
            urls: string[];
        };
        /**
         * @description Why a page has no proposal, or fewer than it could.
         *
         *     * `noindex`: The page has a `noindex` instruction.
         *     * `not_read`: The page was not read: the limit of pages or the time limit was reached.
         *     * `unreadable`: The page could not be fetched or read as HTML, or it leads elsewhere.
         *     * `sitemap_skipped`: A sitemap, not a page. Only earlier releases gave this reason; it is one of the following.
         *     * `sitemap_compressed`: A sitemap that is compressed, which is not read.
         *     * `sitemap_forbidden`: A sitemap that `robots.txt` does not allow.
         *     * `sitemap_elsewhere`: A sitemap on another site.
         *     * `sitemap_failed`: A sitemap that could not be fetched: the site did not answer, or answered with an error.
         *     * `sitemap_unreadable`: A file that is no sitemap.
         *     * `sitemap_read_in_part`: A sitemap that was read in part: it has no end, or is larger than 5 MiB or 5,000 addresses.
         *     * `too_many_sitemaps`: A sitemap beyond the limit of three, or of time.
         *     * `feed_skipped`: A feed (RSS or Atom) that is named as a sitemap; feeds are not read.
         *     * `nothing_to_say`: The page is a contact form, a legal notice or similar, or has too little text.
         *     * `shared_address`: No rule can match only this page: others differ only in the query of their addresses, or its path contains `*`.
         *     * `no_words`: The built-in generator has no words in the page's language.
         *     * `has_rule`: A rule for only this path already has an action of the same type.
         *     * `dismissed`: A proposal with the same texts was dismissed before.
         *     * `too_many`: The limit of proposals was reached.
         *
         *     A later release may add values.
         * @enum {string}
         */
        SkippedPagesReason: "noindex" | "not_read" | "unreadable" | "sitemap_skipped" | "sitemap_compressed" | "sitemap_forbidden" | "sitemap_elsewhere" | "sitemap_failed" | "sitemap_unreadable" | "sitemap_read_in_part" | "too_many_sitemaps" | "feed_skipped" | "nothing_to_say" | "shared_address" | "no_words" | "has_rule" | "dismissed" | "too_many";
        /** @description What was approved. */
        ApprovedRules: {
            /** @description The rules, in the order of the proposals. */
            approved: components["schemas"]["ApprovedRule"][];
            /**
             * Format: uint
             * @description How many proposals are still waiting for approval.
             */
            remaining: number;
        };
        /** @description A proposal and the rule that it became. */
        ApprovedRule: {
            /** @description The removed proposal. */
            proposalId: components["schemas"]["ProposedRuleId"];
            /** @description The rule. */
            rule: components["schemas"]["Rule"];
        };
        /** @description The proposals to approve or dismiss: some, or all. */
        ProposedRuleSelection: {
            /** @description The ids of the proposals. */
            ids?: components["schemas"]["ProposedRuleId"][] | null;
            /** @description Whether to approve or dismiss all proposals. Default: `false`. */
            all?: boolean;
        };
        /** @description What was dismissed. */
        DismissedRules: {
            /** @description The removed proposals. */
            dismissed: components["schemas"]["ProposedRuleId"][];
            /**
             * Format: uint
             * @description How many proposals are still waiting for approval.
             */
            remaining: number;
        };
        /** @description The order in which rules are evaluated. */
        RuleOrder: {
            /** @description Every rule of the site exactly once, in the order in which they are evaluated. */
            ruleIds: components["schemas"]["RuleId"][];
        };
        /** @description An organization's credits. */
        Credits: {
            /** @description The organization. */
            orgId: components["schemas"]["OrgId"];
            /**
             * Format: int64
             * @description The sum of all transactions.
             */
            balance: number;
            /**
             * Format: int64
             * @description Credits that running work may still use.
             */
            reserved: number;
            /**
             * Format: int64
             * @description Credits that new work may use: `balance` minus `reserved`.
             */
            available: number;
            /**
             * Format: int64
             * @description The credits that the plan grants for each period. Unused ones expire with the period.
             */
            monthlyAllowance: number;
            /**
             * Format: int64
             * @description The credits that were charged in this period, minus refunds.
             */
            usedThisPeriod: number;
            /**
             * Format: date-time
             * @description The first moment of this period, a calendar month in UTC.
             */
            periodStart: string;
            /**
             * Format: date-time
             * @description The first moment of the next period.
             */
            periodEnd: string;
            /** @description How fast credits are spent in this period. Null in its first three days. */
            pace?: components["schemas"]["CreditPace"] | null;
        };
        /** @description How fast credits are spent. */
        CreditPace: {
            /**
             * Format: double
             * @description Credits charged per day of this period so far, minus refunds; rounded to a tenth.
             */
            creditsPerDay: number;
            /**
             * Format: date-time
             * @description When no credits are available at this pace; null if they last to the end of the period.
             */
            runsOutAt?: string | null;
        };
        /**
         * @description Why the balance changed.
         *
         *     * `grant`: Credits were granted.
         *     * `debit`: Work was paid for.
         *     * `refund`: Credits charged for work were refunded.
         *     * `adjustment`: Credits expired at the end of a period, or the operator corrected the balance.
         * @enum {string}
         */
        LedgerEntryType: "grant" | "debit" | "refund" | "adjustment";
        /** @description A list: `data.items`. */
        LedgerEntryList: {
            /** @description The rows. */
            items: components["schemas"]["LedgerEntry"][];
        };
        /** @description One transaction of the ledger. */
        LedgerEntry: {
            /** @description The id of the transaction. */
            id: components["schemas"]["LedgerEntryId"];
            /**
             * Format: uint64
             * @description The position in the ledger, from 1, without gaps. A caller that sees only some sites does not get the transactions about other sites.
             */
            sequence: number;
            /** @description Why the balance changed. */
            type: components["schemas"]["LedgerEntryTypeOutput"];
            /**
             * Format: int64
             * @description The number of credits; negative if the balance decreased.
             */
            amount: number;
            /**
             * Format: int64
             * @description The balance after the transaction.
             */
            balanceAfter: number;
            /** @description A sentence for people. */
            reason: string;
            /** @description What the transaction is about. */
            reference: components["schemas"]["LedgerReference"];
            /**
             * Format: date-time
             * @description When the balance changed.
             */
            createdAt: string;
        };
        LedgerEntryId: string;
        /** @description What a transaction or a reservation is about. */
        LedgerReference: {
            /** @description The type of the object, such as `period` or `job`. */
            type: string;
            /** @description The id of the object; for a period, its first day. */
            id: string;
        };
        /**
         * @description The format of a file.
         *
         *     * `json`: One object with all prompts.
         *     * `csv`: A header and a row for each prompt.
         *     * `ndjson`: A JSON object on each line.
         * @enum {string}
         */
        PromptFileFormat: "json" | "csv" | "ndjson";
        /** @description Every prompt of a site. */
        PromptExport: {
            /**
             * @description The version of the format.
             * @constant
             */
            exportVersion: "1.0";
            /**
             * @description What the file contains.
             * @constant
             */
            kind: "prompts";
            /**
             * Format: date-time
             * @description When it was created.
             */
            generatedAt: string;
            /** @description The prompts of every status, oldest first. */
            items: components["schemas"]["Prompt"][];
        };
        /**
         * @description What happens to existing prompts.
         *
         *     * `upsert`: Prompts in the file are changed as it says; the others stay unchanged.
         *     * `create`: All prompts stay unchanged; only new ones are added.
         *     * `replace`: Prompts in the file are changed as it says; the others are deleted.
         * @enum {string}
         */
        ImportMode: "upsert" | "create" | "replace";
        /** @description The result of an import. */
        Imported: {
            /** @description Whether nothing was changed, because `dryRun` was requested. */
            dryRun: boolean;
            /**
             * Format: uint
             * @description The number of prompts that were created.
             */
            created: number;
            /**
             * Format: uint
             * @description The number of prompts that were edited.
             */
            updated: number;
            /**
             * Format: uint
             * @description The number of items that change nothing.
             */
            skipped: number;
            /**
             * Format: uint
             * @description The number of invalid items.
             */
            failed: number;
            /**
             * Format: uint
             * @description The number of prompts that were deleted because they are not in the file; with `mode=replace`.
             */
            deleted?: number;
            /** @description Why items are invalid; the first 200 reasons. */
            errors: components["schemas"]["ImportError"][];
            /** @description Items that were stored differently from the file; the first 200. */
            warnings: components["schemas"]["ImportError"][];
        };
        /** @description Why an item is invalid, or stored differently from the file. */
        ImportError: {
            /**
             * Format: uint
             * @description Its position in the file, from 0.
             */
            index: number;
            /**
             * Format: uint32
             * @description The line of the file on which it begins, from 1, as a text editor counts lines.
             */
            line: number;
            /** @description The field that it is about, which is the column of a CSV; empty for the whole item. */
            path: string;
            /** @description A stable code. */
            code: string;
            /** @description The field and the reason. */
            message: string;
        };
        /** @description A file of prompts as JSON. */
        PromptFile: {
            /** @description The version of the format: `1.` and a number. */
            exportVersion: string;
            /**
             * @description What the file contains.
             * @constant
             */
            kind: "prompts";
            /**
             * Format: date-time
             * @description When it was created.
             */
            generatedAt?: string | null;
            /** @description The prompts. Errors are reported with the index of the prompt. */
            items: components["schemas"]["PromptItem"][];
        };
        /** @description One item of a file: a prompt as in an export, or only some of its fields. */
        PromptItem: {
            /** @description The id of the prompt. Without it, or with an id that the site does not have, a new prompt is created. */
            id?: components["schemas"]["PromptId"] | null;
            /** @description The prompt's name; required for a new prompt. */
            name?: string | null;
            /** @description What the prompt asks for. */
            kind?: components["schemas"]["PromptKind"] | null;
            /** @description The text, which may contain placeholders; required for a new prompt. */
            text?: string | null;
            /** @description The assistants that the prompt is for; empty means all. */
            platformIds?: string[] | null;
            /** @description The language of the pages that the prompt is for; `*` means every language. */
            language?: string | null;
            /** @description Whether the prompt is used. */
            status?: components["schemas"]["PromptStatus"] | null;
            /** @description The group of prompts that share the traffic; null means no group. */
            variantGroup?: string | null;
            /**
             * Format: uint16
             * @description The prompt's share of the traffic in its group.
             */
            weight?: number | null;
            /** @description The model that wrote the text; stored with a text from the file. */
            model?: string | null;
            /**
             * Format: date-time
             * @description When the text was generated; stored with a text from the file.
             */
            generatedAt?: string | null;
            /** @description Part of an export, ignored by an import. */
            siteId?: components["schemas"]["SiteId"] | null;
            /** @description Part of an export, ignored by an import. */
            source?: components["schemas"]["PromptSource"] | null;
            /**
             * Format: uint32
             * @description Part of an export, ignored by an import.
             */
            version?: number | null;
            /** @description Part of an export, ignored by an import. */
            warnings?: components["schemas"]["PromptWarningInput"][] | null;
            /** @description Part of an export, ignored by an import. */
            createdAt?: string | null;
            /** @description Part of an export, ignored by an import. */
            updatedAt?: string | null;
        };
        /** @description The whole response of an export, with its envelope. */
        EnvelopedPromptFile: {
            /** @description The file. */
            data: components["schemas"]["PromptFile"];
            /** @description Null, as in a response without an error. */
            error?: Record<string, never> | null;
            /** @description Ignored. */
            meta?: {
                [key: string]: unknown;
            };
        };
        /**
         * @description The table in the file.
         *
         *     * `answers`: The answers of engines.
         * @enum {string}
         */
        AnswersTable: "answers";
        /** @description A list: `data.items`. */
        CitationList: {
            /** @description The rows. */
            items: components["schemas"]["Citation"][];
        };
        /** @description What one answer of one engine says about a site. */
        Citation: {
            /** @description Its id. */
            id: components["schemas"]["CitationId"];
            /** @description The run in which the engine was asked. */
            runId: components["schemas"]["RunId"];
            /** @description The monitor of the run. */
            monitorId: components["schemas"]["MonitorId"];
            /** @description The question as it was asked. */
            query: string;
            /** @description The engine that was asked. */
            engine: components["schemas"]["EngineOutput"];
            /** @description The model that answered; for a failure, the requested one. */
            model: string;
            /** @description Where it was asked. */
            surface: components["schemas"]["Surface"];
            /**
             * Format: uint8
             * @description The number of the sample among the run's samples of this engine, from 1.
             */
            sample: number;
            /**
             * Format: date-time
             * @description When the answer or the failure arrived.
             */
            ranAt: string;
            /**
             * Format: uint16
             * @description The version of the rules that read the answer. Answers of different versions are not compared with each other.
             */
            readingVersion: number;
            /** @description Whether there is an answer. */
            status: components["schemas"]["CitationStatus"];
            /** @description Why there is no answer; null if there is one. */
            failure: components["schemas"]["JobFailure"] | null;
            /** @description What the answer says about the site, the first that applies: it links the site (`cited`), the engine read it (`consulted`), the text names it (`mentioned`), none of these (`absent`). Null without an answer. */
            outcome: components["schemas"]["CitationOutcome"] | null;
            /** @description Whether the engine searched the web for this answer; false without an answer. */
            searched: boolean;
            /** @description Whether the text contains the site's domain or a brand name. */
            mentioned: boolean;
            /** @description Whether the text links the site. */
            cited: boolean;
            /**
             * Format: uint32
             * @description The position of the site's first page among the distinct pages that are cited, from 1; null if it is not cited.
             */
            position: number | null;
            /** @description The distinct cited pages, in their order, at most 100. */
            citedUrls: components["schemas"]["CitedUrl"][];
            /** @description The distinct pages that the engine retrieved, cited or not, in its order, at most 100. */
            consultedUrls: components["schemas"]["CitedUrl"][];
            /** @description One entry for each competitor that the monitor had at that time. */
            competitors: components["schemas"]["CompetitorResult"][];
            /** @description The answer's text around the first mention or link, otherwise its beginning; at most 500 characters. Null without an answer. */
            answerExcerpt: string | null;
            /**
             * Format: uint32
             * @description The number of markers such as `[7]` in the text beyond the list of sources that arrived. They are text, and link nothing.
             */
            danglingMarkers: number;
            /**
             * Format: uint32
             * @description The number of searches that the engine bills the operator for the answer, according to its response; 0 if it does not say. Null for viewers, who do not see costs.
             */
            billedQueries: number | null;
            /**
             * Format: uint32
             * @description The credits that were charged. An engine that gives no answer costs nothing. Null for viewers, who do not see costs.
             */
            creditsUsed: number | null;
        };
        CitationId: string;
        /**
         * @description Where an engine was asked.
         *
         *     * `api`: Through its API. Its app may answer differently.
         *
         *     A later release may add values.
         * @enum {string}
         */
        Surface: "api";
        /**
         * @description Whether there is an answer.
         *
         *     * `succeeded`: The engine answered.
         *     * `failed`: The engine did not answer, which says nothing about the site.
         *
         *     A later release may add values.
         * @enum {string}
         */
        CitationStatus: "succeeded" | "failed";
        /**
         * @description What an answer says about a site: the first of these values that applies.
         *
         *     * `cited`: The text links the site, with an annotation, a marker or a plain link.
         *     * `consulted`: The engine read a page of the site, but the text does not link it.
         *     * `mentioned`: The text only names the site.
         *     * `absent`: The site does not appear.
         *
         *     A later release may add values.
         * @enum {string}
         */
        CitationOutcome: "cited" | "consulted" | "mentioned" | "absent";
        /** @description A source: a page that an answer links or that the engine opened for it. */
        CitedUrl: {
            /** @description Its address, without fragment, campaign and click ids; the home page of its host if `pageKnown` is false. */
            url: string;
            /** @description Its host in lower case, without `www.`. */
            domain: string;
            /** @description Its title, if the engine gave one. */
            title: string | null;
            /**
             * Format: uint32
             * @description Its position among the distinct pages of its list, from 1.
             */
            position: number;
            /** @description Whose page it is. */
            owner: components["schemas"]["SourceOwnerOutput"];
            /** @description Whether the exact page is known. False if its redirect could not be followed, so that only its host is known: such a citation counts for the owner of the host, but for no page. */
            pageKnown: boolean;
        };
        /**
         * @description Whose page a source is.
         *
         *     * `own`: The page belongs to the site.
         *     * `competitor`: The page belongs to a competitor.
         *     * `other`: The page belongs to someone else.
         * @enum {string}
         */
        SourceOwner: "own" | "competitor" | "other";
        /** @description What an answer says about a competitor. */
        CompetitorResult: {
            /** @description Its domain. */
            domain: string;
            /** @description Whether the text contains its domain or one of its brand names. */
            mentioned: boolean;
            /** @description Whether the text links it. */
            cited: boolean;
            /**
             * Format: uint32
             * @description The position of its first page among the distinct cited pages, from 1; null if it is not cited.
             */
            position: number | null;
        };
        /**
         * @description How the rates are grouped in addition to engines.
         *
         *     * `monitor`: By the monitor that asked.
         *     * `competitor`: By the competitors that were looked for.
         * @enum {string}
         */
        CitationsGroupBy: "monitor" | "competitor";
        /** @description How visible the site is in the answers of engines. */
        CitationSummary: {
            /** @description Over all engines. */
            totals: components["schemas"]["CitationRates"];
            /** @description Every engine, in the service's order; those without answers have no rates. */
            byEngine: components["schemas"]["EngineRates"][];
            /** @description Every day of the period, oldest first. A run counts on the day of its first answer or failure. */
            series: components["schemas"]["CitationDay"][];
            /** @description Every whole week of the period, oldest first; the last one ends with the period. */
            seriesByWeek: components["schemas"]["CitationWeek"][];
            /** @description The engines that have answers in the period, with one number for each row of `series`. */
            seriesByEngine: components["schemas"]["EngineTrend"][];
            /** @description The current clear changes of citation rates, newest first, as `list_changes` returns them. Nothing else says that a rate changed. */
            changes: components["schemas"]["CitationChange"][];
            /** @description With `groupBy=monitor`: every monitor, newest first. */
            byMonitor?: components["schemas"]["MonitorRates"][] | null;
            /** @description With `groupBy=competitor`: every competitor that was looked for in the period, most cited first, at most 100. */
            byCompetitor?: components["schemas"]["CompetitorRates"][] | null;
            /** @description With `compare=previous`: the previous period of the same length; until the last day has ended, up to the same time of day. */
            previous?: components["schemas"]["PreviousRates"] | null;
        };
        /** @description Counts and rates over answers. Rates are rounded to four decimal places; failed samples are not part of them. */
        CitationRates: {
            /**
             * Format: uint64
             * @description Requests to engines that got no answer.
             */
            failedCount: number;
            /**
             * Format: uint64
             * @description Of these, responses that could not be read, or that point at sources which did not arrive. They say nothing about the site.
             */
            unreadableCount: number;
            /**
             * Format: double
             * @description The share of all samples whose response could not be read; null without samples.
             */
            unreadableRate: number | null;
            /**
             * Format: uint64
             * @description Answers that the engine gave without a search.
             */
            unsearchedCount: number;
            /**
             * Format: uint64
             * @description Answers for which the engine read the site but did not cite it.
             */
            consultedCount: number;
            /**
             * Format: uint64
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number;
            /**
             * Format: uint64
             * @description Answers that cite the site or, in a competitor's row, the competitor.
             */
            citedCount: number;
            /**
             * Format: uint64
             * @description Answers whose text has the domain or a brand name of the site or, in a competitor's row, the competitor.
             */
            mentionedCount: number;
            /**
             * Format: double
             * @description The share of engines' answers to the tracked questions that cite the site or, in a competitor's row, the competitor. Divided by `samples`. Null without answers.
             */
            citationRate: number | null;
            /**
             * Format: double
             * @description The share of engines' answers that mention the site or, in a competitor's row, the competitor. Divided by `samples`. Null without answers.
             */
            mentionRate: number | null;
            /**
             * Format: double
             * @description Its share of all citations of the site and its competitors, each counted once per answer. Null if no answer cites any of them.
             */
            shareOfVoice: number | null;
            /**
             * Format: double
             * @description The mean position among the sources, from 1, over the answers that cite the site or, in a competitor's row, the competitor. Null without such answers.
             */
            averagePosition: number | null;
            /** @description The range that contains the true citation rate in 95 of 100 cases. `method` says how it was computed; `too_few_runs` means that there are too few runs to tell. It accounts for similar answers within a run and for runs that resemble earlier runs. Null without answers. */
            interval95: components["schemas"]["Interval"] | null;
            /** @description The interval of the true mention rate, computed like `interval95`. Null without answers. */
            mentionInterval95: components["schemas"]["Interval"] | null;
            /** @description The interval of the true share of citations, computed like `interval95` over the citations of each run. Null if no answer cites any of them, and for competitors. */
            shareOfVoiceInterval95: components["schemas"]["Interval"] | null;
            /** @description The 95% interval of the true mean position, over the runs. Null if fewer than four runs cite it. */
            averagePositionInterval95: components["schemas"]["MeanInterval"] | null;
            /**
             * Format: double
             * @description The citation rate of the previous period. Null without `compare=previous`, and without answers then.
             */
            previousCitationRate: number | null;
            /** @description Whether the answers of this and the previous period differ; null without `compare=previous`. It does not say when a rate changed, or that it lasts. Each question and engine, and each competitor, is compared with itself. The differences of a list are tested together: on average, at most one list in twenty has a false one. Without one, `detectable` says which difference would have been found. */
            difference: components["schemas"]["Difference"] | null;
            /**
             * Format: uint64
             * @description Credits that the answers cost. Null for viewers, who do not see costs.
             */
            credits: number | null;
            /**
             * Format: uint64
             * @description Searches that the engines bill for the answers, as far as their responses say. Null for viewers.
             */
            billedQueries: number | null;
        };
        /** @description The range that contains a true mean in 95 of 100 cases. */
        MeanInterval: {
            /**
             * Format: double
             * @description The lower end.
             */
            lowest: number;
            /**
             * Format: double
             * @description The upper end.
             */
            highest: number;
        };
        /** @description The rates of one engine. */
        EngineRates: {
            /** @description The engine. */
            engine: components["schemas"]["EngineOutput"];
            /**
             * Format: uint64
             * @description Requests to engines that got no answer.
             */
            failedCount: number;
            /**
             * Format: uint64
             * @description Of these, responses that could not be read, or that point at sources which did not arrive. They say nothing about the site.
             */
            unreadableCount: number;
            /**
             * Format: double
             * @description The share of all samples whose response could not be read; null without samples.
             */
            unreadableRate: number | null;
            /**
             * Format: uint64
             * @description Answers that the engine gave without a search.
             */
            unsearchedCount: number;
            /**
             * Format: uint64
             * @description Answers for which the engine read the site but did not cite it.
             */
            consultedCount: number;
            /**
             * Format: uint64
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number;
            /**
             * Format: uint64
             * @description Answers that cite the site or, in a competitor's row, the competitor.
             */
            citedCount: number;
            /**
             * Format: uint64
             * @description Answers whose text has the domain or a brand name of the site or, in a competitor's row, the competitor.
             */
            mentionedCount: number;
            /**
             * Format: double
             * @description The share of engines' answers to the tracked questions that cite the site or, in a competitor's row, the competitor. Divided by `samples`. Null without answers.
             */
            citationRate: number | null;
            /**
             * Format: double
             * @description The share of engines' answers that mention the site or, in a competitor's row, the competitor. Divided by `samples`. Null without answers.
             */
            mentionRate: number | null;
            /**
             * Format: double
             * @description Its share of all citations of the site and its competitors, each counted once per answer. Null if no answer cites any of them.
             */
            shareOfVoice: number | null;
            /**
             * Format: double
             * @description The mean position among the sources, from 1, over the answers that cite the site or, in a competitor's row, the competitor. Null without such answers.
             */
            averagePosition: number | null;
            /** @description The range that contains the true citation rate in 95 of 100 cases. `method` says how it was computed; `too_few_runs` means that there are too few runs to tell. It accounts for similar answers within a run and for runs that resemble earlier runs. Null without answers. */
            interval95: components["schemas"]["Interval"] | null;
            /** @description The interval of the true mention rate, computed like `interval95`. Null without answers. */
            mentionInterval95: components["schemas"]["Interval"] | null;
            /** @description The interval of the true share of citations, computed like `interval95` over the citations of each run. Null if no answer cites any of them, and for competitors. */
            shareOfVoiceInterval95: components["schemas"]["Interval"] | null;
            /** @description The 95% interval of the true mean position, over the runs. Null if fewer than four runs cite it. */
            averagePositionInterval95: components["schemas"]["MeanInterval"] | null;
            /**
             * Format: double
             * @description The citation rate of the previous period. Null without `compare=previous`, and without answers then.
             */
            previousCitationRate: number | null;
            /** @description Whether the answers of this and the previous period differ; null without `compare=previous`. It does not say when a rate changed, or that it lasts. Each question and engine, and each competitor, is compared with itself. The differences of a list are tested together: on average, at most one list in twenty has a false one. Without one, `detectable` says which difference would have been found. */
            difference: components["schemas"]["Difference"] | null;
            /**
             * Format: uint64
             * @description Credits that the answers cost. Null for viewers, who do not see costs.
             */
            credits: number | null;
            /**
             * Format: uint64
             * @description Searches that the engines bill for the answers, as far as their responses say. Null for viewers.
             */
            billedQueries: number | null;
        };
        /** @description The answers of one day. */
        CitationDay: {
            /**
             * Format: date
             * @description The date in the site's time zone.
             */
            date: string;
            /**
             * Format: uint64
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number;
            /**
             * Format: uint64
             * @description Answers that cite the site.
             */
            citedCount: number;
        };
        /** @description The answers of a week: seven dates in the site's time zone, the last week ending with the period. */
        CitationWeek: {
            /**
             * Format: date
             * @description The first date.
             */
            from: string;
            /**
             * Format: date
             * @description The last date, included.
             */
            to: string;
            /**
             * Format: uint64
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number;
            /**
             * Format: uint64
             * @description Answers that cite the site.
             */
            citedCount: number;
            /**
             * Format: double
             * @description The share of engines' answers to the tracked questions that cite the site. Divided by `samples`. Null without answers.
             */
            citationRate: number | null;
            /** @description The interval of that rate, computed like every `interval95`. Null without answers. */
            interval95: components["schemas"]["Interval"] | null;
        };
        /** @description The answers of one engine by day. */
        EngineTrend: {
            /** @description The engine. */
            engine: components["schemas"]["EngineOutput"];
            /** @description The numbers of answers, one for each row of `series`. */
            samples: number[];
            /** @description The numbers of answers that cite the site, one for each row of `series`. */
            citedCounts: number[];
        };
        /** @description The rates of one monitor. */
        MonitorRates: {
            /** @description The monitor's id. */
            monitorId: components["schemas"]["MonitorId"];
            /** @description Its question as it is now. */
            query: string;
            /**
             * Format: uint64
             * @description Requests to engines that got no answer.
             */
            failedCount: number;
            /**
             * Format: uint64
             * @description Of these, responses that could not be read, or that point at sources which did not arrive. They say nothing about the site.
             */
            unreadableCount: number;
            /**
             * Format: double
             * @description The share of all samples whose response could not be read; null without samples.
             */
            unreadableRate: number | null;
            /**
             * Format: uint64
             * @description Answers that the engine gave without a search.
             */
            unsearchedCount: number;
            /**
             * Format: uint64
             * @description Answers for which the engine read the site but did not cite it.
             */
            consultedCount: number;
            /**
             * Format: uint64
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number;
            /**
             * Format: uint64
             * @description Answers that cite the site or, in a competitor's row, the competitor.
             */
            citedCount: number;
            /**
             * Format: uint64
             * @description Answers whose text has the domain or a brand name of the site or, in a competitor's row, the competitor.
             */
            mentionedCount: number;
            /**
             * Format: double
             * @description The share of engines' answers to the tracked questions that cite the site or, in a competitor's row, the competitor. Divided by `samples`. Null without answers.
             */
            citationRate: number | null;
            /**
             * Format: double
             * @description The share of engines' answers that mention the site or, in a competitor's row, the competitor. Divided by `samples`. Null without answers.
             */
            mentionRate: number | null;
            /**
             * Format: double
             * @description Its share of all citations of the site and its competitors, each counted once per answer. Null if no answer cites any of them.
             */
            shareOfVoice: number | null;
            /**
             * Format: double
             * @description The mean position among the sources, from 1, over the answers that cite the site or, in a competitor's row, the competitor. Null without such answers.
             */
            averagePosition: number | null;
            /** @description The range that contains the true citation rate in 95 of 100 cases. `method` says how it was computed; `too_few_runs` means that there are too few runs to tell. It accounts for similar answers within a run and for runs that resemble earlier runs. Null without answers. */
            interval95: components["schemas"]["Interval"] | null;
            /** @description The interval of the true mention rate, computed like `interval95`. Null without answers. */
            mentionInterval95: components["schemas"]["Interval"] | null;
            /** @description The interval of the true share of citations, computed like `interval95` over the citations of each run. Null if no answer cites any of them, and for competitors. */
            shareOfVoiceInterval95: components["schemas"]["Interval"] | null;
            /** @description The 95% interval of the true mean position, over the runs. Null if fewer than four runs cite it. */
            averagePositionInterval95: components["schemas"]["MeanInterval"] | null;
            /**
             * Format: double
             * @description The citation rate of the previous period. Null without `compare=previous`, and without answers then.
             */
            previousCitationRate: number | null;
            /** @description Whether the answers of this and the previous period differ; null without `compare=previous`. It does not say when a rate changed, or that it lasts. Each question and engine, and each competitor, is compared with itself. The differences of a list are tested together: on average, at most one list in twenty has a false one. Without one, `detectable` says which difference would have been found. */
            difference: components["schemas"]["Difference"] | null;
            /**
             * Format: uint64
             * @description Credits that the answers cost. Null for viewers, who do not see costs.
             */
            credits: number | null;
            /**
             * Format: uint64
             * @description Searches that the engines bill for the answers, as far as their responses say. Null for viewers.
             */
            billedQueries: number | null;
            /** @description Each engine that it asks, or has answers or failures from. */
            byEngine: components["schemas"]["EngineRates"][];
            /** @description Its latest run, even if outside the period; null if it never ran. */
            lastRun: components["schemas"]["LastRun"] | null;
        };
        /** @description The latest run of a monitor, and the current changes of its rates. */
        LastRun: {
            /** @description Its id. */
            id: components["schemas"]["RunId"];
            /** @description Its status. */
            status: components["schemas"]["RunStatus"];
            /**
             * Format: date-time
             * @description When it ended; null while it runs.
             */
            finishedAt: string | null;
            /** @description For each engine that answered in this run and in an earlier one: its answers compared with the previous run, and the current clear change, if there is one. Empty until the run ends. */
            changes: components["schemas"]["RunChange"][];
            /** @description The engines with a current clear change of the rate of this question. */
            markedEngines: components["schemas"]["EngineOutput"][];
        };
        /**
         * @description The status of a run.
         *
         *     * `running`: It is waiting or running.
         *     * `succeeded`: It ended, and at least one engine answered.
         *     * `failed`: It ended without any answer or was interrupted, and cost nothing.
         *
         *     A later release may add values.
         * @enum {string}
         */
        RunStatus: "running" | "succeeded" | "failed";
        /** @description An engine's answers in a run, compared with the previous run, and the current clear change of the rate. */
        RunChange: {
            /** @description The engine. */
            engine: components["schemas"]["EngineOutput"];
            /** @description The previous run: the latest one in which the same model answered the same question. */
            previousRunId: components["schemas"]["RunId"];
            /**
             * Format: uint64
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number;
            /**
             * Format: uint64
             * @description Answers that cite the site.
             */
            citedCount: number;
            /**
             * Format: uint64
             * @description The number of answers in the previous run.
             */
            previousSamples: number;
            /**
             * Format: uint64
             * @description The number of answers in the previous run that cite the site.
             */
            previousCitedCount: number;
            /** @description True: a clear change. False: no clear change; `detectable` says what would have been clear. Null: no change could have been clear; `method` says why. */
            different: boolean | null;
            /** @description How the figures were compared, or why they were not. */
            method: components["schemas"]["DifferenceMethod"];
            /**
             * Format: double
             * @description If there is no clear change: the smallest difference of the rate, from 0 to 1, that this many runs would have shown in 80 of 100 cases, in this list; null if they would have shown none, or if there are too few runs.
             */
            detectable: number | null;
            /**
             * Format: date-time
             * @description When the change of `detectable` would have begun: the difference is smallest for a change in the middle of the compared runs. Null without `detectable`.
             */
            detectableAt: string | null;
            /**
             * Format: date-time
             * @description From this moment on it is too early to tell: not even the largest change since then would have been found in 80 of 100 cases. Null without `detectable`.
             */
            tooEarlySince: string | null;
            /**
             * Format: date-time
             * @description When the oldest of the compared runs began, if a new version of the rules that read answers is the reason that none before it are compared: the earlier answers were read by an earlier version, with other results. Null if all runs are compared.
             */
            newReadingSince: string | null;
            /** @description Whether every answer of this run cites the site and no answer of the previous run did, or vice versa. It says nothing about the rate: the next run may answer as before. */
            flipped: boolean;
            /** @description The current clear change of the rate of this question and engine, as `list_changes` returns it; null without one. */
            change: components["schemas"]["CitationChange"] | null;
        };
        /** @description The rates of a competitor, over the answers in which it was looked for; computed like those of the site. `shareOfVoice` is its share of all citations of the site and its competitors in the period, so that the shares of the site and of all competitors add up to 1; it has no interval. */
        CompetitorRates: {
            /** @description Its domain. */
            domain: string;
            /**
             * Format: uint64
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number;
            /**
             * Format: uint64
             * @description Answers that cite the site or, in a competitor's row, the competitor.
             */
            citedCount: number;
            /**
             * Format: uint64
             * @description Answers whose text has the domain or a brand name of the site or, in a competitor's row, the competitor.
             */
            mentionedCount: number;
            /**
             * Format: double
             * @description The share of engines' answers to the tracked questions that cite the site or, in a competitor's row, the competitor. Divided by `samples`. Null without answers.
             */
            citationRate: number | null;
            /**
             * Format: double
             * @description The share of engines' answers that mention the site or, in a competitor's row, the competitor. Divided by `samples`. Null without answers.
             */
            mentionRate: number | null;
            /**
             * Format: double
             * @description Its share of all citations of the site and its competitors, each counted once per answer. Null if no answer cites any of them.
             */
            shareOfVoice: number | null;
            /**
             * Format: double
             * @description The mean position among the sources, from 1, over the answers that cite the site or, in a competitor's row, the competitor. Null without such answers.
             */
            averagePosition: number | null;
            /** @description The range that contains the true citation rate in 95 of 100 cases. `method` says how it was computed; `too_few_runs` means that there are too few runs to tell. It accounts for similar answers within a run and for runs that resemble earlier runs. Null without answers. */
            interval95: components["schemas"]["Interval"] | null;
            /** @description The interval of the true mention rate, computed like `interval95`. Null without answers. */
            mentionInterval95: components["schemas"]["Interval"] | null;
            /** @description The interval of the true share of citations, computed like `interval95` over the citations of each run. Null if no answer cites any of them, and for competitors. */
            shareOfVoiceInterval95: components["schemas"]["Interval"] | null;
            /** @description The 95% interval of the true mean position, over the runs. Null if fewer than four runs cite it. */
            averagePositionInterval95: components["schemas"]["MeanInterval"] | null;
            /**
             * Format: double
             * @description The citation rate of the previous period. Null without `compare=previous`, and without answers then.
             */
            previousCitationRate: number | null;
            /** @description Whether the answers of this and the previous period differ; null without `compare=previous`. It does not say when a rate changed, or that it lasts. Each question and engine, and each competitor, is compared with itself. The differences of a list are tested together: on average, at most one list in twenty has a false one. Without one, `detectable` says which difference would have been found. */
            difference: components["schemas"]["Difference"] | null;
            /** @description How often the site is cited in the same answers. Only this rate can be compared with the competitor's: the site's rate over all answers includes questions for which the competitor was not looked for. */
            siteOnSameAnswers: components["schemas"]["SameAnswers"];
        };
        /** @description How often the site is cited in the answers in which a competitor was looked for. */
        SameAnswers: {
            /**
             * Format: uint64
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number;
            /**
             * Format: uint64
             * @description Answers that cite the site.
             */
            citedCount: number;
            /**
             * Format: double
             * @description The share of engines' answers to the tracked questions that cite the site. Divided by `samples`. Null without answers.
             */
            citationRate: number | null;
            /** @description The interval of that rate, computed like every `interval95`. Null without answers. */
            interval95: components["schemas"]["Interval"] | null;
        };
        /** @description The rates of the previous period. */
        PreviousRates: {
            /** @description Over all engines. */
            totals: components["schemas"]["CitationRates"];
            /** @description Every engine, in the service's order. */
            byEngine: components["schemas"]["EngineRates"][];
        };
        /** @description The pages that answers cite. */
        CitedUrlsReport: {
            /** @description Citations of pages by owner, over all rows. */
            totals: components["schemas"]["OwnerTotals"];
            /** @description Most cited first, then by address. */
            items: components["schemas"]["CitedUrlRow"][];
        };
        /** @description Citations of pages by owner. */
        OwnerTotals: {
            /**
             * Format: uint64
             * @description Citations of the site's pages.
             */
            own: number;
            /**
             * Format: uint64
             * @description Citations of competitors' pages.
             */
            competitor: number;
            /**
             * Format: uint64
             * @description Citations of all other pages.
             */
            other: number;
        };
        /** @description How often a page is cited. */
        CitedUrlRow: {
            /** @description Its address, without fragment, campaign parameters and click ids. */
            url: string;
            /** @description Its host in lower case, without `www.`. */
            domain: string;
            /** @description A title that an engine gave it; null if none did. */
            title: string | null;
            /** @description Its owner when it was cited. */
            owner: components["schemas"]["SourceOwnerOutput"];
            /**
             * Format: uint64
             * @description Engines' answers that cite the page. A filter by assistant does not change this number.
             */
            citations: number;
            /** @description The engines whose answers cite it. */
            engines: components["schemas"]["EngineOutput"][];
            /**
             * Format: date-time
             * @description The first citation in the period.
             */
            firstCitedAt: string;
            /**
             * Format: date-time
             * @description The latest citation in the period.
             */
            lastCitedAt: string;
        };
        /** @description A citation with the engine's raw response. */
        CitationDetail: {
            /** @description Its id. */
            id: components["schemas"]["CitationId"];
            /** @description The run in which the engine was asked. */
            runId: components["schemas"]["RunId"];
            /** @description The monitor of the run. */
            monitorId: components["schemas"]["MonitorId"];
            /** @description The question as it was asked. */
            query: string;
            /** @description The engine that was asked. */
            engine: components["schemas"]["EngineOutput"];
            /** @description The model that answered; for a failure, the requested one. */
            model: string;
            /** @description Where it was asked. */
            surface: components["schemas"]["Surface"];
            /**
             * Format: uint8
             * @description The number of the sample among the run's samples of this engine, from 1.
             */
            sample: number;
            /**
             * Format: date-time
             * @description When the answer or the failure arrived.
             */
            ranAt: string;
            /**
             * Format: uint16
             * @description The version of the rules that read the answer. Answers of different versions are not compared with each other.
             */
            readingVersion: number;
            /** @description Whether there is an answer. */
            status: components["schemas"]["CitationStatus"];
            /** @description Why there is no answer; null if there is one. */
            failure: components["schemas"]["JobFailure"] | null;
            /** @description What the answer says about the site, the first that applies: it links the site (`cited`), the engine read it (`consulted`), the text names it (`mentioned`), none of these (`absent`). Null without an answer. */
            outcome: components["schemas"]["CitationOutcome"] | null;
            /** @description Whether the engine searched the web for this answer; false without an answer. */
            searched: boolean;
            /** @description Whether the text contains the site's domain or a brand name. */
            mentioned: boolean;
            /** @description Whether the text links the site. */
            cited: boolean;
            /**
             * Format: uint32
             * @description The position of the site's first page among the distinct pages that are cited, from 1; null if it is not cited.
             */
            position: number | null;
            /** @description The distinct cited pages, in their order, at most 100. */
            citedUrls: components["schemas"]["CitedUrl"][];
            /** @description The distinct pages that the engine retrieved, cited or not, in its order, at most 100. */
            consultedUrls: components["schemas"]["CitedUrl"][];
            /** @description One entry for each competitor that the monitor had at that time. */
            competitors: components["schemas"]["CompetitorResult"][];
            /** @description The answer's text around the first mention or link, otherwise its beginning; at most 500 characters. Null without an answer. */
            answerExcerpt: string | null;
            /**
             * Format: uint32
             * @description The number of markers such as `[7]` in the text beyond the list of sources that arrived. They are text, and link nothing.
             */
            danglingMarkers: number;
            /**
             * Format: uint32
             * @description The number of searches that the engine bills the operator for the answer, according to its response; 0 if it does not say. Null for viewers, who do not see costs.
             */
            billedQueries: number | null;
            /**
             * Format: uint32
             * @description The credits that were charged. An engine that gives no answer costs nothing. Null for viewers, who do not see costs.
             */
            creditsUsed: number | null;
            /** @description The body of the engine's response as received, at most 256 KiB. Null without one, after 90 days, and for viewers. */
            rawAnswer: string | null;
            /** @description Whether the body was shortened. */
            rawAnswerTruncated: boolean;
        };
        /** @description A list: `data.items`. */
        CitationChangeList: {
            /** @description The rows. */
            items: components["schemas"]["CitationChange"][];
        };
        /** @description A list: `data.items`. */
        ChangeEvidenceList: {
            /** @description The rows. */
            items: components["schemas"]["ChangeEvidence"][];
        };
        /** @description The evidence for a change of a citation rate that is not clear yet. */
        ChangeEvidence: {
            /** @description Which rate the evidence is about. */
            level: components["schemas"]["ChangeLevelOutput"];
            /** @description The monitor of the question; null for the levels `engine` and `site`. */
            monitorId: components["schemas"]["MonitorId"] | null;
            /** @description The question; null for the levels `engine` and `site`. */
            query: string | null;
            /** @description The engine; null for the levels `question` and `site`. */
            engine: components["schemas"]["EngineOutput"] | null;
            /** @description Whether the evidence is for a rise or a fall; null without any evidence. */
            direction: components["schemas"]["ChangeDirection"] | null;
            /**
             * Format: date
             * @description The first day of the possible change, in the site's time zone; null without any evidence.
             */
            possibleSince: string | null;
            /**
             * Format: double
             * @description How far the evidence is, from 0 to 1: a clear change needs 1. It grows about evenly while a change lasts.
             */
            fraction: number;
            /** @description What can be said about when the change becomes clear. */
            outlook: components["schemas"]["Outlook"];
            /**
             * Format: uint32
             * @description With the outlook `growing`, about how many days are left until the change is clear at this pace; with `too_early`, about how many days pass before any change could be clear; null otherwise.
             */
            daysLeft: number | null;
            /** @description The answers before the possible change; null without any evidence. */
            before: components["schemas"]["ComparedAnswers"] | null;
            /** @description The answers since the possible change; null without any evidence. */
            after: components["schemas"]["ComparedAnswers"] | null;
            /** @description The clear change of a higher level that explains the evidence; null without one. */
            partOf: components["schemas"]["ChangeId"] | null;
            /**
             * Format: date-time
             * @description When it was measured: at the end of the latest run.
             */
            measuredAt: string;
        };
        /**
         * @description What can be said about when a change becomes clear.
         *
         *     * `clear`: The change is clear: it is in the list of changes.
         *     * `too_early`: Too few days have answers: no change could be clear yet, however large. `daysLeft` says when the first one could be.
         *     * `weak`: There is little or no evidence: chance alone often shows as much.
         *     * `growing`: The evidence grows: `daysLeft` says when the change is clear at this pace.
         *     * `slow`: The evidence grows so slowly that the change would not be clear within 90 days.
         *     * `one_part`: Most of the evidence is about one engine or question, which has a row of its own: however much there is, it is not of this level.
         *
         *     A later release may add values.
         * @enum {string}
         */
        Outlook: "clear" | "too_early" | "weak" | "growing" | "slow" | "one_part";
        /** @description Answers before or after a possible change. */
        ComparedAnswers: {
            /**
             * Format: uint64
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number;
            /**
             * Format: uint64
             * @description Answers that cite the site.
             */
            citedCount: number;
        };
        /** @description A list: `data.items`. */
        MonitorList: {
            /** @description The rows. */
            items: components["schemas"]["Monitor"][];
        };
        /** @description A monitor. */
        Monitor: {
            /** @description Its id. */
            id: components["schemas"]["MonitorId"];
            /** @description The site that answers are searched for. */
            siteId: components["schemas"]["SiteId"];
            /** @description The question. */
            query: string;
            /** @description The engines that are asked. */
            engines: components["schemas"]["EngineOutput"][];
            /** @description How often it runs. */
            cadence: components["schemas"]["CadenceOutput"];
            /**
             * Format: uint8
             * @description How many times each engine is asked in a run.
             */
            samplesPerRun: number;
            /** @description The country of the search; if null, the engine chooses. */
            region: string | null;
            /** @description The language of the answers; if null, the engine chooses. */
            language: string | null;
            /** @description The competitors to look for. */
            competitors: components["schemas"]["Competitor"][];
            /** @description Whether it runs on its schedule. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description When its next scheduled run is due; null if none is.
             */
            nextRunAt: string | null;
            /**
             * Format: date-time
             * @description When it was archived; null if it is not. An archived monitor asks nothing and keeps its answers.
             */
            archivedAt: string | null;
            /**
             * Format: date-time
             * @description When it was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed by someone.
             */
            updatedAt: string;
            /** @description Its latest run; null if it never ran. */
            lastRun: components["schemas"]["MonitorRun"] | null;
            /** @description Whether each of its engines can be asked, and what an answer costs. */
            engineStatus: components["schemas"]["EngineStatus"][];
            /**
             * Format: uint32
             * @description The credits that a run costs if every engine that can be asked answers.
             */
            creditsPerRun: number;
        };
        /**
         * @description How often a monitor runs.
         *
         *     * `daily`: Once a day, in the site's time zone.
         *     * `weekly`: Once a week, always on the same day of the week.
         *     * `manual`: Only when someone starts a run.
         * @enum {string}
         */
        Cadence: "daily" | "weekly" | "manual";
        /** @description A competitor to look for in the same answers. */
        Competitor: {
            /** @description The domain, in lower-case ASCII and without `www.`; it includes its subdomains. */
            domain: string;
            /** @description Brand names by which answers may mention it. */
            aliases: string[];
        };
        /** @description A run of a monitor. */
        MonitorRun: {
            /** @description Its id. */
            id: components["schemas"]["RunId"];
            /** @description Its monitor. */
            monitorId: components["schemas"]["MonitorId"];
            /** @description The job that does it; null if the run could not begin. */
            jobId: components["schemas"]["JobId"] | null;
            /** @description What started it. */
            trigger: components["schemas"]["RunTrigger"];
            /** @description The status. */
            status: components["schemas"]["RunStatus"];
            /** @description Why it failed; null if it did not. */
            failure: components["schemas"]["JobFailure"] | null;
            /**
             * Format: uint32
             * @description The credits that were reserved for it.
             */
            creditsReserved: number;
            /**
             * Format: uint32
             * @description The credits that were paid for it; 0 until it ends.
             */
            creditsUsed: number;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When it ended; null until then.
             */
            finishedAt: string | null;
            /** @description For each engine that answered in this run and in an earlier one: its answers compared with the previous run, and the current clear change, if there is one. Empty until the run ends. */
            changes: components["schemas"]["RunChange"][];
        };
        /**
         * @description What started a run.
         *
         *     * `manual`: A person started it.
         *     * `schedule`: The monitor's schedule started it.
         *
         *     A later release may add values.
         * @enum {string}
         */
        RunTrigger: "manual" | "schedule";
        /** @description Whether an engine can be asked, and what an answer costs. */
        EngineStatus: {
            /** @description The engine. */
            engine: components["schemas"]["EngineOutput"];
            /** @description Whether it can be asked. */
            readiness: components["schemas"]["EngineReadiness"];
            /** @description Why it cannot be asked, and who can change that; null if it can. */
            reason: string | null;
            /** @description The requested model; empty if none is configured. */
            model: string;
            /**
             * Format: uint32
             * @description The credits that an answer costs. An engine that gives no answer costs nothing.
             */
            creditsPerAnswer: number;
        };
        /**
         * @description Whether an engine can be asked.
         *
         *     * `ready`: It can be asked.
         *     * `no_key`: The operator has not set an API key for it.
         *     * `terms_not_confirmed`: The operator has not confirmed its terms of use.
         *
         *     A later release may add values.
         * @enum {string}
         */
        EngineReadiness: "ready" | "no_key" | "terms_not_confirmed";
        /** @description A monitor to create. */
        MonitorCreate: {
            /** @description The question, on one line, as a person would ask it. It should not name the site. */
            query: string;
            /** @description The engines to ask. */
            engines: components["schemas"]["Engine"][];
            /** @description How often it runs; `weekly` by default. Default: `weekly`. */
            cadence?: components["schemas"]["Cadence"] | null;
            /**
             * Format: uint32
             * @description How many times each engine is asked in a run. Default: `1`.
             */
            samplesPerRun?: number | null;
            /** @description The country of the search: ISO 3166-1 alpha-2. If null, the engine chooses; OpenAI then assumes the United States. */
            region?: string | null;
            /** @description The language of the answers, as a language tag. If null, the engine chooses. */
            language?: string | null;
            /** @description The competitors to look for: domains, or domains with brand names. */
            competitors?: components["schemas"]["CompetitorInput"][];
            /** @description Whether it runs on its schedule; true by default. */
            enabled?: boolean | null;
        };
        /** @description A competitor in a request: its domain, or its domain with brand names. */
        CompetitorInput: string | components["schemas"]["NamedCompetitor"];
        /** @description A competitor's domain with its brand names. */
        NamedCompetitor: {
            /**
             * Format: idn-hostname
             * @description A bare domain; it includes its subdomains.
             */
            domain: string;
            /** @description Brand names by which answers may mention it, 2 to 80 characters each. */
            aliases?: string[];
        };
        /** @description A list: `data.items`. */
        EngineStatusList: {
            /** @description The rows. */
            items: components["schemas"]["EngineStatus"][];
        };
        /** @description A list: `data.items`. */
        MonitorChoiceList: {
            /** @description The rows. */
            items: components["schemas"]["MonitorChoice"][];
        };
        /** @description A cadence with a number of samples: what it costs, and what it would find about one question with one engine. */
        MonitorChoice: {
            /** @description How often the question is asked. */
            cadence: components["schemas"]["CadenceOutput"];
            /**
             * Format: uint8
             * @description The answers that each engine gives in a run.
             */
            samplesPerRun: number;
            /**
             * Format: uint32
             * @description The maximum credits of a run: what it costs if every engine that can be asked answers every time.
             */
            creditsPerRun: number;
            /**
             * Format: uint32
             * @description The maximum credits of 30 days: 30 daily or 5 weekly runs.
             */
            creditsPer30Days: number;
            /**
             * Format: uint32
             * @description The days from the first run until a change can be clear, however large it is.
             */
            firstChangeDays: number;
            /** @description When changes of different sizes are found. */
            finds: components["schemas"]["FoundAfter"][];
            /** @description Whether this is the choice that is proposed for a new monitor. */
            isProposed: boolean;
        };
        /** @description When a lasting change of a citation rate is found. */
        FoundAfter: {
            /**
             * Format: double
             * @description The citation rate before the change, from 0 to 1.
             */
            rateBefore: number;
            /**
             * Format: double
             * @description The citation rate after the change, from 0 to 1.
             */
            rateAfter: number;
            /**
             * Format: uint32
             * @description The days from the change until it is clear in 80 of 100 cases, if the question was asked for as many days before; null if it would not be found.
             */
            days: number | null;
        };
        /** @description Changes to a monitor; omitted fields stay unchanged. */
        MonitorUpdate: {
            /** @description The question, on one line. A new question starts a new history. */
            query?: string;
            /** @description The engines to ask. */
            engines?: components["schemas"]["Engine"][];
            /** @description How often it runs. */
            cadence?: components["schemas"]["Cadence"];
            /**
             * Format: uint32
             * @description How many times each engine is asked in a run.
             */
            samplesPerRun?: number;
            /** @description The country of the search: ISO 3166-1 alpha-2. If null, the engine chooses. */
            region?: string | null;
            /** @description The language of the answers, as a language tag. If null, the engine chooses. */
            language?: string | null;
            /** @description The competitors to look for: domains, or domains with brand names. The list replaces the current one. */
            competitors?: components["schemas"]["CompetitorInput"][];
            /** @description Whether it runs on its schedule. */
            enabled?: boolean;
            /** @description Whether it is archived: then it asks nothing, on schedule or on request, and keeps its answers. */
            archived?: boolean;
        };
        /** @description Work that was started (202), or what it would cost (200). */
        StartedRunOrRunEstimate: components["schemas"]["StartedRun"] | components["schemas"]["RunEstimate"];
        /** @description A run that was started. */
        StartedRun: {
            /** @description The run. */
            run: components["schemas"]["MonitorRun"];
            /** @description Its job, whose progress `GET /jobs/{jobId}` shows. */
            job: components["schemas"]["Job"];
            /**
             * Format: uint32
             * @description Credits that are reserved for the run. Only received answers are charged, and the rest is released.
             */
            creditsReserved: number;
        };
        /** @description Background work. */
        Job: {
            /** @description The id. */
            id: components["schemas"]["JobId"];
            /** @description What it does, such as `webhook.delivery`. */
            kind: string;
            /** @description Its state. */
            state: components["schemas"]["JobState"];
            /**
             * Format: uint32
             * @description The number of attempts so far, including a running one.
             */
            attempts: number;
            /** @description How far it is; null if that is not known. */
            progress: components["schemas"]["JobProgress"] | null;
            /** @description Its result; null until it has succeeded. */
            result: unknown;
            /** @description Why the latest attempt failed; null if it did not. */
            failure: components["schemas"]["JobFailure"] | null;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When its latest attempt was due, or its next one is.
             */
            dueAt: string;
            /**
             * Format: date-time
             * @description When it ended. It can be read for 30 days after that.
             */
            finishedAt: string | null;
        };
        /** @description What a run may cost. */
        RunEstimate: {
            /**
             * Format: uint32
             * @description The credits that the run costs if every engine that can be asked answers every time.
             */
            credits: number;
            /**
             * Format: int64
             * @description The credits that new work may use, before this run.
             */
            available: number;
            /** @description Whether that is enough. */
            affordable: boolean;
            /** @description What each engine may cost. */
            engines: components["schemas"]["EngineEstimate"][];
        };
        /** @description What an engine may cost in a run. */
        EngineEstimate: {
            /** @description The engine. */
            engine: components["schemas"]["EngineOutput"];
            /** @description Whether it can be asked. */
            readiness: components["schemas"]["EngineReadiness"];
            /** @description Why it cannot be asked, and who can change that; null if it can. */
            reason: string | null;
            /** @description The requested model; empty if none is configured. */
            model: string;
            /**
             * Format: uint32
             * @description The credits that an answer costs. An engine that gives no answer costs nothing.
             */
            creditsPerAnswer: number;
            /**
             * Format: uint32
             * @description How many times it is asked.
             */
            answers: number;
            /**
             * Format: uint32
             * @description The credits that it costs if it answers every time.
             */
            credits: number;
        };
        /** @description A list: `data.items`. */
        WebhookList: {
            /** @description The rows. */
            items: components["schemas"]["Webhook"][];
        };
        /** @description A webhook. */
        Webhook: {
            /** @description The webhook's id. */
            id: components["schemas"]["WebhookId"];
            /** @description The URL to which messages are sent. */
            url: string;
            /** @description Whether the URL can no longer be decrypted, because the instance lost its encryption key. `url` is then only the URL's origin: set the URL again, and rotate the secret. */
            urlUnreadable: boolean;
            /** @description The events that are sent. */
            events: components["schemas"]["EventNameOutput"][];
            /** @description The webhook's description; empty if it has none. */
            description: string;
            /** @description Whether messages are sent. */
            enabled: boolean;
            /** @description Why the service disabled the webhook; null while it is enabled, and if a person disabled it. */
            disabledReason: components["schemas"]["DisabledReason"] | null;
            /**
             * Format: uint32
             * @description The number of failed attempts since the last success, without tests. The webhook is disabled after at least 20 failed attempts if no delivery has succeeded for 24 hours.
             */
            consecutiveFailures: number;
            /**
             * Format: date-time
             * @description When the first of these attempts failed; null if no attempt has failed since the last success.
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Until when messages are also signed with the previous secret; null without a previous secret.
             */
            previousSecretExpiresAt: string | null;
            /**
             * Format: date-time
             * @description When the webhook was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a person last changed the webhook.
             */
            updatedAt: string;
        };
        WebhookId: string;
        /**
         * @description An event that a webhook can receive.
         *
         *     * `key.created`: An API key was created.
         *     * `key.rotated`: An API key was replaced by a new one (rotated).
         *     * `key.revoked`: An API key was revoked.
         *     * `key.expiring`: An API key that was not rotated expires within seven days.
         *     * `site.installed`: The widget was seen on a site, or a check found its snippet: for the first time or again.
         *     * `site.stale`: The widget was not seen on a site for seven days, or it is still loaded and no views arrive.
         *     * `prompt.generated`: Prompts, questions or proposed rules were generated.
         *     * `crawler.refused`: The server of a site began to refuse an AI crawler that it answered before.
         *     * `referrals.dropped`: On a day, assistants sent clearly fewer visits to a site than usual.
         *     * `referrals.risen`: On a day, assistants sent clearly more visits to a site than usual.
         *     * `citation.run_completed`: A run of a monitor ended.
         *     * `citation.gained`: Over many runs, it became clear that an engine cites the site more often.
         *     * `citation.lost`: Over many runs, it became clear that an engine cites the site less often.
         *     * `monitor.failing`: An engine began to send responses that cannot be read.
         *     * `credits.low`: Few credits are left.
         *     * `credits.exhausted`: No credits are left.
         *     * `webhook.disabled`: The service disabled a webhook, because its receiver failed.
         *     * `config.published`: A widget configuration was published, or an earlier version restored.
         *     * `site.created`: A site was created.
         *     * `site.deleted`: A site was deleted.
         *     * `prompt.created`: A prompt was created.
         *     * `prompt.updated`: A prompt was changed.
         *     * `prompt.deleted`: A prompt was deleted.
         *     * `prompt.imported`: Prompts of a site were imported.
         *     * `rule.created`: A rule was created, or proposed rules were approved.
         *     * `rule.updated`: A rule was changed.
         *     * `rule.deleted`: A rule was deleted.
         *     * `rule.reordered`: The rules of a site were reordered.
         *     * `member.invited`: A person was invited.
         *     * `member.joined`: A person accepted an invitation.
         *     * `member.updated`: The role or the sites of a member changed.
         *     * `member.removed`: A member was removed or left.
         * @enum {string}
         */
        EventName: "key.created" | "key.rotated" | "key.revoked" | "key.expiring" | "site.installed" | "site.stale" | "prompt.generated" | "crawler.refused" | "referrals.dropped" | "referrals.risen" | "citation.run_completed" | "citation.gained" | "citation.lost" | "monitor.failing" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "config.published" | "site.created" | "site.deleted" | "prompt.created" | "prompt.updated" | "prompt.deleted" | "prompt.imported" | "rule.created" | "rule.updated" | "rule.deleted" | "rule.reordered" | "member.invited" | "member.joined" | "member.updated" | "member.removed";
        /**
         * @description Why the service disabled a webhook.
         *
         *     * `too_many_failures`: No delivery succeeded for 24 hours, and at least 20 attempts failed in that time.
         *     * `gone`: The receiver responded with status 410: it accepts no more messages.
         *
         *     A later release may add values.
         * @enum {string}
         */
        DisabledReason: "too_many_failures" | "gone";
        /** @description A webhook with its new secret. */
        CreatedWebhook: {
            /** @description The webhook's id. */
            id: components["schemas"]["WebhookId"];
            /** @description The URL to which messages are sent. */
            url: string;
            /** @description Whether the URL can no longer be decrypted, because the instance lost its encryption key. `url` is then only the URL's origin: set the URL again, and rotate the secret. */
            urlUnreadable: boolean;
            /** @description The events that are sent. */
            events: components["schemas"]["EventNameOutput"][];
            /** @description The webhook's description; empty if it has none. */
            description: string;
            /** @description Whether messages are sent. */
            enabled: boolean;
            /** @description Why the service disabled the webhook; null while it is enabled, and if a person disabled it. */
            disabledReason: components["schemas"]["DisabledReason"] | null;
            /**
             * Format: uint32
             * @description The number of failed attempts since the last success, without tests. The webhook is disabled after at least 20 failed attempts if no delivery has succeeded for 24 hours.
             */
            consecutiveFailures: number;
            /**
             * Format: date-time
             * @description When the first of these attempts failed; null if no attempt has failed since the last success.
             */
            failingSince: string | null;
            /**
             * Format: date-time
             * @description Until when messages are also signed with the previous secret; null without a previous secret.
             */
            previousSecretExpiresAt: string | null;
            /**
             * Format: date-time
             * @description When the webhook was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When a person last changed the webhook.
             */
            updatedAt: string;
            /** @description The secret (`whsec_…`), shown only once; null if the response repeats an earlier one with the same `Idempotency-Key`. In such a response, `url` contains only the origin. */
            secret: string | null;
        };
        /** @description A webhook to create. */
        WebhookCreate: {
            /**
             * Format: uri
             * @description The URL to which messages are sent: `https://` and a public address, unless the operator allows others.
             */
            url: string;
            /** @description The events to send. */
            events: components["schemas"]["EventName"][];
            /** @description The webhook's description. */
            description?: string | null;
            /** @description Whether to send messages; true by default. */
            enabled?: boolean | null;
        };
        /** @description Changes to a webhook; omitted fields stay unchanged. */
        WebhookUpdate: {
            /**
             * Format: uri
             * @description The URL to which messages are sent.
             */
            url?: string;
            /** @description The events to send. */
            events?: components["schemas"]["EventName"][];
            /** @description The webhook's description. */
            description?: string;
            /** @description Whether to send messages. Enabling the webhook resets its failure counts. */
            enabled?: boolean;
        };
        /** @description Options for rotating a webhook's secret. */
        SecretRotation: {
            /**
             * Format: uint32
             * @description For how many seconds messages are also signed with the old secret. Default: `86400`.
             */
            overlapSeconds?: number | null;
        };
        /** @description The delivery of one message to one webhook. */
        WebhookDelivery: {
            /** @description The id. */
            id: components["schemas"]["DeliveryId"];
            /** @description The webhook. */
            webhookId: components["schemas"]["WebhookId"];
            /** @description The header `webhook-id`, the same at every attempt and replay: a receiver recognizes a repeated message by it. */
            messageId: components["schemas"]["MessageId"];
            /** @description The message's type: an event, or `webhook.test`. */
            event: string;
            /** @description The body that is sent: `type`, `timestamp`, `data`. */
            payload: unknown;
            /** @description Its state. */
            status: components["schemas"]["DeliveryStatusOutput"];
            /**
             * Format: uint32
             * @description The number of attempts so far.
             */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was requested.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last attempted.
             */
            lastAttemptAt: string | null;
            /**
             * Format: date-time
             * @description When the next attempt is due; null if no further one is planned.
             */
            nextAttemptAt: string | null;
            /**
             * Format: uint16
             * @description The status of the last response; null without a response.
             */
            responseStatus: number | null;
            /** @description The beginning of the last response's body, at most 1 KiB. */
            responseBody: string | null;
            /**
             * Format: uint32
             * @description How long the last attempt took, in milliseconds.
             */
            durationMs: number | null;
            /** @description Why it was not delivered; null if it was, or before the first attempt. */
            failure: string | null;
            /** @description Every attempt, oldest first. Attempts by a version without this field are not included. */
            attemptLog: components["schemas"]["WebhookAttempt"][];
        };
        DeliveryId: string;
        /**
         * @description The status of a delivery.
         *
         *     * `pending`: It waits for its first or next attempt.
         *     * `succeeded`: The receiver accepted the message.
         *     * `failed`: It failed and is not retried.
         * @enum {string}
         */
        DeliveryStatus: "pending" | "succeeded" | "failed";
        /** @description One attempt at a delivery. */
        WebhookAttempt: {
            /**
             * Format: date-time
             * @description When it ended.
             */
            at: string;
            /**
             * Format: uint16
             * @description The status of the response; null without a response.
             */
            responseStatus: number | null;
            /**
             * Format: uint32
             * @description How long it took, in milliseconds.
             */
            durationMs: number;
            /** @description Why it failed; null if it succeeded. */
            failure: string | null;
        };
        /** @description A list: `data.items`. */
        WebhookDeliveryList: {
            /** @description The rows. */
            items: components["schemas"]["WebhookDelivery"][];
        };
        /** @description How many messages are sent again. */
        ReplayedDeliveries: {
            /**
             * Format: uint32
             * @description How many messages are sent again, at most 500.
             */
            replayed: number;
            /** @description Whether more are left: the same request sends the next ones. */
            hasMore: boolean;
        };
        /** @description Which messages are sent again together. */
        WebhookReplay: {
            /**
             * Format: date-time
             * @description Only deliveries that were requested at this time or later.
             */
            since: string;
            /** @description Which of them: `failed` (default), messages whose latest delivery failed; or `pending`, those that wait for their next attempt, which is then made at once. */
            status?: components["schemas"]["ReplayedStatus"];
        };
        /**
         * @description The status of deliveries that are sent again together.
         *
         *     * `failed`: The last attempt failed, and no further one follows.
         *     * `pending`: Another attempt follows.
         * @enum {string}
         */
        ReplayedStatus: "failed" | "pending";
        /** @description A list: `data.items`. */
        WebhookEventList: {
            /** @description The rows. */
            items: components["schemas"]["WebhookEvent"][];
        };
        /** @description An event, as webhooks get it. */
        WebhookEvent: {
            /** @description The id of the message, the same for every receiver. */
            id: components["schemas"]["MessageId"];
            /** @description The type of the event. */
            type: string;
            /**
             * Format: date-time
             * @description When it happened.
             */
            timestamp: string;
            /** @description What happened, by type, as the message to a webhook has it. */
            data: unknown;
        };
        /** @description Whether the instance can send email. */
        MailHealth: {
            /** @description Whether the operator configured a mail server. Without one, no email is sent. */
            enabled: boolean;
            /**
             * Format: date-time
             * @description Since when no email could be sent; null while sending works, and before the first attempt.
             */
            failingSince: string | null;
            /** @description Why no email can be sent, as reported by the mail server or the connection to it. */
            failure: string | null;
            /**
             * Format: uint64
             * @description The number of emails of this instance that wait to be sent.
             */
            waiting: number;
        };
        /** @description What a widget can offer on this instance. */
        LinkRegistry: {
            /** @description The assistants, in the order in which they are offered. */
            platforms: components["schemas"]["KnownPlatform"][];
            /** @description The networks on which a page can be shared. */
            networks: components["schemas"]["PublicShareTarget"][];
            /** @description The assistants of a new site, in order. */
            defaultPlatformIds: string[];
            /** @description The networks of a new site, in order. */
            defaultNetworkIds: string[];
            /**
             * Format: date
             * @description The day on which the operator's file of links was written; null without such a file, or if the file has no date.
             */
            fileDate: string | null;
        };
        /** @description An assistant, how a prompt reaches it, and how well that is known. */
        KnownPlatform: {
            /** @description The id, such as `chatgpt`. */
            id: string;
            /** @description The name that readers see. */
            name: string;
            /** @description How a prompt gets to the platform. */
            strategy: components["schemas"]["Strategy"];
            /** @description The address with `{{prompt}}`, which is replaced by the percent-encoded prompt; without it if the strategy is `copy_then_open`. */
            urlTemplate: string;
            /**
             * Format: uint32
             * @description The maximum length of the address with the prompt in it, in bytes.
             */
            maxUrlBytes: number;
            /** @description The address that is opened after the prompt was copied, if the address with the prompt would be too long. */
            fallback: string;
            /** @description True if the prompt is also copied when the address contains it, since the address may leave the box empty. Absent otherwise. */
            copiesPrompt?: boolean;
            /** @description The platform's icon: one SVG path in a box of 24 × 24, filled by the even-odd rule. Absent if it has no icon, or if icons are not shown. */
            mark?: string | null;
            /** @description The icon's brand color, if the configuration has brand colors. */
            markColor?: string | null;
            /** @description The only background on which that color is visible; absent if it is visible on both. */
            markOn?: components["schemas"]["Background"] | null;
            /** @description How well it is known how a prompt reaches it. */
            behavior: components["schemas"]["PlatformBehavior"];
        };
        /** @description How well it is known how a prompt reaches an assistant. */
        PlatformBehavior: {
            /** @description Whether the assistant sends the prompt without another click. */
            autoSubmits: components["schemas"]["AutoSubmits"];
            /** @description How reliable the sources are. */
            confidence: components["schemas"]["Confidence"];
            /**
             * Format: date
             * @description The day on which the entry was last compared with its sources.
             */
            checkedOn: string;
            /** @description A note for people who set up a widget. */
            note: string | null;
        };
        /**
         * @description Whether a platform sends a prompt without another click.
         *
         *     * `yes`: It does, or is reported to do so.
         *     * `no`: It does not: the reader sends the prompt.
         *     * `uncertain`: Sources do not say, or disagree.
         * @enum {string}
         */
        AutoSubmits: "yes" | "no" | "uncertain";
        /**
         * @description How certain the sources of an entry are.
         *
         *     * `high`: Several independent sources agree.
         *     * `medium`: There is one good source, or several with doubts.
         *     * `low`: There is only one weak source.
         *
         *     A later release may add values.
         * @enum {string}
         */
        Confidence: "high" | "medium" | "low";
        /** @description The `error` member of the envelope. */
        ApiError: {
            /**
             * @description A stable code, for programs. A later release may add codes: handle an unknown one by its status.
             * @enum {string}
             */
            code: "BAD_REQUEST" | "INVALID_PARAMETER" | "INVALID_CURSOR" | "UNAUTHENTICATED" | "INVALID_API_KEY" | "API_KEY_EXPIRED" | "API_KEY_REVOKED" | "SESSION_EXPIRED" | "INVALID_CREDENTIALS" | "SECOND_FACTOR_REQUIRED" | "INSUFFICIENT_CREDITS" | "INSUFFICIENT_SCOPE" | "PLAN_REQUIRED" | "FORBIDDEN" | "REAUTHENTICATION_REQUIRED" | "IP_NOT_ALLOWED" | "ORIGIN_NOT_ALLOWED" | "NOT_FOUND" | "METHOD_NOT_ALLOWED" | "GONE" | "CONFLICT" | "LIMIT_REACHED" | "IDEMPOTENCY_IN_PROGRESS" | "PRECONDITION_FAILED" | "PAYLOAD_TOO_LARGE" | "UNSUPPORTED_MEDIA_TYPE" | "VALIDATION_FAILED" | "PROMPT_POLICY_VIOLATION" | "IDEMPOTENCY_KEY_REUSED" | "RATE_LIMITED" | "INTERNAL_ERROR" | "UNAVAILABLE";
            /** @description A sentence for people. */
            message: string;
            /** @description Where the code is explained: an absolute address if the instance knows its own (`public_url`), otherwise a path. */
            docUrl: string;
            /** @description Whether the same request may succeed later. */
            retryable: boolean;
            /** @description What is wrong, field by field. */
            details?: components["schemas"]["Violation"][];
            /** @description The scope that would allow the request. */
            requiredScope?: components["schemas"]["ScopeOutput"] | null;
            /** @description What the second step of a sign-in needs. */
            challenge?: components["schemas"]["SignInChallenge"] | null;
        };
        /** @description A problem with an input. */
        Violation: {
            /** @description The path of the field, such as `scopes[0]` or `placement.selector`; empty for the whole body. */
            path: string;
            /** @description A stable code in upper case, such as `UNKNOWN_SCOPE` or `TOO_LONG`. */
            code: string;
            /** @description A sentence that says what is wrong and what would be valid. */
            message: string;
            /**
             * Format: uint32
             * @description The line of the file that it is about, from 1, if the input is a file.
             */
            line?: number;
            /**
             * Format: uint64
             * @description The actual size in bytes, if something is too large.
             */
            bytes?: number;
            /** @description The valid values, if they can be listed, or the maximum number of bytes. */
            allowed?: components["schemas"]["Allowed"];
        };
        /** @description The valid values. */
        Allowed: string[] | number;
        /** @description A sign-in that waits for the second factor. */
        SignInChallenge: {
            /** @description The id, which is a secret: with it and the second factor, a session is started. Null if the same request is to be sent again with the second factor. */
            id?: string | null;
            /** @description The ways to give the second factor. */
            methods: string[];
            /** @description Whether the browser may be remembered, so that it does not ask again for 30 days. */
            mayRemember: boolean;
            /**
             * Format: date-time
             * @description When the challenge expires; null without an id.
             */
            expiresAt?: string | null;
        };
        /** @description How to read the next page of a list. */
        Pagination: {
            /**
             * Format: uint32
             * @description The maximum number of rows on a page.
             */
            limit: number;
            /** @description Whether there are more rows. */
            hasMore: boolean;
            /** @description The `cursor` of the next page; null on the last page. */
            nextCursor: components["schemas"]["Cursor"] | null;
        };
        Cursor: string;
        /** @description The calendar dates that a response covers, both included. */
        Range: {
            /**
             * Format: date
             * @description The oldest date.
             */
            from: string;
            /**
             * Format: date
             * @description The newest date.
             */
            to: string;
            /** @description The site's time zone. */
            timezone: string;
        };
        /** @description What a caller should know about a response that is not an error. */
        Note: {
            /** @description A stable code, such as `PAGE_NEVER_SEEN`. */
            code: string;
            /** @description A sentence about it. */
            message: string;
        };
        /** @description `data` of `key.created`, `key.revoked` and `key.expiring`. */
        KeyMessageData: {
            /** @description The key. */
            key: components["schemas"]["MessageKey"];
            /** @description What to do about a key that expires; null for other events. */
            nextStep: components["schemas"]["MessageNextStep"] | null;
        };
        /** @description A key, without its secret. */
        MessageKey: {
            /** @description The key's id. */
            id: components["schemas"]["KeyId"];
            /** @description The key's name; may be empty. */
            name: string;
            /** @description The beginning and the end of the key. */
            maskedKey: string;
            /** @description The key's scopes. */
            scopes: components["schemas"]["ScopeOutput"][];
            /** @description The only sites that the key may access; null for all. */
            siteIds: components["schemas"]["SiteId"][] | null;
            /**
             * Format: date-time
             * @description When the key was created.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the key expires; null for never.
             */
            expiresAt: string | null;
            /**
             * Format: date-time
             * @description When the key was revoked; null if it was not.
             */
            revokedAt: string | null;
        };
        /** @description What to do about an alert. */
        MessageNextStep: {
            /** @description What to do, in one sentence. */
            text: string;
            /** @description The page of the dashboard for it, as a path on this instance, such as `/sites/site_…/crawlers`. */
            path: string;
        };
        /** @description `data` of `key.rotated`. */
        KeyRotatedMessageData: {
            /** @description The new key. */
            key: components["schemas"]["MessageKey"];
            /** @description The key that the new key replaces. */
            replacedKey: components["schemas"]["MessageKey"];
        };
        /** @description `data` of `site.installed` and `site.stale`. */
        SiteMessageData: {
            /** @description The site. */
            site: components["schemas"]["MessageSite"];
            /** @description Why the site is stale; null for `site.installed`. */
            reason: components["schemas"]["StaleReason"] | null;
            /**
             * Format: date
             * @description The first day without any event, in the site's time zone, if the reason is `no_views`; null otherwise.
             */
            silentSince: string | null;
            /** @description What to do about a stale site; null for `site.installed`. */
            nextStep: components["schemas"]["MessageNextStep"] | null;
        };
        /** @description A site, and when the widget was last seen on it. */
        MessageSite: {
            /** @description The site's id. */
            id: components["schemas"]["SiteId"];
            /** @description The site's name. */
            name: string;
            /** @description The site's domain. */
            domain: string;
            /**
             * Format: date-time
             * @description When the widget was last seen.
             */
            lastSeenAt: string | null;
            /** @description The page on which the widget was last seen, without its query. */
            lastSeenUrl: string | null;
        };
        /**
         * @description Why a site is stale.
         *
         *     * `not_seen`: The widget was not seen for seven days.
         *     * `no_views`: The widget is still loaded, but no views arrive.
         *
         *     A later release may add values.
         * @enum {string}
         */
        StaleReason: "not_seen" | "no_views";
        /** @description `data` of `prompt.generated`. */
        PromptGeneratedMessageData: {
            /** @description The site whose prompts were generated. */
            site: components["schemas"]["MessageGeneratedSite"];
            /** @description The id of the generation's job. */
            jobId: components["schemas"]["JobId"];
            /** @description The model that wrote the texts; null for the built-in generator. */
            model: string | null;
            /** @description The ids of prompts that were created. */
            createdPromptIds: components["schemas"]["PromptId"][];
            /** @description The ids of prompts whose text was replaced. */
            updatedPromptIds: components["schemas"]["PromptId"][];
            /** @description Whether the suggested questions were stored in the widget's configuration. */
            questionsStored: boolean;
        };
        /** @description The site that prompts were generated for. */
        MessageGeneratedSite: {
            /** @description The site's id. */
            id: components["schemas"]["SiteId"];
            /** @description The site's name. */
            name: string;
            /** @description The site's domain. */
            domain: string;
        };
        /** @description `data` of `crawler.refused`. */
        CrawlerRefusedMessageData: {
            /** @description The site. */
            site: components["schemas"]["MessageAlertSite"];
            /** @description The crawler. */
            crawler: components["schemas"]["MessageRefusedCrawler"];
            /** @description What to do. */
            nextStep: components["schemas"]["MessageNextStep"] | null;
        };
        /** @description A site that an alert is about. */
        MessageAlertSite: {
            /** @description Its id. */
            id: components["schemas"]["SiteId"];
            /** @description Its name. */
            name: string;
            /** @description Its domain. */
            domain: string;
        };
        /** @description An AI crawler that the server refuses. */
        MessageRefusedCrawler: {
            /** @description The crawler's name. */
            name: string;
            /** @description Who runs it; null if that is not known. */
            maker: string | null;
            /** @description What it reads for: `search` or `user`. */
            purpose: components["schemas"]["ReadPurposeOutput"];
            /**
             * Format: date
             * @description The first of the latest days on which it was refused, in the site's time zone.
             */
            refusedSince: string;
            /**
             * Format: uint64
             * @description Its requests on these days, without refuted ones.
             */
            requests: number;
            /**
             * Format: uint64
             * @description How many of these requests the server refused (401, 403, 429, 451) or could not answer (5xx).
             */
            refused: number;
        };
        /** @description `data` of `referrals.dropped` and `referrals.risen`. */
        ReferralsMessageData: {
            /** @description The site. */
            site: components["schemas"]["MessageAlertSite"];
            /** @description The day, and what was expected. */
            referrals: components["schemas"]["MessageReferrals"];
            /** @description What to do. */
            nextStep: components["schemas"]["MessageNextStep"] | null;
        };
        /** @description The visits from assistants on a day that is not as usual. */
        MessageReferrals: {
            /**
             * Format: date
             * @description The day, in the site's time zone.
             */
            date: string;
            /**
             * Format: int64
             * @description Visits, each counted where it began.
             */
            visits: number;
            /**
             * Format: double
             * @description The mean of the same weekday in the eight weeks before.
             */
            expected: number;
        };
        /** @description `data` of `citation.run_completed`. */
        RunMessageData: {
            /** @description The run. */
            run: components["schemas"]["MessageRun"];
        };
        /** @description A monitor run that ended. */
        MessageRun: {
            /** @description The run's id. */
            id: components["schemas"]["RunId"];
            /** @description The monitor's id. */
            monitorId: components["schemas"]["MonitorId"];
            /** @description The site's id. */
            siteId: components["schemas"]["SiteId"];
            /** @description The question that was asked. */
            query: string;
            /** @description How the run ended. */
            status: components["schemas"]["RunStatus"];
            /** @description Why the run failed; null if it did not. */
            failure: components["schemas"]["JobFailure"] | null;
            /**
             * Format: uint32
             * @description Engines' answers that were read. Failed requests are not included.
             */
            samples: number;
            /**
             * Format: uint32
             * @description The number of requested answers that failed.
             */
            failed: number;
            /**
             * Format: uint32
             * @description Answers that cite the site.
             */
            citedCount: number;
            /**
             * Format: uint32
             * @description The number of credits charged.
             */
            creditsUsed: number;
            /**
             * Format: date-time
             * @description When the run was requested.
             */
            startedAt: string;
            /**
             * Format: date-time
             * @description When the run ended.
             */
            finishedAt: string;
        };
        /** @description `data` of `citation.gained` and `citation.lost`. */
        CitationMessageData: {
            /** @description The change. */
            citation: components["schemas"]["MessageCitation"];
            /** @description What to do. */
            nextStep: components["schemas"]["MessageNextStep"] | null;
        };
        /** @description A clear change of a citation rate. */
        MessageCitation: {
            /** @description The change, as `list_changes` returns it. */
            change: components["schemas"]["CitationChange"];
            /** @description The monitor's id; null if the rate of all questions changed. */
            monitorId: components["schemas"]["MonitorId"] | null;
            /** @description The engine; null if the rate over all engines changed. */
            engine: components["schemas"]["EngineOutput"] | null;
            /** @description The site's id. */
            siteId: components["schemas"]["SiteId"];
            /** @description The question that was asked; null if the rate of all questions changed. */
            query: string | null;
            /** @description The run with which the change became clear. */
            runId: components["schemas"]["RunId"];
            /** @description The site's cited pages, at most 20: after a rise, those in this run; after a fall, those in the latest run of the question before the change in which the site was cited. Empty after a fall of the rate of all questions. */
            citedUrls: string[];
        };
        /** @description `data` of `monitor.failing`. */
        FailingMessageData: {
            /** @description The monitor with whose run it was noticed. */
            monitor: components["schemas"]["MessageFailingMonitor"];
            /** @description What to do. */
            nextStep: components["schemas"]["MessageNextStep"] | null;
        };
        /** @description An engine whose responses can no longer be read, and the run with which it was noticed. */
        MessageFailingMonitor: {
            /** @description The monitor's id. */
            id: components["schemas"]["MonitorId"];
            /** @description The site's id. */
            siteId: components["schemas"]["SiteId"];
            /** @description The question that was asked. */
            query: string;
            /** @description The run's id. */
            runId: components["schemas"]["RunId"];
            /** @description The engine. */
            engine: components["schemas"]["EngineOutput"];
            /**
             * Format: uint64
             * @description The number of the engine's latest requests for the site that are compared: those of at least 20 requests, of all monitors.
             */
            requests: number;
            /**
             * Format: uint64
             * @description The number of these whose response could not be read. They count in no rate.
             */
            unreadableCount: number;
            /**
             * Format: double
             * @description Their share of `requests`, between 0 and 1.
             */
            unreadableRate: number;
            /**
             * Format: double
             * @description The share before this run; null if the engine was not asked before.
             */
            previousUnreadableRate: number | null;
            /** @description What was missing in a response of this run. */
            reason: string;
        };
        /** @description `data` of `credits.low` and `credits.exhausted`. */
        CreditsMessageData: {
            /** @description The organization's credits. */
            credits: components["schemas"]["MessageCredits"];
            /** @description The site whose own limit of credits is nearly reached; null if the organization's are meant. */
            site: components["schemas"]["MessageSiteCredits"] | null;
            /** @description What to do. */
            nextStep: components["schemas"]["MessageNextStep"] | null;
        };
        /** @description The credits of an organization. */
        MessageCredits: {
            /** @description The organization's id. */
            orgId: components["schemas"]["OrgId"];
            /**
             * Format: int64
             * @description The balance.
             */
            balance: number;
            /**
             * Format: int64
             * @description Credits that running work has reserved.
             */
            reserved: number;
            /**
             * Format: int64
             * @description Credits that new work can use.
             */
            available: number;
            /**
             * Format: int64
             * @description The plan's credits per month.
             */
            monthlyAllowance: number;
            /**
             * Format: date-time
             * @description When the current period ends.
             */
            periodEnd: string;
        };
        /** @description A site that has a limit of credits. */
        MessageSiteCredits: {
            /** @description The site's id. */
            id: components["schemas"]["SiteId"];
            /** @description Its name. */
            name: string;
            /**
             * Format: uint32
             * @description How many credits work for it may use in a month.
             */
            creditsPerMonth: number;
            /**
             * Format: int64
             * @description How many it used this month, with those that running work has reserved.
             */
            creditsUsed: number;
        };
        /** @description `data` of `webhook.disabled`. */
        WebhookDisabledMessageData: {
            /** @description The webhook. */
            webhook: components["schemas"]["MessageWebhook"];
            /** @description What to do. */
            nextStep: components["schemas"]["MessageNextStep"] | null;
        };
        /** @description A webhook that the service disabled. */
        MessageWebhook: {
            /** @description The webhook's id. */
            id: components["schemas"]["WebhookId"];
            /** @description The scheme, host and port of its URL. The rest may be secret. */
            origin: string;
            /** @description The webhook's description; may be empty. */
            description: string;
            /** @description Why it was disabled. */
            disabledReason: components["schemas"]["DisabledReason"];
            /**
             * Format: uint32
             * @description The number of failed attempts since the last success.
             */
            consecutiveFailures: number;
            /**
             * Format: date-time
             * @description When the first of these attempts failed.
             */
            failingSince: string;
        };
        /** @description `data` of events about what someone changed: `config.published`, `site.created`, `site.deleted`, and those of prompts, rules and members. It contains ids and roles, and no names or addresses. */
        ChangeMessageData: {
            /** @description The action in the audit log. */
            action: string;
            /** @description The entry of the audit log. */
            auditEntryId: components["schemas"]["AuditId"];
            /** @description Who changed it. */
            actor: components["schemas"]["MessageActor"];
            /** @description What was changed. */
            targets: components["schemas"]["MessageObject"][];
            /** @description The site that the change is about; null for members. */
            siteId: components["schemas"]["SiteId"] | null;
            /** @description The role of the member, after the change; null for other objects. */
            role: components["schemas"]["RoleOutput"] | null;
            /** @description The role of the member before the change, if it changed. */
            previousRole: components["schemas"]["RoleOutput"] | null;
        };
        /** @description Who changed something. */
        MessageActor: {
            /** @description The kind of actor. */
            type: components["schemas"]["ActorKind"];
            /** @description The id of the user, the key or the service account; `askline` for the system. */
            id: string;
        };
        /** @description What was changed. */
        MessageObject: {
            /** @description What it is, such as `site`, `prompt` or `member`. */
            type: string;
            /** @description Its id. */
            id: string;
        };
        /** @description `data` of `webhook.test`. */
        TestMessageData: {
            /** @description The id of the tested webhook. */
            webhookId: components["schemas"]["WebhookId"];
        };
        Failure: {
            data: Record<string, never> | null;
            error: components["schemas"]["ApiError"];
            meta: components["schemas"]["Meta"];
        };
        Meta: {
            requestId: string;
        };
        PageMeta: {
            requestId: string;
            pagination: components["schemas"]["Pagination"];
        };
        WindowMeta: {
            requestId: string;
            range: components["schemas"]["Range"];
            notes?: components["schemas"]["Note"][];
        };
        WindowPageMeta: {
            requestId: string;
            pagination: components["schemas"]["Pagination"];
            range: components["schemas"]["Range"];
            notes?: components["schemas"]["Note"][];
        };
        /** @description A custom assistant of a site. */
        CustomPlatformInput: {
            /** @description The id: `c_` and a name. */
            id: string;
            /** @description The name that readers see. */
            label: string;
            /** @description The `https:` address, which contains `{{prompt}}` once, as the whole value of a query parameter. */
            urlTemplate: string;
        };
        /** @description The row of buttons for the kinds of prompts that the site has: summary, explanation, comparison. */
        IntentsInput: {
            /** @description Whether the row is shown. Default: `true`. */
            enabled?: boolean;
        };
        /** @description Copying the page as Markdown. */
        MarkdownInput: {
            /** @description Whether readers can copy the page as Markdown. Default: `true`. */
            copy?: boolean;
        };
        /** @description Which addresses of a site are one page, as the owner set it. */
        PageSettingsInput: {
            /** @description What makes two pages instead of one: `trailing_slash`, `index_files`. */
            distinct?: components["schemas"]["Distinction"][];
            /** @description The query parameters that belong to a page's identity; all others are ignored. */
            queryParameters?: components["schemas"]["QueryParameterInput"][];
            /** @description Whether hash routes such as `/#/prices` are pages of their own: everywhere, or on paths that match these globs. Default: `false`. */
            hashRoutes?: components["schemas"]["HashRoutes"];
        };
        /** @description Where the widget appears. */
        PlacementInput: {
            /** @description How it is placed. Default: `inline`. */
            mode?: components["schemas"]["PlacementMode"];
            /** @description For `inline`: a CSS selector of the element that `position` refers to. If it is null or `article`, or if the page has no such element, the widget finds the page's own content, and does not appear on a list of excerpts. Default: `article`. */
            selector?: string | null;
            /** @description Where the widget appears. For `inline`: `before`, `after`, `prepend` or `append` (default `after`). For `floating`: `bottom-right`, `bottom-left`, `top-right` or `top-left` (default `bottom-right`). No effect for `manual`. */
            position?: components["schemas"]["Position"] | null;
            /** @description The pages on which the widget appears, as globs: `*` matches within a segment, `**` across segments. An empty list means all. Default: `["/**"]`. */
            includePaths?: string[];
            /** @description The pages on which the widget does not appear, even if `includePaths` matches them. */
            excludePaths?: string[];
            /** @description The side of a floating widget: `start` or `end` of a line in the page's language. If omitted, it follows `position`; if both are set and differ, `side` takes precedence. */
            side?: components["schemas"]["Side"] | null;
            /**
             * Format: uint16
             * @description How far a floating widget stays from the edges of the window, in pixels. Default: `16`.
             */
            offset?: number;
            /** @description Whether readers can dismiss a floating widget until the next day. Default: `true`. */
            hideForToday?: boolean;
        };
        /** @description An assistant in the widget. */
        PlatformChoiceInput: {
            /** @description The id of a known assistant, or of one of `customPlatforms`. */
            id: string;
            /** @description Whether the assistant is offered. Default: `true`. */
            enabled?: boolean;
            /** @description The assistant's name in the widget; null means its usual name. */
            label?: string | null;
            /** @description The prompt that the assistant gets, unless a rule sets another; null means the one that suits the assistant and the page's language. */
            promptId?: components["schemas"]["PromptId"] | null;
        };
        /** @description What is counted, and what readers see before a prompt is sent. */
        PrivacyInput: {
            /** @description Whether views and clicks are counted. Default: `true`. */
            track?: boolean;
            /** @description Whether nothing is counted for readers whose browser asks not to be tracked (DNT, GPC). Default: `true`. */
            respectDoNotTrack?: boolean;
            /** @description No effect: readers always see the prompt before it is sent. Default: `true`. */
            showPromptPreview?: boolean;
        };
        /** @description Something that you should know about a prompt, but that does not prevent its use. */
        PromptWarningInput: {
            /** @description A stable code in upper case: `NO_URL`, `TOO_LONG_FOR_PLATFORM`, or the code of a policy rule. */
            code: string;
            /** @description A sentence that says what the warning means for readers. */
            message: string;
        };
        /** @description A query parameter that belongs to a page's identity. */
        QueryParameterInput: {
            /** @description Its name, as it is after decoding: `p` in `/?p=4`. */
            name: string;
            /** @description Globs of the paths on which it counts; on every path without this field. */
            paths?: string[];
        };
        /** @description The hours in which a person gets no alert. */
        QuietHoursInput: {
            /** @description When they begin, such as `22:00`. */
            from: string;
            /** @description When they end, such as `07:00`: on the next day if that is not after `from`. */
            to: string;
            /** @description The time zone of both, by its name in the IANA database. */
            timezone: string;
        };
        /** @description The pages that a rule matches. All lists must match a page; a list matches if one of its entries does, or if it is empty. Excluded paths take precedence. */
        RuleMatchInput: {
            /** @description Globs of paths: `*` matches within a segment, `**` across segments. */
            paths?: string[];
            /** @description Globs of excluded paths, which take precedence. */
            excludePaths?: string[];
            /** @description Host names, without port. */
            hosts?: string[];
            /** @description Languages of pages: `pt` also matches `pt-BR`, and `*` matches every language. */
            languages?: string[];
        };
        /** @description A network on which the page can be shared. */
        SocialChoiceInput: {
            /** @description The id of a known network. */
            id: string;
            /** @description Whether the network is offered. Default: `true`. */
            enabled?: boolean;
        };
        /** @description How the widget looks. */
        ThemeInput: {
            /** @description Whether the widget is light or dark, or follows the page. Default: `auto`. */
            preset?: components["schemas"]["Preset"];
            /** @description The accent color: that of primary buttons, and of the ring around the focused element. Default: `#3355ff`. */
            accent?: string;
            /**
             * Format: uint16
             * @description The corner radius in pixels. Default: `8`.
             */
            radius?: number;
            /** @description The size of the widget. Default: `md`. */
            size?: components["schemas"]["Size"];
            /** @description The layout of the buttons. Default: `row`. */
            layout?: components["schemas"]["Layout"];
            /** @description The icons of assistants and networks. Default: `mono`. */
            marks?: components["schemas"]["Marks"];
        };
        /**
         * @description How often a monitor runs.
         *
         *     * `daily`: Once a day, in the site's time zone.
         *     * `weekly`: Once a week, always on the same day of the week.
         *     * `manual`: Only when someone starts a run.
         *
         *     A later release may add values.
         * @enum {string}
         */
        CadenceOutput: "daily" | "weekly" | "manual";
        /**
         * @description Which rate changed.
         *
         *     * `cell`: The rate of one question and one engine.
         *     * `question`: The rate of one question over all engines.
         *     * `engine`: The rate of one engine over all questions.
         *     * `site`: The rate over all questions and engines.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ChangeLevelOutput: "cell" | "question" | "engine" | "site";
        /**
         * @description The service that a channel belongs to.
         *
         *     * `slack`: Slack, by an incoming webhook.
         *     * `discord`: Discord, by a webhook of a channel.
         *     * `teams`: Microsoft Teams, by a workflow.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ChannelTypeOutput: "slack" | "discord" | "teams";
        /**
         * @description The status of a delivery.
         *
         *     * `pending`: It waits for its first or next attempt.
         *     * `succeeded`: The receiver accepted the message.
         *     * `failed`: It failed and is not retried.
         *
         *     A later release may add values.
         * @enum {string}
         */
        DeliveryStatusOutput: "pending" | "succeeded" | "failed";
        /**
         * @description Two spellings of an address that are one page unless the site says otherwise.
         *
         *     * `trailing_slash`: `/x` and `/x/` are two pages.
         *     * `index_files`: `/x/index.html` and `/x/` are two pages; likewise `index.htm`, `index.php` and `default.aspx`.
         *
         *     A later release may add values.
         * @enum {string}
         */
        DistinctionOutput: "trailing_slash" | "index_files";
        /**
         * @description An engine that answers questions after searching the web.
         *
         *     * `openai`: OpenAI: Responses with web search.
         *     * `anthropic`: Anthropic: Messages with web search.
         *     * `perplexity`: Perplexity: Agent API.
         *     * `xai`: The Responses API of xAI, with web search.
         *     * `gemini`: Google: Gemini, grounded in Google Search.
         *
         *     A later release may add values.
         * @enum {string}
         */
        EngineOutput: "openai" | "anthropic" | "perplexity" | "xai" | "gemini";
        /**
         * @description An event that a webhook can receive.
         *
         *     * `key.created`: An API key was created.
         *     * `key.rotated`: An API key was replaced by a new one (rotated).
         *     * `key.revoked`: An API key was revoked.
         *     * `key.expiring`: An API key that was not rotated expires within seven days.
         *     * `site.installed`: The widget was seen on a site, or a check found its snippet: for the first time or again.
         *     * `site.stale`: The widget was not seen on a site for seven days, or it is still loaded and no views arrive.
         *     * `prompt.generated`: Prompts, questions or proposed rules were generated.
         *     * `crawler.refused`: The server of a site began to refuse an AI crawler that it answered before.
         *     * `referrals.dropped`: On a day, assistants sent clearly fewer visits to a site than usual.
         *     * `referrals.risen`: On a day, assistants sent clearly more visits to a site than usual.
         *     * `citation.run_completed`: A run of a monitor ended.
         *     * `citation.gained`: Over many runs, it became clear that an engine cites the site more often.
         *     * `citation.lost`: Over many runs, it became clear that an engine cites the site less often.
         *     * `monitor.failing`: An engine began to send responses that cannot be read.
         *     * `credits.low`: Few credits are left.
         *     * `credits.exhausted`: No credits are left.
         *     * `webhook.disabled`: The service disabled a webhook, because its receiver failed.
         *     * `config.published`: A widget configuration was published, or an earlier version restored.
         *     * `site.created`: A site was created.
         *     * `site.deleted`: A site was deleted.
         *     * `prompt.created`: A prompt was created.
         *     * `prompt.updated`: A prompt was changed.
         *     * `prompt.deleted`: A prompt was deleted.
         *     * `prompt.imported`: Prompts of a site were imported.
         *     * `rule.created`: A rule was created, or proposed rules were approved.
         *     * `rule.updated`: A rule was changed.
         *     * `rule.deleted`: A rule was deleted.
         *     * `rule.reordered`: The rules of a site were reordered.
         *     * `member.invited`: A person was invited.
         *     * `member.joined`: A person accepted an invitation.
         *     * `member.updated`: The role or the sites of a member changed.
         *     * `member.removed`: A member was removed or left.
         *
         *     A later release may add values.
         * @enum {string}
         */
        EventNameOutput: "key.created" | "key.rotated" | "key.revoked" | "key.expiring" | "site.installed" | "site.stale" | "prompt.generated" | "crawler.refused" | "referrals.dropped" | "referrals.risen" | "citation.run_completed" | "citation.gained" | "citation.lost" | "monitor.failing" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "config.published" | "site.created" | "site.deleted" | "prompt.created" | "prompt.updated" | "prompt.deleted" | "prompt.imported" | "rule.created" | "rule.updated" | "rule.deleted" | "rule.reordered" | "member.invited" | "member.joined" | "member.updated" | "member.removed";
        /**
         * @description The types of events that a widget sends.
         *
         *     * `view`: A page of the site was opened.
         *     * `ai_click`: An AI button was clicked.
         *     * `social_click`: A share button was clicked.
         *     * `question_click`: A suggested question was clicked, or the reader asked their own.
         *     * `item_click`: One of the site's own items was clicked.
         *     * `copy`: The link, the page as Markdown, or a prompt was copied.
         *
         *     A later release may add values.
         * @enum {string}
         */
        EventTypeOutput: "view" | "ai_click" | "social_click" | "question_click" | "item_click" | "copy";
        /**
         * @description How certain it is that a request came from the crawler that its user agent names.
         *
         *     * `verified`: The address is in the list that the crawler's maker publishes.
         *     * `claimed`: Cannot be checked: the maker publishes no list, the list is not loaded, or the log has no public address.
         *     * `refuted`: The maker publishes a list, and the address is not in it.
         *
         *     A later release may add values.
         * @enum {string}
         */
        EvidenceOutput: "verified" | "claimed" | "refuted";
        /**
         * @description The status of a key.
         *
         *     * `active`: The key is accepted.
         *     * `expired`: The key is past its expiration.
         *     * `revoked`: The key was revoked, or reported as leaked.
         *
         *     A later release may add values.
         * @enum {string}
         */
        KeyStatusOutput: "active" | "expired" | "revoked";
        /**
         * @description The layout of the buttons.
         *
         *     * `row`: The buttons are side by side.
         *     * `stacked`: The buttons are one below the other.
         *     * `menu`: The buttons open from a single button.
         *     * `bar`: One line: the button that opens the panel, and next to it the buttons to copy and to share.
         *     * `compact`: A small button beside the page's title, or below it where there is no room. It opens a menu with the assistants, the buttons to copy and to view the page, and the site's own items; suggested questions and share buttons are not shown.
         *
         *     A later release may add values.
         * @enum {string}
         */
        LayoutOutput: "row" | "stacked" | "menu" | "bar" | "compact";
        /**
         * @description Why the balance changed.
         *
         *     * `grant`: Credits were granted.
         *     * `debit`: Work was paid for.
         *     * `refund`: Credits charged for work were refunded.
         *     * `adjustment`: Credits expired at the end of a period, or the operator corrected the balance.
         *
         *     A later release may add values.
         * @enum {string}
         */
        LedgerEntryTypeOutput: "grant" | "debit" | "refund" | "adjustment";
        /**
         * @description The formats that have a name.
         *
         *     * `common`: The Common Log Format. It has no user agent, so no crawler can be recognized in it.
         *     * `combined`: What nginx writes unless told otherwise, and Apache as `combined`.
         *     * `combined-vhost`: The same after `host:port`, which Debian's Apache writes as `vhost_combined`.
         *     * `nginx-json`: One JSON object per line, with the names of nginx's variables or common other names.
         *     * `caddy`: Caddy's own JSON.
         *     * `apache`: What a `LogFormat` line of Apache describes.
         *     * `traefik`: Traefik's JSON.
         *     * `cloudfront`: Amazon CloudFront's standard logs.
         *     * `iis-w3c`: The W3C Extended Log File Format, as IIS writes it.
         *     * `vercel`: Vercel's log drains: JSON arrays or NDJSON.
         *     * `cloudflare`: Cloudflare's Logpush of `http_requests`: one JSON object per line.
         *     * `haproxy`: HAProxy's `option httplog`, with `User-Agent`, `Referer` and `Host` captured in this order.
         *     * `fastly`: Fastly's log streaming with its usual JSON.
         *     * `bunny`: The raw logs of bunny.net.
         *     * `netlify`: Netlify's log drains of traffic: JSON arrays or NDJSON.
         *
         *     A later release may add values.
         * @enum {string}
         */
        LogFormatOutput: "common" | "combined" | "combined-vhost" | "nginx-json" | "caddy" | "apache" | "traefik" | "cloudfront" | "iis-w3c" | "vercel" | "cloudflare" | "haproxy" | "fastly" | "bunny" | "netlify";
        /**
         * @description A language of emails.
         *
         *     * `en`: English.
         *     * `de`: German.
         *
         *     A later release may add values.
         * @enum {string}
         */
        MailLanguageOutput: "en" | "de";
        /**
         * @description What a person can get by email.
         *
         *     * `report.weekly`: The weekly report.
         *     * `report.monthly`: The monthly report.
         *     * `citation.gained`: An engine cites a site more often.
         *     * `citation.lost`: An engine cites a site less often.
         *     * `crawler.refused`: The server of a site refuses an AI crawler.
         *     * `referrals.dropped`: Assistants sent fewer visits than usual.
         *     * `referrals.risen`: Assistants sent more visits than usual.
         *     * `site.stale`: The widget is no longer seen on a site.
         *     * `monitor.failing`: An engine's responses cannot be read.
         *     * `credits.low`: Few credits are left. For admins.
         *     * `credits.exhausted`: No credits are left. For admins.
         *     * `key.expiring`: An API key expires soon. For admins.
         *     * `webhook.disabled`: A webhook was disabled. For admins.
         *
         *     A later release may add values.
         * @enum {string}
         */
        MailNotificationKindOutput: "report.weekly" | "report.monthly" | "citation.gained" | "citation.lost" | "crawler.refused" | "referrals.dropped" | "referrals.risen" | "site.stale" | "monitor.failing" | "credits.low" | "credits.exhausted" | "key.expiring" | "webhook.disabled";
        /**
         * @description The style of the icons of assistants and networks.
         *
         *     * `mono`: All icons have the color of the text.
         *     * `brand`: Each icon has its brand color where it is readable.
         *     * `none`: No icons are shown.
         *
         *     A later release may add values.
         * @enum {string}
         */
        MarksOutput: "mono" | "brand" | "none";
        /**
         * @description What an item does when a reader clicks it.
         *
         *     * `link`: Opens `url`.
         *     * `command`: Copies `text`, such as a command that installs an MCP server.
         *     * `editor`: Adds the MCP server at `url` to the reader's editor.
         *     * `markdown`: Opens the page as Markdown.
         *     * `preferred_source`: Opens Google's settings, where readers choose the site as a preferred source.
         *
         *     A later release may add values.
         * @enum {string}
         */
        MenuItemKindOutput: "link" | "command" | "editor" | "markdown" | "preferred_source";
        /**
         * @description How a notification reaches a person.
         *
         *     * `mail`: An email to the account's address.
         *
         *     A later release may add values.
         * @enum {string}
         */
        NotificationChannelOutput: "mail";
        /**
         * @description What can be sent to a channel: an event of webhooks, or a report. A later release may add values.
         * @enum {string}
         */
        NotificationKindOutput: "report.weekly" | "report.monthly" | "key.created" | "key.rotated" | "key.revoked" | "key.expiring" | "site.installed" | "site.stale" | "prompt.generated" | "crawler.refused" | "referrals.dropped" | "referrals.risen" | "citation.run_completed" | "citation.gained" | "citation.lost" | "monitor.failing" | "credits.low" | "credits.exhausted" | "webhook.disabled" | "config.published" | "site.created" | "site.deleted" | "prompt.created" | "prompt.updated" | "prompt.deleted" | "prompt.imported" | "rule.created" | "rule.updated" | "rule.deleted" | "rule.reordered" | "member.invited" | "member.joined" | "member.updated" | "member.removed";
        /**
         * @description How the widget is placed.
         *
         *     * `inline`: At an element of the page.
         *     * `floating`: Over the page, in a corner.
         *     * `manual`: Only in an element that the page provides for it.
         *
         *     A later release may add values.
         * @enum {string}
         */
        PlacementModeOutput: "inline" | "floating" | "manual";
        /**
         * @description Where the widget appears.
         *
         *     * `before`: Before the element.
         *     * `after`: After the element.
         *     * `prepend`: At the start of the element.
         *     * `append`: At the end of the element.
         *     * `bottom-right`: In the bottom right corner of the window.
         *     * `bottom-left`: In the bottom left corner of the window.
         *     * `top-right`: In the top right corner of the window.
         *     * `top-left`: In the top left corner of the window.
         *
         *     A later release may add values.
         * @enum {string}
         */
        PositionOutput: "before" | "after" | "prepend" | "append" | "bottom-right" | "bottom-left" | "top-right" | "top-left";
        /**
         * @description Whether the widget is light or dark, or follows the page.
         *
         *     * `light`: Always light.
         *     * `dark`: Always dark.
         *     * `auto`: Light or dark, depending on the page's background behind the widget.
         *     * `blend`: With the page's background and text color, its link color as the accent, and the corner radius of its buttons. Colors are adjusted to be readable.
         *
         *     A later release may add values.
         * @enum {string}
         */
        PresetOutput: "light" | "dark" | "auto" | "blend";
        /**
         * @description What a prompt asks for.
         *
         *     * `summary`: A summary of the page.
         *     * `question`: An answer to a question about the page.
         *     * `compare`: A comparison of the page with others.
         *     * `explain`: An explanation of the page in plain words.
         *     * `custom`: Something else.
         *
         *     A later release may add values.
         * @enum {string}
         */
        PromptKindOutput: "summary" | "question" | "compare" | "explain" | "custom";
        /**
         * @description Where a prompt's text came from.
         *
         *     * `generated`: Generated from the site's pages, or built in; a regeneration may replace it.
         *     * `manual`: Written by a person; a regeneration does not change it.
         *     * `imported`: Imported from a file; a regeneration does not change it.
         *
         *     A later release may add values.
         * @enum {string}
         */
        PromptSourceOutput: "generated" | "manual" | "imported";
        /**
         * @description Whether a prompt is used.
         *
         *     * `draft`: The prompt is not used yet.
         *     * `active`: The prompt is used.
         *     * `archived`: The prompt is no longer used.
         *
         *     A later release may add values.
         * @enum {string}
         */
        PromptStatusOutput: "draft" | "active" | "archived";
        /**
         * @description What a crawler or an agent reads a page for.
         *
         *     * `training`: To train models, or for a published data set that models are trained with.
         *     * `search`: For an index that answers are made from.
         *     * `user`: An assistant opens the page for a person, now.
         *     * `agent`: A browser that acts for a person.
         *     * `other`: For something else: previews, archives, search engine optimization, monitoring, tools.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ReadPurposeOutput: "training" | "search" | "user" | "agent" | "other";
        /**
         * @description Whom a report is for.
         *
         *     * `team`: Those who run the site: everything, with what needs attention and one thing to do.
         *     * `client`: Those for whom the site is run: what rose and fell, without internal matters.
         *
         *     A later release may add values.
         * @enum {string}
         */
        ReportAudienceOutput: "team" | "client";
        /**
         * @description A member's role. Ordered: a higher role has all rights of a lower one.
         *
         *     * `viewer`: Reads analytics and citations, without raw answers and costs.
         *     * `member`: Reads figures, raw answers and costs; reads and edits prompts, rules and monitors.
         *     * `admin`: Also manages sites, widgets, API keys, webhooks and members, and reads the audit log.
         *     * `owner`: May do everything, including managing owners and deleting the organization.
         *
         *     A later release may add values.
         * @enum {string}
         */
        RoleOutput: "viewer" | "member" | "admin" | "owner";
        /**
         * @description The type of an action.
         *
         *     * `use_prompt`: Every assistant gets the same prompt.
         *     * `prepend`: A text is added before each prompt.
         *     * `append`: A text is added after each prompt.
         *     * `set_questions`: Other questions are suggested.
         *     * `hide_platforms`: Some assistants are not offered.
         *     * `hide_widget`: The widget is not shown.
         *
         *     A later release may add values.
         * @enum {string}
         */
        RuleActionTypeOutput: "use_prompt" | "prepend" | "append" | "set_questions" | "hide_platforms" | "hide_widget";
        /**
         * @description A later release may add values.
         * @enum {string}
         */
        ScopeOutput: "analytics:read" | "sites:read" | "sites:write" | "prompts:read" | "prompts:write" | "citations:read" | "credits:read" | "rules:read" | "rules:write" | "org:read" | "*";
        /**
         * @description What a shared link can show.
         *
         *     * `figures`: The figures of the overview.
         *     * `chart`: Asks by day and assistant.
         *     * `loop`: Asks, visits back, and how often engines cite the site.
         *     * `assistants`: Assistants by asks and visits.
         *     * `pages`: Pages by asks and visits.
         *     * `questions`: Suggested questions by clicks.
         *     * `referrers`: Where readers came from.
         *     * `shares`: Shares by channel.
         *     * `crawlers`: Crawlers that ran the widget.
         *     * `devices`: Readers' devices.
         *     * `citations`: How often each engine cites the site.
         *     * `reads`: What crawlers read, by the logs of the site's web servers.
         *
         *     A later release may add values.
         * @enum {string}
         */
        SharedPanelOutput: "figures" | "chart" | "loop" | "assistants" | "pages" | "questions" | "referrers" | "shares" | "crawlers" | "devices" | "citations" | "reads";
        /**
         * @description A side of the window, relative to the reading direction of the page's language.
         *
         *     * `start`: The side on which lines begin: the left in English.
         *     * `end`: The side on which lines end.
         *
         *     A later release may add values.
         * @enum {string}
         */
        SideOutput: "start" | "end";
        /**
         * @description The size of the widget.
         *
         *     * `sm`: Small.
         *     * `md`: Medium.
         *     * `lg`: Large.
         *
         *     A later release may add values.
         * @enum {string}
         */
        SizeOutput: "sm" | "md" | "lg";
        /**
         * @description Whose page a source is.
         *
         *     * `own`: The page belongs to the site.
         *     * `competitor`: The page belongs to a competitor.
         *     * `other`: The page belongs to someone else.
         *
         *     A later release may add values.
         * @enum {string}
         */
        SourceOwnerOutput: "own" | "competitor" | "other";
    };
    responses: never;
    parameters: {
        /** @description The id of the site. */
        siteId: components["schemas"]["SiteId"];
        /** @description The organization, for members of several. */
        orgId: components["schemas"]["OrgId"];
        /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
        "Idempotency-Key": string;
        /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
        "If-None-Match": string;
        /** @description `meta.pagination.nextCursor` of the previous page. */
        cursor: string;
        /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
        limit: number;
        /** @description The id of the organization. */
        orgId_path: components["schemas"]["OrgId"];
        /** @description The oldest date, instead of `days`. */
        from: string;
        /** @description The newest date, included; today by default. */
        to: string;
        /** @description The number of calendar days in the site's time zone, including today; 2 by default with `interval=hour`. Default: `30`. */
        days: number;
        /** @description Only this page, in any spelling of its address, escaped or readable; with `/**` at its end, the folder: the page and everything below it. */
        page: string;
        /** @description `previous`: adds totals and series of the previous period, which has the same length. `year`: instead, those of the same weekdays a year earlier. As long as the period has not ended, the earlier one is counted up to the same hour. */
        compare: components["schemas"]["Compare"];
        /** @description The time that a row of `series` covers; `hour` only within the last eight days, including today. Default: `day`. */
        interval: components["schemas"]["SeriesInterval"];
        /** @description The language of the headings of `table`. */
        language: components["schemas"]["FileLanguage"];
        /** @description The `ETag` of the read that the change is based on, such as `"7"`. */
        "If-Match": string;
        /** @description The id of the webhook. */
        webhookId: components["schemas"]["WebhookId"];
        /** @description `csv`: a download of the series instead of the envelope, or with `table` of that table. `xlsx`: the table as a workbook. */
        format: components["schemas"]["TableFormat"];
        /** @description The id of the key. */
        keyId: components["schemas"]["KeyId"];
        /** @description The number of calendar days in the site's time zone, including today. Default: `30`. */
        days_query: number;
        /** @description The id of the channel. */
        channelId: components["schemas"]["ChannelId"];
        /** @description The id of the prompt. */
        promptId: components["schemas"]["PromptId"];
        /** @description The id of the provider. */
        provider: string;
        /** @description Only answers of this engine. */
        engine: components["schemas"]["Engine"];
        /** @description Only answers to this monitor's question. */
        monitorId: components["schemas"]["MonitorId"];
        /** @description The id of the source. */
        sourceId: components["schemas"]["LogSourceId"];
        /** @description The id of the monitor. */
        monitorId_path: components["schemas"]["MonitorId"];
        /** @description `true`: nothing is started; the response (200) contains what it would cost. Default: `false`. */
        estimate: boolean;
        /** @description The id of the recipient. */
        recipientId: components["schemas"]["RecipientId"];
        /** @description The id of the member. */
        userId: components["schemas"]["UserId"];
        /** @description The id of the service account. */
        serviceAccountId: components["schemas"]["ServiceAccountId"];
        /** @description The id of the rule. */
        ruleId: components["schemas"]["RuleId"];
        /** @description Only this platform. */
        platform: string;
        /** @description `csv`: a download of the series instead of the envelope. */
        format_query: components["schemas"]["Format"];
        /** @description The id of the annotation. */
        annotationId: components["schemas"]["AnnotationId"];
        /** @description Only this action, or all of a group, such as `key.*`. */
        action: string;
        /** @description Only by the actor with this id. */
        actorId: string;
        /** @description Only about the target with this id. */
        targetId: string;
        /** @description The oldest date (UTC). An RFC 3339 time is accepted as well: only entries at or after it. */
        from_query: string;
        /** @description The newest date (UTC), included. An RFC 3339 time is accepted as well: only entries before it. */
        to_query: string;
        /** @description The id of the app. */
        appId: components["schemas"]["AppId"];
        /** @description The id of the passkey. */
        passkeyId: components["schemas"]["PasskeyId"];
        /** @description The id of the link. */
        linkId: components["schemas"]["SharedLinkId"];
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    show_sites_overview: {
        parameters: {
            query?: {
                /** @description The number of calendar days, including today; each site counts the days of its own time zone. Default: `30`. */
                days?: number;
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The newest date, included; today by default. */
                to?: components["parameters"]["to"];
                /** @description The order: sites that need attention first, then the most asked; by name; or by asks. Default: `attention`. */
                sort?: components["schemas"]["SitesOverviewSort"];
                /** @description Text that the name or the domain must contain. */
                q?: string;
                /** @description The maximum number of rows on a page, 1 to 50. Default: `50`. */
                limit?: number;
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SitesOverview"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    show_ai_clicks: {
        parameters: {
            query?: {
                /** @description The number of calendar days in the site's time zone, including today; 2 by default with `interval=hour`. Default: `30`. */
                days?: components["parameters"]["days"];
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The newest date, included; today by default. */
                to?: components["parameters"]["to"];
                /** @description Only this page, in any spelling of its address, escaped or readable; with `/**` at its end, the folder: the page and everything below it. */
                page?: components["parameters"]["page"];
                /** @description Only this platform. */
                platform?: components["parameters"]["platform"];
                /** @description `previous`: adds totals and series of the previous period, which has the same length. `year`: instead, those of the same weekdays a year earlier. As long as the period has not ended, the earlier one is counted up to the same hour. */
                compare?: components["parameters"]["compare"];
                /** @description The time that a row of `series` covers; `hour` only within the last eight days, including today. Default: `day`. */
                interval?: components["parameters"]["interval"];
                /** @description `csv`: a download instead of the envelope; the series, or with `include=byPrompt` the rows by prompt, or with `table` that table. `xlsx`: the table as a workbook. */
                format?: components["schemas"]["TableFormat"];
                /** @description `byPrompt`: adds the clicks by prompt. `seriesByPlatform`: adds a series for each platform, at most five and the rest. Can be sent twice, for both. */
                include?: components["schemas"]["AiClicksInclude"][];
                /** @description `assistants`: the file contains every assistant with its asks and the visits that it sent. */
                table?: components["schemas"]["AssistantsTable"];
                /** @description The language of the headings of `table`. */
                language?: components["parameters"]["language"];
            };
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AiClicks"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowMeta"];
                    };
                };
            };
        };
    };
    show_crawlers: {
        parameters: {
            query?: {
                /** @description The number of calendar days in the site's time zone, including today; 2 by default with `interval=hour`. Default: `30`. */
                days?: components["parameters"]["days"];
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The newest date, included; today by default. */
                to?: components["parameters"]["to"];
                /** @description Only this page, in any spelling of its address, escaped or readable; with `/**` at its end, the folder: the page and everything below it. */
                page?: components["parameters"]["page"];
                /** @description Only this platform; crawlers belong to none. */
                platform?: string;
                /** @description `previous`: adds totals and series of the previous period, which has the same length. `year`: instead, those of the same weekdays a year earlier. As long as the period has not ended, the earlier one is counted up to the same hour. */
                compare?: components["parameters"]["compare"];
                /** @description The time that a row of `series` covers; `hour` only within the last eight days, including today. Default: `day`. */
                interval?: components["parameters"]["interval"];
                /** @description `csv`: a download of the series instead of the envelope, or with `table` of that table. `xlsx`: the table as a workbook. */
                format?: components["parameters"]["format"];
                /** @description `seriesByCrawler`: adds a series for each part, at most five and the rest. */
                include?: components["schemas"]["CrawlersInclude"][];
                /** @description `crawlers`: the file has every crawler. */
                table?: components["schemas"]["CrawlersTable"];
                /** @description The language of the headings of `table`. */
                language?: components["parameters"]["language"];
            };
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CrawlerHits"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowMeta"];
                    };
                };
            };
        };
    };
    show_item_clicks: {
        parameters: {
            query?: {
                /** @description The number of calendar days in the site's time zone, including today; 2 by default with `interval=hour`. Default: `30`. */
                days?: components["parameters"]["days"];
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The newest date, included; today by default. */
                to?: components["parameters"]["to"];
                /** @description Only this page, in any spelling of its address, escaped or readable; with `/**` at its end, the folder: the page and everything below it. */
                page?: components["parameters"]["page"];
                /** @description Only this platform; own items belong to none. */
                platform?: string;
                /** @description `previous`: adds totals and series of the previous period, which has the same length. `year`: instead, those of the same weekdays a year earlier. As long as the period has not ended, the earlier one is counted up to the same hour. */
                compare?: components["parameters"]["compare"];
                /** @description The time that a row of `series` covers; `hour` only within the last eight days, including today. Default: `day`. */
                interval?: components["parameters"]["interval"];
                /** @description `csv`: a download of the series instead of the envelope, or with `table` of that table. `xlsx`: the table as a workbook. */
                format?: components["parameters"]["format"];
                /** @description `items`: the file has every own item. */
                table?: components["schemas"]["ItemsTable"];
                /** @description The language of the headings of `table`. */
                language?: components["parameters"]["language"];
            };
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ItemClicks"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowMeta"];
                    };
                };
            };
        };
    };
    show_live_activity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Live"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_site_overview: {
        parameters: {
            query?: {
                /** @description The number of calendar days in the site's time zone, including today; 2 by default with `interval=hour`. Default: `30`. */
                days?: components["parameters"]["days"];
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The newest date, included; today by default. */
                to?: components["parameters"]["to"];
                /** @description Only this page, in any spelling of its address, escaped or readable; with `/**` at its end, the folder: the page and everything below it. */
                page?: components["parameters"]["page"];
                /** @description Only this platform, network or assistant. Crawlers and copies belong to none, and are zero then; `notFiltered` names what stays as it is. */
                platform?: string;
                /** @description `previous`: adds totals and series of the previous period, which has the same length. `year`: instead, those of the same weekdays a year earlier. As long as the period has not ended, the earlier one is counted up to the same hour. */
                compare?: components["parameters"]["compare"];
                /** @description The time that a row of `series` covers; `hour` only within the last eight days, including today. Default: `day`. */
                interval?: components["parameters"]["interval"];
                /** @description `csv`: a download of the series instead of the envelope. */
                format?: components["parameters"]["format_query"];
            };
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Overview"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowMeta"];
                    };
                };
            };
        };
    };
    show_pages: {
        parameters: {
            query?: {
                /** @description The number of calendar days in the site's time zone, including today; 2 by default with `interval=hour`. Default: `30`. */
                days?: components["parameters"]["days"];
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The newest date, included; today by default. */
                to?: components["parameters"]["to"];
                /** @description Only this page, in any spelling of its address, escaped or readable; with `/**` at its end, the folder: the page and everything below it. */
                page?: components["parameters"]["page"];
                /** @description Only pages where this platform, network or assistant was used, and what was done with it. */
                platform?: string;
                /** @description `previous`: adds totals and series of the previous period, which has the same length. `year`: instead, those of the same weekdays a year earlier. As long as the period has not ended, the earlier one is counted up to the same hour. */
                compare?: components["parameters"]["compare"];
                /** @description The time that a row of `series` covers; `hour` only within the last eight days, including today. Default: `day`. */
                interval?: components["parameters"]["interval"];
                /** @description `csv`: a download of this page of the list instead of the envelope, or with `table` of the whole list. `xlsx`: the whole list as a workbook. */
                format?: components["schemas"]["TableFormat"];
                /** @description `folder`: the folders and pages directly below the folder of `page`, or of the site. The path of a folder's row can be requested as `page`, such as `/guides/**`; the row sums up everything below it. */
                groupBy?: components["schemas"]["PagesGroupBy"];
                /** @description The column to sort by. */
                sort?: components["schemas"]["PageSort"];
                /** @description `desc` unless sorted by path. */
                order?: components["schemas"]["Order"];
                /** @description Text that the path, escaped or readable, or the title must contain. */
                q?: string;
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description `pages`: the file contains every page that matches, in this order, at most 100,000. */
                table?: components["schemas"]["PagesTable"];
                /** @description The language of the headings of `table`. */
                language?: components["parameters"]["language"];
            };
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PagesReport"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowPageMeta"];
                    };
                };
            };
        };
    };
    show_question_clicks: {
        parameters: {
            query?: {
                /** @description The number of calendar days in the site's time zone, including today; 2 by default with `interval=hour`. Default: `30`. */
                days?: components["parameters"]["days"];
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The newest date, included; today by default. */
                to?: components["parameters"]["to"];
                /** @description Only this page, in any spelling of its address, escaped or readable; with `/**` at its end, the folder: the page and everything below it. */
                page?: components["parameters"]["page"];
                /** @description Only this platform. */
                platform?: components["parameters"]["platform"];
                /** @description `previous`: adds totals and series of the previous period, which has the same length. `year`: instead, those of the same weekdays a year earlier. As long as the period has not ended, the earlier one is counted up to the same hour. */
                compare?: components["parameters"]["compare"];
                /** @description The time that a row of `series` covers; `hour` only within the last eight days, including today. Default: `day`. */
                interval?: components["parameters"]["interval"];
                /** @description `csv`: a download of the series instead of the envelope, or with `table` of that table. `xlsx`: the table as a workbook. */
                format?: components["parameters"]["format"];
                /** @description `seriesByPlatform`: adds a series for each part, at most five and the rest. */
                include?: components["schemas"]["QuestionsInclude"][];
                /** @description `questions`: the file has every question. */
                table?: components["schemas"]["QuestionsTable"];
                /** @description The language of the headings of `table`. */
                language?: components["parameters"]["language"];
            };
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["QuestionClicks"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowMeta"];
                    };
                };
            };
        };
    };
    show_reads: {
        parameters: {
            query?: {
                /** @description The number of calendar days in the site's time zone, including today. Default: `30`. */
                days?: components["parameters"]["days_query"];
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The newest date, included; today by default. */
                to?: components["parameters"]["to"];
                /** @description `previous`: adds the sums of the previous period, which has the same length. `year`: instead, those of the same weekdays a year earlier. */
                compare?: components["schemas"]["Compare"];
                /** @description Only reads of this page, in any spelling of its address. */
                page?: string;
                /** @description Only reads for this purpose. */
                purpose?: components["schemas"]["ReadPurpose"];
                /** @description Only reads with this evidence. */
                evidence?: components["schemas"]["Evidence"];
                /** @description Only reads of this crawler, by its name. */
                crawler?: string;
                /** @description Which pages are listed, whatever is filtered. Default: `all`. */
                pages?: components["schemas"]["ReadPageList"];
                /** @description The maximum number of pages that are listed. Default: `50`. */
                limit?: number;
                /** @description `csv`: a download with a row for each crawler and purpose, instead of the envelope. */
                format?: components["schemas"]["Format"];
            };
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReadsReport"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowMeta"];
                    };
                };
            };
        };
    };
    show_referrers: {
        parameters: {
            query?: {
                /** @description The number of calendar days in the site's time zone, including today; 2 by default with `interval=hour`. Default: `30`. */
                days?: components["parameters"]["days"];
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The newest date, included; today by default. */
                to?: components["parameters"]["to"];
                /** @description Only this page, in any spelling of its address, escaped or readable; with `/**` at its end, the folder: the page and everything below it. */
                page?: components["parameters"]["page"];
                /** @description Only visits that this assistant sent. */
                platform?: string;
                /** @description `previous`: adds totals and series of the previous period, which has the same length. `year`: instead, those of the same weekdays a year earlier. As long as the period has not ended, the earlier one is counted up to the same hour. */
                compare?: components["parameters"]["compare"];
                /** @description The time that a row of `series` covers; `hour` only within the last eight days, including today. Default: `day`. */
                interval?: components["parameters"]["interval"];
                /** @description `csv`: a download of the series instead of the envelope, or with `table` of that table. `xlsx`: the table as a workbook. */
                format?: components["parameters"]["format"];
                /** @description `seriesByType`: adds a series for each part, at most five and the rest. */
                include?: components["schemas"]["ReferrersInclude"][];
                /** @description `sources`: the file has every source. */
                table?: components["schemas"]["SourcesTable"];
                /** @description The language of the headings of `table`. */
                language?: components["parameters"]["language"];
            };
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Referrals"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowMeta"];
                    };
                };
            };
        };
    };
    show_shares: {
        parameters: {
            query?: {
                /** @description The number of calendar days in the site's time zone, including today; 2 by default with `interval=hour`. Default: `30`. */
                days?: components["parameters"]["days"];
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The newest date, included; today by default. */
                to?: components["parameters"]["to"];
                /** @description Only this page, in any spelling of its address, escaped or readable; with `/**` at its end, the folder: the page and everything below it. */
                page?: components["parameters"]["page"];
                /** @description Only this platform or network. */
                platform?: string;
                /** @description `previous`: adds totals and series of the previous period, which has the same length. `year`: instead, those of the same weekdays a year earlier. As long as the period has not ended, the earlier one is counted up to the same hour. */
                compare?: components["parameters"]["compare"];
                /** @description The time that a row of `series` covers; `hour` only within the last eight days, including today. Default: `day`. */
                interval?: components["parameters"]["interval"];
                /** @description `csv`: a download of the series instead of the envelope, or with `table` of that table. `xlsx`: the table as a workbook. */
                format?: components["parameters"]["format"];
                /** @description `seriesByChannel`: adds a series for each part, at most five and the rest. */
                include?: components["schemas"]["SharesInclude"][];
                /** @description `shares`: the file has every channel. */
                table?: components["schemas"]["SharesTable"];
                /** @description The language of the headings of `table`. */
                language?: components["parameters"]["language"];
            };
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Shares"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowMeta"];
                    };
                };
            };
        };
    };
    show_social_clicks: {
        parameters: {
            query?: {
                /** @description The number of calendar days in the site's time zone, including today; 2 by default with `interval=hour`. Default: `30`. */
                days?: components["parameters"]["days"];
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The newest date, included; today by default. */
                to?: components["parameters"]["to"];
                /** @description Only this page, in any spelling of its address, escaped or readable; with `/**` at its end, the folder: the page and everything below it. */
                page?: components["parameters"]["page"];
                /** @description Only this network. */
                platform?: string;
                /** @description `previous`: adds totals and series of the previous period, which has the same length. `year`: instead, those of the same weekdays a year earlier. As long as the period has not ended, the earlier one is counted up to the same hour. */
                compare?: components["parameters"]["compare"];
                /** @description The time that a row of `series` covers; `hour` only within the last eight days, including today. Default: `day`. */
                interval?: components["parameters"]["interval"];
                /** @description `csv`: a download of the series instead of the envelope. */
                format?: components["parameters"]["format_query"];
                /** @description `seriesByNetwork`: adds a series for each part, at most five and the rest. */
                include?: components["schemas"]["SocialInclude"][];
            };
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SocialClicks"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowMeta"];
                    };
                };
            };
        };
    };
    list_annotations: {
        parameters: {
            query?: {
                /** @description The number of calendar days of the site's time zone, including today. Default: `30`. */
                days?: number;
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The latest date, today by default; needs `from`. */
                to?: string;
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AnnotationList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    create_annotation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnotationCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Annotation"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    delete_annotation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the annotation. */
                annotationId: components["parameters"]["annotationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    update_annotation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the annotation. */
                annotationId: components["parameters"]["annotationId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnotationUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Annotation"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_audit_entries: {
        parameters: {
            query?: {
                /** @description Only this action, or all of a group, such as `key.*`. */
                action?: components["parameters"]["action"];
                /** @description Only by the actor with this id. */
                actorId?: components["parameters"]["actorId"];
                /** @description Only about the target with this id. */
                targetId?: components["parameters"]["targetId"];
                /** @description The oldest date (UTC). An RFC 3339 time is accepted as well: only entries at or after it. */
                from?: components["parameters"]["from_query"];
                /** @description The newest date (UTC), included. An RFC 3339 time is accepted as well: only entries before it. */
                to?: components["parameters"]["to_query"];
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditEntryList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    export_audit_entries: {
        parameters: {
            query?: {
                /** @description Only this action, or all of a group, such as `key.*`. */
                action?: components["parameters"]["action"];
                /** @description Only by the actor with this id. */
                actorId?: components["parameters"]["actorId"];
                /** @description Only about the target with this id. */
                targetId?: components["parameters"]["targetId"];
                /** @description The oldest date (UTC). An RFC 3339 time is accepted as well: only entries at or after it. */
                from?: components["parameters"]["from_query"];
                /** @description The newest date (UTC), included. An RFC 3339 time is accepted as well: only entries before it. */
                to?: components["parameters"]["to_query"];
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    verify_audit_log: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuditChain"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_own_apps: {
        parameters: {
            query?: {
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConnectedAppList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    show_app_request: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppRequest"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AskedAccess"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    disconnect_own_app: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the app. */
                appId: components["parameters"]["appId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DisconnectedApp"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    request_email_change: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailChange"];
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VerificationEmailRequested"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    resend_verification_email: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VerificationEmailRequested"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    undo_email_change: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailedToken"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RestoredEmail"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    verify_email: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailedToken"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VerifiedEmail"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_second_factors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SecondFactors"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    forget_remembered_browsers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EndedSessions"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    replace_recovery_codes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecoveryCodes"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    set_up_totp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AuthenticatorAppSetup"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    remove_totp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EndedSessions"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    confirm_totp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AuthenticatorAppConfirmation"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecoveryCodes"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    sign_in_by_gate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HeaderSignIn"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProviderSignIn"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProviderSignIn"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_linked_identities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LinkedIdentityList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    begin_identity_link: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInProviderChoice"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProviderVisit"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    link_identity_with_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IdentityLinkPassword"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StartedSession"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    begin_identity_proof: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInProviderChoice"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProviderVisit"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    unlink_identity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the identity. */
                identityId: components["schemas"]["LinkedIdentityId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UnlinkedIdentity"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    accept_invitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationAcceptance"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AcceptedInvitation"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_invitation: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationToken"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InvitationDetail"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    open_shared_link: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharedLinkToken"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SharedLinkSession"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_shared_link_brand: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharedLinkBrandToken"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SharedLinkBrand"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StartedSession"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_sign_ins: {
        parameters: {
            query?: {
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    sign_out: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EndedSessions"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    begin_sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the provider. */
                provider: components["parameters"]["provider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    return_from_provider: {
        parameters: {
            query?: {
                /** @description The code of a person who signed in. */
                code?: string;
                /** @description The state that was sent there. */
                state?: string;
                /** @description Who answers (RFC 9207). */
                iss?: string;
                /** @description Why the person did not sign in. */
                error?: string;
            };
            header?: never;
            path: {
                /** @description The id of the provider. */
                provider: components["parameters"]["provider"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: never;
    };
    finish_sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the provider. */
                provider: components["parameters"]["provider"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInProviderAnswer"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProviderSignIn"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProviderSignIn"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    sign_in_with_one_time_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OneTimeToken"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StartedSession"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_sign_in_options: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInOptions"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_passkeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PasskeyList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    add_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AddedPasskey"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    sign_in_with_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyAnswer"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StartedSession"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    begin_passkey_sign_in: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyWanted"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PasskeyCeremony"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    begin_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PasskeyCeremony"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    begin_passkey_proof: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PasskeyCeremony"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    remove_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the passkey. */
                passkeyId: components["parameters"]["passkeyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RemovedPasskey"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    rename_passkey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the passkey. */
                passkeyId: components["parameters"]["passkeyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasskeyUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Passkey"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    change_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EndedSessions"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_sign_in_providers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignInProviderList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    reauthenticate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Reauthentication"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Reauthenticated"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    request_password_reset: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordResetRequest"];
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PasswordResetRequested"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    reset_password: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordReset"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EndedSessions"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    revoke_access: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccessRevocation"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RevokedAccess"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    give_second_factor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecondFactor"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StartedSession"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_sessions: {
        parameters: {
            query?: {
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SessionList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    end_session: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the session. */
                sessionId: components["schemas"]["SessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EndedSession"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    set_up_instance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InstanceSetup"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StartedSession"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    sign_up: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUp"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignUpResult"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SignUpResult"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_changes: {
        parameters: {
            query?: {
                /** @description Only changes that became clear on this date or later, in the site's time zone. An RFC 3339 time is accepted as well. */
                since?: string;
                /** @description Only changes of this level. */
                level?: components["schemas"]["ChangeLevel"];
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CitationChangeList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    list_change_evidence: {
        parameters: {
            query?: {
                /** @description Only the rate of this monitor's question, and that of it with each engine. */
                monitorId?: components["schemas"]["MonitorId"];
                /** @description The maximum number of rates, 1 to 700: more than a site has. Default: `20`. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChangeEvidenceList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_citations: {
        parameters: {
            query?: {
                /** @description The number of calendar days in the site's time zone, including today. Default: `30`. */
                days?: components["parameters"]["days_query"];
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The newest date, included; today by default. */
                to?: components["parameters"]["to"];
                /** @description Only answers of this engine. */
                engine?: components["parameters"]["engine"];
                /** @description Only answers to this monitor's question. */
                monitorId?: components["parameters"]["monitorId"];
                /** @description `true`: only answers that cite the site; `false`: only answers that do not. Failed samples match neither. */
                cited?: boolean;
                /** @description `csv`: a download of this page of the list instead of the envelope, or with `table` of the whole list. `xlsx`: the whole list as a workbook. */
                format?: components["schemas"]["TableFormat"];
                /** @description `answers`: the file contains every answer, newest first, at most 100,000. */
                table?: components["schemas"]["AnswersTable"];
                /** @description The language of the headings of `table`. */
                language?: components["parameters"]["language"];
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CitationList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowPageMeta"];
                    };
                };
            };
        };
    };
    show_citation_summary: {
        parameters: {
            query?: {
                /** @description The number of calendar days in the site's time zone, including today. Default: `30`. */
                days?: components["parameters"]["days_query"];
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The newest date, included; today by default. */
                to?: components["parameters"]["to"];
                /** @description Only answers of this engine. */
                engine?: components["parameters"]["engine"];
                /** @description Only answers to this monitor's question. */
                monitorId?: components["parameters"]["monitorId"];
                /** @description `previous`: adds the rates of the previous period, which has the same length, and whether they differ. `year`: instead, those of the same weekdays a year earlier. */
                compare?: components["schemas"]["Compare"];
                /** @description `monitor`: adds the rates of each monitor. `competitor`: adds those of each competitor. */
                groupBy?: components["schemas"]["CitationsGroupBy"];
            };
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CitationSummary"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowMeta"];
                    };
                };
            };
        };
    };
    list_cited_urls: {
        parameters: {
            query?: {
                /** @description The number of calendar days in the site's time zone, including today. Default: `30`. */
                days?: components["parameters"]["days_query"];
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The newest date, included; today by default. */
                to?: components["parameters"]["to"];
                /** @description Only answers of this engine. */
                engine?: components["parameters"]["engine"];
                /** @description Only answers to this monitor's question. */
                monitorId?: components["parameters"]["monitorId"];
                /** @description Only pages of this owner. */
                owner?: components["schemas"]["SourceOwner"];
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CitedUrlsReport"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowPageMeta"];
                    };
                };
            };
        };
    };
    show_citation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the citation. */
                citationId: components["schemas"]["CitationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CitationDetail"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_credits: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Credits"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_ledger_entries: {
        parameters: {
            query?: {
                /** @description Only transactions of this type. */
                type?: components["schemas"]["LedgerEntryType"];
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LedgerEntryList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    send_events: {
        parameters: {
            query?: {
                /** @description The widget's version, such as `1.0.0`. */
                widgetVersion?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventOrEventList"];
                "text/plain": string;
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["AcceptedEvents"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_job: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path: {
                /** @description The id of the job. */
                jobId: components["schemas"]["JobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Job"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_api_keys: {
        parameters: {
            query?: {
                /** @description Only keys with this status. */
                status?: components["schemas"]["KeyStatus"];
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKeyList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    create_api_key: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedApiKey"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    report_leaked_api_key: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LeakedKey"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LeakReport"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_own_api_key: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["OwnApiKey"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_api_key: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path: {
                /** @description The id of the key. */
                keyId: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    revoke_api_key: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path: {
                /** @description The id of the key. */
                keyId: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RevokedKey"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    update_api_key: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path: {
                /** @description The id of the key. */
                keyId: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApiKey"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    rotate_api_key: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the key. */
                keyId: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["KeyRotation"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedApiKey"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_key_usage: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path: {
                /** @description The id of the key. */
                keyId: components["parameters"]["keyId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["KeyUsage"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_link_registry: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LinkRegistry"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_shared_links: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SharedLinkList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    create_shared_link: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharedLinkCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedSharedLink"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    preview_shared_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharedLinkCreate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SharedView"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowMeta"];
                    };
                };
            };
        };
    };
    show_shared_view: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SharedView"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowMeta"];
                    };
                };
            };
        };
    };
    delete_shared_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the link. */
                linkId: components["parameters"]["linkId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    update_shared_link: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the link. */
                linkId: components["parameters"]["linkId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SharedLinkUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SharedLink"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    ingest_logs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/plain": string;
                "application/x-ndjson": string;
                "application/json": string;
                "application/gzip": string;
                "application/zstd": string;
            };
        };
        responses: {
            /** @description Accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LogBatch"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LogBatch"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_log_lines: {
        parameters: {
            query?: {
                /** @description The maximum number of lines. Default: `100`. */
                limit?: number;
            };
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LogLineList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_log_sources: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LogSourceList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    create_log_source: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogSourceCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedLogSource"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    delete_log_source: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the source. */
                sourceId: components["parameters"]["sourceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    update_log_source: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the source. */
                sourceId: components["parameters"]["sourceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LogSourceUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LogSource"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    rotate_log_source: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the source. */
                sourceId: components["parameters"]["sourceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedLogSource"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_mail_status: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MailHealth"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    update_me: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Me"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_notifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Notifications"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    update_notifications: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationsUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Notifications"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_monitors: {
        parameters: {
            query?: {
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MonitorList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    create_monitor: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MonitorCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Monitor"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_monitor_choices: {
        parameters: {
            query?: {
                /** @description The engines to ask, separated by commas; every engine if it is left out. They decide the price. */
                engines?: string;
            };
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MonitorChoiceList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_engines: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["EngineStatusList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    delete_monitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the monitor. */
                monitorId: components["parameters"]["monitorId_path"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    update_monitor: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the monitor. */
                monitorId: components["parameters"]["monitorId_path"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MonitorUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Monitor"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    run_monitor: {
        parameters: {
            query?: {
                /** @description `true`: nothing is started; the response (200) contains what it would cost. Default: `false`. */
                estimate?: components["parameters"]["estimate"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the monitor. */
                monitorId: components["parameters"]["monitorId_path"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StartedRunOrRunEstimate"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StartedRunOrRunEstimate"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_channels: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChannelList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    create_channel: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Channel"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    delete_channel: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path: {
                /** @description The id of the channel. */
                channelId: components["parameters"]["channelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    update_channel: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path: {
                /** @description The id of the channel. */
                channelId: components["parameters"]["channelId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChannelUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Channel"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_channel_messages: {
        parameters: {
            query?: {
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path: {
                /** @description The id of the channel. */
                channelId: components["parameters"]["channelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChannelMessageList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    test_channel: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the channel. */
                channelId: components["parameters"]["channelId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChannelMessage"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_recipients: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecipientList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    create_recipient: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecipientCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Recipient"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    confirm_recipient: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmailedToken"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RecipientConfirmed"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    delete_recipient: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path: {
                /** @description The id of the recipient. */
                recipientId: components["parameters"]["recipientId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    update_recipient: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path: {
                /** @description The id of the recipient. */
                recipientId: components["parameters"]["recipientId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecipientUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Recipient"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    ask_recipient_again: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the recipient. */
                recipientId: components["parameters"]["recipientId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Recipient"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_openapi: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    create_organization: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organization"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_organization: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organization"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    delete_organization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationDeletion"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    update_organization: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the read that the change is based on, such as `"7"`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Organization"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_apps: {
        parameters: {
            query?: {
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MembersAppList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    connect_app: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AppConnect"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConnectedRedirect"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    disconnect_app: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
                /** @description The id of the app. */
                appId: components["parameters"]["appId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DisconnectedApp"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_members: {
        parameters: {
            query?: {
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MemberList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    invite_member: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InvitedMember"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    leave_organization: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RemovedMember"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    remove_member: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
                /** @description The id of the member. */
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RemovedMember"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    update_member: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
                /** @description The id of the member. */
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MemberUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ChangedMember"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    renew_invitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
                /** @description The id of the member. */
                userId: components["parameters"]["userId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["InvitedMember"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_notification_routes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationRoutes"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    put_notification_routes: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationRoutesUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["NotificationRoutes"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_service_accounts: {
        parameters: {
            query?: {
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ServiceAccountList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    create_service_account: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServiceAccountCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ServiceAccount"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    delete_service_account: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
                /** @description The id of the service account. */
                serviceAccountId: components["parameters"]["serviceAccountId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DeletedServiceAccount"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    update_service_account: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
                /** @description The id of the service account. */
                serviceAccountId: components["parameters"]["serviceAccountId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ServiceAccountUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ServiceAccount"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    create_service_token: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the organization. */
                orgId: components["parameters"]["orgId_path"];
                /** @description The id of the service account. */
                serviceAccountId: components["parameters"]["serviceAccountId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ServiceTokenCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedServiceToken"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_page_file: {
        parameters: {
            query?: {
                /** @description The page, in any spelling of its address. Default: `/`. */
                path?: string;
                /** @description The number of calendar days in the site's time zone, including today. Default: `90`. */
                days?: number;
                /** @description The oldest date, instead of `days`. */
                from?: components["parameters"]["from"];
                /** @description The newest date, included; today by default. */
                to?: components["parameters"]["to"];
            };
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PageFile"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowMeta"];
                    };
                };
            };
        };
    };
    list_prompts: {
        parameters: {
            query?: {
                /** @description Only prompts with this status. */
                status?: components["schemas"]["PromptStatus"];
                /** @description Only prompts of this kind. */
                kind?: components["schemas"]["PromptKind"];
                /** @description Only prompts in this language; `*` for prompts that are for every language. */
                language?: string;
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PromptList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    create_prompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Prompt"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    export_prompts: {
        parameters: {
            query?: {
                /** @description Takes precedence over `Accept`. `csv` and `ndjson` are downloads without the envelope. */
                format?: components["schemas"]["PromptFileFormat"];
            };
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PromptExport"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    import_prompts: {
        parameters: {
            query?: {
                /** @description What happens to existing prompts. `upsert`: those in the file are edited, the others stay. `create`: all stay as they are, only new ones are added. `replace`: those in the file are edited, the others are deleted. Default: `upsert`. */
                mode?: components["schemas"]["ImportMode"];
                /** @description `true`: reports what would change, and changes nothing. Default: `false`. */
                dryRun?: boolean;
                /** @description `true`: imports the valid items even if others are invalid; a replacement then deletes nothing. Default: `false`. */
                partial?: boolean;
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptFile"] | components["schemas"]["EnvelopedPromptFile"];
                "text/csv": string;
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Imported"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    preview_prompt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptPreviewRequest"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PromptPreview"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    regenerate_prompts: {
        parameters: {
            query?: {
                /** @description `true`: nothing is started; the response (200) contains what it would cost. Default: `false`. */
                estimate?: components["parameters"]["estimate"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SiteRegeneration"];
            };
        };
        responses: {
            /** @description Accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StartedGenerationOrGenerationEstimate"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StartedGenerationOrGenerationEstimate"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_prompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the prompt. */
                promptId: components["parameters"]["promptId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Prompt"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    delete_prompt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the prompt. */
                promptId: components["parameters"]["promptId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    update_prompt: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the read that the change is based on, such as `"7"`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the prompt. */
                promptId: components["parameters"]["promptId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PromptUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Prompt"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    regenerate_prompt: {
        parameters: {
            query?: {
                /** @description `true`: nothing is started; the response (200) contains what it would cost. Default: `false`. */
                estimate?: components["parameters"]["estimate"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the prompt. */
                promptId: components["parameters"]["promptId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StartedGenerationOrGenerationEstimate"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StartedGenerationOrGenerationEstimate"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_report: {
        parameters: {
            query?: {
                /** @description An ISO week such as `2026-W47`, or a month such as `2026-11`, that has ended in the site's time zone; or `week` or `month` for the latest one. Default: `week`. */
                period?: string;
                /** @description Whom the report is for: `client` leaves out internal matters. Default: `team`. */
                audience?: components["schemas"]["ReportAudience"];
            };
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SiteReport"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["WindowMeta"];
                    };
                };
            };
        };
    };
    list_requests: {
        parameters: {
            query?: {
                /** @description Only requests with this key. A key sees only its own. */
                key?: components["schemas"]["KeyId"];
                /** @description Only requests whose response had this status. */
                status?: number;
                /** @description Only requests to this operation: its path with `{parameters}`, such as `/api/v1/sites/{siteId}`. */
                route?: string;
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LoggedRequestList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    show_request: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path: {
                /** @description The id of the request. */
                requestId: components["schemas"]["RequestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["LoggedRequest"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_rules: {
        parameters: {
            query?: {
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RuleList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    create_rule: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Rule"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    reorder_rules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleOrder"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RuleList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_proposed_rules: {
        parameters: {
            query?: {
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProposedRules"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    approve_proposed_rules: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposedRuleSelection"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ApprovedRules"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    dismiss_proposed_rules: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProposedRuleSelection"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["DismissedRules"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    test_rules: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleTest"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RuleTestResult"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_rule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the rule. */
                ruleId: components["parameters"]["ruleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Rule"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    replace_rule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the read that the change is based on, such as `"7"`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the rule. */
                ruleId: components["parameters"]["ruleId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RuleCreate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Rule"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    delete_rule: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
                /** @description The id of the rule. */
                ruleId: components["parameters"]["ruleId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_sites: {
        parameters: {
            query?: {
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SiteList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    create_site: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedSite"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_site: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["SiteDetail"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    delete_site: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    update_site: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the read that the change is based on, such as `"7"`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SiteUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["UpdatedSite"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    show_public_config: {
        parameters: {
            query?: {
                /** @description The language that a page states, such as `de` or `pt-BR`. The response contains only the labels and prompts for pages in that language; built-in prompts that were not changed are in that language too. If the site has no texts in the language, the response is in English. Without this parameter it contains every language. */
                language?: string;
            };
            header?: {
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PublicConfig"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    replace_config: {
        parameters: {
            query?: never;
            header?: {
                /** @description The `ETag` of the read that the change is based on, such as `"7"`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WidgetConfigInput"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StoredWidgetConfig"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    preview_config: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WidgetConfigInput"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConfigPreview"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    roll_back_config: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
                /** @description The `ETag` of the read that the change is based on, such as `"7"`. */
                "If-Match"?: components["parameters"]["If-Match"];
                /** @description The `ETag` of an earlier response. If it is still current, a read returns 304 and a change is refused. */
                "If-None-Match"?: components["parameters"]["If-None-Match"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ConfigRollback"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["StoredWidgetConfig"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_config_versions: {
        parameters: {
            query?: {
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
            };
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ConfigVersionList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    show_missing_views: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["MissingViews"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    preview_pages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PagesPreviewInput"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["PagesPreview"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_refused_origins: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["RefusedOriginList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    verify_install: {
        parameters: {
            query?: never;
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the site. */
                siteId: components["parameters"]["siteId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["VerifiedSite"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_webhook_events: {
        parameters: {
            query?: {
                /** @description Only events after the one with this id, which a webhook gets as `webhook-id`. */
                since?: components["schemas"]["MessageId"];
                /** @description Only events of this type. */
                type?: components["schemas"]["EventName"];
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookEventList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    list_webhooks: {
        parameters: {
            query?: {
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    create_webhook: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookCreate"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedWebhook"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    delete_webhook: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Deleted"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    update_webhook: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Webhook"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    list_deliveries: {
        parameters: {
            query?: {
                /** @description Only deliveries with this status. */
                status?: components["schemas"]["DeliveryStatus"];
                /** @description The maximum number of rows on a page, 1 to 200. Default: `50`. */
                limit?: components["parameters"]["limit"];
                /** @description `meta.pagination.nextCursor` of the previous page. */
                cursor?: components["parameters"]["cursor"];
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: never;
            path: {
                /** @description The id of the webhook. */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDeliveryList"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["PageMeta"];
                    };
                };
            };
        };
    };
    replay_delivery: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the webhook. */
                webhookId: components["schemas"]["WebhookId"];
                /** @description The id of the delivery. */
                deliveryId: components["schemas"]["DeliveryId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    replay_deliveries: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the webhook. */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplay"];
            };
        };
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ReplayedDeliveries"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    rotate_webhook_secret: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the webhook. */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description OK. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CreatedWebhook"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
    test_webhook: {
        parameters: {
            query?: {
                /** @description The organization, for members of several. */
                orgId?: components["parameters"]["orgId"];
            };
            header?: {
                /** @description A repeated request with the same key and body within 24 hours gets the first response, or only its status and `{ data: { id } }` if the response was not kept. A refused request does not use up the key. */
                "Idempotency-Key"?: components["parameters"]["Idempotency-Key"];
            };
            path: {
                /** @description The id of the webhook. */
                webhookId: components["parameters"]["webhookId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Accepted. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["WebhookDelivery"];
                        error: Record<string, never> | null;
                        meta: components["schemas"]["Meta"];
                    };
                };
            };
        };
    };
}
