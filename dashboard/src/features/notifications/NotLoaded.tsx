// What stands in place of content that is loading, or could not be loaded.

import { Loading } from "../../shell/states";
import { LoadProblem } from "../../ui/page/Problem";

export function NotLoaded({ query: { error, refetch } }: { query: { error: Error | null; refetch: () => unknown } }) {
  return error === null ? <Loading /> : <LoadProblem failure={error} onRetry={() => void refetch()} />;
}
