/** Why a request is rejected: the status for its sender, and the reason for the console. */
export class WebhookError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** A request that ended before it was complete, so nobody waits for a response. */
export class IncompleteRequestError extends Error {}
