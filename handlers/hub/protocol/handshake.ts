import { randomBytes } from 'node:crypto';
import { ProtocolError } from '#runtime/link/protocol-error.ts';
import { toRecord } from './framing.ts';
import { codecs } from './codecs.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';
import type { HubLimits } from '../hub-limits.ts';
import type { HubCodec } from './hub-codec.ts';

/** The response to `POST /api/events/negotiate`. */
export type NegotiateResponse = {
  readonly negotiateVersion: 0 | 1;
  readonly connectionId: string;
  /** The id with which the client opens the socket. In version 0, the connection id is used instead. */
  readonly connectionToken?: string;
  /** Sent only to clients that asked for stateful reconnect, because other clients fail when they read this field. */
  readonly useStatefulReconnect?: true;
  readonly availableTransports: readonly { transport: 'WebSockets'; transferFormats: readonly string[] }[];
};

/** Creates the response to a negotiation request with this query. */
const createNegotiateResponse = (
  query: URLSearchParams,
  connectionId: string,
  connectionToken: string,
): NegotiateResponse => {
  const availableTransports = [{ transport: 'WebSockets', transferFormats: ['Text', 'Binary'] }] as const;
  if (!(Number(query.get('negotiateVersion')) >= 1)) {
    return { negotiateVersion: 0, connectionId, availableTransports };
  }
  const stateful = query.get('useStatefulReconnect')?.toLowerCase() === 'true';
  return {
    negotiateVersion: 1,
    connectionId,
    connectionToken,
    ...(stateful && { useStatefulReconnect: true }),
    availableTransports,
  };
};

interface NegotiatedOptions {
  /** Whether the connection may continue on another socket. */
  readonly stateful: boolean;
}

/** Negotiated connections that have no socket yet. */
export const createNegotiations = (limits: HubLimits, scheduler: Scheduler) => {
  /**
   * Pending negotiations, keyed by token. All of them wait for the same time, so they expire in the order of insertion.
   */
  const pending = new Map<string, NegotiatedOptions & { readonly expiry: number }>();
  const removeExpired = (now: number) => {
    for (const [token, { expiry }] of pending) {
      if (expiry > now && pending.size < limits.maxPendingNegotiations) return;
      pending.delete(token);
    }
  };
  return {
    negotiate(query: URLSearchParams): NegotiateResponse {
      const now = scheduler.now();
      removeExpired(now);
      const response = createNegotiateResponse(query, createConnectionId(), createConnectionId());
      pending.set(response.connectionToken ?? response.connectionId, {
        stateful: response.useStatefulReconnect ?? false,
        expiry: now + limits.negotiationTimeoutMs,
      });
      return response;
    },
    isPending: (token: string): boolean =>
      (pending.get(token)?.expiry ?? Number.NEGATIVE_INFINITY) > scheduler.now(),
    /**
     * Uses up a token, which is valid for one socket.
     * @returns the options that were negotiated for the token
     */
    consumeToken(token: string): NegotiatedOptions {
      const stateful = pending.get(token)?.stateful ?? false;
      pending.delete(token);
      return { stateful };
    },
  };
};

const createConnectionId = (): string => randomBytes(16).toString('base64url');

/**
 * Version 2 only adds messages that a negotiated stateful reconnect uses, so both versions are handled in the same way.
 */
const supportedVersions: readonly unknown[] = [1, 2];

/**
 * Parses the first record of a connection, which is always JSON, whichever encoding it requests.
 * @throws ProtocolError if the requested protocol isn't supported
 */
export const parseHandshake = (record: string): HubCodec => {
  const { protocol, version } = parseRecord(record);
  const codec = codecs.find(({ name }) => name === protocol);
  if (!codec) {
    const protocolNames = codecs.map(({ name }) => `'${name}'`).join(', ');
    throw new ProtocolError(
      `The protocol ${JSON.stringify(protocol)} is not supported. Use ${protocolNames}`,
    );
  }
  if (!supportedVersions.includes(version)) {
    throw new ProtocolError(
      `Version ${JSON.stringify(version)} is not supported. Use ${supportedVersions.join(' or ')}`,
    );
  }
  return codec;
};

/**
 * Creates the response to a handshake. The response is empty if the handshake is accepted; otherwise, it contains the
 * reason for the rejection.
 */
export const createHandshakeResponse = (error?: string): string =>
  toRecord(JSON.stringify(error === undefined ? {} : { error }));

const parseRecord = (record: string): { protocol?: unknown; version?: unknown } => {
  const expected =
    'A connection must begin with {"protocol":"json","version":1} and the record separator 0x1E';
  try {
    const value: unknown = JSON.parse(record);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    throw new ProtocolError(expected);
  }
  throw new ProtocolError(expected);
};
