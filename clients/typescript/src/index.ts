// `@askline/api`: the API of an Askline instance, a method for each operation.

import { Operations, VERSION } from "./generated/operations.js";
import { Transport } from "./transport.js";
import type { Settings } from "./transport.js";

/** The API of one instance, for one caller. */
export class Askline extends Operations {
  constructor(settings: Settings) {
    super(new Transport(settings, VERSION));
  }
}

export { VERSION };
export {
  ApiError,
  AsklineError,
  AuthenticationError,
  BadRequestError,
  ConflictError,
  ConnectionError,
  ForbiddenError,
  InsufficientCreditsError,
  NotFoundError,
  NotModifiedError,
  PreconditionFailedError,
  RateLimitError,
  ServerError,
  TimeoutError,
  ValidationError,
} from "./errors.js";
export type { Detail } from "./errors.js";
/** The objects of requests and responses: `Schemas.Site`. */
export type * as Schemas from "./generated/types.js";
export type { Answer, Options, SavedFile, Settings } from "./transport.js";
