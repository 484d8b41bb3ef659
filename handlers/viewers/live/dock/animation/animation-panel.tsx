import { useEffect } from 'preact/hooks';
import { signal } from '@preact/signals';
import { useLive } from '../../app/live.ts';
import { LayerList } from './layer-list.tsx';
import { OwnerList } from './owner-list.tsx';
import { PlayForm, usualWish } from './play-form.tsx';
import { createPlayer } from './player.ts';
import { SidePane } from './side-pane.tsx';
import type { Signal } from '@preact/signals';
import type { OpenPanel } from '../tab.ts';
import type { Wish } from './play-form.tsx';
import type { Player } from './player.ts';

/** Long enough that a flood of events asks for a few readings a second. */
const restMs = 100;

/** Follows what plays on the selected object while it is looked at. */
export const openAnimation: OpenPanel = ({ session, notices, selection }) => {
  const player = createPlayer({
    ...{ session, notices, selection },
    now: () => performance.now(),
    every: (ms, work) => {
      const timer = setInterval(work, ms);
      return () => clearInterval(timer);
    },
    rest: () => new Promise((resolve) => setTimeout(resolve, restMs)),
  });
  const wish = signal(usualWish);
  return () => <AnimationPanel player={player} wish={wish} />;
};

interface AnimationPanelProps {
  readonly player: Player;
  readonly wish: Signal<Wish>;
}

/** The clips that play on the selected object, on a bar of time each. */
const AnimationPanel = ({ player, wish }: AnimationPanelProps) => {
  const { selection } = useLive();
  const object = selection.value;
  useEffect(() => {
    const look = (): void => {
      player.isSeen.value = document.visibilityState === 'visible';
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      player.isSeen.value = false;
    };
  }, [player]);

  if (object === undefined) return <OwnerList owners={player.owners.value} />;
  const { trouble } = player.playbacks;
  if (trouble.value !== undefined) return <p class="empty">{trouble.value}</p>;
  return (
    <>
      <PlayForm player={player} object={object} wish={wish} />
      <div class="lower">
        <LayerList player={player} object={object} />
        <SidePane player={player} />
      </div>
    </>
  );
};
