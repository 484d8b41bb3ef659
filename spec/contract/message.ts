import type { z } from 'zod';

/** The narrowing fields of `SubscribeFiltered` that an event kind can carry. */
export type FilterField = 'object' | 'group' | 'clip';

/** An envelope field that tells what an event is about. */
export type SubjectField = 'graphId' | 'nodeId' | FilterField;

/** The one record of an event kind. The key it stands under in `events` is its dotted type. */
export interface EventSpec {
  readonly summary: string;
  readonly data: z.ZodObject;
  /** What its envelope tells beside where it stands in the stream and in time; what the data demands is always there. */
  readonly carries?: readonly SubjectField[];
  /** High-volume kinds are coalesced per subscriber. */
  readonly highVolume?: true;
  /** An event of this kind as the service sent it. */
  readonly example: EventExample;
}

/** The parts of an event that the rest of its envelope follows from. */
export interface EventExample {
  readonly seq: number;
  readonly tick: number;
  readonly time: number;
  readonly coalesced?: number;
  readonly replay?: true;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Declares one event kind. */
export const event = <const S extends EventSpec>(spec: S): S => spec;

/** A call of a hub method as it was made, with everything that came of it. */
export interface HubExchange {
  readonly summary: string;
  /** The connection was opened without the token. */
  readonly anonymous?: true;
  /** The arguments in order. */
  readonly call: readonly unknown[];
  /** The arguments are not what the method takes, so that they are no example of its message. */
  readonly invalid?: true;
  /** The callbacks that answered, in order. */
  readonly callbacks?: readonly { readonly name: string; readonly argument: unknown }[];
  /** What the completion carried; an empty one when neither is there. */
  readonly result?: unknown;
  readonly error?: string;
}

/** The one record of a hub method (client to server) or callback (server to client). */
export interface HubMessageSpec {
  readonly direction: 'client-to-server' | 'server-to-client';
  readonly summary: string;
  readonly description: string;
  /** Positional arguments by name, in order. */
  readonly args: z.ZodObject;
  /** What the completion of a method carries; nothing when absent. */
  readonly result?: z.ZodType;
  /** The callbacks that a method is answered by, beside its completion. */
  readonly callbacks?: readonly string[];
  /** Where calls and callbacks carry the id that pairs them, as a JSON pointer into the payload. */
  readonly requestId?: string;
  /** Needs the token, like a gated REST operation. */
  readonly gated?: true;
  /** Calls of a method by name. Callbacks show what these brought them. */
  readonly exchanges?: Readonly<Record<string, HubExchange>>;
}

/** Declares one hub method or callback. */
export const hubMessage = <const S extends HubMessageSpec>(spec: S): S => spec;
