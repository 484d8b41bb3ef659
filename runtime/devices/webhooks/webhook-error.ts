/** A rejected request, with the status for the sender and the reason for the console. */
export class WebhookError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** The request ended before it was complete, so no response is needed. */
export class IncompleteRequestError extends Error {}
