import { randomBytes } from 'node:crypto';
import type { HubLimits } from './limits.ts';
import type { Scheduler } from './scheduler.ts';

/** The answer to `POST /api/events/negotiate`. */
export type NegotiateAnswer = {
  readonly negotiateVersion: 0 | 1;
  readonly connectionId: string;
  /** What the socket is opened with; version 0 uses the connection id. */
  readonly connectionToken?: string;
  readonly availableTransports: readonly { transport: 'WebSockets'; transferFormats: readonly string[] }[];
};

/**
 * What a client that asked with this query is told. Stateful reconnect is not offered, and an answer
 * that mentioned it unasked would make clients give up.
 */
export const negotiateAnswer = (
  query: URLSearchParams,
  connectionId: string,
  connectionToken: string,
): NegotiateAnswer => {
  const availableTransports = [{ transport: 'WebSockets', transferFormats: ['Text', 'Binary'] }] as const;
  return Number(query.get('negotiateVersion')) >= 1
    ? { negotiateVersion: 1, connectionId, connectionToken, availableTransports }
    : { negotiateVersion: 0, connectionId, availableTransports };
};

/** Connections that were negotiated and have no socket yet. */
export interface Negotiations {
  begin(query: URLSearchParams): NegotiateAnswer;
  knows(token: string): boolean;
  /** A token serves one socket. */
  use(token: string): void;
}

export const createNegotiations = (limits: HubLimits, scheduler: Scheduler): Negotiations => {
  /** Expiry by token. All wait equally long, so the order of insertion is the order of expiry. */
  const pending = new Map<string, number>();
  const sweep = (now: number) => {
    for (const [token, expiry] of pending) {
      if (expiry > now && pending.size < limits.pendingNegotiations) return;
      pending.delete(token);
    }
  };
  return {
    begin(query) {
      const now = scheduler.now();
      sweep(now);
      const answer = negotiateAnswer(query, createId(), createId());
      pending.set(answer.connectionToken ?? answer.connectionId, now + limits.negotiationMs);
      return answer;
    },
    knows: (token) => (pending.get(token) ?? Number.NEGATIVE_INFINITY) > scheduler.now(),
    use: (token) => void pending.delete(token),
  };
};

const createId = (): string => randomBytes(16).toString('base64url');
