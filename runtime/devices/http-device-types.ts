/** Requests to outside servers, as the runtime sends them (C-31). */

/** A type alias, not an interface, like all outcomes, so that the compiler accepts it as a JSON value. */
export type HttpOutcome =
  | { readonly status: number; readonly isJson: boolean; readonly text: string }
  /** Why there is no response, for the author of the graph. It names at most the host, because addresses may contain secrets. */
  | { readonly error: string };

export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Seconds of real time until the request times out. */
  readonly timeout: number;
}

export interface HttpDevice {
  /** Sends a request and reports its outcome once, or never when the signal is aborted first. */
  send(request: HttpRequest, finish: (outcome: HttpOutcome) => void, signal: AbortSignal): void;
}

/** The default device, which sends no requests. */
export const noHttp: HttpDevice = {
  send: (_, finish) => finish({ error: 'This runtime sends no requests.' }),
};
