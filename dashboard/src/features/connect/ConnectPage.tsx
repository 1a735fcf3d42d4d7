// `/connect`: asks a person whether, and how, an app may act as them.

import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";

import { api, ask, type Schemas } from "../../api/client";
import { usePlace, type Organization } from "../../shell/place";
import { useSites } from "../../shell/switchers/switchers";
import { CheckboxList } from "../../ui/fields/CheckboxList";
import { Checkbox, SelectField } from "../../ui/fields/fields";
import settings from "../../ui/forms/settings.module.css";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { useSeenFor } from "../../ui/hooks/seen_for";
import facts from "../../ui/page/facts.module.css";
import { Card, Note, PageHead } from "../../ui/page/page";
import { Loaded } from "../../ui/loading/Loaded";
import { isScheme, useDestination } from "../shared/apps/destination";
import type { Scope } from "../shared/keys/queries";
import { SCOPES } from "../shared/keys/scopes";
import { decoded, givable } from "./app_request";

/** How long the button is in view before it can be clicked. */
const READING_MS = 600;

type Days = "1" | "7" | "30" | "90" | "365";

type Asked = Schemas["AskedAccess"];

export function ConnectPage() {
  const { t } = useLingui();
  const { request = "" } = useSearch({ from: "/shell/connect" });
  const { me } = usePlace();
  const query = decoded(request);
  const asked = useQuery({
    queryKey: ["app request", query],
    queryFn: () => ask(api.POST("/api/v1/auth/apps/request", { body: { request: query } })),
    retry: false,
  });
  const orgs = me.orgs.filter(({ plan }) => plan !== "free");
  return (
    <>
      <PageHead
        isNarrow
        title={t`Connect an app`}
        guide="mcp#connecting-without-a-key"
        help={<Trans>An app that you connect reads your figures as you, until you disconnect it.</Trans>}
      />
      <Loaded query={asked}>
        {(data) =>
          orgs.length === 0 ? (
            <Note tone="warn">
              <Trans>
                None of your organizations has a plan with connected apps. They are included in Pro and higher.
              </Trans>
            </Note>
          ) : (
            <Consent query={query} asked={data} orgs={orgs} />
          )
        }
      </Loaded>
    </>
  );
}

function Consent({ query, asked, orgs }: { query: string; asked: Asked; orgs: readonly Organization[] }) {
  const { t } = useLingui();
  const { me, org: last } = usePlace();
  const shown = useDestination();
  const [orgId, setOrgId] = useState(orgs.find(({ id }) => id === last?.id)?.id ?? orgs[0]?.id ?? "");
  const org = orgs.find(({ id }) => id === orgId) ?? orgs[0];
  if (org === undefined) return null;
  return (
    <>
      <Card title={t`Who asks`}>
        <div className={settings.part}>
          <dl className={facts.facts}>
            <div>
              <dt>
                <Trans>Answers are sent to</Trans>
              </dt>
              <dd>
                <strong>{shown(asked.destination)}</strong>
              </dd>
            </div>
            <div>
              <dt>
                <Trans>Calls itself</Trans>
              </dt>
              <dd>
                {asked.clientName === "" ? <Trans>nothing</Trans> : `“${asked.clientName}”`}{" "}
                {asked.isEntered ? null : <Trans>(not verified)</Trans>}
              </dd>
            </div>
            <div>
              <dt>
                <Trans>Describes itself at</Trans>
              </dt>
              <dd>
                {asked.isEntered ? (
                  <Trans>no address: the operator of this instance entered it</Trans>
                ) : (
                  (asked.documentHost ?? <Trans>no address: it registered itself</Trans>)
                )}
              </dd>
            </div>
            <div>
              <dt>
                <Trans>Acts as</Trans>
              </dt>
              <dd>{me.user.email}</dd>
            </div>
          </dl>
        </div>
      </Card>
      {asked.isThisComputer ? (
        <Note tone="warn">
          <Trans>
            The answer is sent to a program on your own computer. Any program there can ask in the name of another.
            Continue only if you have just started this yourself.
          </Trans>
        </Note>
      ) : null}
      {isScheme(asked.destination) ? (
        <Note tone="warn">
          <Trans>
            The answer is sent to an app on this device, and any app can use this scheme. Continue only if you have just
            started this yourself.
          </Trans>
        </Note>
      ) : null}
      <Card title={t`What it may do`}>
        <div className={settings.part}>
          <Choices key={org.id} query={query} asked={asked} org={org} orgs={orgs} onOrganization={setOrgId} />
        </div>
      </Card>
    </>
  );
}

