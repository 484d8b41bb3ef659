import type { SceneClient, SceneEvent } from '#spec/client/index.ts';

export interface EventSubscription {
  /** The `seq` up to which all events have been delivered. */
  readonly seq: number;
  /** The range of events after the requested `seq` that are no longer in the buffer. */
  readonly gap?: { readonly from: number; readonly to: number } | undefined;
  unsubscribe(): Promise<void>;
}

/**
 * The interface through which tools access the scene. It contains only the public API, so it works with any service.
 */
export interface SceneAccess {
  readonly client: Pick<SceneClient, 'request' | 'act'>;
  /**
   * Calls the listener with each event whose type matches one of the patterns, until the subscription ends.
   * @param since the `seq` of an event: buffered events after this event are delivered first
   * @throws SceneRuntimeError or ApiError INVALID_REQUEST for a `seq` beyond the last event
   */
  listen(
    patterns: readonly string[],
    listener: (event: SceneEvent) => void,
    since?: number,
  ): Promise<EventSubscription>;
  /** Returns the last event's `seq`. */
  getLastSeq(): Promise<number>;
}
