import type { SceneClient, SceneEvent } from '#spec/client/index.ts';

/** What tools work with: the public contract alone, whichever service is behind it. */
export interface SceneAccess {
  readonly client: Pick<SceneClient, 'request' | 'act'>;
  /** Hears the events whose type matches one of the patterns, until it is ended. */
  listen(
    patterns: readonly string[],
    listener: (event: SceneEvent) => void,
  ): Promise<{ end(): Promise<void> }>;
}
