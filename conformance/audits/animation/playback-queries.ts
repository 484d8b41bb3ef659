/** Audits of the queries for the actions, clips and playbacks that the target offers. */
import { isDeepStrictEqual } from 'node:util';
import { clipPath, playbacksPath } from '../../audit-helpers/animation/animated-object.ts';
import { animationActions } from '../../audit-helpers/animation/animation-caller.ts';
import { createClipPlayer } from '../../audit-helpers/animation/clip-player.ts';
import { longClipSeconds, longTimeout } from '../../audit-helpers/animation/playback-events.ts';
import { defineAuditArea } from '../../audit.ts';
import { type JsonRecord, truncateJson } from '../../json.ts';
import { isActionListed } from '../../target/action-schema.ts';

const animationSchema = defineAuditArea('animation', 'token');
const animation = defineAuditArea('animation', 'token', 'runtime').with(longTimeout);

/** Finds the values that are the same at the same path in two readings. */
const findStableValues = (one: unknown, two: unknown, path = ''): readonly (readonly [string, unknown])[] => {
  if (typeof one !== 'object' || one === null) return isDeepStrictEqual(one, two) ? [[path, one]] : [];
  const other = typeof two === 'object' && two !== null ? (two as JsonRecord) : {};
  return Object.entries(one).flatMap(([key, inner]) => findStableValues(inner, other[key], `${path}.${key}`));
};

export const audits = [
  animationSchema.audit('offered', ['ANIM-ACT-001'], async (t) => {
    const { json } = await t.http.get('/api/actions/schema');
    const absent = animationActions.filter((name) => !isActionListed(json, `animation.${name}`));
    t.given(absent.length < animationActions.length, 'an action of the category animation');
    t.mustEqual(absent, [], 'the action schema contains all of them');
  }),
  animation
    .with({ likelyCause: 'ended playbacks are listed, or none at all' })
    .audit('live-playbacks', ['ANIM-READ-001'], async (t) => {
      const player = await createClipPlayer(t);
      const { object, clips } = await player.object();
      const [clip] = clips;
      const read = async () => {
        const reply = await t.http.get(playbacksPath(object));
        t.mustSucceed(reply, 'the playbacks of an object can be read');
        return reply;
      };
      const readStableValues = async () => findStableValues((await read()).json, (await read()).json);
      const before = await readStableValues();
      const { id } = await player.play({ object, clip, loopMode: 'loop', within: longClipSeconds });
      const live = await readStableValues();
      t.must(!isDeepStrictEqual(live, before), 'the live state shows a playback after its start', {
        actual: truncateJson(live, 600),
      });
      await player.run('pause', { object, playback: id });
      const paused = await readStableValues();
      t.must(!isDeepStrictEqual(paused, live), 'the live state shows that a playback is paused', {
        actual: truncateJson(paused, 600),
      });
      await player.run('stop', { object, playback: id });
      const after = await readStableValues();
      const isSame = isDeepStrictEqual(after, live) || isDeepStrictEqual(after, paused);
      t.must(!isSame, 'a stopped playback is not shown as live', { actual: truncateJson(after, 600) });
    }),
  animation
    .with({ likelyCause: 'the wrong clip is read, or its playback state' })
    .audit('static-clips', ['ANIM-READ-002'], async (t) => {
      const player = await createClipPlayer(t);
      const { object, clips } = await player.object();
      const read = (name: string) => async () => {
        const reply = await t.http.get(clipPath(object, name));
        t.mustSucceed(reply, 'a clip of an object can be read');
        return reply.json;
      };
      for (const { name, duration } of clips) {
        const snapshot = await t.snapshot(read(name));
        await player.play({ object, clip: { name, duration }, loopMode: 'loop', within: longClipSeconds });
        await t.mustBeUnchanged(snapshot, 'clip data is static: it does not change during playback');
      }
      const [first, second] = clips;
      if (
        first.duration !== undefined &&
        second?.duration !== undefined &&
        first.duration !== second.duration
      ) {
        const clipData = [await read(first.name)(), await read(second.name)()];
        t.must(!isDeepStrictEqual(clipData[0], clipData[1]), 'another clip has different data', {
          actual: clipData,
        });
      }
      t.observe('an unknown clip', (await t.http.get(clipPath(object, 'no such clip'))).status);
    }),
];
