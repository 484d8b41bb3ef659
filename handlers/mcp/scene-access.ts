import type { SceneClient, SceneEvent } from '#spec/client/index.ts';

/** Events that are being listened to. */
export interface EventSubscription {
  /** The number up to which the listener has been given all events. */
  readonly seq: number;
  /** Events after the requested number that are no longer held. */
  readonly gap?: { readonly from: number; readonly to: number } | undefined;
  unsubscribe(): Promise<void>;
}

/** What tools work with: the public contract alone, whichever service is behind it. */
export interface SceneAccess {
  readonly client: Pick<SceneClient, 'request' | 'act'>;
  /**
   * Calls back with each event whose type matches one of the patterns, until it is ended.
   * @param since the number of an event: those after it that are still held come first
   * @throws SceneRuntimeError or Fault INVALID_REQUEST for a number beyond the last event
   */
  listen(
    patterns: readonly string[],
    listener: (event: SceneEvent) => void,
    since?: number,
  ): Promise<EventSubscription>;
  /** The number of the last event. */
  getLastSeq(): Promise<number>;
}
