/** Groups of playbacks, and playbacks that run at the same time on one object. */
import { isDeepStrictEqual } from 'node:util';
import { defineAuditArea } from '../../define-audit-area.ts';
import { truncateJson, isRecord, walkJson } from '../../json.ts';
import { includesWord } from '../../target/hub/hub-event.ts';
import { playbacksPath } from '../../audit-helpers/animation/animated-object.ts';
import { waitQuietWindow } from '../../audit-helpers/hub-client.ts';
import { isMarkerEvent } from '../../audit-helpers/animation/playback-events.ts';
import { createMarkers } from '../../audit-helpers/animation/clip-player.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import {
  describeReceivedKinds,
  createPlaybackFixture,
  longTimeout,
  shortClipSeconds,
} from './playback-fixture.ts';
import type { AuditTools } from '../../audit.ts';
import type { PlayOptions } from '../../audit-helpers/animation/clip-player.ts';

const animation = defineAuditArea('animation', 'token', 'runtime', 'events');

/**
 * Returns the weights that the live state shows for the records that contain a text. Empty when it shows no weights.
 */
const readWeights = async (t: AuditTools, object: string, about: string): Promise<readonly number[]> => {
  const { json } = await t.http.get(playbacksPath(object));
  const records = [...walkJson(json)].filter(isRecord).filter((record) => {
    const own = Object.values(record).filter((value) => typeof value !== 'object');
    return includesWord(own, about);
  });
  return records.flatMap((record) => {
    const weight = t.fields.read(record, 'playback.weight');
    return typeof weight === 'number' ? [weight] : [];
  });
};

export const playbackGroupAudits = [
  animation.audit(
    'groups',
    ['ANIM-RULE-004'],
    { ...longTimeout, likelyCause: 'a call for one group affects all playbacks of the object' },
    async (t) => {
      const { player, listener, object, clip, other } = await createPlaybackFixture(t);
      const group = { left: `${t.manifest.namespace}-left`, right: `${t.manifest.namespace}-right` };
      const wish = { object, loopMode: 'loop', within: shortClipSeconds / 2 } as const;
      const start = async (clipOf: PlayOptions['clip'], name: string) => {
        const playing = await player.play({ ...wish, clip: clipOf, group: name });
        return {
          ...playing,
          subjects: [...playing.subjects.slice(0, -1), name, ...playing.subjects.slice(-1)],
        };
      };
      const left = await start(clip, group.left);
      const right = await start(other, group.right);
      t.given(
        (await listener.untilCount(left, 'looped')) && (await listener.untilCount(right, 'looped')),
        'two playbacks whose events can be told apart',
      );
      const isApart = listener
        .story(left)
        .every(({ event }) => !listener.story(right).some((told) => told.event === event));
      t.given(isApart, 'two playbacks whose events can be told apart');

      const weights = async () => ({
        left: await readWeights(t, object, group.left),
        right: await readWeights(t, object, group.right),
      });
      const usual = await weights();
      await player.run('setWeight', { object, group: group.left, weight: 0.25 });
      let now = await weights();
      // When the default weight is shown as 1, a weight of 0.25 is shown as 0.25, perhaps after a fade.
      const isTold = isDeepStrictEqual(usual, { left: [1], right: [1] });
      const mostReads = t.manifest.timeouts.event / 250;
      for (let reads = 0; isTold && now.left[0] !== 0.25 && reads < mostReads; reads += 1) {
        await waitQuietWindow();
        now = await weights();
      }
      t.observe('weights in the live state', { before: usual, after: now });
      if (isTold)
        t.mustEqual(
          now,
          { left: [0.25], right: [1] },
          'setWeight of a group sets the weight of that group only',
        );
      else if (!isDeepStrictEqual(now.left, usual.left))
        t.mustEqual(
          now.right,
          usual.right,
          'setWeight of a group leaves the weight of another group unchanged',
        );

      const from = listener.position();
      await player.run('pause', { object, group: group.left });
      t.must(
        await listener.untilCount(left, 'paused', { from }),
        'pause of a group pauses it',
        describeReceivedKinds(listener.story(left, from)),
      );
      const paused = listener.position();
      const goesOn = await listener.untilCount(right, 'looped', { times: 2, from: paused, ways: 2 });
      t.must(
        goesOn && listener.count(right, 'paused') === 0,
        'pause of a group leaves another group running',
        describeReceivedKinds(listener.story(right, from)),
      );
      t.mustEqual(listener.count(left, 'looped', paused), 0, 'a paused group completes no loop');

      await player.run('stop', { object, group: group.right });
      t.must(
        await listener.untilCount(right, 'stopped', { from }),
        'stop of a group stops it',
        describeReceivedKinds(listener.story(right, from)),
      );
      await waitQuietWindow();
      t.mustEqual(listener.count(left, 'stopped'), 0, 'stop of a group leaves another group running');
      await player.run('stop', { object, group: group.left });
      t.must(
        await listener.untilCount(left, 'stopped', { from }),
        'setWeight reaches each group by its name',
        describeReceivedKinds(listener.story(left, from)),
      );
    },
  ),
  animation.audit(
    'beside-each-other',
    ['ANIM-RULE-001', 'ANIM-RULE-002'],
    { ...longTimeout, likelyCause: 'a clip replaces the one that plays on the object' },
    async (t) => {
      const { player, listener, object, clip, other } = await createPlaybackFixture(t);
      const marked = (of: PlayOptions['clip'], name: string) => {
        const [{ position }] = createMarkers(t, of);
        return [{ name: `${t.manifest.namespace}-${name}`, position }];
      };
      const wish = { object, loopMode: 'loop', within: shortClipSeconds / 2 } as const;
      const parts = {
        base: { ...wish, clip, markers: marked(clip, 'base') },
        plain: { ...wish, clip: other, markers: marked(other, 'plain') },
        added: { ...wish, clip: other, additive: true, markers: marked(other, 'added') },
        shared: { ...wish, clip: other, weight: 0.5, markers: marked(other, 'shared') },
      };
      const all = { subjects: [object], seconds: shortClipSeconds };
      const base = await player.ask(parts.base);
      t.given(base.ok, 'animation.play of a looping base clip succeeds', describeReply(base));
      const isBase = isMarkerEvent(`${t.manifest.namespace}-base`);
      t.given(await listener.until(all, 2, (story) => story.some(isBase)), 'a marker event');
      const asked = [
        { name: 'plain', row: 'ANIM-RULE-001' },
        { name: 'added', row: 'ANIM-RULE-002' },
        { name: 'shared', row: 'ANIM-RULE-002' },
      ] as const;
      for (const { name, row } of asked) {
        const reply = await player.ask(parts[name]);
        t.for(row).must(reply.ok, 'a second clip plays on top of the first one', {
          expected: 'a success',
          actual: `${truncateJson(reply.json)} for ${name}`,
        });
        const from = listener.position();
        for (const marker of [`base`, name] as const) {
          const isMarked = isMarkerEvent(`${t.manifest.namespace}-${marker}`);
          const isTold = await listener.until(all, 3, (story) => story.filter(isMarked).length >= 2, from);
          t.for(row).must(
            isTold,
            `both clips keep playing (${marker})`,
            describeReceivedKinds(listener.story(all, from)),
          );
        }
      }
      const story = listener.story(all);
      t.for('ANIM-RULE-001').must(
        !story.some(({ kind }) => kind === 'stopped' || kind === 'completed'),
        'neither clip is ended by the other',
        describeReceivedKinds(story),
      );
    },
  ),
];
