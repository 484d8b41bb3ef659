/** Triggers events of animation playbacks on a single object that has clips. Each trigger runs only once. */
import { createClipPlayer, createMarkers } from '../../audit-helpers/animation/clip-player.ts';
import type { AuditTools } from '../../audit.ts';

/** Duration of one pass through a clip, in seconds. */
const clipSeconds = 0.1;

type Memoize = <T>(name: string, make: () => Promise<T>) => Promise<T>;

export const createPlaybackDriver = (t: AuditTools, memoize: Memoize) => {
  const player = () => memoize('player', () => createClipPlayer(t));
  const animated = () => memoize('animated', async () => (await player()).object());
  const toSubject = async () => ({ subjects: [(await animated()).object] });

  const start = (name: string, loopMode: 'once' | 'loop' | 'pingPong' | 'clampForever') => () =>
    memoize(name, async () => {
      const { object, clips } = await animated();
      const [clip] = clips;
      const markers = createMarkers(t, clip);
      await (await player()).play({ object, clip, loopMode, markers, within: clipSeconds });
      return toSubject();
    });
  const looping = start('looping', 'loop');

  const change = (action: 'pause' | 'resume' | 'stop', before: () => Promise<unknown>) => () =>
    memoize(action, async () => {
      await before();
      const { object } = await animated();
      await (await player()).run(action, { object });
      return toSubject();
    });
  const pause = change('pause', looping);

  return {
    animated,
    looping,
    /** Plays a clip that passes markers, changes direction and loops. */
    goRound: start('going round', 'pingPong'),
    pause,
    resume: change('resume', pause),
    stop: change('stop', looping),
    complete: start('completing', 'once'),
    hold: start('holding', 'clampForever'),
  };
};
