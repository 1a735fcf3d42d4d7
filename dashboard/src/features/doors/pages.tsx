// The doors: signing in, the first owner, a new account, a one-time address, an invitation, mailed links.

export { ProvePage, UndoPage } from "./AddressLinkPages";
export { EnterPage } from "./EnterPage";
export { ForgotPage } from "./ForgotPage";
export { JoinPage } from "./JoinPage";
export { ResetPage } from "./ResetPage";
export { SetUpPage } from "./SetUpPage";
export { SignInPage } from "./SignInPage";
export { SignUpPage } from "./SignUpPage";
