// Which assistants readers are offered, in which order, and the site's custom assistants.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";

import { Button, IconButton } from "../../../ui/elements/Button";
import { SelectField } from "../../../ui/fields/fields";
import { Card } from "../../../ui/page/page";
import { CustomPlatformDialog } from "./CustomPlatformDialog";
import { offered, type Draft } from "../draft";
import { OrderedList } from "./OrderedList";
import { Said, type PartProps } from "./part";
import styles from "../WidgetPage.module.css";

const NONE = "";

export function AssistantsPart({ draft, set, registry, warnings, failure }: PartProps) {
  const { t } = useLingui();
  const [isAdding, setAdding] = useState(false);
  const platforms = offered(draft);
  const known = new Map(registry.platforms.map((platform) => [platform.id, platform]));
  const own = new Map(draft.customPlatforms.map((platform) => [platform.id, platform]));
  const others = registry.platforms.filter(({ id }) => !platforms.some((platform) => platform.id === id));
  const items = platforms.map(({ id, enabled, label }) => ({
    id, isOn: enabled, name: label ?? known.get(id)?.name ?? own.get(id)?.label ?? id, mark: known.get(id)?.mark,
    note: known.get(id)?.strategy === "copy_then_open" ? t`copy and open` : own.has(id) ? t`your own` : undefined,
  }));
  const order = (ids: string[]): void => {
    set({ platforms: ids.flatMap((id) => platforms.filter((platform) => platform.id === id)) });
  };
  const remove = (id: string): void => {
    set({ platforms: platforms.filter((platform) => platform.id !== id), customPlatforms: draft.customPlatforms.filter((platform) => platform.id !== id) });
  };
  const add = (id: string): void => {
    if (id !== NONE) set({ platforms: [...platforms, { id, enabled: true, label: null, promptId: null }] });
  };
  return (
    <Card title={t`Assistants`}>
      <OrderedList
        label={t`Assistants`} items={items} onOrder={order}
        onSwitch={(id, enabled) => { set({ platforms: platforms.map((platform) => (platform.id === id ? { ...platform, enabled } : platform)) }); }}
        more={(id) => <IconButton icon="close" label={t`Remove ${items.find((item) => item.id === id)?.name ?? id}`} onPress={() => { remove(id); }} />}
      />
      <div className={styles.inside}>
        <Said at="platforms" warnings={warnings} failure={failure} />
        <Said at="customPlatforms" warnings={warnings} failure={failure} />
        <SelectField
          label={t`Add an assistant`} chosen={NONE} onChoose={add}
          choices={[{ id: NONE, label: t`Choose one` }, ...others.map(({ id, name, strategy }) => ({ id, label: strategy === "copy_then_open" ? t`${name} (copy and open)` : name }))]}
          hint={t`“Copy and open”: it can’t be prefilled, so readers paste the prompt.`}
        />
        <div><Button icon="plus" onPress={() => { setAdding(true); }}><Trans>Custom assistant…</Trans></Button></div>
      </div>
      {isAdding ? (
        <CustomPlatformDialog
          taken={[...known.keys(), ...platforms.map(({ id }) => id)]} onClose={() => { setAdding(false); }}
          onAdd={(platform: Draft["customPlatforms"][number]) => {
            set({ customPlatforms: [...draft.customPlatforms, platform], platforms: [...platforms, { id: platform.id, enabled: true, label: null, promptId: null }] });
            setAdding(false);
          }}
        />
      ) : null}
    </Card>
  );
}
