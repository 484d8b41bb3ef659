/** Requests to servers outside, as the runtime asks for them (register: C-31). */

/** A type, not an interface, as are all outcomes: it is also a JSON value to the compiler. */
export type HttpOutcome =
  | { readonly status: number; readonly isJson: boolean; readonly text: string }
  /** Why there is no answer, for the author of the graph. It names the host at most: addresses may hold secrets. */
  | { readonly error: string };

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Seconds of real time until the request is given up. */
  readonly timeout: number;
}

export interface HttpDevice {
  /** Sends a request and tells what came of it, once; nothing when the signal is aborted first. */
  send(request: HttpRequest, finish: (outcome: HttpOutcome) => void, signal: AbortSignal): void;
}

/** The device of a runtime that is given none. */
export const noHttp: HttpDevice = {
  send: (_, finish) => finish({ error: 'This runtime sends no requests.' }),
};
