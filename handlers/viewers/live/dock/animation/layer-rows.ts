import type { Playback, PlaybackEvent } from './animation-types.ts';

/** A playback that has ended, with its position and the reason. */
export interface EndedPlayback {
  readonly playback: Playback;
  readonly reason: string;
}

/** A layer with its current or last playback. */
export interface LayerRow {
  readonly playback: Playback;
  /** Why it ended; undefined while it is live. */
  readonly reason?: string;
}

/** Creates a row per layer, lowest first. */
export const createLayerRows = (live: readonly Playback[], ended: readonly EndedPlayback[]): LayerRow[] => {
  const byLayer = new Map<number, LayerRow>(ended.map((row) => [row.playback.layer, row]));
  for (const playback of live) byLayer.set(playback.layer, { playback });
  return [...byLayer.values()].sort((a, b) => a.playback.layer - b.playback.layer);
};

/** Returns the playback that an event ends; undefined if it ends none of the given ones. */
export const findEndedPlayback = (
  event: PlaybackEvent,
  cached: ReadonlyMap<string, Playback>,
): EndedPlayback | undefined => {
  if (event.type !== 'animation.playback.completed' && event.type !== 'animation.playback.stopped')
    return undefined;
  const { playbackId, reason } = event.data;
  const playback = cached.get(playbackId);
  if (!playback) return undefined;
  const end = playback.direction === 'forward' ? playback.duration : 0;
  return { playback: reason === 'natural' ? { ...playback, time: end } : playback, reason };
};
