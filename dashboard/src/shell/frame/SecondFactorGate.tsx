// The page for a second factor that an organization requires, loaded when it is needed.

import { part } from "../../ui/loading/part";

export const SecondFactorMissing = part(() =>
  import("../../features/shared/second_factor/SecondFactorMissing").then(
    ({ SecondFactorMissing: component }) => component,
  ),
);
