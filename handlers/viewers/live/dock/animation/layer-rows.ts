import type { Playback, PlaybackEvent } from './animation-types.ts';

/** A playback that has ended. It includes the final position and the reason for the end. */
export interface EndedPlayback {
  readonly playback: Playback;
  readonly reason: string;
}

/** A layer with its current playback, or else its last one. */
export interface LayerRow {
  readonly playback: Playback;
  /** The reason why the playback ended, or `undefined` while the playback is live. */
  readonly reason?: string;
}

/** Creates one row per layer, lowest layer first. */
export const createLayerRows = (live: readonly Playback[], ended: readonly EndedPlayback[]): LayerRow[] => {
  const byLayer = new Map<number, LayerRow>(ended.map((row) => [row.playback.layer, row]));
  for (const playback of live) byLayer.set(playback.layer, { playback });
  return [...byLayer.values()].sort((a, b) => a.playback.layer - b.playback.layer);
};

/** Returns the playback that an event ends, or `undefined` if it ends none of the given playbacks. */
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
