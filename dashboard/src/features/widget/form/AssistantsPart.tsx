// Which assistants readers see, in which order, and the site's custom assistants.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";

import { Button } from "../../../ui/elements/Button";
import { SelectField } from "../../../ui/fields/fields";
import { Card } from "../../../ui/page/page";
import { useForms } from "../../../words/forms";
import { CustomPlatformDialog } from "./CustomPlatformDialog";
import { orderedPlatforms, type Draft } from "../draft";
import { RegistryLoader } from "./RegistryLoader";
import { OrderedList } from "./OrderedList";
import { SettingMessages, memoPart, type PartProps } from "./part";
import styles from "../WidgetPage.module.css";

const NONE = "";

export const AssistantsPart = memoPart(
  ["platforms", "customPlatforms"],
  function AssistantsPart({
    draft,
    set,
    known,
    isPreviewed,
    warnings,
    failure,
  }: PartProps<"platforms" | "customPlatforms">) {
    const { t } = useLingui();
    const forms = useForms();
    const [isAdding, setAdding] = useState(false);
    const platforms = orderedPlatforms(draft);
    const all = known.registry?.platforms ?? [];
    const own = new Map(draft.customPlatforms.map((platform) => [platform.id, platform]));
    const others = all.filter(({ id }) => !platforms.some((platform) => platform.id === id));
    const items = platforms.map(({ id, enabled, label }) => ({
      id,
      isOn: enabled,
      name: label ?? own.get(id)?.label ?? known.nameOf(id),
      mark: known.of(id)?.mark,
      note: known.of(id)?.strategy === "copy_then_open" ? t`copy and open` : own.has(id) ? t`your own` : undefined,
    }));
    const order = (ids: string[]): void => {
      set({ platforms: ids.flatMap((id) => platforms.filter((platform) => platform.id === id)) });
    };
    const remove = (id: string): void => {
      set({
        platforms: platforms.filter((platform) => platform.id !== id),
        customPlatforms: draft.customPlatforms.filter((platform) => platform.id !== id),
      });
    };
    const add = (id: string): void => {
      if (id !== NONE) set({ platforms: [...platforms, { id, enabled: true, label: null, promptId: null }] });
    };
    return (
      <Card title={t`Assistants`}>
        <RegistryLoader
          known={known}
          ids={isPreviewed ? platforms.map(({ id }) => id).filter((id) => !own.has(id)) : undefined}
        >
          <OrderedList
            label={t`Assistants`}
            items={items}
            onOrder={order}
            onSwitch={(id, enabled) => {
              set({
                platforms: platforms.map((platform) => (platform.id === id ? { ...platform, enabled } : platform)),
              });
            }}
            onRemove={remove}
          />
          <div className={styles.inside}>
            <SettingMessages at="platforms" warnings={warnings} failure={failure} />
            <SettingMessages at="customPlatforms" warnings={warnings} failure={failure} />
            <SelectField
              label={t`Add an assistant`}
              chosen={NONE}
              onChoose={add}
              choices={[
                { id: NONE, label: known.isLoading ? t`Loading` : t`Choose one` },
                ...others.map(({ id, name, strategy }) => ({
                  id,
                  label: strategy === "copy_then_open" ? t`${name} (copy and open)` : name,
                })),
              ]}
              hint={t`“Copy and open”: these assistants can’t be prefilled, so readers paste the prompt.`}
            />
            {typeof known.registry?.fileDate === "string" ? (
              <small>
                <Trans>
                  Your operator’s file of links was written on{" "}
                  {forms.days(known.registry.fileDate, known.registry.fileDate)}.
                </Trans>
              </small>
            ) : null}
            <div>
              <Button
                icon="plus"
                onPress={() => {
                  setAdding(true);
                }}
              >
                <Trans>Custom assistant…</Trans>
              </Button>
            </div>
          </div>
        </RegistryLoader>
        {isAdding ? (
          <CustomPlatformDialog
            taken={[...all.map(({ id }) => id), ...platforms.map(({ id }) => id)]}
            onClose={() => {
              setAdding(false);
            }}
            onAdd={(platform: Draft["customPlatforms"][number]) => {
              set({
                customPlatforms: [...draft.customPlatforms, platform],
                platforms: [...platforms, { id: platform.id, enabled: true, label: null, promptId: null }],
              });
              setAdding(false);
            }}
          />
        ) : null}
      </Card>
    );
  },
);
