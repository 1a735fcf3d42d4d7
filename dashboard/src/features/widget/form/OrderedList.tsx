// An ordered list that readers see. Each row has a switch, and is moved with the keyboard, with buttons, or by dragging its
// handle.

import { Trans, useLingui } from "@lingui/react/macro";
import { useRef, useState, type DragEvent, type ReactNode } from "react";

import { IconButton } from "../../../ui/elements/Button";
import { Switch } from "../../../ui/fields/Switch";
import { withMoved } from "../draft";
import styles from "./OrderedList.module.css";

export interface OrderedItem {
  id: string;
  name: string;
  isOn: boolean;
  /** One SVG path in a box of 24 × 24. */
  mark?: string | null | undefined;
  note?: string | undefined;
}

interface OrderedListProps {
  label: string;
  items: readonly OrderedItem[];
  onOrder: (ids: string[]) => void;
  onSwitch: (id: string, isOn: boolean) => void;
  /** Other controls of a row, such as a button that removes it. */
  more?: (id: string) => ReactNode;
}

export function OrderedList({ label, items, onOrder, onSwitch, more }: OrderedListProps) {
  const { t } = useLingui();
  const [said, setSaid] = useState("");
  const [dragged, setDragged] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const ids = items.map(({ id }) => id);
  const move = (id: string, to: number): void => {
    const from = ids.indexOf(id);
    if (to < 0 || to >= ids.length || from === to) return;
    onOrder(withMoved(ids, from, to));
    const name = items[from]?.name ?? id;
    setSaid(t`${name} is now number ${to + 1} of ${ids.length}.`);
    // The clicked button moves with its row, and some browsers would then remove the focus from it.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] [data-focused]`)?.focus());
  };
  const over = (event: DragEvent, id: string): void => {
    if (dragged === null) return;
    event.preventDefault();
    if (dragged !== id) move(dragged, ids.indexOf(id));
  };
  return (
    <>
      <ul className={styles.list} aria-label={label} ref={list}>
        {items.map(({ id, name, isOn, mark, note }, place) => (
          <li
            key={id} data-id={id} className={styles.item} data-dragged={dragged === id || undefined}
            onDragOver={(event) => { over(event, id); }}
            onKeyDown={(event) => {
              if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
              event.preventDefault();
              move(id, place + (event.key === "ArrowUp" ? -1 : 1));
            }}
          >
            <span
              className={styles.handle} draggable aria-hidden="true"
              onDragStart={(event) => {
                event.dataTransfer.effectAllowed = "move";
                event.dataTransfer.setData("text/plain", name);
                setDragged(id);
              }}
              onDragEnd={() => { setDragged(null); }}
            >
              <svg viewBox="0 0 8 12"><path d="M2 2h.01M6 2h.01M2 6h.01M6 6h.01M2 10h.01M6 10h.01" /></svg>
            </span>
            <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">{mark === null || mark === undefined ? null : <path fillRule="evenodd" d={mark} />}</svg>
            <span className={styles.name}>{name}{note === undefined ? null : <small>{note}</small>}</span>
            <span className={styles.acts}>
              {more?.(id)}
              <IconButton icon="up" label={t`Move ${name} up`} isDisabled={place === 0} onPress={() => { move(id, place - 1); }} />
              <IconButton icon="down" label={t`Move ${name} down`} isDisabled={place === items.length - 1} onPress={() => { move(id, place + 1); }} />
            </span>
            <Switch aria-label={name} isSelected={isOn} onChange={(on) => { onSwitch(id, on); }} />
          </li>
        ))}
      </ul>
      <p className={styles.said} role="status">{said}</p>
      {items.length < 2 ? null : <p className={styles.hint}><Trans>Shown to readers in this order. Drag a row, or press Alt and an arrow key.</Trans></p>}
    </>
  );
}
