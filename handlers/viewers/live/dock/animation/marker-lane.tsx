import { layOutMarkers } from './marker-layout.ts';
import { formatSeconds } from './format-seconds.ts';
import type { Playback } from './animation-types.ts';

interface MarkerLaneProps {
  readonly playback: Playback;
  readonly isLive: boolean;
  readonly seek: (time: number) => void;
}

/** Shows the named markers. A click on a marker seeks to its position. */
export const MarkerLane = ({ playback, isLive, seek }: MarkerLaneProps) => (
  <ul class="markers" aria-label={`Markers of ${playback.clip}`}>
    {layOutMarkers(playback).map(({ name, position, offset, availableWidth, isLeftAligned }, i) => (
      <li
        key={`${i} ${name}`}
        class={isLeftAligned ? 'turned' : undefined}
        style={{
          [isLeftAligned ? 'right' : 'left']: `${(isLeftAligned ? 1 - offset : offset) * 100}%`,
          maxWidth: `${availableWidth * 100}%`,
        }}
      >
        <button
          type="button"
          disabled={!isLive}
          title={`${name} at ${formatSeconds(position)}`}
          onClick={() => seek(position)}
        >
          {name}
        </button>
      </li>
    ))}
  </ul>
);
