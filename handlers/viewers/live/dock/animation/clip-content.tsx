import { secondsText } from './seconds-text.ts';
import type { ClipFacts } from './facts.ts';

interface ClipContentProps {
  readonly clip: ClipFacts;
  readonly onClose: () => void;
}

/** More tracks than these are only counted. */
const mostListed = 200;

/** How long a clip is, and what it moves. */
export const ClipContent = ({ clip: { name, duration, tracks }, onClose }: ClipContentProps) => (
  <section class="side" aria-label={`Tracks of ${name}`}>
    <header>
      <h3>{name}</h3>
      <span class="quiet">{secondsText(duration)}</span>
      <button type="button" aria-label="Close" onClick={onClose}>
        ×
      </button>
    </header>
    {tracks.length === 0 && <p class="quiet">It moves nothing.</p>}
    <ol>
      {tracks.slice(0, mostListed).map(({ target, component, property, type, interpolation, keys }) => (
        <li
          key={`${target} ${component} ${property}`}
          title={`${target} ${component} ${property}: ${keys} keys, ${type}, ${interpolation}`}
        >
          {component === 'Transform' ? property : `${component} ${property}`}{' '}
          <span class="quiet">{target}</span>
        </li>
      ))}
    </ol>
    {tracks.length > mostListed && <p class="quiet">and {tracks.length - mostListed} more</p>}
  </section>
);
