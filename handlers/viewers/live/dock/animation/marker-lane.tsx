import { markerPlaces } from './marker-places.ts';
import { secondsText } from './seconds-text.ts';
import type { Playback } from './facts.ts';

interface MarkerLaneProps {
  readonly playback: Playback;
  readonly isLive: boolean;
  readonly put: (time: number) => void;
}

/** The markers by their names; a click on one goes there. */
export const MarkerLane = ({ playback, isLive, put }: MarkerLaneProps) => (
  <ul class="markers" aria-label={`Markers of ${playback.clip}`}>
    {markerPlaces(playback).map(({ name, position, at, room, isTurned }, i) => (
      <li
        key={`${i} ${name}`}
        class={isTurned ? 'turned' : undefined}
        style={{
          [isTurned ? 'right' : 'left']: `${(isTurned ? 1 - at : at) * 100}%`,
          maxWidth: `${room * 100}%`,
        }}
      >
        <button
          type="button"
          disabled={!isLive}
          title={`${name} at ${secondsText(position)}`}
          onClick={() => put(position)}
        >
          {name}
        </button>
      </li>
    ))}
  </ul>
);
