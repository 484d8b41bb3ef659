/** A request and its answer as the pipeline sees them: no Request, Response, socket or stream. */

import type { Settings } from '../security/settings.ts';

/** The encrypted way in from other machines. */
export interface RemoteListener {
  /** Whether a Host header names this machine, as they know it. */
  isOwnHost(host: string | undefined): boolean;
}

export interface Call {
  readonly method: string;
  /** Path without the query, spelt as {@link canonicalPath} spells it: hosts and batches see to that. */
  readonly path: string;
  /** Query as sent, without the question mark. */
  readonly query: string;
  readonly token: string | undefined;
  /** The Authorization header, by which clients of the hub may bring the token. */
  readonly authorization: string | undefined;
  readonly origin: string | undefined;
  /** The name that the caller knows this machine by. */
  readonly host: string | undefined;
  readonly contentType: string | undefined;
  /** The media types that the caller wants. */
  readonly accept: string | undefined;
  /** The codings that the caller takes; absent from hosts that do not tell, where nothing is compressed. */
  readonly acceptEncoding?: string | undefined;
  readonly ifMatch: string | undefined;
  /** The revision of the protocol that an agent speaks; absent from everybody else. */
  readonly agentProtocol?: string | undefined;
  /** The method that a preflight asks for. */
  readonly preflight: string | undefined;
  /** Address of the peer, and whether it is on this machine. */
  readonly address: string;
  readonly isLoopback: boolean;
  /** Absent where the call came over plain loopback. */
  readonly remoteListener?: RemoteListener | undefined;
  /** What the operations of one batch share. */
  readonly batch?: BatchContext;
  /** Whether the answer may be JSON that is bytes already, because nobody looks into it before it is sent. */
  readonly acceptsBytes?: boolean;
  /** Text of the body, or a value that is already parsed (batch, hub). */
  readonly body: { readonly text: string } | { readonly json: unknown } | undefined;
}

export interface BatchContext {
  /** Those under which the batch was let in: as long as they are in use, nobody asks each operation again who calls. */
  readonly settings: Settings;
  /** What operations take as `sync` that do not say it themselves. */
  readonly sync: boolean;
  /** The revisions that operations of the batch have made of graphs, by graph id. */
  readonly revisions: Map<string, number>;
}

export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A JSON value or its bytes for `application/json`, bytes for images, text for every other content type. */
  readonly body: unknown;
}
