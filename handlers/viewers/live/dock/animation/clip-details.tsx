import { formatSeconds } from './format-seconds.ts';
import type { ClipInfo } from './animation-types.ts';

interface ClipDetailsProps {
  readonly clip: ClipInfo;
  readonly onClose: () => void;
}

/** If there are more tracks than this, the others are only counted. */
const maxListedTracks = 200;

/** Shows a clip's length and what it animates. */
export const ClipDetails = ({ clip: { name, duration, tracks }, onClose }: ClipDetailsProps) => (
  <section class="side" aria-label={`Tracks of ${name}`}>
    <header>
      <h3>{name}</h3>
      <span class="quiet">{formatSeconds(duration)}</span>
      <button type="button" aria-label="Close" onClick={onClose}>
        ×
      </button>
    </header>
    {tracks.length === 0 && <p class="quiet">This clip animates nothing.</p>}
    <ol>
      {tracks.slice(0, maxListedTracks).map(({ target, component, property, type, interpolation, keys }) => (
        <li
          key={`${target} ${component} ${property}`}
          title={`${target} ${component} ${property}: ${keys} keys, ${type}, ${interpolation}`}
        >
          {component === 'Transform' ? property : `${component} ${property}`}{' '}
          <span class="quiet">{target}</span>
        </li>
      ))}
    </ol>
    {tracks.length > maxListedTracks && <p class="quiet">and {tracks.length - maxListedTracks} more</p>}
  </section>
);
