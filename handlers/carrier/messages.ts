import type { RaisedEvent } from '#runtime/link/protocol.ts';
import type { ErrorCode } from '#spec/errors.ts';
import type { EventType } from '#spec/events.ts';
import type { Call } from '../pipeline/call.ts';

/** Events of one turn as the stream holds them. */
export interface Batch {
  readonly streamId: string;
  /** The number of the first of them. */
  readonly first: number;
  /** How many numbers they take; without `events` they were too large to be carried. */
  readonly count: number;
  readonly events?: readonly RaisedEvent[];
}

/** What a service says of itself every second, and when it changes. */
export interface ServiceState {
  readonly streamId: string;
  /** The number of the last event. */
  readonly seq: number;
  readonly apiEnabled: boolean;
  readonly hubRequiresToken: boolean;
  readonly strict: boolean;
  /** Present in the last word of a run: another may follow at once. */
  readonly ended?: true;
  /** SHA-256 of the tokens that are taken, so that a relay knows one when it sees it. */
  readonly tokens: readonly string[];
}

/** What the clients of one relay listen to. */
export interface RelayInterest {
  readonly relay: string;
  readonly types: readonly EventType[];
}

/** A request as it came to a relay, which has looked whether its Host names the relay. */
export type CarriedCall = Partial<Omit<Call, 'loopback' | 'entrance' | 'batch' | 'takesText' | 'body'>> &
  Pick<Call, 'method' | 'path' | 'query' | 'address'> & { readonly body?: string };

/** What a relay asks of the service. */
export type Question =
  | { readonly kind: 'call'; readonly call: CarriedCall }
  | {
      readonly kind: 'action';
      readonly token: string | undefined;
      readonly action: string;
      readonly parameters: Readonly<Record<string, unknown>>;
    };

/** A failure with everything that a client is told of it. */
export interface CarriedFault {
  readonly code: ErrorCode;
  readonly reason: string;
  readonly details?: Record<string, unknown> | undefined;
  readonly resolution: string;
  readonly status: number;
}

/** The head of an answer; the body of a reply stands behind it. */
export type AnswerHead = {
  /** The number of the last event before the answer: the relay brings those first. */
  readonly seq: number;
} & (
  | { readonly kind: 'reply'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  | { readonly kind: 'outcome'; readonly outcome: unknown }
  | { readonly kind: 'fault'; readonly fault: CarriedFault }
);
