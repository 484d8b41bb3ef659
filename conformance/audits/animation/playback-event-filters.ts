/** Audits of subscriptions that are filtered by groups or clips. */
import { defineAuditArea } from '../../define-audit-area.ts';
import { truncateJson } from '../../json.ts';
import { connectHub, waitQuietWindow } from '../../audit-helpers/hub-client.ts';
import { includesText } from '../../target/hub/hub-event.ts';
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

/**
 * Subscribes with a filter for groups alone or clips alone. The description does not show how to omit the other
 * filters.
 */
const subscribeFiltered = async (
  t: AuditContext,
  { invoke }: HubClient,
  dimension: 'groups' | 'clips',
  name: string,
): Promise<void> => {
  let actual: unknown;
  for (const noFilter of [null, []]) {
    const [groups, clips] = dimension === 'groups' ? [[name], noFilter] : [noFilter, [name]];
    const completion = await invoke('SubscribeFiltered', [playbackEventKinds, noFilter, groups, clips]);
    if (completion.kind !== 'refused') return;
    actual = completion;
  }
  t.must(false, `SubscribeFiltered by ${dimension} is accepted`, { actual });
};

/**
 * Starts two playbacks that differ only in the filtered property. Listens to each playback on a filtered connection,
 * and to both on an unfiltered connection.
 */
const checkFilter =
  (dimension: 'groups' | 'clips') =>
  async (t: AuditContext): Promise<void> => {
    const { player, listener, object, clip, other } = await createPlaybackFixture(t);
    const secondObject = await player.object();
    if (dimension === 'clips') t.given(other !== clip, 'an object with two clips (choices.animated.clips)');
    const groups = [`${t.manifest.namespace}-one`, `${t.manifest.namespace}-two`] as const;
    const names = dimension === 'groups' ? groups : [clip.name, other.name];
    const playOptions: readonly PlayOptions[] = [
      { object, clip, loopMode: 'loop', within: longClipSeconds, group: groups[0] },
      {
        object: secondObject.object,
        clip: dimension === 'clips' ? other : clip,
        loopMode: 'loop',
        within: longClipSeconds,
        group: groups[1],
      },
    ];
    const subscribers = [];
    for (const name of names) {
      const client = await connectHub(t, { assertions: t });
      await subscribeFiltered(t, client, dimension, name);
      subscribers.push(createPlaybackTracker(t, client));
    }
    const playing: StartedPlayback[] = [];
    for (const options of playOptions) {
      const one = await player.play(options);
      playing.push(one);
      await player.run('pause', { object: options.object });
      t.given(await listener.untilCount(one, 'paused'), 'an event animation.playback.paused');
    }
    for (const [index, subscriber] of subscribers.entries()) {
      const selected = playing[index];
      const unselected = playing[1 - index];
      if (!selected || !unselected) continue;
      for (const kind of ['started', 'paused'])
        t.must(
          await subscriber.untilCount(selected, kind),
          `a ${dimension} filter passes animation.playback.${kind} of the selected playback`,
          describeReceivedKinds(subscriber.events(selected)),
        );
      await waitQuietWindow();
      const unselectedEvents = subscriber.client
        .events()
        .filter(({ args }) => unselected.subjects.some((id) => includesText(args, id)));
      t.must(unselectedEvents.length === 0, `a ${dimension} filter blocks events of other playbacks`, {
        actual: truncateJson(unselectedEvents.map(({ args }) => args)),
      });
    }
  };

const auditDetails = { ...longTimeout, likelyCause: 'SubscribeFiltered applies only the objects filter' };

export const playbackEventFilterAudits = [
  animation.audit('filter-groups', ['HUB-FILTER-002'], auditDetails, checkFilter('groups')),
  animation.audit('filter-clips', ['HUB-FILTER-003'], auditDetails, checkFilter('clips')),
];
