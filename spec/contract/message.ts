import type { z } from 'zod';

/** The narrowing fields of `SubscribeFiltered` that an event kind can carry. */
export type FilterField = 'object' | 'group' | 'clip';

/** The one record of an event kind. The key it stands under in `events` is its dotted type. */
export interface EventSpec {
  /** One of the 18 channels of the AsyncAPI document; kinds of one family share theirs. */
  readonly channel: string;
  readonly summary: string;
  readonly data: z.ZodObject;
  /** Envelope fields that this kind carries beside type, id, streamId, seq, tick and time. */
  readonly carries?: readonly ('graphId' | 'nodeId' | FilterField)[];
  /** High-volume kinds are coalesced per subscriber. */
  readonly highVolume?: true;
  /** A real message of this kind. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** Declares one event kind. */
export const event = <const S extends EventSpec>(spec: S): S => spec;

/** The one record of a hub method (client to server) or callback (server to client). */
export interface HubMessageSpec {
  readonly direction: 'client-to-server' | 'server-to-client';
  readonly summary: string;
  /** Positional arguments by name, in order. */
  readonly args: z.ZodObject;
  readonly result?: z.ZodType;
  /** Needs the token, like a gated REST operation. */
  readonly gated?: true;
}

/** Declares one hub method or callback. */
export const hubMessage = <const S extends HubMessageSpec>(spec: S): S => spec;
