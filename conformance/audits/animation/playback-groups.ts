/** Audits of groups of playbacks, and of playbacks that run at the same time on one object. */
import { isDeepStrictEqual } from 'node:util';
import { playbacksPath } from '../../audit-helpers/animation/animated-object.ts';
import { createMarkers, type PlayOptions } from '../../audit-helpers/animation/clip-player.ts';
import {
  createPlaybackFixture,
  describeReceivedKinds,
  isMarkerEvent,
  longClipSeconds,
  longTimeout,
  shortClipSeconds,
} from '../../audit-helpers/animation/playback-events.ts';
import { waitQuietWindow } from '../../audit-helpers/hub-client.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { isRecord, truncateJson, walkJson } from '../../json.ts';
import { includesText } from '../../target/hub/hub-event.ts';

const animation = defineAuditArea('animation', 'token', 'runtime', 'events').with(longTimeout);

/**
 * Returns the weights that the live state shows in records containing a text. Returns an empty list when the live state
 * shows no weights.
 */
const readWeights = async (t: AuditTools, object: string, text: string): Promise<readonly number[]> => {
  const { json } = await t.http.get(playbacksPath(object));
  const records = [...walkJson(json)].filter(isRecord).filter((record) => {
    const scalars = Object.values(record).filter((value) => typeof value !== 'object');
    return includesText(scalars, text);
  });
  return records.flatMap((record) => {
    const weight = t.fields.read(record, 'playback.weight');
    return typeof weight === 'number' ? [weight] : [];
  });
};

