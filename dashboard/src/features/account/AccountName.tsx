// Names the account in a form that asks for its password, for password managers. People do not see it.

import { usePlace } from "../../shell/place";

export function AccountName() {
  const { me } = usePlace();
  return <input type="text" name="username" autoComplete="username" value={me.user.email} readOnly hidden />;
}
