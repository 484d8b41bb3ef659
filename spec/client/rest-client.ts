import { toResponseError } from './error.ts';
import type { CallOptions, Route } from './call-types.ts';

/**
 * The token, or a function that returns the token. The function is called for every request, so the token may change.
 */
export type Token = string | (() => string | Promise<string>);

export interface RestOptions {
  /** The service's base URL, such as `http://127.0.0.1:7180`. */
  readonly url: string;
  /** Token for the service. Without a token, only free routes and event subscriptions work. */
  readonly token?: Token;
  /**
   * The name under which the client's edits appear in the history of a graph, or a function that returns it. Clients
   * undo their own edits by default, so each should have a name of its own.
   */
  readonly clientName?: string | (() => string | undefined);
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** Used instead of the default WebSocket for the hub. The client then connects without negotiation. */
  readonly webSocket?: typeof globalThis.WebSocket;
}

/** The parts of a request, which have already been type-checked. */
export interface RequestParts extends CallOptions {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export const resolveToken = async (token: Token | undefined): Promise<string | undefined> =>
  typeof token === 'function' ? token() : token;

/** The routes whose responses are files, whatever their media type is. */
const fileRoutes: ReadonlySet<Route> = new Set<Route>(['GET /api/assets/files/{path}']);

/**
 * Sends a request to the service.
 * @returns the record from a JSON response, the bytes of a file, image, octet stream or stream of images, or the text of
 * any other response
 * @throws SceneRuntimeError for every unsuccessful response; the error from `fetch` if there is no response
 */
export const sendRequest = async (
  options: RestOptions,
  route: Route,
  parts?: RequestParts,
): Promise<unknown> => {
  const response = await fetchResponse(options, route, parts);
  const contentType = response.headers.get('Content-Type') ?? '';
  if (fileRoutes.has(route) || /^((image|multipart)\/|application\/octet-stream)/.test(contentType))
    return new Uint8Array(await response.arrayBuffer());
  const text = await response.text();
  return /\bjson\b/.test(contentType) ? JSON.parse(text) : text;
};

/**
 * Sends a request to the service.
 * @returns the body of the response, which the caller reads while it arrives
 * @throws like {@link sendRequest}
 */
export const openStream = async (
  options: RestOptions,
  route: Route,
  parts?: RequestParts,
): Promise<ReadableStream<Uint8Array>> => {
  const { body } = await fetchResponse(options, route, parts);
  return body ?? new Blob([]).stream();
};

type FileBody = Blob | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>;

/** Whether a body is sent as it is, rather than as JSON. */
const isFileBody = (body: unknown): body is FileBody =>
  body instanceof Blob || body instanceof Uint8Array || body instanceof ReadableStream;

const toBodyOptions = (body: unknown): RequestInit => {
  if (body === undefined) return {};
  if (!isFileBody(body)) return { body: JSON.stringify(body) };
  // Node requires `duplex` for streams.
  return body instanceof ReadableStream ? ({ body, duplex: 'half' } as RequestInit) : { body };
};

const toETag = (tag: number | string): string => (/^(\*|W\/|")/.test(String(tag)) ? String(tag) : `"${tag}"`);

const fetchResponse = async (
  { url, token, clientName, fetch = globalThis.fetch }: RestOptions,
  route: Route,
  { params = {}, query = {}, body, ifMatch, ifNoneMatch, signal }: RequestParts = {},
): Promise<Response> => {
  const [method, path] = route.split(' ') as [string, string];
  const key = await resolveToken(token);
  const name = typeof clientName === 'function' ? clientName() : clientName;
  const response = await fetch(
    `${url.replace(/\/+$/, '')}${fillPathTemplate(path, params)}${formatQuery(query)}`,
    {
      method,
      headers: {
        ...(key && { 'X-API-Key': key }),
        ...(name && { 'X-Client-Name': name }),
        ...(body !== undefined && !isFileBody(body) && { 'Content-Type': 'application/json' }),
        ...(ifMatch !== undefined && { 'If-Match': toETag(ifMatch) }),
        ...(ifNoneMatch !== undefined && { 'If-None-Match': ifNoneMatch }),
      },
      ...toBodyOptions(body),
      ...(signal && { signal }),
    },
  );
  if (!response.ok) throw toResponseError(response.status, await response.text());
  return response;
};

const fillPathTemplate = (path: string, params: NonNullable<RequestParts['params']>): string =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

const formatQuery = (query: NonNullable<RequestParts['query']>): string => {
  const entries = Object.entries(query).filter(([, value]) => value !== undefined);
  const text = new URLSearchParams(
    entries.map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return text && `?${text}`;
};
