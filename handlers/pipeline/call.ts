/** A request and its response as the pipeline sees them, independent of the HTTP server and its sockets. */

import type { Settings } from '../security/settings.ts';

/** The encrypted listener for other machines. */
export interface RemoteListener {
  /** Whether a Host header is a name of this machine on the network. */
  isOwnHost(host: string | undefined): boolean;
}

export interface Call {
  readonly method: string;
  /** Path without the query, in the form of {@link canonicalizePath}. Hosts and batches canonicalize it. */
  readonly path: string;
  /** Query as sent, without the question mark. */
  readonly query: string;
  readonly token: string | undefined;
  /** The Authorization header, in which hub clients may send the token. */
  readonly authorization: string | undefined;
  readonly origin: string | undefined;
  /** The Host header. */
  readonly host: string | undefined;
  readonly contentType: string | undefined;
  /** The Accept header. */
  readonly accept: string | undefined;
  /** The Accept-Encoding header. Nothing is compressed when it is absent. */
  readonly acceptEncoding?: string | undefined;
  readonly ifMatch: string | undefined;
  /** The protocol revision of an MCP client; absent for other clients. */
  readonly agentProtocol?: string | undefined;
  /** The method that a CORS preflight asks for. */
  readonly preflight: string | undefined;
  /** Address of the peer. */
  readonly address: string;
  readonly isLoopback: boolean;
  /** Absent for calls over plain loopback. */
  readonly remoteListener?: RemoteListener | undefined;
  /** State that the operations of a batch share. */
  readonly batch?: BatchContext;
  /** Whether the body of the reply may be bytes of JSON, because it is sent without being inspected. */
  readonly acceptsBytes?: boolean;
  /** Text of the body, or a parsed value (batch, hub). */
  readonly body: { readonly text: string } | { readonly json: unknown } | undefined;
}

export interface BatchContext {
  /**
   * The settings under which the batch was authorized. While they are in effect, its operations aren't authorized
   * again.
   */
  readonly settings: Settings;
  /** The default of `sync` for the operations of the batch. */
  readonly sync: boolean;
  /** Revisions that operations of the batch have created, by graph id. */
  readonly revisions: Map<string, number>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value or its bytes for `application/json`, bytes for images, text for every other content type. */
  readonly body: unknown;
}
