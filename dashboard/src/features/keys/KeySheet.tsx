// A key with its settings and its use. The use is requests by day, and by route and status.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { BarList } from "../../ui/charts/BarList";
import { SeriesChart } from "../../ui/charts/SeriesChart";
import { Sheet } from "../../ui/dialogs/Sheet";
import { Button } from "../../ui/elements/Button";
import facts from "../../ui/page/facts.module.css";
import { Card, Empty } from "../../ui/page/page";
import { NotLoaded } from "../../ui/loading/Loaded";
import { useForms } from "../../words/forms";
import { useChartFile } from "../shared/files/chart_file";
import { slotsOf } from "../shared/analytics/slots";
import { keyUsageQuery, type ApiKey } from "../shared/keys/queries";
import { OUTCOMES, datesOf, rowsOf, valuesOf, type KeyUsage, type Outcome } from "./usage_plot";

/** The number of routes that are shown at first. */
const ROUTES_AT_FIRST = 9;

export function KeySheet({
  orgId,
  apiKey,
  onChange,
  onClose,
}: {
  orgId: string;
  apiKey: ApiKey | undefined;
  /** Opens the form that changes the key. */
  onChange: () => void;
  onClose: () => void;
}) {
  const { t } = useLingui();
  const forms = useForms();
  if (apiKey === undefined)
    return (
      <Sheet title={t`Key`} onClose={onClose}>
        <Empty title={t`This key is not in the list`}>
          <Trans>Show revoked and expired keys, or show more.</Trans>
        </Empty>
      </Sheet>
    );
  const { name, maskedKey, scopes, createdAt, createdBy, status, replacedById } = apiKey;
  const mayChange = status === "active" && replacedById === null;
  return (
    <Sheet
      title={name === "" ? maskedKey : name}
      {...(mayChange
        ? {
            acts: (
              <Button onPress={onChange}>
                <Trans>Change…</Trans>
              </Button>
            ),
          }
        : {})}
      onClose={onClose}
    >
      <dl className={facts.facts}>
        <div>
          <dt>
            <Trans>Key</Trans>
          </dt>
          <dd>
            <code>{maskedKey}</code>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Scopes</Trans>
          </dt>
          <dd>
            <code>{scopes.join(" ")}</code>
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Created</Trans>
          </dt>
          <dd>
            {forms.moment(createdAt)} {createdBy === null ? null : <small>{createdBy.email}</small>}
          </dd>
        </div>
      </dl>
      <Usage orgId={orgId} keyId={apiKey.id} />
    </Sheet>
  );
}

function Usage({ orgId, keyId }: { orgId: string; keyId: string }) {
  const { t } = useLingui();
  const { data, error, refetch } = useQuery(keyUsageQuery(orgId, keyId));
  if (data === undefined) return <NotLoaded error={error} refetch={refetch} />;
  if (data.uses.length === 0)
    return (
      <Empty title={t`No requests in the last 90 days`}>
        <Trans>Requests appear here a few seconds after they were made.</Trans>
      </Empty>
    );
  return (
    <>
      <Chart usage={data} />
      <Routes usage={data} />
    </>
  );
}

function Chart({ usage }: { usage: KeyUsage }) {
  const { t } = useLingui();
  const forms = useForms();
  const onSave = useChartFile(usage);
  const names: Record<Outcome, string> = { success: t`Successful`, refused: t`Refused (4xx)`, failed: t`Failed (5xx)` };
  const { slots, values } = useMemo(() => {
    const dates = datesOf(usage);
    return { slots: slotsOf(dates, "day", "UTC", forms, new Date(), usage.to), values: valuesOf(usage) };
  }, [usage, forms]);
  return (
    <SeriesChart
      slots={slots}
      series={OUTCOMES.map((id, place) => ({ id, name: names[id], color: place + 1, values: values[id] }))}
      isWhole
      form={forms.number}
      title={t`Requests by day (UTC)`}
      slotName={t`Day`}
      onSave={onSave}
    />
  );
}

function Routes({ usage }: { usage: KeyUsage }) {
  const { t } = useLingui();
  const [isWhole, setWhole] = useState(false);
  const rows = rowsOf(usage);
  const shown = isWhole ? rows : rows.slice(0, ROUTES_AT_FIRST);
  return (
    <Card title={t`Routes`}>
      <BarList
        head={[t`Route`, t`Requests`, t`Status`]}
        rows={shown.map(({ status, ...row }) => ({ ...row, more: [String(status)] }))}
        of={usage.requests}
      />
      {shown.length === rows.length ? null : (
        <Button
          onPress={() => {
            setWhole(true);
          }}
        >
          <Trans>Show more</Trans>
        </Button>
      )}
    </Card>
  );
}
