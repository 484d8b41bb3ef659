import type { SceneAccess } from './scene-access.ts';

/** How far an agent knows the events, once a tool has answered. */
interface TrackedAccess {
  /** For the tool: what it hears counts as known. */
  readonly access: SceneAccess;
  /** The number of the last event before the call, or of the last one that the tool could hear. */
  readonly seq: number;
}

/** Tracks the last event that an agent has been shown. @returns undefined when the service can't be asked for its number */
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
