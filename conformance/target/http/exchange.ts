import { getByPath, tryParseJson } from '../../json.ts';

/** Summarizes the reply that an assertion is about. */
export const describeReply = (reply: Reply) => ({
  actual: `${reply.status} ${reply.text.slice(0, 200)}`,
  reply,
});

/** Returns the status and the error code of a reply. */
export const describeStatus = ({ status, at }: Reply): string =>
  `${status} ${String(at('error.code') ?? '')}`.trim();

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A recorded request with its response. Secrets are already removed. */
export interface Exchange {
  readonly transport: 'http' | 'hub' | 'link';
  readonly request: SentRequest;
  /** The response. Absent if no response arrived. */
  readonly response?: ReceivedResponse;
  readonly ms: number;
}

/** A response as audits read it: unredacted, with its parsed body. */
export interface Reply {
  readonly status: number;
  /** Whether the status is between 200 and 299. */
  readonly ok: boolean;
  /** The headers, keyed by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body. `undefined` if the body is not JSON. */
  readonly json: unknown;
  /** Returns the value at a dotted path of the body, such as `error.code` or `items.0.id`. */
  at(path: string): unknown;
  /** The request as messages show it, such as `GET /api/health`. */
  readonly title: string;
}

export interface RequestOptions {
  /** A body that is sent as JSON. */
  readonly json?: unknown;
  /** A body that is sent unchanged. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The token to send. The default is the target's token. If the value is `null`, no token is sent. */
  readonly token?: string | null;
}

/** Sends requests to the target. Every exchange is recorded, and its response is validated against the documents. */
export interface HttpClient {
  send(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  get(path: string, options?: RequestOptions): Promise<Reply>;
  post(path: string, json?: unknown, options?: RequestOptions): Promise<Reply>;
  put(path: string, json?: unknown, options?: RequestOptions): Promise<Reply>;
  delete(path: string, options?: RequestOptions): Promise<Reply>;
}

export const createReply = (title: string, response: ReceivedResponse): Reply => {
  const json = tryParseJson(response.body);
  return {
    status: response.status,
    ok: response.status >= 200 && response.status < 300,
    headers: response.headers,
    text: response.body,
    json,
    at: (path) => getByPath(json, path),
    title,
  };
};

/** The recorded exchange of each reply that an audit has received. */
const exchangesByReply = new WeakMap<Reply, Exchange>();

/** Returns the recorded exchange of a reply. `undefined` if the reply was not received through an audit's client. */
export const getReplyExchange = (reply: Reply): Exchange | undefined => exchangesByReply.get(reply);

/** Returns a reply that calls `onRead` whenever its status, headers or body are read. */
export const trackReads = (reply: Reply, exchange: Exchange, onRead: () => void): Reply => {
  const read = <K extends keyof Reply>(key: K): Reply[K] => {
    onRead();
    return reply[key];
  };
  const tracked: Reply = {
    get status() {
      return read('status');
    },
    get ok() {
      return read('ok');
    },
    get headers() {
      return read('headers');
    },
    get text() {
      return read('text');
    },
    get json() {
      return read('json');
    },
    at(path) {
      onRead();
      return reply.at(path);
    },
    title: reply.title,
  };
  exchangesByReply.set(tracked, exchange);
  return tracked;
};

/** Returns the path and query of a request. */
export const getRequestPath = ({ url }: SentRequest): string => url.replace(/^\w+:\/\/[^/?#]*/, '') || '/';
