/** Audits of the advisory warnings of play and playSet. */
import { type ClipInfo, clipPath } from '../../audit-helpers/animation/animated-object.ts';
import {
  createClipPlayer,
  type PlayOptions,
  type StartedPlayback,
} from '../../audit-helpers/animation/clip-player.ts';
import {
  createPlaybackFixture,
  createPlaybackTracker,
  longClipSeconds,
  longTimeout,
  playbackEventKinds,
} from '../../audit-helpers/animation/playback-events.ts';
import { connectHub, type HubClient, waitQuietWindow } from '../../audit-helpers/hub-client.ts';
import { type AuditContext, type AuditTools, defineAuditArea } from '../../audit.ts';
import {
  filterRecords,
  filterStrings,
  includesDeep,
  isRecord,
  type JsonRecord,
  truncateJson,
  walkJson,
} from '../../json.ts';
import { describeReply, type Reply } from '../../target/http/exchange.ts';
import { includesText } from '../../target/hub/hub-event.ts';

const filteredAnimation = defineAuditArea('animation', 'token', 'runtime', 'events').with({
  ...longTimeout,
  likelyCause: 'SubscribeFiltered applies only the objects filter',
});

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
          subscriber.describe(selected),
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

const animation = defineAuditArea('animation', 'token', 'runtime').with(longTimeout);

/** Returns the warnings in a response, or `undefined` when the response has no list of warnings. */
const listWarnings = ({ json }: Reply): readonly JsonRecord[] | undefined => {
  const lists = [...walkJson(json)]
    .filter(isRecord)
    .map(({ warnings }) => warnings)
    .filter(Array.isArray);
  return lists.length === 0 ? undefined : lists.flatMap(filterRecords);
};

const findWarningsWithCode = (reply: Reply, code: string): readonly JsonRecord[] =>
  (listWarnings(reply) ?? []).filter((warning) => includesDeep(warning, code));

/** Returns the strings in a warning, except its code. */
const listWarningTexts = (warning: unknown, code: string): readonly string[] =>
  filterStrings([...walkJson(warning)]).filter((text) => /\S/.test(text) && text !== code);

const missingBaseCode = 'additiveNoBaseWriter';
const unknownBindingCode = 'additiveCoverageUnknown';

/** Returns all strings in the target's list of what a clip animates. */
const listMovedTargets = async (
  t: AuditTools,
  object: string,
  { name }: ClipInfo,
): Promise<readonly string[]> => {
  const { ok, json } = await t.http.get(clipPath(object, name));
  const tracks = ok ? t.fields.read(json, 'clip.tracks') : undefined;
  const keys = isRecord(tracks) ? Object.keys(tracks) : [];
  return [...keys, ...filterStrings([...walkJson(tracks)])].filter((text) => text.length > 2);
};

/** Returns the strings in the lists of a warning, such as the names of properties. Prose is not in a list. */
const listNamedTexts = (warnings: readonly JsonRecord[]): ReadonlySet<string> =>
  new Set([...walkJson(warnings)].filter(Array.isArray).flatMap(filterStrings));

