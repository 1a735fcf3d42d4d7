/** What the widget tells the service and the page. Shapes alone. */

export interface WidgetEvent {
  readonly siteId: string;
  readonly type: "view" | "ai_click" | "social_click" | "question_click" | "copy";
  readonly eventId: string;
  readonly url: string;
  readonly title?: string | undefined;
  readonly referrer?: string | undefined;
  readonly platform?: string | undefined;
  readonly network?: string | undefined;
  /** A question's id, or `own`: its words are never told. */
  readonly questionId?: string | undefined;
  readonly promptId?: string | undefined;
  /** Of a view: no widget stood on the page. */
  readonly widget?: false | undefined;
  /** Of an event that is sent late: seconds since it happened. */
  readonly age?: number;
}

/** What was done, without where and when. */
export type Facts = Pick<WidgetEvent, "type" | "platform" | "network" | "questionId" | "promptId" | "widget">;
