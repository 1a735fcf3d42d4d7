// The dialogs that change and end a shared link.

import { part } from "../../../ui/loading/part";
import { EndLinkDialog } from "./LinkTable";
import type { SharedLink } from "./queries";

/** With the preview, which only the dialog needs. */
const EditLinkDialog = part(() => import("./EditLinkDialog").then(({ EditLinkDialog: component }) => component));

interface LinkDialogsProps {
  changed: SharedLink | null;
  ending: SharedLink | null;
  onChanged: (link: null) => void;
  onEnding: (link: null) => void;
}

export function LinkDialogs({ changed, ending, onChanged, onEnding }: LinkDialogsProps) {
  return (
    <>
      {changed === null ? null : (
        <EditLinkDialog
          key={changed.id}
          link={changed}
          onClose={() => {
            onChanged(null);
          }}
        />
      )}
      {ending === null ? null : (
        <EndLinkDialog
          link={ending}
          onClose={() => {
            onEnding(null);
          }}
        />
      )}
    </>
  );
}
