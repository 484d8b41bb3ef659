import { type ClipKeys, toCurve } from './clip-keys.ts';
import { formatSeconds } from './playhead.ts';
import type { AnimationPlayer } from './animation-player.ts';
import type { ClipInfo } from './playback-store.ts';
import type { TimeScale } from './time-scale.ts';

interface ClipTracksProps {
  readonly player: AnimationPlayer;
  readonly scale: TimeScale;
}

/** If there are more tracks than this, the others are only counted. */
const maxListedTracks = 200;

/** The properties that the open clip animates, each with its keys. */
export const ClipTracks = ({ player: { clips }, scale }: ClipTracksProps) => {
  const clip = clips.openClip.value;
  if (!clip) return null;
  const { name, tracks } = clip;
  return (
    <section aria-label={`Tracks of ${name}`}>
      {tracks.length === 0 && <p class="timeline-note">This clip animates nothing.</p>}
      <ol>
        {tracks.slice(0, maxListedTracks).map((track) => (
          <TrackRow
            key={`${track.target} ${track.component} ${track.property}`}
            track={track}
            keys={clips.openKeys.value.find((keys) => isSameProperty(keys, track))}
            scale={scale}
          />
        ))}
      </ol>
      {tracks.length > maxListedTracks && (
        <p class="timeline-note">and {tracks.length - maxListedTracks} more</p>
      )}
    </section>
  );
};

type Track = ClipInfo['tracks'][number];

const isSameProperty = (keys: ClipKeys, track: Track): boolean =>
  keys.property === track.property && keys.component === track.component && keys.target === track.target;

interface TrackRowProps {
  readonly track: Track;
  readonly keys: ClipKeys | undefined;
  readonly scale: TimeScale;
}

const TrackRow = ({ track, keys, scale }: TrackRowProps) => {
  const { target, component, property, type, interpolation, keys: keyCount } = track;
  return (
    <li class="timeline-row property category-transform">
      <div
        class="row-label"
        title={`${target} ${component} ${property}: ${keyCount} keys, ${type}, ${interpolation}`}
      >
        <span class="property-name">{component === 'Transform' ? property : `${component} ${property}`}</span>
        <span class="quiet">{target}</span>
      </div>
      <div class="lane">
        {keys ? (
          <KeyLane keys={keys} interpolation={interpolation} scale={scale} />
        ) : (
          <span class="timeline-note">{keyCount} keys</span>
        )}
      </div>
    </li>
  );
};

interface KeyLaneProps {
  readonly keys: ClipKeys;
  readonly interpolation: Track['interpolation'];
  readonly scale: TimeScale;
}

/** The keys of a property as diamonds, over a curve of the values. */
const KeyLane = ({ keys: { times, values }, interpolation, scale }: KeyLaneProps) => {
  const points = toCurve(values).map((value, i) => ({
    ...{ x: scale.toFraction(times[i] ?? 0) * 100, y: 80 - value * 60 },
  }));
  const path = points
    .map(({ x, y }, i) => `${i === 0 ? 'M' : interpolation === 'STEP' ? `H${x}L` : 'L'}${x},${y}`)
    .join('');
  return (
    <>
      <svg class="curve" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={path} />
      </svg>
      {times.map((time, i) => (
        <span
          key={`${i} ${time}`}
          class="key"
          title={`${formatSeconds(time)}: ${JSON.stringify(values[i])}`}
          style={{ left: `${scale.toFraction(time) * 100}%` }}
        />
      ))}
    </>
  );
};
