import { getByPath, tryParseJson } from '../../json.ts';

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

/** A recorded request and its response, with secrets already removed. */
export interface Exchange {
  readonly transport: 'http' | 'hub' | 'link';
  readonly request: SentRequest;
  /** Absent if no response came. */
  readonly response?: ReceivedResponse;
  readonly ms: number;
}

/** A response as an audit reads it: unredacted, with the parsed body. */
export interface Reply {
  readonly status: number;
  /** 200 to 299. */
  readonly ok: boolean;
  /** Header names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  /** The parsed body; undefined when it is not JSON. */
  readonly json: unknown;
  /** The value at a dotted path of the body, such as `error.code` or `items.0.id`. */
  at(path: string): unknown;
  /** The request for messages: `GET /api/health`. */
  readonly title: string;
}

export interface RequestOptions {
  /** A body to be sent as JSON. */
  readonly json?: unknown;
  /** A body to be sent unchanged. */
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The token to send: the target's by default, none for null. */
  readonly token?: string | null;
}

/** Sends requests to the target. Every exchange is recorded and validated against the documents. */
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
