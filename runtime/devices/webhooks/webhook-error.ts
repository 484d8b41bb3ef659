/** Why a request is not taken: for its sender, and for whoever reads the console. */
export class WebhookError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** A request that ended before it was complete: nobody is there to be answered. */
export class IncompleteRequestError extends Error {}
