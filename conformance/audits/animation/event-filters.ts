/** Subscriptions filtered by groups or clips. */
import { defineAuditArea } from '../../define-audit-area.ts';
import { truncateJson } from '../../json.ts';
import { connectHub, waitQuietWindow } from '../../audit-helpers/hub-client.ts';
import { includesWord } from '../../target/hub/hub-event.ts';
import { createPlaybackTracker, playbackEventKinds } from '../../audit-helpers/animation/playback-events.ts';
import {
  describeReceivedKinds,
  longClipSeconds,
  createPlaybackFixture,
  longTimeout,
} from './playback-fixture.ts';
import type { AuditContext } from '../../audit.ts';
import type { HubClient } from '../../audit-helpers/hub-client.ts';
import type { StartedPlayback, PlayOptions } from '../../audit-helpers/animation/clip-player.ts';

const animation = defineAuditArea('animation', 'token', 'runtime', 'events');

/** Filters by groups alone or by clips alone. The description does not show how to leave out the other filters. */
const subscribeFiltered = async (
  t: AuditContext,
  { invoke }: HubClient,
  by: 'groups' | 'clips',
  wanted: string,
): Promise<void> => {
  let actual: unknown;
  for (const none of [null, []]) {
    const [groups, clips] = by === 'groups' ? [[wanted], none] : [none, [wanted]];
    const completion = await invoke('SubscribeFiltered', [playbackEventKinds, none, groups, clips]);
    if (completion.kind !== 'refused') return;
    actual = completion;
  }
  t.must(false, `SubscribeFiltered by ${by} is accepted`, { actual });
};

/**
 * Starts two playbacks that differ only in the filtered property. Listens to each on a filtered connection, and to both
 * on an unfiltered one. [mcc87bfec] 'an animation.playback.paused event'
 */
const checkFilter =
  (by: 'groups' | 'clips') =>
  async (t: AuditContext): Promise<void> => {
    const { player, listener, object, clip, other } = await createPlaybackFixture(t);
    const another = await player.object();
    if (by === 'clips') t.given(other !== clip, 'an object with two clips (choices.animated.clips)');
    const groups = [`${t.manifest.namespace}-one`, `${t.manifest.namespace}-two`] as const;
    const wanted = by === 'groups' ? groups : [clip.name, other.name];
    const wishes: readonly PlayOptions[] = [
      { object, clip, loopMode: 'loop', within: longClipSeconds, group: groups[0] },
      {
        object: another.object,
        clip: by === 'clips' ? other : clip,
        loopMode: 'loop',
        within: longClipSeconds,
        group: groups[1],
      },
    ];
    const sides = [];
    for (const name of wanted) {
      const client = await connectHub(t, { assertions: t });
      await subscribeFiltered(t, client, by, name);
      sides.push(createPlaybackTracker(t, client));
    }
    const playing: StartedPlayback[] = [];
    for (const wish of wishes) {
      const one = await player.play(wish);
      playing.push(one);
      await player.run('pause', { object: wish.object });
      t.given(await listener.untilCount(one, 'paused'), 'an event animation.playback.paused');
    }
    for (const [index, side] of sides.entries()) {
      const own = playing[index];
      const foreign = playing[1 - index];
      if (!own || !foreign) continue;
      for (const kind of ['started', 'paused'])
        t.must(
          await side.untilCount(own, kind),
          `a ${by} filter passes animation.playback.${kind} of the selected playback`,
          describeReceivedKinds(side.story(own)),
        );
      await waitQuietWindow();
      const others = side.client
        .events()
        .filter(({ args }) => foreign.subjects.some((id) => includesWord(args, id)));
      t.must(others.length === 0, `a ${by} filter blocks events of other playbacks`, {
        actual: truncateJson(others.map(({ args }) => args)),
      });
    }
  };

const auditDetails = { ...longTimeout, likelyCause: 'SubscribeFiltered applies only the objects filter' };

export const playbackEventFilterAudits = [
  animation.audit('filter-groups', ['HUB-FILTER-002'], auditDetails, checkFilter('groups')),
  animation.audit('filter-clips', ['HUB-FILTER-003'], auditDetails, checkFilter('clips')),
];
