import type { Playback } from './animation-types.ts';

/** Where the name of a marker stands along a bar, in shares of its length. */
interface MarkerLabelPosition {
  readonly name: string;
  /** Seconds into the clip. */
  readonly position: number;
  readonly offset: number;
  /** How much there is for its name, up to the next one. */
  readonly availableWidth: number;
  /** Whether its name stands before it: behind it the bar is about to end. */
  readonly isLeftAligned: boolean;
}

/** Less than this is no room for a name. */
const minLabelWidth = 0.12;

/** @param markers by their positions */
export const layOutMarkers = ({
  markers,
  duration,
}: Pick<Playback, 'markers' | 'duration'>): MarkerLabelPosition[] => {
  const shares = markers.map(({ position }) => (duration > 0 ? position / duration : 0));
  return markers.map(({ name, position }, i) => {
    const at = shares[i] ?? 0;
    const after = (shares[i + 1] ?? 1) - at;
    const isTurned = i === markers.length - 1 && after < minLabelWidth;
    return {
      name,
      position,
      offset: at,
      availableWidth: isTurned ? at - (shares[i - 1] ?? 0) : after,
      isLeftAligned: isTurned,
    };
  });
};
