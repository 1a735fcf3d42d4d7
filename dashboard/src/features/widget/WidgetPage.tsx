// `/sites/:siteId/widget`: the widget's appearance and content, with a preview of the real widget. Readers see changes
// only after they are published.

import { useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";

import { siteQuery } from "../../api/queries";
import { usePlace } from "../../shell/place";
import { AdminsOnly } from "../../shell/RoleGate";
import { Card, PageHead } from "../../ui/page/page";
import { part } from "../../ui/loading/part";
import { Loading, NotLoaded } from "../../ui/loading/Loaded";
import { WhenNear } from "../../ui/loading/WhenNear";
import { WidgetEditor } from "./WidgetEditor";
import styles from "./WidgetPage.module.css";

// Loaded after the editor: these parts are below it and seldom used.
const InstallCheck = part(() =>
  import("../shared/install/InstallCheck").then(({ InstallCheck: component }) => component),
);
const SnippetTabs = part(
  () => import("../shared/install/SnippetTabs").then(({ SnippetTabs: component }) => component),
  Loading,
);

export function WidgetPage() {
  const { t } = useLingui();
  return (
    <AdminsOnly
      title={t`You don’t have access to the widget`}
      why={t`Owners and admins of your organization set up the widget. Ask one of them.`}
    >
      {() => <Widget />}
    </AdminsOnly>
  );
}

function Widget() {
  const { t } = useLingui();
  const { siteId = "" } = usePlace();
  const { data: site, error, refetch } = useQuery(siteQuery(siteId));
  if (site === undefined) {
    return (
      <>
        <PageHead title={t`Widget`} />
        <NotLoaded error={error} refetch={refetch} />
      </>
    );
  }
  return (
    <>
      <WidgetEditor key={site.id} site={site} />
      <Card title={t`On your site`}>
        <div className={styles.inside}>
          <WhenNear>
            <SnippetTabs site={site} />
            <InstallCheck site={site} mayCheck />
          </WhenNear>
        </div>
      </Card>
    </>
  );
}
