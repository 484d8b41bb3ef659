import type { Playback } from './playback-store.ts';

/** The position of a marker's name along the time bar. All lengths are fractions of the bar's length. */
interface MarkerLabelPosition {
  readonly name: string;
  /** The marker's position, in seconds from the start of the clip. */
  readonly position: number;
  readonly offset: number;
  /** The space available for the name, up to the next name. */
  readonly availableWidth: number;
  /**
   * Whether the name is placed before the marker, because there is too little space between the marker and the end of
   * the bar.
   */
  readonly isLeftAligned: boolean;
}

const minLabelWidth = 0.12;

/**
 * Computes where the names of markers are placed.
 * @param markers the markers, sorted by position
 */
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
