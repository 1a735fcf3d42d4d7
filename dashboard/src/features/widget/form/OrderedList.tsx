// An ordered list that readers see. Each row has a switch, and is moved with the keyboard, with buttons, or by dragging
// its handle.

import { Trans, useLingui } from "@lingui/react/macro";
import { memo, useRef, useState, type RefObject } from "react";

import { IconButton } from "../../../ui/elements/Button";
import { Switch } from "../../../ui/fields/Switch";
import { useLatest } from "../../../ui/hooks/latest";
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
  /** Set if rows can be removed. */
  onRemove?: (id: string) => void;
}

export function OrderedList({ label, items, onOrder, onSwitch, onRemove }: OrderedListProps) {
  const { t } = useLingui();
  const [said, setSaid] = useState("");
  const [dragged, setDragged] = useState<string | null>(null);
  const list = useRef<HTMLUListElement>(null);
  const move = (id: string, to: number): void => {
    const ids = items.map((item) => item.id);
    const from = ids.indexOf(id);
    if (to < 0 || to >= ids.length || from === to) return;
    onOrder(withMoved(ids, from, to));
    const name = items[from]?.name ?? id;
    setSaid(t`${name} is now number ${to + 1} of ${ids.length}.`);
    // The clicked button moves with its row, and some browsers would then remove the focus from it.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(id)}"] [data-focused]`)?.focus(),
    );
  };
  const acts = useLatest({ move, onSwitch, onRemove });
  return (
    <>
      <ul className={styles.list} aria-label={label} ref={list}>
        {items.map(({ id, name, isOn, mark, note }, place) => (
          <Row
            key={id}
            id={id}
            name={name}
            isOn={isOn}
            mark={mark}
            note={note}
            place={place}
            isLast={place === items.length - 1}
            dragged={dragged}
            setDragged={setDragged}
            isRemovable={onRemove !== undefined}
            acts={acts}
          />
        ))}
      </ul>
      <p className={styles.said} role="status">
        {said}
      </p>
      {items.length < 2 ? null : (
        <p className={styles.hint}>
          <Trans>Shown to readers in this order. Drag a row, or press Alt and an arrow key.</Trans>
        </p>
      )}
    </>
  );
}

interface RowProps extends OrderedItem {
  place: number;
  isLast: boolean;
  /** The row that is being dragged. */
  dragged: string | null;
  setDragged: (id: string | null) => void;
  isRemovable: boolean;
  acts: RefObject<{
    move: (id: string, to: number) => void;
    onSwitch: (id: string, isOn: boolean) => void;
    onRemove: ((id: string) => void) | undefined;
  }>;
}

/** Rendered again only when the row itself changes: a click in one row must not wait for the others. */
const Row = memo(function Row({
  id,
  name,
  isOn,
  mark,
  note,
  place,
  isLast,
  dragged,
  setDragged,
  isRemovable,
  acts,
}: RowProps) {
  const { t } = useLingui();
  const move = (to: number): void => {
    acts.current.move(id, to);
  };
  return (
    <li
      data-id={id}
      className={styles.item}
      data-dragged={dragged === id || undefined}
      onDragOver={(event) => {
        if (dragged === null) return;
        event.preventDefault();
        if (dragged !== id) acts.current.move(dragged, place);
      }}
      onKeyDown={(event) => {
        if (!event.altKey || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
        event.preventDefault();
        move(place + (event.key === "ArrowUp" ? -1 : 1));
      }}
    >
      <span
        className={styles.handle}
        draggable
        aria-hidden="true"
        onDragStart={(event) => {
          event.dataTransfer.effectAllowed = "move";
          event.dataTransfer.setData("text/plain", name);
          setDragged(id);
        }}
        onDragEnd={() => {
          setDragged(null);
        }}
      >
        <svg viewBox="0 0 8 12">
          <path d="M2 2h.01M6 2h.01M2 6h.01M6 6h.01M2 10h.01M6 10h.01" />
        </svg>
      </span>
      <svg className={styles.mark} viewBox="0 0 24 24" aria-hidden="true">
        {mark === null || mark === undefined ? null : <path fillRule="evenodd" d={mark} />}
      </svg>
      <span className={styles.name}>
        {name}
        {note === undefined ? null : <small>{note}</small>}
      </span>
      <span className={styles.acts}>
        {isRemovable ? (
          <IconButton
            icon="close"
            label={t`Remove ${name}`}
            onPress={() => {
              acts.current.onRemove?.(id);
            }}
          />
        ) : null}
        <IconButton
          icon="up"
          label={t`Move ${name} up`}
          isDisabled={place === 0}
          onPress={() => {
            move(place - 1);
          }}
        />
        <IconButton
          icon="down"
          label={t`Move ${name} down`}
          isDisabled={isLast}
          onPress={() => {
            move(place + 1);
          }}
        />
      </span>
      <Switch
        aria-label={name}
        isSelected={isOn}
        onChange={(on) => {
          acts.current.onSwitch(id, on);
        }}
      />
    </li>
  );
});
