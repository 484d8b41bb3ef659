/** What is offered, and what can be read of clips and playbacks. */
import { isDeepStrictEqual } from 'node:util';
import { area } from '../../area.ts';
import { brief } from '../../json.ts';
import { isOffered } from '../../target/actions.ts';
import { clipPath, playbacksPath } from '../../lab/animation/animated-objects.ts';
import { animationActions } from '../../lab/animation/animation-calls.ts';
import { openPlayer } from '../../lab/animation/player.ts';
import { inShort } from '../../target/http/in-short.ts';
import { late, patient } from './open.ts';
import type { JsonRecord } from '../../json.ts';

const schema = area('animation', 'token');
const animation = area('animation', 'token', 'runtime');

/** What stands in both of two readings, by its place. */
const steady = (one: unknown, two: unknown, place = ''): readonly (readonly [string, unknown])[] => {
  if (typeof one !== 'object' || one === null) return isDeepStrictEqual(one, two) ? [[place, one]] : [];
  const other = typeof two === 'object' && two !== null ? (two as JsonRecord) : {};
  return Object.entries(one).flatMap(([key, inner]) => steady(inner, other[key], `${place}.${key}`));
};

export const readAudits = [
  schema.audit('offered', ['ANIM-ACT-001'], async (t) => {
    const { json } = await t.http.get('/api/actions/schema');
    const absent = animationActions.filter((name) => !isOffered(json, `animation.${name}`));
    t.given(absent.length < animationActions.length, 'an action of the category animation');
    t.mustEqual(absent, [], 'the schema of the actions has them all');
  }),
  animation.audit(
    'live-playbacks',
    ['ANIM-READ-001'],
    { ...patient, likelyCause: 'playbacks are listed that have ended, or none' },
    async (t) => {
      const player = await openPlayer(t);
      const { object, clips } = await player.object();
      const [clip] = clips;
      const read = async () => {
        const reply = await t.http.get(playbacksPath(object));
        t.must(reply.ok, 'the playbacks of an object can be read', inShort(reply));
        return reply;
      };
      const shown = async () => steady((await read()).json, (await read()).json);
      const before = await shown();
      const { id } = await player.play({ object, clip, loopMode: 'loop', within: late });
      const live = await shown();
      t.must(!isDeepStrictEqual(live, before), 'the live state shows a playback once it was started', {
        actual: brief(live, 600),
      });
      await player.run('pause', { object, playback: id });
      const paused = await shown();
      t.must(!isDeepStrictEqual(paused, live), 'the live state of a playback tells that it was paused', {
        actual: brief(paused, 600),
      });
      await player.run('stop', { object, playback: id });
      const after = await shown();
      const isSame = isDeepStrictEqual(after, live) || isDeepStrictEqual(after, paused);
      t.must(!isSame, 'what was stopped is not shown as live', { actual: brief(after, 600) });
    },
  ),
  animation.audit(
    'static-clips',
    ['ANIM-READ-002'],
    { ...patient, likelyCause: 'a clip is read by another name, or as it plays' },
    async (t) => {
      const player = await openPlayer(t);
      const { object, clips } = await player.object();
      const read = (name: string) => async () => {
        const reply = await t.http.get(clipPath(object, name));
        t.must(reply.ok, 'a clip of an object can be read', inShort(reply));
        return reply.json;
      };
      for (const { name, duration } of clips) {
        const kept = await t.keep(read(name));
        await player.play({ object, clip: { name, duration }, loopMode: 'loop', within: late });
        await t.mustAgree(kept, 'a clip is static: it is the same while it plays');
      }
      const [first, second] = clips;
      if (
        first.duration !== undefined &&
        second?.duration !== undefined &&
        first.duration !== second.duration
      ) {
        const both = [await read(first.name)(), await read(second.name)()];
        t.must(!isDeepStrictEqual(both[0], both[1]), 'another clip has other data', { actual: both });
      }
      t.observe('an unknown clip', (await t.http.get(clipPath(object, 'no such clip'))).status);
    },
  ),
];
