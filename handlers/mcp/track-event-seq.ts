import type { SceneAccess } from './service-access.ts';

/** Tracks which events an agent knows once a tool has returned. */
interface TrackedAccess {
  /** The access for the tool. The agent is considered to know the events that it receives. */
  readonly access: SceneAccess;
  /**
   * The `seq` of the last event before the call, or of the last event that the tool received or could have received.
   */
  readonly seq: number;
}

/**
 * Tracks the last event that an agent has been shown. @returns undefined when the service can't be asked for its `seq`
 */
export const trackSeq = async (access: SceneAccess): Promise<TrackedAccess | undefined> => {
  const initialSeq = await access.getLastSeq().catch(() => undefined);
  if (initialSeq === undefined) return undefined;
  let seq = initialSeq;
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
