import type { Playback, PlaybackEvent } from './animation-types.ts';

/** A playback that has ended, where it did, and why. */
export interface EndedPlayback {
  readonly playback: Playback;
  readonly reason: string;
}

/** A layer with what holds it, or held it last. */
export interface LayerRow {
  readonly playback: Playback;
  /** Why it ended; undefined while it lives. */
  readonly reason?: string;
}

/** A row for each layer, lowest first. */
export const createLayerRows = (live: readonly Playback[], ended: readonly EndedPlayback[]): LayerRow[] => {
  const byLayer = new Map<number, LayerRow>(ended.map((row) => [row.playback.layer, row]));
  for (const playback of live) byLayer.set(playback.layer, { playback });
  return [...byLayer.values()].sort((a, b) => a.playback.layer - b.playback.layer);
};

/** What an event ends, of the playbacks that are known by id; undefined when it ends none of them. */
export const findEndedPlayback = (
  event: PlaybackEvent,
  known: ReadonlyMap<string, Playback>,
): EndedPlayback | undefined => {
  if (event.type !== 'animation.playback.completed' && event.type !== 'animation.playback.stopped')
    return undefined;
  const { playbackId, reason } = event.data;
  const playback = known.get(playbackId);
  if (!playback) return undefined;
  const end = playback.direction === 'forward' ? playback.duration : 0;
  return { playback: reason === 'natural' ? { ...playback, time: end } : playback, reason };
};
