import { type WithLazyFields, type WithResolvedFields, defineLazyFields } from './lazy-schemas.ts';
import type { z } from 'zod';

/** The fields by which `SubscribeFiltered` can narrow an event kind. */
export type FilterField = 'object' | 'group' | 'clip';

/** An envelope field that identifies the subject of an event. */
export type SubjectField = 'graphId' | 'nodeId' | FilterField;

/** Declares an event kind. Its key in `events` is its dotted type. */
export interface EventSpec {
  readonly summary: string;
  readonly data: z.ZodObject;
  /** The data fields that identify the subject of the event. The envelope repeats them. */
  readonly subject?: readonly SubjectField[];
  /** The service itself raises this event, independently of the runtime. */
  readonly byService?: true;
  /** The kind is coalesced per subscriber. */
  readonly highVolume?: true;
  /** The data of a real event of this kind. */
  readonly example: Readonly<Record<string, unknown>>;
}

/**
 * Declares an event kind. The compiler checks that its data contains its subject and that its example matches its data.
 */
export const defineEvent = <const D extends WithLazyFields<EventSpec, 'data'>>(
  declaration: D & {
    readonly subject?: readonly (keyof z.output<ReturnType<D['data']>>)[];
    readonly example: z.input<ReturnType<D['data']>>;
  },
): WithResolvedFields<D, 'data'> => defineLazyFields<D, 'data'>(declaration, ['data']);

/** A recorded call of a hub method with all messages that answer it. */
export interface HubExchange {
  readonly summary: string;
  /** The connection was opened without the token. */
  readonly anonymous?: true;
  /** The arguments, in order. */
  readonly call: readonly unknown[];
  /** The arguments are invalid, so they can't serve as an example of the message. */
  readonly invalid?: true;
  /** The callbacks that answer the call, in order. */
  readonly callbacks?: readonly { readonly name: string; readonly argument: unknown }[];
  /** The result of the completion. Without a result or an error, the completion is empty. */
  readonly result?: unknown;
  readonly error?: string;
}

/** Declares a hub method (client to server) or a callback (server to client). */
export interface HubMessageSpec {
  readonly direction: 'client-to-server' | 'server-to-client';
  readonly summary: string;
  readonly description: string;
  /** Positional arguments by name, in order. */
  readonly args: z.ZodObject;
  /** The result in the completion of a method. Absent if there is none. */
  readonly result?: z.ZodType;
  /** The callbacks that answer a method besides its completion. */
  readonly callbacks?: readonly string[];
  /** JSON pointer, within the payload, to the id that pairs calls with callbacks. */
  readonly requestId?: string;
  /** The method needs the token, like a gated REST operation. */
  readonly gated?: true;
  /** Example calls of a method by name. The examples of callbacks derive from them. */
  readonly exchanges?: Readonly<Record<string, HubExchange>>;
}

export const defineHubMessage = <const S extends HubMessageSpec>(spec: S): S => spec;
