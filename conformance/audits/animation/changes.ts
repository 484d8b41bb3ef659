/** What a playback tells when it is paused, resumed or ended from outside. */
import { area } from '../../area.ts';
import { brief, mentions } from '../../json.ts';
import { twoScenes, switchTo } from '../hub/scene-changes.ts';
import { openPlayer } from '../../lab/animation/player.ts';
import { quietWindow } from '../../lab/hub-client.ts';
import { listen, says } from '../../lab/animation/stories.ts';
import { heard, late, open, patient, soon } from './open.ts';
import type { Judgements } from '../../audit.ts';
import type { Told } from '../../lab/animation/stories.ts';

const animation = area('animation', 'token', 'runtime', 'events');
const destructive = area('animation', 'token', 'runtime', 'events', 'destructive');

const reasons = ['explicit', 'replaced', 'sceneUnload'];

/** Every end that came from outside has one of these reasons. */
const mustHaveReason = (judge: Judgements, story: readonly Told[], ...stated: readonly string[]): void => {
  for (const { event } of story.filter(({ kind }) => kind === 'stopped')) {
    judge.must(
      stated.some((reason) => says(event, reason)),
      `animation.playback.stopped has the reason ${stated.join(' or ')}`,
      { actual: event.args },
    );
  }
};

export const changeAudits = [
  animation.audit(
    'pause-resume-stop',
    ['ANIM-STATE-001', 'ANIM-STATE-002', 'ANIM-STATE-003', 'ANIM-STATE-005', 'EVENT-016'],
    { ...patient, likelyCause: 'one loop mode takes no notice of pause, resume or stop' },
    async (t) => {
      const { player, listener, object, clip } = await open(t);
      const steps = [
        ['pause', 'paused', 'ANIM-STATE-002'],
        ['resume', 'resumed', 'ANIM-STATE-003'],
        ['stop', 'stopped', 'ANIM-STATE-005'],
      ] as const;
      for (const mode of player.loopModes()) {
        const under = `under ${mode ?? 'the usual loop mode'}`;
        const from = listener.position();
        const playing = await player.play({ object, clip, mode, within: late });
        let isWhole = true;
        for (const [action, kind, row] of steps) {
          await player.run(action, { object, playback: playing.id });
          const hasCome = await listener.untilCount(playing, kind, { from });
          if (action === 'pause')
            t.of('ANIM-STATE-001').must(
              listener.count({ about: [object] }, 'started', from) <= 1,
              `one call of animation.play starts one playback ${under}`,
              heard(listener.story({ about: [object] }, from)),
            );
          isWhole &&= hasCome;
          t.of(row, 'EVENT-016').must(
            hasCome,
            `animation.playback.${kind} comes after animation.${action} ${under}`,
            heard(listener.story(playing, from)),
          );
        }
        const story = listener.story(playing, from);
        t.of('ANIM-STATE-001', 'EVENT-016').must(
          story.some(({ kind }) => kind === 'started'),
          `animation.playback.started comes after animation.play ${under}`,
          heard(story),
        );
        mustHaveReason(t.of('ANIM-STATE-005'), story, 'explicit');
        for (const kind of ['paused', 'resumed', 'stopped'])
          t.of('EVENT-016').must(
            story.filter((told) => told.kind === kind).length <= 1,
            `one call is told once by animation.playback.${kind} ${under}`,
            heard(story),
          );
        t.of('ANIM-STATE-005').must(
          !story.some(({ kind }) => kind === 'completed'),
          'what is stopped is not told as completed',
          heard(story),
        );
        if (!isWhole) return;
      }
    },
  ),
  animation.audit(
    'stands-still',
    ['ANIM-STATE-002', 'ANIM-STATE-003', 'ANIM-STATE-005'],
    { ...patient, likelyCause: 'an event is raised, and the playback goes on as before' },
    async (t) => {
      const { player, listener, object, clip } = await open(t);
      const another = await player.object();
      const wish = { clip, loopMode: 'loop', within: soon / 2 } as const;
      const playing = await player.play({ ...wish, object });
      const other = await player.play({ ...wish, object: another.object });
      const goesOn = (from: number, which = playing): Promise<boolean> =>
        listener.untilCount(which, 'looped', { times: 2, from, ways: 2 });
      t.given(
        (await goesOn(0)) && (await goesOn(0, other)),
        'a playback whose loops are told (ANIM-STATE-006)',
      );

      /** Whether it tells of nothing more while another playback goes round twice. */
      const stands = async (kind: string): Promise<boolean> => {
        await listener.untilCount(playing, kind);
        const from = listener.position();
        t.given(await goesOn(from, other), 'another playback that goes on');
        return listener.count(playing, 'looped', from) === 0;
      };
      await player.run('pause', { object, playback: playing.id });
      const story = () => heard(listener.story(playing));
      t.of('ANIM-STATE-002').must(await stands('paused'), 'what is paused finishes no loop', story());
      const resumed = listener.position();
      await player.run('resume', { object, playback: playing.id });
      t.of('ANIM-STATE-003').must(await goesOn(resumed), 'what is resumed goes on', story());
      await player.run('stop', { object, playback: playing.id });
      t.of('ANIM-STATE-005').must(await stands('stopped'), 'what is stopped finishes no loop', story());
    },
  ),
  animation.audit(
    'transition',
    ['ANIM-STATE-005'],
    { ...patient, likelyCause: 'a reason of its own for what a transition leaves' },
    async (t) => {
      const { player, listener, object, clip, other } = await open(t);
      const left = await player.play({ object, clip, loopMode: 'loop', within: late });
      const from = listener.position();
      const reply = await player.call('transition', { object, clip: other.name, duration: 0.1 });
      t.given(reply.ok, 'animation.transition succeeds (choices.actions "animation.transition")');
      await listener.untilCount(left, 'stopped', { from });
      const story = listener.story(left, from);
      const [end] = story.filter(({ kind }) => kind === 'stopped');
      t.observe('what a transition leaves', end ? brief(end.event.data) : 'goes on');
      if (!end) t.notApplicable('a transition ends nothing that an event tells of');
      mustHaveReason(t, story, ...reasons);
    },
  ),
  destructive.audit(
    'scene-unload',
    ['ANIM-STATE-005'],
    {
      ...patient,
      likelyCause: 'playbacks of a scene that is gone end without a word, or for another reason',
    },
    async (t) => {
      const [to, other] = await twoScenes(t);
      await switchTo(t, other);
      t.defer(() => switchTo(t, to));
      const player = await openPlayer(t);
      const { object, clips } = await player.object();
      const listener = await listen(t);
      await listener.client.subscribe('scene.activated');
      const [clip] = clips;
      const playing = await player.play({ object, clip, loopMode: 'loop', within: late });
      await listener.untilCount(playing, 'started');
      const isListed = async (): Promise<boolean> =>
        mentions((await t.http.get('/api/discovery/scene-objects')).json, object);
      const wasListed = await isListed();
      const from = listener.position();
      await switchTo(t, to);
      await listener.client.eventFrom(from, 'scene.activated');
      await quietWindow();
      const isUnloaded = wasListed && !(await isListed());
      const story = listener.story(playing, from);
      const hasEnded = story.some(({ kind }) => kind === 'stopped');
      t.observe('playbacks of a scene that is left', hasEnded ? 'end' : 'go on');
      if (!hasEnded && !isUnloaded) t.notApplicable('a scene that is left keeps what plays');
      t.must(hasEnded, 'animation.playback.stopped comes when the scene is unloaded', heard(story));
      mustHaveReason(t, story, 'sceneUnload');
    },
  ),
];
