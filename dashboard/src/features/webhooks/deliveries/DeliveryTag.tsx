// The state of a delivery in one word.

import { Trans } from "@lingui/react/macro";

import { Tag } from "../../../ui/page/page";
import type { Delivery } from "../queries";

export function DeliveryTag({ delivery: { status, attempts, responseStatus } }: { delivery: Delivery }) {
  switch (status) {
    case "succeeded":
      return (
        <Tag tone="good">
          <Trans>Delivered</Trans>
          {responseStatus === null ? null : ` · ${String(responseStatus)}`}
        </Tag>
      );
    case "failed":
      return (
        <Tag tone="bad">
          <Trans>Failed</Trans>
          {responseStatus === null ? null : ` · ${String(responseStatus)}`}
        </Tag>
      );
    case "pending":
      if (attempts === 0)
        return (
          <Tag>
            <Trans>Pending</Trans>
          </Tag>
        );
      return (
        <Tag tone="warn">
          <Trans>Will be retried</Trans>
          {responseStatus === null ? null : ` · ${String(responseStatus)}`}
        </Tag>
      );
  }
}