function Choices({
  query,
  asked,
  org,
  orgs,
  onOrganization,
}: {
  query: string;
  asked: Asked;
  org: Organization;
  orgs: readonly Organization[];
  onOrganization: (orgId: string) => void;
}) {
  const { t, i18n } = useLingui();
  const { data: sites = [] } = useSites(org.id);
  const possible = givable(asked.scopes, org.role);
  const [scopes, setScopes] = useState<Scope[]>(possible.filter((scope) => scope.endsWith(":read")));
  const [siteChoice, setSiteChoice] = useState<"all" | "some">("all");
  const [siteIds, setSiteIds] = useState<string[]>([]);
  const [days, setDays] = useState<Days>("30");
  const { ref: end, isSeen } = useSeenFor<HTMLDivElement>(READING_MS);
  const connect = async (): Promise<void> => {
    const { redirectUrl } = await ask(
      api.POST("/api/v1/orgs/{orgId}/apps", {
        params: { path: { orgId: org.id } },
        body: {
          request: query,
          fingerprint: asked.fingerprint,
          scopes,
          expiresInDays: Number(days),
          ...(siteChoice === "all" ? {} : { siteIds }),
        },
      }),
    );
    window.location.assign(redirectUrl);
  };
  return (
    <SubmitForm
      fields={["scopes", "siteIds", "expiresInDays"]}
      act={<Trans>Connect</Trans>}
      isDisabled={!isSeen}
      work={connect}
      sent={<Trans>The app is connected. If it does not open by itself, return to it.</Trans>}
      onCancel={() => {
        window.location.assign(asked.refusedUrl);
      }}
    >
      {orgs.length === 1 ? null : (
        <SelectField
          label={t`Organization`}
          choices={orgs.map(({ id, name }) => ({ id, label: name }))}
          chosen={org.id}
          onChoose={onOrganization}
        />
      )}
      <CheckboxList
        label={t`Scopes`}
        name="scopes"
        isRequired
        chosen={scopes}
        onChoose={(chosen) => {
          setScopes(chosen as Scope[]);
        }}
      >
        {SCOPES.filter(({ scope }) => possible.includes(scope)).map(({ scope, words }) => (
          <Checkbox key={scope} value={scope} hint={<code>{scope}</code>}>
            {i18n._(words)}
          </Checkbox>
        ))}
      </CheckboxList>
      <SelectField
        label={t`Sites`}
        choices={[
          { id: "all", label: t`All sites that I see, including future ones` },
          { id: "some", label: t`Selected sites` },
        ]}
        chosen={siteChoice}
        onChoose={setSiteChoice}
      />
      {siteChoice === "all" ? null : (
        <CheckboxList label={t`Selected sites`} name="siteIds" isRequired chosen={siteIds} onChoose={setSiteIds}>
          {sites.map(({ id, name, domain }) => (
            <Checkbox key={id} value={id} hint={domain}>
              {name}
            </Checkbox>
          ))}
        </CheckboxList>
      )}
      <div ref={end}>
        <SelectField
          label={t`Ends after`}
          choices={[
            { id: "1", label: t`1 day` },
            { id: "7", label: t`7 days` },
            { id: "30", label: t`30 days` },
            { id: "90", label: t`90 days` },
            { id: "365", label: t`1 year` },
          ]}
          chosen={days}
          onChoose={setDays}
        />
      </div>
    </SubmitForm>
  );
}
