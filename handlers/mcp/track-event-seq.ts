import type { SceneAccess } from './service-access.ts';

/** A tool's access to the scene that also tracks which events the agent has been shown. */
interface TrackedAccess {
  /**
   * The access to pass to the tool. The agent is assumed to know all events that the tool receives through this access.
   */
  readonly access: SceneAccess;
  /**
   * The `seq` of the last event before the call, or of the last event that the tool received or could have received.
   */
  readonly seq: number;
}

/**
 * Starts tracking the last event that an agent has been shown.
 * @returns `undefined` if the service can't report its last `seq`
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
