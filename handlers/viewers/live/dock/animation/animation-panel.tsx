import { useEffect } from 'preact/hooks';
import { signal, type Signal } from '@preact/signals';
import { type OpenPanel, useLivePage } from '../../app/live-page-context.ts';
import { defaultPlayOptions, PlayForm, type PlayOptions } from './play-form.tsx';
import { type AnimationPlayer, createAnimationPlayer } from './animation-player.ts';
import { AnimationSidePane } from './animation-side-pane.tsx';
import { LayerRowView } from './layer-row.tsx';
import { watchPageVisibility } from '../../session/store-helpers.ts';
import type { AnimatedObject } from './animated-objects-reader.ts';

/** The minimum time between two reads, which limits the reads to a few per second even if many events arrive. */
const minReadIntervalMs = 100;

/** Creates the panel, which follows the selected object's playbacks while it is visible. */
export const openAnimationPanel: OpenPanel = ({ session, notices, scene: { selection } }) => {
  const player = createAnimationPlayer({
    ...{ session, notices, selection },
    now: () => performance.now(),
    runEvery: (ms, work) => {
      const timer = setInterval(work, ms);
      return () => clearInterval(timer);
    },
    waitBetweenReads: () => new Promise((resolve) => setTimeout(resolve, minReadIntervalMs)),
  });
  const playOptions = signal(defaultPlayOptions);
  return () => <AnimationPanel player={player} playOptions={playOptions} />;
};

interface AnimationPanelProps {
  readonly player: AnimationPlayer;
  readonly playOptions: Signal<PlayOptions>;
}

/** Shows the selected object's playbacks, each with a time bar. */
const AnimationPanel = ({ player, playOptions }: AnimationPanelProps) => {
  const { selection } = useLivePage().scene;
  const object = selection.value;
  useEffect(
    () =>
      watchPageVisibility((isVisible) => {
        player.isVisible.value = isVisible;
      }),
    [player],
  );
  if (object === undefined) return <AnimatedObjectList owners={player.animatedObjects.value} />;
  const { readError } = player.playbacks;
  if (readError.value !== undefined) return <p class="empty">{readError.value}</p>;
  return (
    <>
      <PlayForm player={player} object={object} playOptions={playOptions} />
      <div class="lower">
        <LayerList player={player} object={object} />
        <AnimationSidePane player={player} />
      </div>
    </>
  );
};

/** A list of objects with animations, shown instead of the timeline while no object is selected. */
const AnimatedObjectList = ({ owners }: { readonly owners: readonly AnimatedObject[] }) => {
  const { selection } = useLivePage().scene;
  return (
    <div class="owners">
      <p class="quiet">Select an object to see its animations.{owners.length > 0 && ' These have clips:'}</p>
      {owners.length > 0 && (
        <ul>
          {owners.map(({ tag, clips, playing }) => (
            <li key={tag}>
              <button
                type="button"
                onClick={() => {
                  selection.value = tag;
                }}
              >
                {tag}
              </button>
              <span class="quiet">{clips.join(', ')}</span>
              {playing.length > 0 && <span class="playing">plays {playing.join(', ')}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};

interface LayerListProps {
  readonly player: AnimationPlayer;
  /** The object's tag. */
  readonly object: string;
}

const LayerList = ({ player, object }: LayerListProps) => {
  const rows = player.playbacks.rows.value;
  if (rows.length === 0) return <p class="empty">Nothing plays on {object}.</p>;
  return (
    <ul class="layers" aria-label={`Layers of ${object}`}>
      {rows.map((row) => (
        <LayerRowView key={row.playback.playbackId} row={row} player={player} />
      ))}
    </ul>
  );
};
