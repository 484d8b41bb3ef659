/** The playbacks that have not ended yet, oldest first. */
import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import type { SceneObject } from '../scene-object.ts';
import type { Playback } from './playback.ts';

/** Selects the playbacks that match all given criteria. */
export interface PlaybackSelection {
  readonly object?: SceneObject | undefined;
  readonly clip?: string | undefined;
  readonly group?: string | undefined;
  readonly playbackId?: string | undefined;
}

export const createLivePlaybacks = () => {
  const live = new Map<string, Playback>();
  const byObject = new Map<SceneObject, Set<Playback>>();

  const candidates = ({ playbackId, object }: PlaybackSelection): Iterable<Playback> => {
    if (playbackId !== undefined) return [live.get(playbackId)].filter((one) => one !== undefined);
    return object ? (byObject.get(object) ?? []) : live.values();
  };

  const select = (selection: PlaybackSelection): readonly Playback[] => {
    const { object, clip, group } = selection;
    return [...candidates(selection)].filter(
      (playback) =>
        (object === undefined || playback.object === object) &&
        (clip === undefined || playback.clip.name === clip) &&
        (group === undefined || playback.group === group),
    );
  };

  const createNotFoundError = ({ playbackId, object, clip, group }: PlaybackSelection): ApiError => {
    const description = playbackId === undefined ? 'such playback' : `playback '${playbackId}'`;
    return new ApiError(
      'ACTION_FAILED',
      `No ${description} is live. animation.playbacks lists those that are.`,
      () => ({
        ...(playbackId !== undefined && { playbackId, nearest: suggestNames(playbackId, live.keys()) }),
        ...(object && { object: object.tag }),
        ...(clip !== undefined && { clip }),
        ...(group !== undefined && { group }),
      }),
    );
  };

  return {
    get size(): number {
      return live.size;
    },
    list: (): IterableIterator<Playback> => live.values(),
    add(playback: Playback) {
      live.set(playback.id, playback);
      const playbacks = byObject.get(playback.object);
      if (playbacks) playbacks.add(playback);
      else byObject.set(playback.object, new Set([playback]));
    },
    remove(playback: Playback) {
      live.delete(playback.id);
      const playbacks = byObject.get(playback.object);
      playbacks?.delete(playback);
      if (playbacks?.size === 0) byObject.delete(playback.object);
    },
    select,
    /**
     * Selects the matching playbacks.
     * @throws ApiError ACTION_FAILED when no playback matches
     */
    selectRequired(selection: PlaybackSelection): readonly [Playback, ...Playback[]] {
      const [first, ...rest] = select(selection);
      if (!first) throw createNotFoundError(selection);
      return [first, ...rest];
    },
  };
};
