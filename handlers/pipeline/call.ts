/** Calls and replies as the pipeline sees them, independent of the HTTP server and its sockets. */
import type { BodyStream } from '#spec/contract/operation-spec.ts';
import { ApiError } from '#spec/errors.ts';
import type { EditSource } from '../controller/graphs/graph-document.ts';
import type { Settings } from '../security/settings.ts';

/** The listener that accepts encrypted connections from other machines. */
export interface RemoteListener {
  /** Whether a Host header contains one of this machine's names on the network. */
  isOwnHost(host: string | undefined): boolean;
}

/** Returns the listener that accepted a connection, or `undefined` for plain loopback. */
export type GetRemoteListener = (socket: object) => RemoteListener | undefined;

export interface Call {
  readonly method: string;
  /** The path without the query, as returned by {@link canonicalizePath}. Hosts and batches canonicalize the path. */
  readonly path: string;
  /** The query as sent, without the question mark. */
  readonly query: string;
  readonly token: string | undefined;
  /** The Authorization header, in which hub clients may send the token. */
  readonly authorization: string | undefined;
  readonly origin: string | undefined;
  readonly host: string | undefined;
  readonly contentType: string | undefined;
  readonly accept: string | undefined;
  /** The Accept-Encoding header. If it is absent, nothing is compressed. */
  readonly acceptEncoding?: string | undefined;
  readonly ifMatch: string | undefined;
  /** The headers with which clients read and write files; absent for the operations of a batch. */
  readonly ifNoneMatch?: string | undefined;
  readonly range?: string | undefined;
  readonly ifRange?: string | undefined;
  /** The name that the client has given itself in X-Client-Name; empty or absent if it has none. */
  readonly clientName?: string | undefined;
  /** The call to which the edits belong in the history of a graph; by default, each call is a step of its own. */
  readonly editSource?: EditSource | undefined;
  /** The protocol revision that an MCP client uses; absent for other clients. */
  readonly agentProtocol?: string | undefined;
  /** The method that a CORS preflight request asks for. */
  readonly preflight: string | undefined;
  /** The peer's address. */
  readonly address: string;
  readonly isLoopback: boolean;
  /** The listener that received the call; absent for calls over plain loopback. */
  readonly remoteListener?: RemoteListener | undefined;
  /** The state shared by the operations of a batch. */
  readonly batch?: BatchContext;
  /** Whether the reply's body may be JSON as bytes, because it is sent without being inspected. */
  readonly acceptsBytes?: boolean;
  /** Whether the reply's body may be a stream. */
  readonly acceptsStream?: boolean;
  /**
   * The body: as text, as a parsed value if the call comes from a batch or the hub, or as a stream if the operation
   * reads its body while it arrives.
   */
  readonly body:
    | { readonly text: string }
    | { readonly json: unknown }
    | { readonly stream: BodyStream }
    | undefined;
}

export interface BatchContext {
  /**
   * The settings under which the batch was authorized. While they are in effect, the batch's operations aren't
   * authorized again.
   */
  readonly settings: Settings;
  /** The default value of `sync` for the operations of the batch. */
  readonly sync: boolean;
  /** The revisions that the batch's operations have created so far, keyed by graph id. */
  readonly revisions: Map<string, number>;
  /** All edits of the batch are one step in the history of each graph. */
  readonly editSource: EditSource;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * A JSON value or its bytes for `application/json`, bytes for images, a {@link StreamedBody} for streams, and text for
   * every other content type.
   */
  readonly body: unknown;
}

/** A body that is sent piece by piece, until it ends or the client leaves. */
export class StreamedBody {
  /**
   * Starts the stream. The host requests each piece when the client has taken the one before.
   * @param signal ends the stream
   */
  readonly open: (signal: AbortSignal) => AsyncIterable<Uint8Array>;
  /** Releases the body. Called instead of {@link open} when the body is not sent, as for HEAD. */
  readonly discard: () => void;

  constructor(open: StreamedBody['open'], discard: StreamedBody['discard'] = () => {}) {
    this.open = open;
    this.discard = discard;
  }
}

/**
 * Creates the error for a call that can't transfer a stream.
 * @param subject what the operation transfers
 * @param resolution the call to make instead
 */
export const createStreamError = (subject: string, resolution?: string): ApiError =>
  new ApiError(
    'INVALID_REQUEST',
    `${subject} cannot be transferred by an operation of a batch, and cannot pass a relay.`,
    undefined,
    resolution,
  );

const jsonHeaders = { 'Content-Type': 'application/json; charset=utf-8' };

export const createJsonReply = (
  status: number,
  body: unknown,
  headers?: Readonly<Record<string, string>>,
): Reply => ({
  status,
  headers: headers ? { ...jsonHeaders, ...headers } : jsonHeaders,
  body,
});

/** Returns a copy of a reply with a plain-text body. The headers, including the item count, are kept. */
export const toTextReply = (reply: Reply, text: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, 'Content-Type': 'text/plain; charset=utf-8' },
  body: text,
});

/** Creates the reply for an ApiError, with the error envelope as its body. */
export const createErrorReply = (error: ApiError, headers?: Readonly<Record<string, string>>): Reply =>
  createJsonReply(error.status, error.toEnvelope(), headers);

/** Returns the Retry-After header for an error that has `retryAfter`. */
export const getRetryAfterHeader = ({ details }: ApiError): Readonly<Record<string, string>> =>
  typeof details?.retryAfter === 'number' ? { 'Retry-After': String(details.retryAfter) } : {};

/** Returns the body of a reply as it is sent, or `undefined` if the reply has no body. */
export const toWireBody = ({ headers, body }: Reply): string | Uint8Array | undefined => {
  if (body === undefined || body instanceof Uint8Array) return body;
  return headers['Content-Type']?.startsWith('application/json') ? JSON.stringify(body) : String(body);
};

const maxClientNameLength = 100;

/** Returns the name in an X-Client-Name header in one line of bounded length. */
export const toClientName = (header: string | undefined): string =>
  header === undefined
    ? ''
    : header
        .slice(0, maxClientNameLength * 4)
        .replaceAll(/[\p{C}\s]+/gu, ' ')
        .trim()
        .slice(0, maxClientNameLength);

const loopbackAddressPattern = /^(127\.|::1$|::ffff:127\.)/;

/** Whether a peer's address belongs to this machine. */
export const isLoopbackAddress = (address: string): boolean => loopbackAddressPattern.test(address);

/** Returns the method with which a request is served. HEAD is served as GET, without the body of the response. */
export const toServedMethod = (method = 'GET'): string => (method === 'HEAD' ? 'GET' : method);
