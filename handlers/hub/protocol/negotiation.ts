import { randomBytes } from 'node:crypto';
import type { HubLimits } from '../hub-limits.ts';
import type { Scheduler } from '#runtime/shared/scheduler.ts';

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
interface Negotiations {
  negotiate(query: URLSearchParams): NegotiateResponse;
  isPending(token: string): boolean;
  /**
   * Uses up a token, which is valid for one socket.
   * @returns the options that were negotiated for the token
   */
  consumeToken(token: string): NegotiatedOptions;
}

export const createNegotiations = (limits: HubLimits, scheduler: Scheduler): Negotiations => {
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
    negotiate(query) {
      const now = scheduler.now();
      removeExpired(now);
      const response = createNegotiateResponse(query, createConnectionId(), createConnectionId());
      pending.set(response.connectionToken ?? response.connectionId, {
        stateful: response.useStatefulReconnect ?? false,
        expiry: now + limits.negotiationTimeoutMs,
      });
      return response;
    },
    isPending: (token) => (pending.get(token)?.expiry ?? Number.NEGATIVE_INFINITY) > scheduler.now(),
    consumeToken(token) {
      const stateful = pending.get(token)?.stateful ?? false;
      pending.delete(token);
      return { stateful };
    },
  };
};

const createConnectionId = (): string => randomBytes(16).toString('base64url');
