import type { Playback } from './facts.ts';

/** Where the name of a marker stands along a bar, in shares of its length. */
interface MarkerPlace {
  readonly name: string;
  /** Seconds into the clip. */
  readonly position: number;
  readonly at: number;
  /** How much there is for its name, up to the next one. */
  readonly room: number;
  /** Whether its name stands before it: behind it the bar is about to end. */
  readonly isTurned: boolean;
}

/** Less than this is no room for a name. */
const least = 0.12;

/** @param markers by their positions */
export const markerPlaces = ({
  markers,
  duration,
}: Pick<Playback, 'markers' | 'duration'>): MarkerPlace[] => {
  const shares = markers.map(({ position }) => (duration > 0 ? position / duration : 0));
  return markers.map(({ name, position }, i) => {
    const at = shares[i] ?? 0;
    const after = (shares[i + 1] ?? 1) - at;
    const isTurned = i === markers.length - 1 && after < least;
    return { name, position, at, room: isTurned ? at - (shares[i - 1] ?? 0) : after, isTurned };
  });
};
