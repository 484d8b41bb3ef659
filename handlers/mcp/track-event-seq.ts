import type { SceneAccess } from './scene-access.ts';

/** Tracks which events an agent knows once a tool has returned. */
interface TrackedAccess {
  /** The access for the tool. The events that it receives count as known. */
  readonly access: SceneAccess;
  /** The `seq` of the last event before the call, or of the last one that the tool could receive. */
  readonly seq: number;
}

/**
 * Tracks the last event that an agent has been shown. @returns undefined when the service can't be asked for its `seq`
 */
export const trackSeq = async (access: SceneAccess): Promise<TrackedAccess | undefined> => {
  const before = await access.getLastSeq().catch(() => undefined);
  if (before === undefined) return undefined;
  let seq = before;
  return {
    access: {
      ...access,
      async listen(patterns, listener, since) {
        const listening = await access.listen(patterns, listener, since);
        return {
          gap: listening.gap,
          get seq() {
            return listening.seq;
          },
          unsubscribe() {
            seq = listening.seq;
            return listening.unsubscribe();
          },
        };
      },
    },
    get seq() {
      return seq;
    },
  };
};
