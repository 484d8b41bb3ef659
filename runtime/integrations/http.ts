/** HTTP requests of the runtime to external servers (C-31), and their conversion from and to values. */
import { isWithinLimits } from '#spec/value-limits.ts';
import type { Json } from '#spec/values.ts';

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

const methodsWithoutBody = new Set(['GET', 'HEAD']);
const plainTextType = 'text/plain; charset=utf-8';

interface HttpRequestInput extends Pick<HttpRequest, 'method' | 'url' | 'timeout'> {
  /** Header values, keyed by name in any letter case. Headers with a `null` value are omitted. */
  readonly headers: Readonly<Record<string, Json>>;
  /** The request body; `null` for a request without a body. */
  readonly body: Json;
}

const toBodyText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Creates a request. A string body is sent unchanged; any other body is sent as JSON. */
export const createHttpRequest = ({
  method,
  url,
  headers,
  body: requestedBody,
  timeout,
}: HttpRequestInput): HttpRequest => {
  const body = methodsWithoutBody.has(method) ? null : requestedBody;
  return {
    ...{ method, url, timeout },
    headers: {
      ...(body !== null && { 'content-type': typeof body === 'string' ? plainTextType : 'application/json' }),
      ...toHeaders(headers),
    },
    body: body === null ? undefined : toBodyText(body),
  };
};

/** Converts header names to lower case, so that a later header replaces an earlier one. */
const toHeaders = (headers: HttpRequestInput['headers']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers)
      .filter(([, value]) => value !== null)
      .map(([name, value]) => [name.toLowerCase(), toBodyText(value)]),
  );

/**
 * Returns the content of a response. Invalid JSON, and JSON that exceeds the limits for values, is returned as a
 * string.
 */
export const parseHttpContent = ({ isJson, text }: Exclude<HttpOutcome, { error: string }>): Json => {
  if (text === '') return null;
  if (!isJson) return text;
  try {
    const value: Json = JSON.parse(text);
    return isWithinLimits(value) ? value : text;
  } catch {
    return text;
  }
};
