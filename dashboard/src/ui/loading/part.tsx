// Components whose code is loaded when they are needed. React never retries a failed load; here the next use tries
// again. Until then the page stays as it is, with a message about the missing part.

import { Trans } from "@lingui/react/macro";
import { createContext, useContext, useEffect, useState, type ComponentType } from "react";

import { Button } from "../elements/Button";
import styles from "./part.module.css";

/**
 * Whether a component is needed, for example because its menu was opened, and what to call when loading fails or is
 * tried again.
 */
export interface LoadRequest {
  isWanted: boolean;
  onFailure: () => void;
  onRetry: () => void;
}

const nothing = (): void => undefined;
/** The default: a component is needed when it is rendered. */
export const ALWAYS_LOADED: LoadRequest = { isWanted: true, onFailure: nothing, onRetry: nothing };
export const LoadContext = createContext(ALWAYS_LOADED);

/** A component whose code is loaded later. `Waiting` is shown in its place while it loads. */
export function part<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Waiting?: ComponentType,
): ComponentType<Props> {
  let Loaded: ComponentType<Props> | undefined;
  return function Part(props: Props) {
    const { isWanted, onFailure, onRetry } = useContext(LoadContext);
    const [tries, setTries] = useState(0);
    const [hasFailed, setFailed] = useState(false);
    const [, setLoaded] = useState(Loaded !== undefined);
    useEffect(() => {
      if (Loaded !== undefined || !isWanted) return undefined;
      let isHere = true;
      load().then(
        (component) => {
          Loaded = component;
          if (isHere) setLoaded(true);
        },
        () => {
          if (!isHere) return;
          setFailed(true);
          onFailure();
        },
      );
      return () => {
        isHere = false;
      };
      // The callback changes with every render, which is no reason to load again.
      // eslint-disable-next-line react-hooks/exhaustive-deps
    }, [isWanted, tries]);
    if (Loaded !== undefined) return <Loaded {...props} />;
    if (hasFailed)
      return (
        <Missing
          onRetry={() => {
            setTries(tries + 1);
            onRetry();
          }}
        />
      );
    return Waiting === undefined ? null : <Waiting />;
  };
}

function Missing({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={styles.place}>
      <div className={styles.message} role="alert">
        <span>
          <Trans>This part of the page could not be loaded. Check your connection, then try again.</Trans>
        </span>
        <Button onPress={onRetry}>
          <Trans>Try again</Trans>
        </Button>
      </div>
    </div>
  );
}
