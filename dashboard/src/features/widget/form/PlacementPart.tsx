// The widget's placement (inline, floating, custom element) and the pages that show it.

import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";

import { every } from "../../../api/closed_list";
import { TextAreaField, TextField } from "../../../ui/fields/fields";
import { Card } from "../../../ui/page/page";
import { Switch } from "../../../ui/fields/Switch";
import type { Draft } from "../draft";
import { ChoiceRow, SettingMessages, memoPart, type PartProps } from "./part";
import styles from "../WidgetPage.module.css";

type Placement = Draft["placement"];
type Side = NonNullable<Placement["side"]>;

const MODES = every<Placement["mode"]>()(["inline", "floating", "manual"]);
const AROUND = ["before", "prepend", "append", "after"] as const;
const EDGES = ["bottom-right", "top-right"] as const;
const SIDES = every<Side>()(["start", "end"]);

export const PlacementPart = memoPart(
  ["placement"],
  function PlacementPart({ draft, set, warnings, failure }: PartProps<"placement">) {
    const { t } = useLingui();
    const { placement } = draft;
    const change = (part: Partial<Placement>) => {
      set({ placement: { ...placement, ...part } });
    };
    const changeMode = (mode: Placement["mode"]): void => {
      change(
        mode === "floating"
          ? { mode, position: "bottom-right" }
          : placement.mode === "floating"
            ? { mode, position: "after" }
            : { mode },
      );
    };
    return (
      <Card title={t`Placement`}>
        <ChoiceRow title={msg`Placement`} values={MODES} chosen={placement.mode} onChoose={changeMode} />
        {placement.mode === "inline" ? <Inline placement={placement} change={change} /> : null}
        {placement.mode === "floating" ? <Floating placement={placement} change={change} /> : null}
        <div className={styles.inside}>
          <SettingMessages at="placement.position" warnings={warnings} failure={failure} />
          <PathsField
            label={t`Only on these pages`}
            name="placement.includePaths"
            paths={placement.includePaths}
            onChange={(includePaths) => {
              change({ includePaths });
            }}
            hint={t`One per line. /guides/** matches everything below /guides. Leave empty for every page.`}
          />
          <SettingMessages at="placement.includePaths" warnings={[]} failure={failure} />
          <PathsField
            label={t`Excluded pages`}
            name="placement.excludePaths"
            paths={placement.excludePaths}
            onChange={(excludePaths) => {
              change({ excludePaths });
            }}
            hint={t`Excluded even if a path above matches.`}
          />
          <SettingMessages at="placement.excludePaths" warnings={[]} failure={failure} />
        </div>
      </Card>
    );
  },
);

interface PlacementProps {
  placement: Placement;
  change: (part: Partial<Placement>) => void;
}

function Inline({ placement, change }: PlacementProps) {
  const { t } = useLingui();
  const position = AROUND.find((one) => one === placement.position) ?? "after";
  return (
    <>
      <ChoiceRow
        title={msg`Position`}
        values={AROUND}
        chosen={position}
        onChoose={(chosen) => {
          change({ position: chosen });
        }}
      />
      <div className={styles.inside}>
        <TextField
          label={t`CSS selector`}
          name="placement.selector"
          value={placement.selector ?? ""}
          maxLength={200}
          placeholder="article"
          onChange={(selector) => {
            change({ selector: selector === "" ? null : selector });
          }}
          hint={t`If empty or without a match, the widget looks for the main content on its own.`}
        />
      </div>
    </>
  );
}

function Floating({ placement, change }: PlacementProps) {
  const { t } = useLingui();
  const edge = placement.position?.startsWith("top") === true ? "top-right" : "bottom-right";
  const side = placement.side ?? "end";
  return (
    <>
      <ChoiceRow
        title={msg`Edge`}
        values={EDGES}
        chosen={edge}
        onChoose={(chosen) => {
          change({ position: positionOf(chosen, side) });
        }}
      />
      <ChoiceRow
        title={msg`Side`}
        values={SIDES}
        chosen={side}
        onChoose={(chosen) => {
          change({ side: chosen, position: positionOf(edge, chosen) });
        }}
        note={t`Mirrored on right-to-left pages.`}
      />
      <div className={styles.inside}>
        <TextField
          label={t`Distance from the edge`}
          name="placement.offset"
          inputMode="numeric"
          value={String(placement.offset)}
          maxLength={3}
          onChange={(text) => {
            if (/^\d{0,3}$/.test(text)) change({ offset: Number(text) });
          }}
          hint={t`In pixels, up to 200.`}
        />
        <Switch
          isSelected={placement.hideForToday}
          onChange={(hideForToday) => {
            change({ hideForToday });
          }}
        >
          <Trans>Dismissible for the day</Trans>
        </Switch>
      </div>
    </>
  );
}

/**
 * Both `side` and `position` name left or right. `side` decides; `position` is set to the same side, so that the
 * settings do not contradict each other.
 */
function positionOf(edge: (typeof EDGES)[number], side: Side): Placement["position"] {
  const from = edge === "top-right" ? "top" : "bottom";
  return `${from}-${side === "start" ? "left" : "right"}`;
}

interface PathsFieldProps {
  label: string;
  name: string;
  paths: readonly string[];
  onChange: (paths: string[]) => void;
  hint: string;
}

function PathsField({ label, name, paths, onChange, hint }: PathsFieldProps) {
  return (
    <TextAreaField
      label={label}
      name={name}
      rows={2}
      value={paths.join("\n")}
      hint={hint}
      placeholder="/guides/**"
      onChange={(text) => {
        onChange(text === "" ? [] : text.split("\n").map((line) => line.trim()));
      }}
    />
  );
}