export const audits = [
  animation
    .with({ likelyCause: 'the warning names every property of the additive clip' })
    .audit('partial-base', ['ANIM-RULE-012'], async (t) => {
      const player = await createClipPlayer(t);
      const { object, clips } = await player.object();
      const options = { object, loopMode: 'loop', within: longClipSeconds } as const;
      /** Returns what the target names as unwritten when a clip plays additively, over a base if there is one. */
      const listUnwritten = async (clip: ClipInfo, base?: ClipInfo) => {
        if (base) await player.play({ ...options, clip: base });
        const { reply } = await player.play({ ...options, clip, additive: true });
        await player.run('stop', { object });
        return listNamedTexts(findWarningsWithCode(reply, missingBaseCode));
      };
      const properties = new Map<ClipInfo, ReadonlySet<string>>();
      for (const clip of clips) properties.set(clip, await listUnwritten(clip));
      const isProperty = (text: string): boolean =>
        !clips.some(({ name }) => name === text) && text !== object;
      let checkedCount = 0;
      for (const [clip, own] of properties)
        for (const [base, written] of properties) {
          const shared = [...own].filter((text) => written.has(text) && isProperty(text));
          // A base that writes everything leaves no warning, which another audit checks.
          if (clip === base || shared.length === 0 || [...own].every((text) => written.has(text))) continue;
          checkedCount += 1;
          const named = await listUnwritten(clip, base);
          t.mustEqual(
            shared.filter((text) => named.has(text)),
            [],
            `${missingBaseCode} of ${clip.name} does not name what its base ${base.name} writes`,
          );
        }
      t.given(
        checkedCount > 0,
        'two clips that animate some properties in common, and a warning that lists them',
      );
    }),
  animation
    .with({ likelyCause: 'warnings are reported for play only, or the list is missing when there are none' })
    .audit('warnings', ['ANIM-RULE-007', 'ANIM-RULE-008'], async (t) => {
      const player = await createClipPlayer(t);
      const { object, clips } = await player.object();
      const [clip] = clips;
      const options = { clip, loopMode: 'loop', within: longClipSeconds } as const;
      const additiveOnly = await player.play({ ...options, object, additive: true });
      const assertions = t.for('ANIM-RULE-007');
      assertions.must(
        listWarnings(additiveOnly.reply) !== undefined,
        'animation.play returns a list of warnings',
        describeReply(additiveOnly.reply),
      );
      await player.run('stop', { object });

      const withBase = await player.requestSet(object, [options, { ...options, additive: true }]);
      t.givenSuccess(
        withBase,
        'animation.playSet succeeds (choices.playSet, choices.actions "animation.playSet")',
      );
      assertions.must(
        listWarnings(withBase) !== undefined,
        'animation.playSet returns a list of warnings',
        describeReply(withBase),
      );

      const moved = await listMovedTargets(t, object, clip);
      t.given(moved.length > 0, 'a clip whose tracks the target lists (choices.paths "clip.tracks")');
      const isMovedTarget = (text: string): boolean =>
        text !== clip.name && moved.some((one) => text.includes(one) || one.includes(text));
      const namesMovedTarget = (one: JsonRecord): boolean =>
        listWarningTexts(one, missingBaseCode).some(isMovedTarget);
      const isUnreadable =
        findWarningsWithCode(additiveOnly.reply, unknownBindingCode).length > 0 ||
        findWarningsWithCode(withBase, unknownBindingCode).length > 0;
      t.given(!isUnreadable, 'a clip that the target can read');
      const nameAssertions = t.for('ANIM-RULE-008');
      nameAssertions.must(
        findWarningsWithCode(additiveOnly.reply, missingBaseCode).some(namesMovedTarget),
        `${missingBaseCode} names properties when an additive clip plays alone`,
        describeReply(additiveOnly.reply),
      );
      nameAssertions.must(
        findWarningsWithCode(withBase, missingBaseCode).length === 0,
        `${missingBaseCode} is not reported when the same clip is the base`,
        describeReply(withBase),
      );
    }),
  animation
    .with({ likelyCause: 'an unreadable clip is treated as one that animates everything, or nothing' })
    .audit('unreadable-sources', ['ANIM-RULE-009', 'ANIM-RULE-010'], async (t) => {
      const player = await createClipPlayer(t);
      const { object, clips, unreadable } = await player.object();
      if (unreadable === undefined)
        return t.unverified('a clip whose tracks the target cannot read (choices.animated.unreadable)');
      const [clip] = clips;
      const unreadableClip = { name: unreadable, duration: undefined };
      const options = { object, loopMode: 'loop', within: longClipSeconds } as const;
      const mustWarn = (reply: Reply, scope: 'clip' | 'base'): void => {
        const warnings = findWarningsWithCode(reply, unknownBindingCode);
        const isScope = (text: string): boolean => new RegExp(`^${scope}`, 'i').test(text);
        const hasScope = (one: JsonRecord): boolean =>
          listWarningTexts(one, unknownBindingCode).some(isScope);
        const isReason = (text: string): boolean =>
          !isScope(text) && ![clip.name, unreadableClip.name, object].includes(text);
        const hasReason = (one: JsonRecord): boolean =>
          listWarningTexts(one, unknownBindingCode).some(isReason);
        const assertions = t.for('ANIM-RULE-009');
        if (
          !assertions.must(
            warnings.length > 0,
            `${unknownBindingCode} is reported when the ${scope} cannot be read`,
            describeReply(reply),
          )
        )
          return;
        assertions.must(warnings.some(hasScope), `${unknownBindingCode} has the scope ${scope}`, {
          actual: warnings,
        });
        assertions.must(warnings.every(hasReason), `${unknownBindingCode} has a reason`, {
          actual: warnings,
        });
      };
      mustWarn((await player.play({ ...options, clip: unreadableClip, additive: true })).reply, 'clip');
      await player.run('stop', { object });
      const additiveOnly = await player.play({ ...options, clip, additive: true });
      await player.run('stop', { object });
      await player.play({ ...options, clip: unreadableClip });
      const { reply } = await player.play({ ...options, clip, additive: true });
      mustWarn(reply, 'base');
      t.given(
        findWarningsWithCode(additiveOnly.reply, missingBaseCode).length > 0,
        `a clip that triggers ${missingBaseCode} when it plays alone`,
        describeReply(additiveOnly.reply),
      );
      t.for('ANIM-RULE-010').must(
        findWarningsWithCode(reply, missingBaseCode).length > 0,
        `${missingBaseCode} is reported over a base that cannot be read`,
        describeReply(reply),
      );
    }),

  filteredAnimation.audit('filter-groups', ['HUB-FILTER-002'], checkFilter('groups')),
  filteredAnimation.audit('filter-clips', ['HUB-FILTER-003'], checkFilter('clips')),
];
