// The widget's appearance: theme, layout, accent color, corners, size, icons.

import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Input, Label, TextField } from "react-aria-components";

import { every } from "../../../api/closed_list";
import { Card } from "../../../ui/page/page";
import { SelectField } from "../../../ui/fields/fields";
import fields from "../../../ui/fields/fields.module.css";
import type { Draft } from "../draft";
import { ChoiceRow, FieldRow, SettingMessages, memoPart, type PartProps } from "./part";
import styles from "../WidgetPage.module.css";
import { FieldMessage } from "../../../ui/fields/FieldMessage";

type Theme = Draft["theme"];

const PRESETS = every<Theme["preset"]>()(["auto", "light", "dark", "blend"]);
const LAYOUTS = every<Theme["layout"]>()(["row", "stacked", "menu", "bar", "compact"]);
const SIZES = every<Theme["size"]>()(["sm", "md", "lg"]);
const MARKS = every<Theme["marks"]>()(["mono", "brand", "none"]);
const RADII = [0, 4, 8, 12, 16, 24];
const HEX = /^#[0-9a-f]{6}$/i;

export const AppearancePart = memoPart(
  ["theme"],
  function AppearancePart({ draft, set, warnings, failure }: PartProps<"theme">) {
    const { t } = useLingui();
    const { theme } = draft;
    const change = (part: Partial<Theme>) => {
      set({ theme: { ...theme, ...part } });
    };
    const said = (at: string) => <SettingMessages at={at} warnings={warnings} failure={failure} />;
    const radii = RADII.includes(theme.radius) ? RADII : [...RADII, theme.radius].sort((a, b) => a - b);
    return (
      <Card title={t`Appearance`}>
        <ChoiceRow
          title={msg`Theme`}
          values={PRESETS}
          chosen={theme.preset}
          onChoose={(preset) => {
            change({ preset });
          }}
        />
        <ChoiceRow
          title={msg`Layout`}
          values={LAYOUTS}
          chosen={theme.layout}
          onChoose={(layout) => {
            change({ layout });
          }}
        />
        <FieldRow
          title={<Trans>Accent color</Trans>}
          note={<SettingMessages at="theme.accent" warnings={warnings} failure={null} />}
        >
          <TextField
            name="theme.accent"
            className={styles.accent}
            value={theme.accent}
            onChange={(accent) => {
              change({ accent: accent.trim() });
            }}
            maxLength={7}
          >
            <Label className={styles.unseen}>{t`Accent color`}</Label>
            <div className={styles.swatch}>
              {/* The browser's own color picker: offers every color and needs no code. */}
              <input
                type="color"
                aria-label={t`Choose the accent color`}
                value={HEX.test(theme.accent) ? theme.accent.toLowerCase() : "#000000"}
                onChange={({ target }) => {
                  change({ accent: target.value });
                }}
              />
              <Input className={fields.input} />
            </div>
            <FieldMessage />
          </TextField>
        </FieldRow>
        <ChoiceRow
          title={msg`Icons`}
          values={MARKS}
          chosen={theme.marks}
          onChoose={(marks) => {
            change({ marks });
          }}
          note={said("theme.marks")}
        />
        <ChoiceRow
          title={msg`Size`}
          values={SIZES}
          chosen={theme.size}
          onChoose={(size) => {
            change({ size });
          }}
        />
        <div className={styles.inside}>
          <SelectField
            label={t`Corners`}
            name="theme.radius"
            chosen={String(theme.radius)}
            onChoose={(radius) => {
              change({ radius: Number(radius) });
            }}
            choices={radii.map((radius) => ({
              id: String(radius),
              label: radius === 0 ? t`Square corners` : t`${radius} px`,
            }))}
          />
        </div>
      </Card>
    );
  },
);
