// The doors: signing in, the first owner, a new account, a one-time address, an invitation.

export { EnterPage } from "./EnterPage";
export { JoinPage } from "./JoinPage";
export { SetUpPage } from "./SetUpPage";
export { SignInPage } from "./SignInPage";
export { SignUpPage } from "./SignUpPage";
