/** Triggers events of animation playbacks, on one object with clips, each once. */
import { createClipPlayer, createMarkers } from '../../audit-helpers/animation/clip-player.ts';
import type { AuditTools } from '../../audit.ts';

/** Duration of one pass through a clip in seconds. */
const clipSeconds = 0.1;

type Memoize = <T>(name: string, make: () => Promise<T>) => Promise<T>;

export const createPlaybackDriver = (t: AuditTools, once: Memoize) => {
  const player = () => once('player', () => createClipPlayer(t));
  const animated = () => once('animated', async () => (await player()).object());
  const happening = async () => ({ subjects: [(await animated()).object] });

  const start = (name: string, loopMode: 'once' | 'loop' | 'pingPong' | 'clampForever') => () =>
    once(name, async () => {
      const { object, clips } = await animated();
      const [clip] = clips;
      const markers = createMarkers(t, clip);
      await (await player()).play({ object, clip, loopMode, markers, within: clipSeconds });
      return happening();
    });
  const looping = start('looping', 'loop');

  const change = (action: 'pause' | 'resume' | 'stop', before: () => Promise<unknown>) => () =>
    once(action, async () => {
      await before();
      const { object } = await animated();
      await (await player()).run(action, { object });
      return happening();
    });
  const pause = change('pause', looping);

  return {
    animated,
    looping,
    /** Passes markers, turns round and loops. */
    goRound: start('going round', 'pingPong'),
    pause,
    resume: change('resume', pause),
    stop: change('stop', looping),
    complete: start('completing', 'once'),
    hold: start('holding', 'clampForever'),
  };
};
