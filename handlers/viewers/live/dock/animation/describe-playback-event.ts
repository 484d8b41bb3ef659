import { formatSeconds } from './format-seconds.ts';
import type { PlaybackEvent } from './animation-types.ts';

/** Describes a playback event in a few words. */
export const describePlaybackEvent = (event: PlaybackEvent): string => {
  switch (event.type) {
    case 'animation.playback.started':
      return `started on layer ${event.data.layer}, ${event.data.loopMode}`;
    case 'animation.playback.completed':
      return `completed (${event.data.reason})`;
    case 'animation.playback.stopped':
      return `stopped (${event.data.reason})`;
    case 'animation.playback.looped':
      return `looped, ${event.data.loops} so far`;
    case 'animation.playback.direction.changed':
      return `turned ${event.data.direction}`;
    case 'animation.playback.marker':
      return `marker ${event.data.name} at ${formatSeconds(event.data.position)}`;
    case 'animation.playback.held':
      return 'holds its last pose';
    case 'animation.playback.paused':
      return 'paused';
    case 'animation.playback.resumed':
      return 'resumed';
  }
};
