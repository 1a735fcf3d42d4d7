// The site's own items, in the order in which readers see them.

import { Trans, useLingui } from "@lingui/react/macro";

import { Button, IconButton } from "../../../ui/elements/Button";
import { SelectField, TextField } from "../../../ui/fields/fields";
import { Card } from "../../../ui/page/page";
import { MENU_KINDS, newListId, ofKind, withMoved, type MenuItem, type MenuKind } from "../draft";
import { useMenuKindNames } from "../menu_kinds";
import { SettingMessages, memoPart, type PartProps } from "./part";
import styles from "../WidgetPage.module.css";

const MAX_ITEMS = 10;
const MAX_LABEL_CHARACTERS = 40;
const MAX_TEXT_CHARACTERS = 500;
const MAX_URL_CHARACTERS = 2_000;

export const MenuPart = memoPart(["menu"], function MenuPart({ draft: { menu }, set, warnings }: PartProps<"menu">) {
  const { t } = useLingui();
  const change = (items: MenuItem[]): void => {
    set({ menu: items });
  };
  return (
    <Card title={t`Own items`}>
      <div className={styles.inside}>
        {menu.length === 0 ? (
          <p className={styles.hint}>
            <Trans>Add your own links and commands between the assistants and the share buttons.</Trans>
          </p>
        ) : (
          <ol className={styles.items} aria-label={t`Own items`}>
            {menu.map((item, place) => (
              <li key={item.id}>
                <Item
                  item={item}
                  place={place}
                  onChange={(changed) => {
                    change(menu.map((one) => (one.id === item.id ? changed : one)));
                  }}
                />
                <span className={styles.acts}>
                  <IconButton
                    icon="up"
                    label={t`Move item ${place + 1} up`}
                    isDisabled={place === 0}
                    onPress={() => {
                      change(withMoved(menu, place, place - 1));
                    }}
                  />
                  <IconButton
                    icon="down"
                    label={t`Move item ${place + 1} down`}
                    isDisabled={place === menu.length - 1}
                    onPress={() => {
                      change(withMoved(menu, place, place + 1));
                    }}
                  />
                  <IconButton
                    icon="close"
                    label={t`Remove item ${place + 1}`}
                    onPress={() => {
                      change(menu.filter((one) => one.id !== item.id));
                    }}
                  />
                </span>
              </li>
            ))}
          </ol>
        )}
        <SettingMessages at="menu" warnings={warnings} failure={null} />
        <div>
          <Button
            icon="plus"
            isDisabled={menu.length >= MAX_ITEMS}
            onPress={() => {
              change([...menu, ofKind({ id: newListId(menu), label: "" }, "link")]);
            }}
          >
            <Trans>Add an item</Trans>
          </Button>
        </div>
      </div>
    </Card>
  );
});

/** The fields of an item. Fields are named by the API's paths, so that its messages are shown at them. */
function Item({ item, place, onChange }: { item: MenuItem; place: number; onChange: (item: MenuItem) => void }) {
  const { t } = useLingui();
  const names = useMenuKindNames();
  const hints: Readonly<Partial<Record<MenuKind, string>>> = {
    editor: t`Adds an MCP server to the editor: one link for Cursor and one for VS Code.`,
    markdown: t`Opens the page’s own Markdown, or a copy that the browser makes.`,
    preferred_source: t`Opens Google’s settings, where readers choose your site as a preferred source.`,
  };
  const field = (name: string): string => `menu[${String(place)}].${name}`;
  return (
    <div className={styles.form} role="group" aria-label={t`Item ${place + 1}`}>
      <SelectField
        label={t`Kind`}
        name={field("kind")}
        chosen={item.kind}
        onChoose={(kind) => {
          const known = MENU_KINDS.find((one) => one === kind);
          if (known !== undefined) onChange(ofKind(item, known));
        }}
        choices={MENU_KINDS.map((kind) => ({ id: kind, label: names(kind) }))}
        hint={hints[item.kind]}
      />
      <TextField
        label={t`Label`}
        name={field("label")}
        value={item.label}
        maxLength={MAX_LABEL_CHARACTERS}
        isRequired
        onChange={(label) => {
          onChange({ ...item, label });
        }}
      />
      {item.url === null ? null : (
        <TextField
          label={t`URL`}
          name={field("url")}
          value={item.url}
          maxLength={MAX_URL_CHARACTERS}
          isRequired
          placeholder={item.kind === "editor" ? "https://mcp.example.com/" : "https://example.com/"}
          onChange={(url) => {
            onChange({ ...item, url });
          }}
        />
      )}
      {item.text === null ? null : (
        <TextField
          label={t`Command`}
          name={field("text")}
          value={item.text}
          maxLength={MAX_TEXT_CHARACTERS}
          isRequired
          placeholder="npx example-mcp"
          hint={t`One line, which a click copies.`}
          onChange={(text) => {
            onChange({ ...item, text });
          }}
        />
      )}
    </div>
  );
}
