import { randomBytes } from 'node:crypto';
import type { HubLimits } from '../limits.ts';
import type { Scheduler } from '../../scheduler.ts';

/** The answer to `POST /api/events/negotiate`. */
export type NegotiateAnswer = {
  readonly negotiateVersion: 0 | 1;
  readonly connectionId: string;
  /** What the socket is opened with; version 0 uses the connection id. */
  readonly connectionToken?: string;
  /** Only in answer to a client that asked: any other gives up when it reads this. */
  readonly useStatefulReconnect?: true;
  readonly availableTransports: readonly { transport: 'WebSockets'; transferFormats: readonly string[] }[];
};

/** What a client that asked with this query is told. */
const negotiateAnswer = (
  query: URLSearchParams,
  connectionId: string,
  connectionToken: string,
): NegotiateAnswer => {
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

interface Agreement {
  /** Whether the connection may go on over another socket when one is lost. */
  readonly stateful: boolean;
}

/** Connections that were negotiated and have no socket yet. */
interface Negotiations {
  begin(query: URLSearchParams): NegotiateAnswer;
  knows(token: string): boolean;
  /**
   * A token is used up by one socket.
   * @returns what was agreed upon
   */
  use(token: string): Agreement;
}

export const createNegotiations = (limits: HubLimits, scheduler: Scheduler): Negotiations => {
  /** By token. All wait equally long, so the order of insertion is the order of expiry. */
  const pending = new Map<string, Agreement & { readonly expiry: number }>();
  const sweep = (now: number) => {
    for (const [token, { expiry }] of pending) {
      if (expiry > now && pending.size < limits.pendingNegotiations) return;
      pending.delete(token);
    }
  };
  return {
    begin(query) {
      const now = scheduler.now();
      sweep(now);
      const answer = negotiateAnswer(query, createId(), createId());
      pending.set(answer.connectionToken ?? answer.connectionId, {
        stateful: answer.useStatefulReconnect ?? false,
        expiry: now + limits.negotiationMs,
      });
      return answer;
    },
    knows: (token) => (pending.get(token)?.expiry ?? Number.NEGATIVE_INFINITY) > scheduler.now(),
    use(token) {
      const stateful = pending.get(token)?.stateful ?? false;
      pending.delete(token);
      return { stateful };
    },
  };
};

const createId = (): string => randomBytes(16).toString('base64url');
