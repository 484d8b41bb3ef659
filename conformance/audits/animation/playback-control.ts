/** Audits of the events from a playback that is paused, resumed or ended from outside. */
import { createClipPlayer } from '../../audit-helpers/animation/clip-player.ts';
import {
  createPlaybackFixture,
  describeReceivedKinds,
  eventHasText,
  longClipSeconds,
  longTimeout,
  shortClipSeconds,
  trackPlaybacks,
  type PlaybackEvent,
} from '../../audit-helpers/animation/playback-events.ts';
import { waitQuietWindow } from '../../audit-helpers/hub-client.ts';
import { type Assertions, defineAuditArea } from '../../audit.ts';
import { includesDeep, truncateJson } from '../../json.ts';
import { findTwoScenes, switchScene } from '../hub/scene-events.ts';

const animation = defineAuditArea('animation', 'token', 'runtime', 'events').with(longTimeout);
const destructiveAnimation = defineAuditArea('animation', 'token', 'runtime', 'events', 'destructive').with(
  longTimeout,
);

/** Asserts that the events of a playback that was ended from outside state one of these reasons. */
const mustStateReason = (
  assertions: Assertions,
  events: readonly PlaybackEvent[],
  ...reasons: readonly string[]
): void => {
  for (const { event } of events.filter(({ kind }) => kind === 'stopped')) {
    assertions.must(
      reasons.some((reason) => eventHasText(event, reason)),
      `animation.playback.stopped has the reason ${reasons.join(' or ')}`,
      { actual: event.args },
    );
  }
};

