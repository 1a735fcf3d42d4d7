// Sets up an authenticator app. Shows the QR code and the secret, and takes the first code.

import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";

import { api, ask, type Schemas } from "../../../api/client";
import { Button } from "../../../ui/elements/Button";
import { CodeLine } from "../../../ui/elements/CodeLine";
import { CopyButton } from "../../../ui/elements/CopyButton";
import { TextField } from "../../../ui/fields/fields";
import { SubmitForm } from "../../../ui/forms/SubmitForm";
import { useSubmission } from "../../../ui/hooks/submit";
import { Bar } from "../../../ui/page/page";
import { FormProblem } from "../../../ui/page/Problem";
import styles from "./TotpSetup.module.css";

interface TotpSetupProps {
  /** Gets the recovery codes, which are shown only once. */
  onCodes: (codes: readonly string[]) => Promise<void>;
}

export function TotpSetup({ onCodes }: TotpSetupProps) {
  const [offer, setOffer] = useState<Schemas["AuthenticatorAppSetup"] | null>(null);
  const { isPending, failure, send } = useSubmission();
  if (offer !== null) return <FirstCode offer={offer} onCodes={onCodes} />;
  return (
    <>
      <p>
        <Trans>
          With a code of an app on your phone, your password alone is not enough to sign in to your account. Any
          authenticator app works.
        </Trans>
      </p>
      <FormProblem failure={failure} />
      <Bar>
        <Button
          look="primary"
          isPending={isPending}
          onPress={() =>
            void send(async () => {
              setOffer(await ask(api.POST("/api/v1/auth/factors/totp")));
            })
          }
        >
          <Trans>Set up authenticator app</Trans>
        </Button>
      </Bar>
    </>
  );
}

function FirstCode({ offer, onCodes }: TotpSetupProps & { offer: Schemas["AuthenticatorAppSetup"] }) {
  const { t } = useLingui();
  const [code, setCode] = useState("");
  return (
    <SubmitForm
      fields={["code"]}
      credential="code"
      act={<Trans>Turn on</Trans>}
      place="card"
      work={async () => {
        const { recoveryCodes } = await ask(api.POST("/api/v1/auth/factors/totp/confirm", { body: { code } }));
        await onCodes(recoveryCodes);
      }}
    >
      <p>
        <Trans>Scan this code with your authenticator app, or enter the secret there.</Trans>
      </p>
      <img className={styles.qr} alt={t`QR code for the authenticator app`} src={svgAddress(offer.qr)} />
      <CodeLine acts={<CopyButton text={offer.secret} what={t`Secret`} isSmall={false} />}>
        <code>{offer.secret}</code>
      </CodeLine>
      <TextField
        label={t`Code`}
        name="code"
        autoComplete="one-time-code"
        inputMode="numeric"
        isRequired
        autoFocus
        value={code}
        onChange={setCode}
        hint={t`The six digits that the app shows now.`}
      />
    </SubmitForm>
  );
}

/** The drawing as an address: markup of a response is never put into the page. */
function svgAddress(svg: string): string {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
