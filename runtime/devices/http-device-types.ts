/** Sends HTTP requests to external servers on behalf of the runtime (C-31). */

/**
 * The outcome of a request. This is a type alias rather than an interface, so that it is assignable to a JSON value.
 */
export type HttpOutcome =
  | { readonly status: number; readonly isJson: boolean; readonly text: string }
  /** Why there is no response, for the author of the graph. It names at most the host, because addresses may contain secrets. */
  | { readonly error: string };

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  /** The headers, keyed by name in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** The timeout in seconds of real time. */
  readonly timeout: number;
}

export interface HttpDevice {
  /**
   * Sends a request. `finish` is called exactly once, unless the signal is aborted first. In that case, `finish` is
   * never called.
   */
  send(request: HttpRequest, finish: (outcome: HttpOutcome) => void, signal: AbortSignal): void;
}

/** The default device, which sends no requests. */
export const noHttp: HttpDevice = {
  send: (_, finish) => finish({ error: 'This runtime sends no requests.' }),
};
