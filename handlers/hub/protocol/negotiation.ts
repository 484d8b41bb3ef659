import { randomBytes } from 'node:crypto';
import type { HubLimits } from '../hub-limits.ts';
import type { Scheduler } from '../../scheduler.ts';

/** The response to `POST /api/events/negotiate`. */
export type NegotiateResponse = {
  readonly negotiateVersion: 0 | 1;
  readonly connectionId: string;
  /** The id with which to open the socket. Version 0 uses the connection id. */
  readonly connectionToken?: string;
  /** Only sent to clients that asked for it, because other clients fail when they read it. */
  readonly useStatefulReconnect?: true;
  readonly availableTransports: readonly { transport: 'WebSockets'; transferFormats: readonly string[] }[];
};

/** Creates the response to a negotiation with this query. */
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
  /** Whether the connection may continue over another socket. */
  readonly stateful: boolean;
}

/** Negotiated connections that have no socket yet. */
interface Negotiations {
  negotiate(query: URLSearchParams): NegotiateResponse;
  isPending(token: string): boolean;
  /**
   * Uses up a token, which serves one socket.
   * @returns the negotiated options
   */
  consumeToken(token: string): NegotiatedOptions;
}

export const createNegotiations = (limits: HubLimits, scheduler: Scheduler): Negotiations => {
  /** By token. All wait equally long, so the order of insertion is the order of expiry. */
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
