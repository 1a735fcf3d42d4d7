// Share buttons, and whether readers can copy the page.

import { Trans, useLingui } from "@lingui/react/macro";

import { SelectField } from "../../../ui/fields/fields";
import { Card } from "../../../ui/page/page";
import { Switch } from "../../../ui/fields/Switch";
import { RegistryLoader } from "./RegistryLoader";
import { OrderedList } from "./OrderedList";
import { SettingMessages, memoPart, type PartProps } from "./part";
import styles from "../WidgetPage.module.css";

const NONE = "";

export const SharePart = memoPart(
  ["social", "markdown"],
  function SharePart({ draft, set, known, isPreviewed, warnings, failure }: PartProps<"social" | "markdown">) {
    const { t } = useLingui();
    const { social, markdown } = draft;
    const others = known.registry?.networks.filter(({ id }) => !social.some((network) => network.id === id));
    return (
      <Card title={t`Share buttons`}>
        <RegistryLoader known={known} ids={isPreviewed ? social.map(({ id }) => id) : undefined}>
          <OrderedList
            label={t`Share buttons`}
            items={social.map(({ id, enabled }) => ({
              id,
              isOn: enabled,
              name: known.nameOf(id),
              mark: known.of(id)?.mark,
            }))}
            onOrder={(ids) => {
              set({ social: ids.flatMap((id) => social.filter((network) => network.id === id)) });
            }}
            onSwitch={(id, enabled) => {
              set({ social: social.map((network) => (network.id === id ? { ...network, enabled } : network)) });
            }}
          />
          <div className={styles.inside}>
            <SettingMessages at="social" warnings={warnings} failure={failure} />
            {others?.length === 0 ? null : (
              <SelectField
                label={t`Add a share button`}
                chosen={NONE}
                choices={[
                  { id: NONE, label: known.isLoading ? t`Loading` : t`Choose one` },
                  ...(others ?? []).map(({ id, name }) => ({ id, label: name })),
                ]}
                onChoose={(id) => {
                  if (id !== NONE) set({ social: [...social, { id, enabled: true }] });
                }}
              />
            )}
            <Switch
              isSelected={markdown.copy}
              onChange={(copy) => {
                set({ markdown: { copy } });
              }}
              hint={t`As Markdown, to paste elsewhere.`}
            >
              <Trans>Readers can copy the page</Trans>
            </Switch>
          </div>
        </RegistryLoader>
      </Card>
    );
  },
);
