// A group of a few choices, of which one is selected.

import { ToggleButton, ToggleButtonGroup } from "react-aria-components";

import styles from "./Segments.module.css";

interface SegmentsProps<Id extends string> {
  label: string;
  choices: readonly { id: Id; label: string }[];
  chosen: Id;
  onChoose: (id: Id) => void;
}

export function Segments<Id extends string>({ label, choices, chosen, onChoose }: SegmentsProps<Id>) {
  return (
    <ToggleButtonGroup
      aria-label={label}
      className={styles.segments}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[chosen]}
      onSelectionChange={(keys) => {
        const choice = choices.find(({ id }) => keys.has(id));
        if (choice !== undefined) onChoose(choice.id);
      }}
    >
      {choices.map(({ id, label: words }) => (
        <ToggleButton key={id} id={id} className={styles.segment}>
          {words}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
