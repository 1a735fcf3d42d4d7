/** The events that the widget sends to the service and dispatches in the page. Types only. */

export interface WidgetEvent {
  readonly siteId: string;
  readonly type: "view" | "ai_click" | "social_click" | "question_click" | "item_click" | "copy";
  readonly eventId: string;
  readonly url: string;
  readonly title?: string | undefined;
  readonly referrer?: string | undefined;
  readonly platform?: string | undefined;
  readonly network?: string | undefined;
  /** A question's id, or `own`: its text is never sent. */
  readonly questionId?: string | undefined;
  readonly promptId?: string | undefined;
  /** The id of one of the site's own items. */
  readonly itemId?: string | undefined;
  /** False in a view of a page that showed no widget. */
  readonly widget?: false | undefined;
  /** True in a browser that a program drives, according to the browser. */
  readonly automated?: true;
  /** Seconds since the event happened, if it is sent late. */
  readonly age?: number;
}

/** The action, without place and time. */
export type Facts = Pick<
  WidgetEvent,
  "type" | "platform" | "network" | "questionId" | "promptId" | "itemId" | "widget"
>;

/** An event that the browser stores until the service accepts it. */
export interface StoredEvent {
  /** The address that it is sent to. */
  readonly to: string;
  /** When it happened, in Unix milliseconds. */
  readonly at: number;
  readonly event: WidgetEvent;
}
