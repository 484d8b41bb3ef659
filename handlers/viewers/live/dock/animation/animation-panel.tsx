import { useEffect } from 'preact/hooks';
import { signal } from '@preact/signals';
import { useLivePage } from '../../app/live-page-context.ts';
import { LayerList } from './layer-list.tsx';
import { AnimatedObjectList } from './animated-object-list.tsx';
import { PlayForm, defaultPlayOptions } from './play-form.tsx';
import { createAnimationPlayer } from './animation-player.ts';
import { AnimationSidePane } from './animation-side-pane.tsx';
import type { Signal } from '@preact/signals';
import type { OpenPanel } from '../dock-tab.ts';
import type { PlayOptions } from './play-form.tsx';
import type { AnimationPlayer } from './animation-player.ts';

/** The minimum time between two reads, which limits the reads to a few per second even if many events arrive. */
const minReadIntervalMs = 100;

/** Creates the panel, which follows the selected object's playbacks while it is visible. */
export const openAnimationPanel: OpenPanel = ({ session, notices, selection }) => {
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
  const { selection } = useLivePage();
  const object = selection.value;
  useEffect(() => {
    const updateVisibility = (): void => {
      player.isVisible.value = document.visibilityState === 'visible';
    };
    updateVisibility();
    document.addEventListener('visibilitychange', updateVisibility);
    return () => {
      document.removeEventListener('visibilitychange', updateVisibility);
      player.isVisible.value = false;
    };
  }, [player]);

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
