/** Blend layers: who holds them, and what is refused for that. */
import { area } from '../../area.ts';
import { brief } from '../../json.ts';
import { inShort } from '../../target/http/in-short.ts';
import { isMarker } from '../../lab/animation/stories.ts';
import { twoMarkers } from '../../lab/animation/player.ts';
import { heard, late, open, patient, soon } from './open.ts';
import type { AuditTools } from '../../audit.ts';
import type { Playing } from '../../lab/animation/player.ts';

const animation = area('animation', 'token', 'runtime', 'events');

type Opened = Awaited<ReturnType<typeof open>>;

/** The lowest layer that there is, held by a playback that loops. */
const holdLowest = async (
  t: AuditTools,
  { player, object, clip }: Opened,
): Promise<{ readonly lowest: number; readonly holder: Playing }> => {
  const wish = { object, clip, loopMode: 'loop', within: soon / 2 } as const;
  for (const layer of [0, 1]) {
    const holder = await player.tryPlay({ ...wish, layer });
    if (holder) return { lowest: layer, holder };
  }
  return t.unverified('animation.play on the layer 0 or 1 of an object on which nothing plays');
};

export const layerAudits = [
  animation.audit(
    'occupied-layer',
    ['ANIM-STATE-010', 'ANIM-STATE-011', 'ERR-026'],
    { ...patient, likelyCause: 'a layer is taken from what plays on it' },
    async (t) => {
      const opened = await open(t);
      const { player, listener, object, clip, other } = opened;
      const { lowest, holder } = await holdLowest(t, opened);
      t.given(await listener.untilCount(holder, 'looped'), 'a playback whose loops are told');
      const from = listener.position();
      const refused = await player.ask({
        object,
        clip: other,
        layer: lowest,
        loopMode: 'loop',
        within: late,
      });
      t.of('ANIM-STATE-011', 'ERR-026').mustFail(refused, 409, 'LAYER_OCCUPIED');
      t.of('ANIM-STATE-010').must(!refused.ok, 'no second playback holds a layer', inShort(refused));
      const goesOn = await listener.untilCount(holder, 'looped', { times: 2, from, ways: 2 });
      const story = listener.story(holder, from);
      const evicted = t.of('ANIM-STATE-011');
      evicted.must(
        goesOn && !story.some(({ kind }) => kind === 'stopped' || kind === 'completed'),
        'what holds the layer goes on',
        heard(story),
      );
      const twins = [lowest + 1, lowest + 1].map((layer) => ({
        ...{ clip, layer, within: late },
        loopMode: 'loop' as const,
      }));
      const set = await player.askSet(object, twins);
      t.of('ANIM-STATE-010').mustNotSucceed(set, 'two clips of a set do not hold one layer');
      await player.run('stop', { object });
      await listener.untilCount(holder, 'stopped', { from });
      const again = await player.ask({ object, clip: other, layer: lowest, loopMode: 'loop', within: late });
      t.of('ANIM-STATE-010').must(again.ok, 'a layer is free once its playback is stopped', inShort(again));
    },
  ),
  animation.audit(
    'lowest-free-layer',
    ['ANIM-RULE-003'],
    { ...patient, likelyCause: 'layers are counted on, or begin again at the top' },
    async (t) => {
      const opened = await open(t);
      const { player, listener, object, clip } = opened;
      const { lowest } = await holdLowest(t, { ...opened, ...(await player.object()), clip });
      const wish = { object, clip, loopMode: 'loop', within: late } as const;
      const isHeld = async (layer: number): Promise<boolean> => {
        const reply = await player.ask({ ...wish, layer });
        t.given(reply.ok || reply.status === 409, `animation.play on the layer ${layer}`, inShort(reply));
        return !reply.ok;
      };
      const group = `${t.manifest.namespace}-lowest`;
      const first = await player.play({ ...wish, group });
      t.must(await isHeld(lowest), 'without a layer the lowest free one is used');
      const second = await player.play(wish);
      t.must(await isHeld(lowest + 1), 'and then the next one', { actual: brief(second.reply.json) });
      const from = listener.position();
      await player.run('stop', { object, group });
      t.given(await listener.untilCount(first, 'stopped', { from }), 'a group that can be stopped');
      const third = await player.play(wish);
      t.must(await isHeld(lowest), 'a layer that has become free is used again', {
        actual: brief(third.reply.json),
      });
    },
  ),
  animation.audit(
    'set-all-or-none',
    ['ANIM-RULE-006', 'ANIM-STATE-001', 'ANIM-RULE-005', 'EVENT-016'],
    { ...patient, likelyCause: 'the clips of a set are started one after the other' },
    async (t) => {
      const opened = await open(t);
      const { player, listener, object, clip, other } = opened;
      const [marker] = twoMarkers(t, clip);
      const wish = { loopMode: 'loop', within: soon } as const;
      const marked = { ...wish, clip, ...(!player.takesMarkersOfSet() && { markers: [marker] }) };
      const added = { ...wish, clip: other, additive: true };
      const ofSet = player.takesMarkersOfSet() ? [marker] : undefined;
      const started = await player.askSet(object, [marked, added], ofSet);
      t.given(
        started.ok,
        'animation.playSet succeeds (choices.actions "animation.playSet")',
        inShort(started),
      );
      const set = { about: [object], seconds: soon };
      await listener.untilCount(set, 'started', { times: 2 });
      t.of('ANIM-STATE-001', 'EVENT-016').mustEqual(
        listener.count(set, 'started'),
        2,
        'animation.playback.started comes for each clip of a set',
      );
      const isTold = await listener.until(set, 2, (story) => story.some(isMarker(marker.name)));
      t.of('ANIM-RULE-005').must(isTold, 'a marker of a set is told', heard(listener.story(set)));

      const second = { ...opened, ...(await player.object()) };
      const { lowest } = await holdLowest(t, { ...second, clip });
      const about = { about: [second.object], seconds: soon };
      await listener.untilCount(about, 'looped');
      const from = listener.position();
      const half = [lowest + 1, lowest, lowest + 2].map((layer) => ({ ...wish, clip, layer }));
      const refused = await player.askSet(second.object, half);
      t.of('ANIM-RULE-006').mustFail(refused, 409, 'LAYER_OCCUPIED');
      const free = await player.ask({ ...wish, object: second.object, clip, layer: lowest + 1 });
      t.of('ANIM-RULE-006').must(free.ok, 'no clip of a set that is refused holds a layer', inShort(free));
      await listener.untilCount(about, 'started', { from });
      await listener.untilCount(about, 'looped', { from, times: 4, ways: 2 });
      t.of('ANIM-RULE-006').must(
        listener.count(about, 'started', from) <= 1 && listener.count(about, 'stopped', from) === 0,
        'and nothing of it starts, or ends what plays',
        heard(listener.story(about, from)),
      );
    },
  ),
];
