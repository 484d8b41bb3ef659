import { type WithLazyFields, type WithResolvedFields, defineLazyFields } from './lazy-schemas.ts';
import type { z } from 'zod';

/** The narrowing fields of `SubscribeFiltered` that an event kind can carry. */
export type FilterField = 'object' | 'group' | 'clip';

/** An envelope field that tells what an event is about. */
export type SubjectField = 'graphId' | 'nodeId' | FilterField;

/** The one record of an event kind. The key it stands under in `events` is its dotted type. */
export interface EventSpec {
  readonly summary: string;
  readonly data: z.ZodObject;
  /** The fields of the data that tell what the event is about. Its envelope repeats them. */
  readonly subject?: readonly SubjectField[];
  /** The service raises it itself, whatever the runtime does. */
  readonly byService?: true;
  /** High-volume kinds are coalesced per subscriber. */
  readonly highVolume?: true;
  /** The data of an event of this kind, as the service sent it. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** Declares one event kind. The compiler sees to it that its data has its subject, and that its example is such data. */
export const defineEvent = <const D extends WithLazyFields<EventSpec, 'data'>>(
  declaration: D & {
    readonly subject?: readonly (keyof z.output<ReturnType<D['data']>>)[];
    readonly example: z.input<ReturnType<D['data']>>;
  },
): WithResolvedFields<D, 'data'> => defineLazyFields<D, 'data'>(declaration, ['data']);

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
export const defineHubMessage = <const S extends HubMessageSpec>(spec: S): S => spec;