export const audits = [
  animation
    .with({ likelyCause: 'a call for one group affects all playbacks of the object' })
    .audit('groups', ['ANIM-RULE-004'], async (t) => {
      const { player, listener, object, clip, other } = await createPlaybackFixture(t);
      const group = { left: `${t.manifest.namespace}-left`, right: `${t.manifest.namespace}-right` };
      const options = { object, loopMode: 'loop', within: shortClipSeconds / 2 } as const;
      const start = async (playedClip: PlayOptions['clip'], name: string) => {
        const playing = await player.play({ ...options, clip: playedClip, group: name });
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
      const areDistinguishable = listener
        .events(left)
        .every(({ event }) => !listener.events(right).some((received) => received.event === event));
      t.given(areDistinguishable, 'two playbacks whose events can be told apart');

      const weights = async () => ({
        left: await readWeights(t, object, group.left),
        right: await readWeights(t, object, group.right),
      });
      const initial = await weights();
      await player.run('setWeight', { object, group: group.left, weight: 0.25 });
      let now = await weights();
      // If the target shows the default weight as 1, it also shows a weight of 0.25 as 0.25, perhaps after a fade.
      const showsWeights = isDeepStrictEqual(initial, { left: [1], right: [1] });
      const maxReads = t.manifest.timeouts.event / 250;
      for (let reads = 0; showsWeights && now.left[0] !== 0.25 && reads < maxReads; reads += 1) {
        await waitQuietWindow();
        now = await weights();
      }
      t.observe('weights in the live state', { before: initial, after: now });
      if (showsWeights)
        t.mustEqual(
          now,
          { left: [0.25], right: [1] },
          'setWeight of a group sets the weight of that group only',
        );
      else if (!isDeepStrictEqual(now.left, initial.left))
        t.mustEqual(
          now.right,
          initial.right,
          'setWeight of a group leaves the weight of another group unchanged',
        );

      const from = listener.position();
      await player.run('pause', { object, group: group.left });
      t.must(
        await listener.untilCount(left, 'paused', { from }),
        'pause of a group pauses it',
        listener.describe(left, from),
      );
      const paused = listener.position();
      const continues = await listener.untilCount(right, 'looped', { times: 2, from: paused, passes: 2 });
      t.must(
        continues && listener.count(right, 'paused') === 0,
        'pause of a group leaves another group running',
        listener.describe(right, from),
      );
      t.mustEqual(listener.count(left, 'looped', paused), 0, 'a paused group completes no loop');

      await player.run('stop', { object, group: group.right });
      t.must(
        await listener.untilCount(right, 'stopped', { from }),
        'stop of a group stops it',
        listener.describe(right, from),
      );
      await waitQuietWindow();
      t.mustEqual(listener.count(left, 'stopped'), 0, 'stop of a group leaves another group running');
      await player.run('stop', { object, group: group.left });
      t.must(
        await listener.untilCount(left, 'stopped', { from }),
        'setWeight reaches each group by its name',
        listener.describe(left, from),
      );
    }),
  animation
    .with({ likelyCause: 'playSet ignores the weight of its items' })
    .audit('set-weights', ['ANIM-RULE-011'], async (t) => {
      const { player, object, clip, other } = await createPlaybackFixture(t);
      t.given(clip.name !== other.name, 'an object with two clips');
      t.given(player.itemParameter('weight') !== undefined, 'items of animation.playSet with a weight');
      const readBoth = async () => ({
        [clip.name]: await readWeights(t, object, clip.name),
        [other.name]: await readWeights(t, object, other.name),
      });
      const options = { loopMode: 'loop', within: longClipSeconds } as const;
      /** Plays both clips with these weights, and returns the weights in the live state. */
      const play = async (first: number, second: number) => {
        const reply = await player.requestSet(object, [
          { ...options, clip, weight: first },
          { ...options, clip: other, weight: second },
        ]);
        t.givenSuccess(reply, 'animation.playSet succeeds (choices.actions "animation.playSet")');
        const weights = await readBoth();
        await player.run('stop', { object });
        return weights;
      };
      const full = await play(1, 1);
      t.given(
        isDeepStrictEqual(full, { [clip.name]: [1], [other.name]: [1] }),
        'a live state with the clip and the weight of each playback (choices.paths "playback.weight")',
      );
      t.mustEqual(
        await play(0.25, 0.75),
        { [clip.name]: [0.25], [other.name]: [0.75] },
        'each clip of a set plays with the weight of its item',
      );
    }),
  animation
    .with({ likelyCause: 'a clip replaces the one that plays on the object' })
    .audit('beside-each-other', ['ANIM-RULE-001', 'ANIM-RULE-002'], async (t) => {
      const { player, listener, object, clip, other } = await createPlaybackFixture(t);
      const createNamedMarkers = (markedClip: PlayOptions['clip'], name: string) => {
        const [{ position }] = createMarkers(t, markedClip);
        return [{ name: `${t.manifest.namespace}-${name}`, position }];
      };
      const options = { object, loopMode: 'loop', within: shortClipSeconds / 2 } as const;
      const parts = {
        base: { ...options, clip, markers: createNamedMarkers(clip, 'base') },
        plain: { ...options, clip: other, markers: createNamedMarkers(other, 'plain') },
        added: { ...options, clip: other, additive: true, markers: createNamedMarkers(other, 'added') },
        shared: { ...options, clip: other, weight: 0.5, markers: createNamedMarkers(other, 'shared') },
      };
      const all = { subjects: [object], seconds: shortClipSeconds };
      const base = await player.request(parts.base);
      t.givenSuccess(base, 'animation.play of a looping base clip succeeds');
      const isBase = isMarkerEvent(`${t.manifest.namespace}-base`);
      t.given(await listener.until(all, 2, (events) => events.some(isBase)), 'a marker event');
      const secondClips = [
        { name: 'plain', row: 'ANIM-RULE-001' },
        { name: 'added', row: 'ANIM-RULE-002' },
        { name: 'shared', row: 'ANIM-RULE-002' },
      ] as const;
      for (const { name, row } of secondClips) {
        const reply = await player.request(parts[name]);
        t.for(row).must(reply.ok, 'a second clip plays on top of the first one', {
          expected: 'a success',
          actual: `${truncateJson(reply.json)} for ${name}`,
        });
        const from = listener.position();
        for (const marker of [`base`, name] as const) {
          const isMarked = isMarkerEvent(`${t.manifest.namespace}-${marker}`);
          const isReported = await listener.until(
            all,
            3,
            (events) => events.filter(isMarked).length >= 2,
            from,
          );
          t.for(row).must(isReported, `both clips keep playing (${marker})`, listener.describe(all, from));
        }
      }
      const events = listener.events(all);
      t.for('ANIM-RULE-001').must(
        !events.some(({ kind }) => kind === 'stopped' || kind === 'completed'),
        'neither clip is ended by the other',
        describeReceivedKinds(events),
      );
    }),
];
