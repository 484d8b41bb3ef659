import type { Playback } from './animation-types.ts';

/** Position of a marker name along the bar, as fractions of its length. */
interface MarkerLabelPosition {
  readonly name: string;
  /** In seconds from the start of the clip. */
  readonly position: number;
  readonly offset: number;
  /** Space for the name, up to the next one. */
  readonly availableWidth: number;
  /** Whether the name is placed before the marker, because the bar ends soon after it. */
  readonly isLeftAligned: boolean;
}

/** Names need at least this much space. */
const minLabelWidth = 0.12;

/** @param markers sorted by position */
export const layOutMarkers = ({
  markers,
  duration,
}: Pick<Playback, 'markers' | 'duration'>): MarkerLabelPosition[] => {
  const fractions = markers.map(({ position }) => (duration > 0 ? position / duration : 0));
  return markers.map(({ name, position }, i) => {
    const at = fractions[i] ?? 0;
    const after = (fractions[i + 1] ?? 1) - at;
    const isLeftAligned = i === markers.length - 1 && after < minLabelWidth;
    return {
      name,
      position,
      offset: at,
      availableWidth: isLeftAligned ? at - (fractions[i - 1] ?? 0) : after,
      isLeftAligned,
    };
  });
};
