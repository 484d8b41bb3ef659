import {
  defineLazyObjects,
  type ResolvedObject,
  type WithLazyObjects,
  type WithResolvedObjects,
} from './lazy-schemas.ts';
import type { z } from 'zod';

/** The fields by which `SubscribeFiltered` can narrow an event kind. */
export type FilterField = Exclude<SubjectField, 'graphId' | 'nodeId'>;

/** The envelope fields that can identify the subject of an event. */
export const subjectFields = ['graphId', 'nodeId', 'object', 'group', 'clip'] as const;
export type SubjectField = (typeof subjectFields)[number];

/** Declares an event kind. The key of the declaration in `events` is the dotted type. */
export interface EventSpec {
  readonly summary: string;
  readonly data: z.ZodObject;
  /** The data fields that identify the event's subject. The envelope repeats these fields. */
  readonly subject?: readonly SubjectField[];
  /** Whether the service itself raises this event, independently of the runtime. */
  readonly byService?: true;
  /** Whether the event kind is coalesced for each subscriber. */
  readonly highVolume?: true;
  /** Whether a runtime offers this kind besides the service's catalog. */
  readonly isOwn?: true;
  /** The data of an actual event of this kind. */
  readonly example: Readonly<Record<string, unknown>>;
}

/**
 * Declares an event kind. The compiler checks that the data contains the subject, and that the example matches the
 * data.
 */
export const defineEvent = <const D extends WithLazyObjects<EventSpec, 'data'>>(
  declaration: D & {
    readonly subject?: readonly (keyof z.output<ResolvedObject<D['data']>>)[];
    readonly example: z.input<ResolvedObject<D['data']>>;
  },
): WithResolvedObjects<D, 'data'> => defineLazyObjects<D, 'data'>(declaration, ['data']);

/** A recorded call to a hub method, with all messages that answer the call. */
export interface HubExchange {
  readonly summary: string;
  /** Whether the connection was opened without the token. */
  readonly anonymous?: true;
  /** The arguments of the call, in order. */
  readonly call: readonly unknown[];
  /** Whether the arguments are invalid, so that they can't serve as an example of the message. */
  readonly invalid?: true;
  /** The callbacks that answer the call, in order. */
  readonly callbacks?: readonly { readonly name: string; readonly argument: unknown }[];
  /** The result in the completion message. Without a result or an error, the completion is empty. */
  readonly result?: unknown;
  readonly error?: string;
}

/** Declares a hub method (client to server) or a callback (server to client). */
export interface HubMessageSpec {
  readonly direction: 'client-to-server' | 'server-to-client';
  readonly summary: string;
  readonly description: string;
  /** Positional arguments, keyed by name, in order. */
  readonly args: z.ZodObject;
  /** The result in the method's completion message. Absent if the method returns nothing. */
  readonly result?: z.ZodType;
  /** The callbacks that answer a method, in addition to its completion message. */
  readonly callbacks?: readonly string[];
  /** JSON pointer to the id in the payload that pairs calls with callbacks. */
  readonly requestId?: string;
  /** Whether the method needs the token, like a gated REST operation. */
  readonly gated?: true | undefined;
  /** Example calls to a method, keyed by name. The examples for callbacks are derived from these calls. */
  readonly exchanges?: Readonly<Record<string, HubExchange>>;
}

export const defineHubMessage = <const S extends HubMessageSpec>(spec: S): S => spec;
