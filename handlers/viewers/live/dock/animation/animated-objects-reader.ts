import type { SceneHub } from '#spec/client/index.ts';

export interface AnimatedObject {
  readonly tag: string;
  readonly clips: readonly string[];
  /** The names of the clips that are currently playing on the object. */
  readonly playing: readonly string[];
}

type ActionClient = Pick<SceneHub, 'actAll'>;

const clipComponents = ['Animation', 'Model'] as const;
const maxObjectsPerComponent = 20;

/**
 * Creates a function that reads all objects with playbacks, and the first objects with clips. Each object's clips are
 * read only once.
 */
export const createAnimatedObjectsReader = (): ((
  hub: ActionClient,
) => Promise<readonly AnimatedObject[]>) => {
  const clipsByTag = new Map<string, readonly string[]>();
  return async (hub) => {
    const { animatable, playbacks } = await readCandidates(hub);
    await readClips(hub, animatable, clipsByTag);
    const tags = new Set([...playbacks.map(({ object }) => object), ...animatable]);
    return [...tags]
      .map((tag) => ({
        tag,
        clips: clipsByTag.get(tag) ?? [],
        playing: playbacks.filter(({ object }) => object === tag).map(({ clip }) => clip),
      }))
      .filter(({ clips, playing }) => clips.length + playing.length > 0);
  };
};

/** Reads all playbacks, and the tags of objects whose components may provide clips. */
const readCandidates = async (hub: ActionClient) => {
  const listings = clipComponents.map(
    (component) =>
      ({ action: 'scene.objects.list', parameters: { component, limit: maxObjectsPerComponent } }) as const,
  );
  const { results } = await hub.actAll([{ action: 'animation.playbacks' }, ...listings]);
  const [playing, ...listResults] = results;
  const objects = listResults.flatMap((outcome) => (outcome.success ? outcome.result.objects : []));
  return {
    playbacks: playing?.success ? playing.result.playbacks : [],
    animatable: objects.map(({ tag }) => tag),
  };
};

const readClips = async (
  hub: ActionClient,
  tags: readonly string[],
  into: Map<string, readonly string[]>,
): Promise<void> => {
  const uncached = [...new Set(tags)].filter((tag) => !into.has(tag));
  if (uncached.length === 0) return;
  const { results } = await hub.actAll(
    uncached.map((object) => ({ action: 'animation.clips', parameters: { object } }) as const),
  );
  for (const [i, tag] of uncached.entries()) {
    const outcome = results[i];
    into.set(tag, outcome?.success ? outcome.result.clips.map(({ name }) => name) : []);
  }
};