export const audits = [
  animation
    .with({ likelyCause: 'one loop mode ignores pause, resume or stop' })
    .audit(
      'pause-resume-stop',
      ['ANIM-STATE-001', 'ANIM-STATE-002', 'ANIM-STATE-003', 'ANIM-STATE-005', 'EVENT-016'],
      async (t) => {
        const { player, listener, object, clip } = await createPlaybackFixture(t);
        const steps = [
          ['pause', 'paused', 'ANIM-STATE-002'],
          ['resume', 'resumed', 'ANIM-STATE-003'],
          ['stop', 'stopped', 'ANIM-STATE-005'],
        ] as const;
        for (const mode of player.loopModes()) {
          const under = `under ${mode ?? 'the default loop mode'}`;
          const from = listener.position();
          const playing = await player.play({ object, clip, mode, within: longClipSeconds });
          let areAllReported = true;
          for (const [action, kind, row] of steps) {
            await player.run(action, { object, playback: playing.id });
            const isReported = await listener.untilCount(playing, kind, { from });
            if (action === 'pause')
              t.for('ANIM-STATE-001').must(
                listener.count({ subjects: [object] }, 'started', from) <= 1,
                `one call of animation.play starts one playback ${under}`,
                listener.describe({ subjects: [object] }, from),
              );
            areAllReported &&= isReported;
            t.for(row, 'EVENT-016').must(
              isReported,
              `animation.playback.${kind} arrives after animation.${action} ${under}`,
              listener.describe(playing, from),
            );
          }
          const events = listener.events(playing, from);
          t.for('ANIM-STATE-001', 'EVENT-016').must(
            events.some(({ kind }) => kind === 'started'),
            `animation.playback.started arrives after animation.play ${under}`,
            describeReceivedKinds(events),
          );
          mustStateReason(t.for('ANIM-STATE-005'), events, 'explicit');
          for (const kind of ['paused', 'resumed', 'stopped'])
            t.for('EVENT-016').must(
              events.filter((event) => event.kind === kind).length <= 1,
              `one call emits animation.playback.${kind} once ${under}`,
              describeReceivedKinds(events),
            );
          t.for('ANIM-STATE-005').must(
            !events.some(({ kind }) => kind === 'completed'),
            'a stopped playback is not reported as completed',
            describeReceivedKinds(events),
          );
          if (!areAllReported) return;
        }
      },
    ),
  animation
    .with({ likelyCause: 'an event is emitted, but the playback continues unchanged' })
    .audit('stands-still', ['ANIM-STATE-002', 'ANIM-STATE-003', 'ANIM-STATE-005'], async (t) => {
      const { player, listener, object, clip } = await createPlaybackFixture(t);
      const secondObject = await player.object();
      const options = { clip, loopMode: 'loop', within: shortClipSeconds / 2 } as const;
      const playing = await player.play({ ...options, object });
      const otherPlayback = await player.play({ ...options, object: secondObject.object });
      const continues = (from: number, playback = playing): Promise<boolean> =>
        listener.untilCount(playback, 'looped', { times: 2, from, passes: 2 });
      t.given(
        (await continues(0)) && (await continues(0, otherPlayback)),
        'a playback that reports its loops (ANIM-STATE-006)',
      );

      /** Whether the playback completes no more loops while another playback keeps looping. */
      const isStill = async (kind: string): Promise<boolean> => {
        await listener.untilCount(playing, kind);
        const from = listener.position();
        t.given(await continues(from, otherPlayback), 'another playback that keeps looping');
        return listener.count(playing, 'looped', from) === 0;
      };
      await player.run('pause', { object, playback: playing.id });
      const describeEvents = () => listener.describe(playing);
      t.for('ANIM-STATE-002').must(
        await isStill('paused'),
        'a paused playback completes no loop',
        describeEvents(),
      );
      const resumed = listener.position();
      await player.run('resume', { object, playback: playing.id });
      t.for('ANIM-STATE-003').must(
        await continues(resumed),
        'a resumed playback continues',
        describeEvents(),
      );
      await player.run('stop', { object, playback: playing.id });
      t.for('ANIM-STATE-005').must(
        await isStill('stopped'),
        'a stopped playback completes no loop',
        describeEvents(),
      );
    }),
  animation
    .with({ likelyCause: 'a separate reason for the playback that a transition replaces' })
    .audit('transition', ['ANIM-STATE-005'], async (t) => {
      const { player, listener, object, clip, other } = await createPlaybackFixture(t);
      const replaced = await player.play({ object, clip, loopMode: 'loop', within: longClipSeconds });
      const from = listener.position();
      const reply = await player.call('transition', { object, clip: other.name, duration: 0.1 });
      t.given(reply.ok, 'animation.transition succeeds (choices.actions "animation.transition")');
      await listener.untilCount(replaced, 'stopped', { from });
      const events = listener.events(replaced, from);
      const [end] = events.filter(({ kind }) => kind === 'stopped');
      t.observe('the playback that a transition replaces', end ? truncateJson(end.event.data) : 'goes on');
      if (!end) t.notApplicable('a transition ends no playback for which an event is emitted');
      mustStateReason(t, events, 'replaced');
    }),
  destructiveAnimation
    .with({ likelyCause: 'playbacks of an unloaded scene end without an event, or with another reason' })
    .audit('scene-unload', ['ANIM-STATE-005'], async (t) => {
      const [to, other] = await findTwoScenes(t);
      await switchScene(t, other);
      t.defer(() => switchScene(t, to));
      const player = await createClipPlayer(t);
      const { object, clips } = await player.object();
      const listener = await trackPlaybacks(t);
      await listener.client.subscribe('scene.activated');
      const [clip] = clips;
      const playing = await player.play({ object, clip, loopMode: 'loop', within: longClipSeconds });
      await listener.untilCount(playing, 'started');
      const isListed = async (): Promise<boolean> =>
        includesDeep((await t.http.get('/api/discovery/scene-objects')).json, object);
      const wasListed = await isListed();
      const from = listener.position();
      await switchScene(t, to);
      await listener.client.eventFrom(from, 'scene.activated');
      await waitQuietWindow();
      const isUnloaded = wasListed && !(await isListed());
      const events = listener.events(playing, from);
      const hasEnded = events.some(({ kind }) => kind === 'stopped');
      t.observe('playbacks of a scene that is unloaded', hasEnded ? 'end' : 'go on');
      if (!hasEnded && !isUnloaded) t.notApplicable('an unloaded scene keeps its playbacks');
      t.must(
        hasEnded,
        'animation.playback.stopped arrives when the scene is unloaded',
        describeReceivedKinds(events),
      );
      mustStateReason(t, events, 'sceneUnload');
    }),
];
