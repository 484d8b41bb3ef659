import { getRemainingSize, isWithinLimits } from '#spec/value-limits.ts';
import type { StreamEventKind } from '#spec/actions/stream-platforms.ts';
import type { Json } from '#spec/values.ts';
import type { StreamEvent } from '../../integrations/streaming-platforms.ts';
import type { AdapterContext } from './platform-adapter.ts';

/** The timeout for a response in milliseconds. */
const responseTimeoutMs = 10_000;

const maxResponseBytes = 1024 * 1024;

export interface JsonResponse {
  /** The HTTP status, or 0 if there is no response. */
  readonly status: number;
  readonly body: JsonFields;
}

interface JsonRequest {
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Sends a JSON request over HTTP. If the request fails, the response has the status 0 or no fields. */
export type SendJsonRequest = (
  url: string,
  request: JsonRequest,
  signal: AbortSignal,
) => Promise<JsonResponse>;

const readResponseText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxResponseBytes) return '';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
};

export const createJsonClient =
  ({ fetch, after }: AdapterContext): SendJsonRequest =>
  async (url, { method = 'GET', headers = {}, body }, signal) => {
    const timeout = new AbortController();
    const cancelTimeout = after(responseTimeoutMs, () => timeout.abort());
    try {
      const response = await fetch(url, {
        ...{ method, redirect: 'error', signal: AbortSignal.any([signal, timeout.signal]) },
        headers: {
          accept: 'application/json',
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      return {
        status: response.status,
        body: readFields(parseUntrustedJson(await readResponseText(response))),
      };
    } catch {
      return { status: 0, body: {} };
    } finally {
      cancelTimeout();
    }
  };

export type JsonFields = Readonly<Record<string, unknown>>;

/** The maximum nesting depth of event data. */
const maxEventLevels = 16;

const maxEventSize = 50_000;

const noFields: JsonFields = {};

/** Returns an object's fields. For any other value, returns no fields. */
export const readFields = (value: unknown): JsonFields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonFields) : noFields;

export const readList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Returns a string of limited length, or a number as a string. Returns `undefined` for an empty string or any other
 * value.
 */
export const readText = (value: unknown, maxLength = 200): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? text.slice(0, maxLength) : undefined;
};

/** Returns a number, which may also be given as a string. */
export const readNumber = (value: unknown): number | undefined => {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined;
};

/** Parses JSON. Returns `undefined` if the JSON is invalid or too large. */
export const parseUntrustedJson = (text: string): unknown => {
  try {
    const value: unknown = JSON.parse(text);
    return isWithinLimits(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

/** Returns the event data unchanged, or `null` if the data is too large. */
export const toEventData = (value: unknown): Json =>
  getRemainingSize(value, maxEventLevels, maxEventSize) >= 0 ? ((value ?? null) as Json) : null;

/** An event as a platform describes it. Its values may be of any type. */
export interface PlatformEvent {
  readonly kind: StreamEventKind;
  readonly channel?: string;
  readonly user?: unknown;
  readonly message?: unknown;
  readonly amount?: unknown;
}

/** Creates a stream event. Values of the wrong type are left out. */
export const createStreamEvent = (event: PlatformEvent, data: unknown): StreamEvent => {
  const { kind, channel } = event;
  const user = readText(event.user);
  const message = readText(event.message, 2_000);
  const amount = readNumber(event.amount);
  return {
    ...{ kind, ...(channel !== undefined && { channel }), data: toEventData(data) },
    ...(user !== undefined && { user }),
    ...(message !== undefined && { message }),
    ...(amount !== undefined && { amount }),
  };
};
