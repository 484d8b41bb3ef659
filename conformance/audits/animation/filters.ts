/** Subscriptions that are narrowed by groups or clips. */
import { area } from '../../area.ts';
import { brief } from '../../json.ts';
import { connect, quietWindow } from '../../lab/hub-client.ts';
import { names } from '../../target/hub/events.ts';
import { followed, playbackKinds } from '../../lab/animation/stories.ts';
import { heard, late, open, patient } from './open.ts';
import type { AuditContext } from '../../audit.ts';
import type { HubClient } from '../../lab/hub-client.ts';
import type { Playing, Wish } from '../../lab/animation/player.ts';

const animation = area('animation', 'token', 'runtime', 'events');

/** Narrowed by groups or by clips alone; how the other filters are left out is not shown. */
const subscribe = async (
  t: AuditContext,
  { invoke }: HubClient,
  by: 'groups' | 'clips',
  wanted: string,
): Promise<void> => {
  let actual: unknown;
  for (const none of [null, []]) {
    const [groups, clips] = by === 'groups' ? [[wanted], none] : [none, [wanted]];
    const completion = await invoke('SubscribeFiltered', [playbackKinds, none, groups, clips]);
    if (completion.kind !== 'refused') return;
    actual = completion;
  }
  t.must(false, `SubscribeFiltered by ${by} is accepted`, { actual });
};

/** Two playbacks that differ in what is filtered by, each heard over a connection narrowed to it, and over all. */
const narrows =
  (by: 'groups' | 'clips') =>
  async (t: AuditContext): Promise<void> => {
    const { player, listener, object, clip, other } = await open(t);
    const another = await player.object();
    if (by === 'clips') t.given(other !== clip, 'an object with two clips (choices.animated.clips)');
    const groups = [`${t.manifest.namespace}-one`, `${t.manifest.namespace}-two`] as const;
    const wanted = by === 'groups' ? groups : [clip.name, other.name];
    const wishes: readonly Wish[] = [
      { object, clip, loopMode: 'loop', within: late, group: groups[0] },
      {
        object: another.object,
        clip: by === 'clips' ? other : clip,
        loopMode: 'loop',
        within: late,
        group: groups[1],
      },
    ];
    const sides = [];
    for (const name of wanted) {
      const client = await connect(t, { judge: t });
      await subscribe(t, client, by, name);
      sides.push(followed(t, client));
    }
    const playing: Playing[] = [];
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
          `a filter of ${by} lets through animation.playback.${kind} of its own`,
          heard(side.story(own)),
        );
      await quietWindow();
      const others = side.client.events().filter(({ args }) => foreign.about.some((id) => names(args, id)));
      t.must(others.length === 0, `a filter of ${by} holds back what is of another`, {
        actual: brief(others.map(({ args }) => args)),
      });
    }
  };

const details = { ...patient, likelyCause: 'SubscribeFiltered takes notice of objects alone' };

export const playbackFilterAudits = [
  animation.audit('filter-groups', ['HUB-FILTER-002'], details, narrows('groups')),
  animation.audit('filter-clips', ['HUB-FILTER-003'], details, narrows('clips')),
];
