/** Calls over REST. */
import { toResponseError } from './error.ts';
import type { CallOptions, Route } from './call-types.ts';

/** The token, or where to get it: it is asked for with every call, so that it may change. */
export type Token = string | (() => string | Promise<string>);

export interface RestOptions {
  /** Where the service is, such as `http://127.0.0.1:7180`. */
  readonly url: string;
  /** Without one only free routes answer, and events may be listened to. */
  readonly token?: Token;
  /** What sends the calls in place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** What connects to the hub in place of the usual WebSocket; no negotiation goes before it then. */
  readonly webSocket?: typeof globalThis.WebSocket;
}

/** A call as it is sent, when its types have been checked. */
export interface RequestParts extends CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export const resolveToken = async (token: Token | undefined): Promise<string | undefined> =>
  typeof token === 'function' ? token() : token;

/**
 * @returns the record of a JSON answer, the bytes of an image or a stream of octets, or the text of any other
 * @throws SceneRuntimeError for every answer that is none of success; what `fetch` throws when there is no answer
 */
export const sendRequest = async (
  { url, token, fetch = globalThis.fetch }: RestOptions,
  route: Route,
  { params = {}, query = {}, body, ifMatch, signal }: RequestParts = {},
): Promise<unknown> => {
  const [method, path] = route.split(' ') as [string, string];
  const key = await resolveToken(token);
  const response = await fetch(
    `${url.replace(/\/+$/, '')}${fillPathTemplate(path, params)}${formatQuery(query)}`,
    {
      method,
      headers: {
        ...(key && { 'X-API-Key': key }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(ifMatch !== undefined && { 'If-Match': typeof ifMatch === 'number' ? `"${ifMatch}"` : ifMatch }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    },
  );
  const contentType = response.headers.get('Content-Type') ?? '';
  if (response.ok && /^(image\/|application\/octet-stream)/.test(contentType))
    return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  if (!response.ok) throw toResponseError(response.status, text);
  return /\bjson\b/.test(contentType) ? JSON.parse(text) : text;
};

const fillPathTemplate = (path: string, params: NonNullable<RequestParts['params']>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

const formatQuery = (query: NonNullable<RequestParts['query']>): string => {
  const given = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
};
