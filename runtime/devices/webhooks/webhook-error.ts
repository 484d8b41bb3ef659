/** Thrown to reject a request. The error contains the status for the sender and the reason for the console. */
export class WebhookError extends Error {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;

  constructor(status: number, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

/** Thrown when a request ends before it is complete. Such a request needs no response. */
export class IncompleteRequestError extends Error {}
