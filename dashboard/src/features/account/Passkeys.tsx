// The person's passkeys: adding one, renaming and removing each.

import { Trans, useLingui } from "@lingui/react/macro";
import { queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";

import { api, ask, type Schemas } from "../../api/client";
import { canUsePasskeys, makePasskey, wasCancelled } from "../../api/passkeys";
import { ConfirmDialog } from "../../ui/dialogs/ConfirmDialog";
import { Dialog } from "../../ui/dialogs/Dialog";
import { Button } from "../../ui/elements/Button";
import { TextField } from "../../ui/fields/fields";
import { SubmitForm } from "../../ui/forms/SubmitForm";
import { Bar } from "../../ui/page/page";
import { NotLoaded } from "../../ui/loading/Loaded";
import { Table } from "../../ui/tables/Table";
import { browserOf } from "../../words/browser_name";
import { useClock, useForms } from "../../words/forms";
import { factorsQuery } from "../shared/second_factor/queries";
import { RecoveryCodes } from "../shared/second_factor/RecoveryCodes";
import styles from "./AccountPage.module.css";

type Passkey = Schemas["Passkey"];

const MINUTE_MS = 60_000;
const MAX_NAME_CHARACTERS = 60;

const passkeysQuery = queryOptions({
  queryKey: ["passkeys"],
  queryFn: async () => (await ask(api.GET("/api/v1/auth/passkeys"))).items,
});

type Open = { kind: "add" } | { kind: "rename" | "remove"; passkey: Passkey } | { kind: "codes"; codes: string[] };

export function Passkeys() {
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open | null>(null);
  const { data: passkeys, error, refetch } = useQuery(passkeysQuery);
  const close = (): void => {
    setOpen(null);
  };
  const reload = async (): Promise<void> => {
    await queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    await queryClient.invalidateQueries({ queryKey: factorsQuery.queryKey });
  };
  if (passkeys === undefined) return <NotLoaded error={error} refetch={refetch} />;
  return (
    <>
      {passkeys.length === 0 ? (
        <p className={styles.form}>
          <Trans>
            No passkey yet. With one, you sign in by fingerprint, face or the PIN of your device, without a password.
          </Trans>
        </p>
      ) : (
        <PasskeyTable passkeys={passkeys} onOpen={setOpen} />
      )}
      <Bar>
        {canUsePasskeys() ? (
          <Button
            onPress={() => {
              setOpen({ kind: "add" });
            }}
          >
            <Trans>Add a passkey</Trans>
          </Button>
        ) : (
          <Trans>This browser has no passkeys.</Trans>
        )}
      </Bar>
      {open === null ? null : open.kind === "add" ? (
        <AddDialog
          onAdded={async (codes) => {
            await reload();
            setOpen(codes === null ? null : { kind: "codes", codes });
          }}
          onClose={close}
        />
      ) : open.kind === "codes" ? (
        <RecoveryCodes codes={open.codes} onClose={close} />
      ) : open.kind === "rename" ? (
        <RenameDialog passkey={open.passkey} onRenamed={reload} onClose={close} />
      ) : (
        <RemoveDialog passkey={open.passkey} onRemoved={reload} onClose={close} />
      )}
    </>
  );
}

function PasskeyTable({ passkeys, onOpen }: { passkeys: readonly Passkey[]; onOpen: (open: Open) => void }) {
  const { t } = useLingui();
  const forms = useForms();
  const clock = useClock(MINUTE_MS);
  return (
    <Table
      rows={passkeys}
      idOf={({ id }) => id}
      columns={[
        {
          head: t`Passkey`,
          cell: ({ name, isBackedUp }) => (
            <>
              {name}
              <small>{isBackedUp ? t`stored on several devices` : t`stored on one device`}</small>
            </>
          ),
        },
        { head: t`Added`, from: 640, cell: ({ createdAt }) => forms.date(createdAt) },
        {
          head: t`Last used`,
          cell: ({ lastUsedAt }) => (lastUsedAt === null ? t`never` : forms.ago(lastUsedAt, clock)),
        },
        {
          head: t`Actions`,
          cell: (passkey) => (
            <>
              <Button
                onPress={() => {
                  onOpen({ kind: "rename", passkey });
                }}
                aria-label={t`Rename ${passkey.name}`}
              >
                <Trans>Rename</Trans>
              </Button>{" "}
              <Button
                onPress={() => {
                  onOpen({ kind: "remove", passkey });
                }}
                aria-label={t`Remove ${passkey.name}`}
              >
                <Trans>Remove</Trans>
              </Button>
            </>
          ),
        },
      ]}
    />
  );
}

function AddDialog({ onAdded, onClose }: { onAdded: (codes: string[] | null) => Promise<void>; onClose: () => void }) {
  const { t } = useLingui();
  const [name, setName] = useState(browserOf(navigator.userAgent) ?? "");
  const add = async (): Promise<void> => {
    const { ceremony, options } = await ask(api.POST("/api/v1/auth/passkeys/options"));
    let credential;
    try {
      credential = await makePasskey(options);
    } catch (failure) {
      if (wasCancelled(failure)) return;
      throw failure;
    }
    const body = { ceremony, credential, name: name.trim() };
    const { recoveryCodes } = await ask(api.POST("/api/v1/auth/passkeys", { body }));
    await onAdded(recoveryCodes);
  };
  return (
    <Dialog isOpen title={t`Add a passkey`} onClose={onClose}>
      <SubmitForm fields={["name"]} act={<Trans>Continue</Trans>} work={add} onCancel={onClose}>
        <NameField value={name} hint={t`By which you know it, such as the name of the device.`} onChange={setName} />
      </SubmitForm>
    </Dialog>
  );
}

interface NameFieldProps {
  value: string;
  hint?: string;
  onChange: (name: string) => void;
}

function NameField(props: NameFieldProps) {
  const { t } = useLingui();
  return <TextField label={t`Name`} name="name" isRequired maxLength={MAX_NAME_CHARACTERS} {...props} />;
}

interface ChangeDialog {
  passkey: Passkey;
  onClose: () => void;
}

function RenameDialog({ passkey, onRenamed, onClose }: ChangeDialog & { onRenamed: () => Promise<void> }) {
  const { t } = useLingui();
  const [name, setName] = useState(passkey.name);
  const rename = async (): Promise<void> => {
    await ask(
      api.PATCH("/api/v1/auth/passkeys/{passkeyId}", {
        params: { path: { passkeyId: passkey.id } },
        body: { name: name.trim() },
      }),
    );
    await onRenamed();
  };
  return (
    <Dialog isOpen title={t`Rename the passkey`} onClose={onClose}>
      <SubmitForm fields={["name"]} act={<Trans>Save</Trans>} work={rename} onSent={onClose} onCancel={onClose}>
        <NameField value={name} onChange={setName} />
      </SubmitForm>
    </Dialog>
  );
}

function RemoveDialog({ passkey, onRemoved, onClose }: ChangeDialog & { onRemoved: () => Promise<void> }) {
  const { t } = useLingui();
  const remove = async (): Promise<void> => {
    await ask(api.DELETE("/api/v1/auth/passkeys/{passkeyId}", { params: { path: { passkeyId: passkey.id } } }));
    await onRemoved();
  };
  return (
    <ConfirmDialog title={t`Remove “${passkey.name}”?`} act={t`Remove`} onConfirm={remove} onClose={onClose}>
      <Trans>It no longer signs you in. Remove it on the device, too, so that it is not offered there.</Trans>
    </ConfirmDialog>
  );
}
