/** Audits of blend layers: which playback occupies a layer, and which calls are rejected because of it. */
import { createMarkers, type StartedPlayback } from '../../audit-helpers/animation/clip-player.ts';
import {
  createPlaybackFixture,
  describeReceivedKinds,
  isMarkerEvent,
  longClipSeconds,
  longTimeout,
  shortClipSeconds,
} from '../../audit-helpers/animation/playback-events.ts';
import { type AuditTools, defineAuditArea } from '../../audit.ts';
import { truncateJson } from '../../json.ts';
import { describeReply } from '../../target/http/exchange.ts';

const animation = defineAuditArea('animation', 'token', 'runtime', 'events').with(longTimeout);

type PlaybackFixture = Awaited<ReturnType<typeof createPlaybackFixture>>;

const occupyLowestLayer = async (
  t: AuditTools,
  { player, object, clip }: PlaybackFixture,
): Promise<{ readonly lowest: number; readonly occupant: StartedPlayback }> => {
  const options = { object, clip, loopMode: 'loop', within: shortClipSeconds / 2 } as const;
  for (const layer of [0, 1]) {
    const occupant = await player.tryPlay({ ...options, layer });
    if (occupant) return { lowest: layer, occupant };
  }
  return t.unverified('animation.play on layer 0 or 1 of an object without playbacks');
};

export const audits = [
  animation
    .with({ likelyCause: 'a new playback takes the layer of a running one' })
    .audit('occupied-layer', ['ANIM-STATE-010', 'ANIM-STATE-011', 'ERR-026'], async (t) => {
      const opened = await createPlaybackFixture(t);
      const { player, listener, object, clip, other } = opened;
      const { lowest, occupant } = await occupyLowestLayer(t, opened);
      t.given(await listener.untilCount(occupant, 'looped'), 'a playback that reports its loops');
      const from = listener.position();
      const refused = await player.request({
        object,
        clip: other,
        layer: lowest,
        loopMode: 'loop',
        within: longClipSeconds,
      });
      t.for('ANIM-STATE-011', 'ERR-026').mustFail(refused, 409, 'LAYER_OCCUPIED');
      t.for('ANIM-STATE-010').must(
        !refused.ok,
        'a second playback on an occupied layer is rejected',
        describeReply(refused),
      );
      const continues = await listener.untilCount(occupant, 'looped', { times: 2, from, passes: 2 });
      const events = listener.events(occupant, from);
      const assertions = t.for('ANIM-STATE-011');
      assertions.must(
        continues && !events.some(({ kind }) => kind === 'stopped' || kind === 'completed'),
        'the playback on the occupied layer continues',
        describeReceivedKinds(events),
      );
      const sameLayerItems = [lowest + 1, lowest + 1].map((layer) => ({
        ...{ clip, layer, within: longClipSeconds },
        loopMode: 'loop' as const,
      }));
      const set = await player.requestSet(object, sameLayerItems);
      t.for('ANIM-STATE-010').mustNotSucceed(set, 'a set with two clips on one layer is rejected');
      await player.run('stop', { object });
      await listener.untilCount(occupant, 'stopped', { from });
      const replayed = await player.request({
        object,
        clip: other,
        layer: lowest,
        loopMode: 'loop',
        within: longClipSeconds,
      });
      t.for('ANIM-STATE-010').mustSucceed(replayed, 'a layer is free again after its playback is stopped');
    }),
  animation
    .with({ likelyCause: 'layers are only counted up, or numbering restarts at the top' })
    .audit('lowest-free-layer', ['ANIM-RULE-003'], async (t) => {
      const opened = await createPlaybackFixture(t);
      const { player, listener, object, clip } = opened;
      const { lowest } = await occupyLowestLayer(t, { ...opened, ...(await player.object()), clip });
      const options = { object, clip, loopMode: 'loop', within: longClipSeconds } as const;
      const isOccupied = async (layer: number): Promise<boolean> => {
        const reply = await player.request({ ...options, layer });
        t.given(
          reply.ok || reply.status === 409,
          `animation.play on the layer ${layer}`,
          describeReply(reply),
        );
        return !reply.ok;
      };
      const group = `${t.manifest.namespace}-lowest`;
      const first = await player.play({ ...options, group });
      t.must(await isOccupied(lowest), 'a call without a layer uses the lowest free one');
      const second = await player.play(options);
      t.must(await isOccupied(lowest + 1), 'a second call without a layer uses the next free one', {
        actual: truncateJson(second.reply.json),
      });
      const from = listener.position();
      await player.run('stop', { object, group });
      t.given(await listener.untilCount(first, 'stopped', { from }), 'a group that can be stopped');
      const third = await player.play(options);
      t.must(await isOccupied(lowest), 'a freed layer is used again', {
        actual: truncateJson(third.reply.json),
      });
    }),
  animation
    .with({ likelyCause: 'the clips of a set are started one after another' })
    .audit(
      'set-all-or-none',
      ['ANIM-RULE-006', 'ANIM-STATE-001', 'ANIM-RULE-005', 'EVENT-016'],
      async (t) => {
        const opened = await createPlaybackFixture(t);
        const { player, listener, object, clip, other } = opened;
        const [marker] = createMarkers(t, clip);
        const options = { loopMode: 'loop', within: shortClipSeconds } as const;
        const withMarkers = { ...options, clip, ...(!player.takesMarkersOfSet() && { markers: [marker] }) };
        const added = { ...options, clip: other, additive: true };
        const setMarkers = player.takesMarkersOfSet() ? [marker] : undefined;
        const started = await player.requestSet(object, [withMarkers, added], setMarkers);
        t.givenSuccess(
          started,
          'animation.playSet succeeds (choices.playSet, choices.actions "animation.playSet")',
        );
        const set = { subjects: [object], seconds: shortClipSeconds };
        await listener.untilCount(set, 'started', { times: 2 });
        t.for('ANIM-STATE-001', 'EVENT-016').mustEqual(
          listener.count(set, 'started'),
          2,
          'animation.playback.started arrives for each clip of a set',
        );
        const isReported = await listener.until(set, 2, (events) => events.some(isMarkerEvent(marker.name)));
        t.for('ANIM-RULE-005').must(isReported, 'a marker event of a set', listener.describe(set));

        const second = { ...opened, ...(await player.object()) };
        const { lowest } = await occupyLowestLayer(t, { ...second, clip });
        const subject = { subjects: [second.object], seconds: shortClipSeconds };
        await listener.untilCount(subject, 'looped');
        const from = listener.position();
        const partlyOccupied = [lowest + 1, lowest, lowest + 2].map((layer) => ({ ...options, clip, layer }));
        const refused = await player.requestSet(second.object, partlyOccupied);
        t.for('ANIM-RULE-006').mustFail(refused, 409, 'LAYER_OCCUPIED');
        const free = await player.request({ ...options, object: second.object, clip, layer: lowest + 1 });
        t.for('ANIM-RULE-006').mustSucceed(free, 'no clip of a rejected set occupies a layer');
        await listener.untilCount(subject, 'started', { from });
        await listener.untilCount(subject, 'looped', { from, times: 4, passes: 2 });
        t.for('ANIM-RULE-006').must(
          listener.count(subject, 'started', from) <= 1 && listener.count(subject, 'stopped', from) === 0,
          'a rejected set starts no clip and ends no running playback',
          listener.describe(subject, from),
        );
      },
    ),
];
