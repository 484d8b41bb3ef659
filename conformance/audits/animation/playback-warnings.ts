/** The advisory warnings of play and playSet. */
import { defineAuditArea } from '../../define-audit-area.ts';
import { isRecord, includesDeep, filterRecords, filterStrings, walkJson } from '../../json.ts';
import { clipPath } from '../../audit-helpers/animation/animated-object.ts';
import { createClipPlayer } from '../../audit-helpers/animation/clip-player.ts';
import { describeReply } from '../../target/http/describe-reply.ts';
import { longClipSeconds, longTimeout } from './playback-fixture.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { ClipInfo } from '../../audit-helpers/animation/animated-object.ts';
import type { Reply } from '../../target/http/exchange.ts';

const animation = defineAuditArea('animation', 'token', 'runtime');

/** Returns the warnings of a response, or undefined when it has no list of them. */
const listWarnings = ({ json }: Reply): readonly JsonRecord[] | undefined => {
  const lists = [...walkJson(json)]
    .filter(isRecord)
    .map(({ warnings }) => warnings)
    .filter(Array.isArray);
  return lists.length === 0 ? undefined : lists.flatMap(filterRecords);
};

const findWarningsWithCode = (reply: Reply, code: string): readonly JsonRecord[] =>
  (listWarnings(reply) ?? []).filter((warning) => includesDeep(warning, code));

/** Returns the texts of a warning, except its code. */
const listWarningTexts = (warning: unknown, code: string): readonly string[] =>
  filterStrings([...walkJson(warning)]).filter((text) => /\S/.test(text) && text !== code);

const missingBaseCode = 'additiveNoBaseWriter';
const unknownBindingCode = 'additiveCoverageUnknown';

/** Returns all texts in the target's list of what a clip animates. */
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

export const playbackWarningAudits = [
  animation.audit(
    'warnings',
    ['ANIM-RULE-007', 'ANIM-RULE-008'],
    {
      ...longTimeout,
      likelyCause: 'warnings are reported for play only, or the list is missing when there are none',
    },
    async (t) => {
      const player = await createClipPlayer(t);
      const { object, clips } = await player.object();
      const [clip] = clips;
      const wish = { clip, loopMode: 'loop', within: longClipSeconds } as const;
      const alone = await player.play({ ...wish, object, additive: true });
      const told = t.for('ANIM-RULE-007');
      told.must(
        listWarnings(alone.reply) !== undefined,
        'animation.play returns a list of warnings',
        describeReply(alone.reply),
      );
      await player.run('stop', { object });

      const covered = await player.askSet(object, [wish, { ...wish, additive: true }]);
      t.given(
        covered.ok,
        'animation.playSet succeeds (choices.actions "animation.playSet")',
        describeReply(covered),
      );
      told.must(
        listWarnings(covered) !== undefined,
        'animation.playSet returns a list of warnings',
        describeReply(covered),
      );

      const moved = await listMovedTargets(t, object, clip);
      t.given(moved.length > 0, 'a clip whose tracks the target lists (choices.paths "clip.tracks")');
      const isNameOfSome = (text: string): boolean =>
        text !== clip.name && moved.some((one) => text.includes(one) || one.includes(text));
      const namesSome = (one: JsonRecord): boolean =>
        listWarningTexts(one, missingBaseCode).some(isNameOfSome);
      const isUnread =
        findWarningsWithCode(alone.reply, unknownBindingCode).length > 0 ||
        findWarningsWithCode(covered, unknownBindingCode).length > 0;
      t.given(!isUnread, 'a clip that the target can read');
      const named = t.for('ANIM-RULE-008');
      named.must(
        findWarningsWithCode(alone.reply, missingBaseCode).some(namesSome),
        `${missingBaseCode} names properties when an additive clip plays alone`,
        describeReply(alone.reply),
      );
      named.must(
        findWarningsWithCode(covered, missingBaseCode).length === 0,
        `${missingBaseCode} is not reported when the same clip is the base`,
        describeReply(covered),
      );
    },
  ),
  animation.audit(
    'unreadable-sources',
    ['ANIM-RULE-009', 'ANIM-RULE-010'],
    {
      ...longTimeout,
      likelyCause: 'an unreadable clip is treated as one that animates everything, or nothing',
    },
    async (t) => {
      const player = await createClipPlayer(t);
      const { object, clips, unreadable } = await player.object();
      if (unreadable === undefined)
        return t.unverified('a clip whose tracks the target cannot read (choices.animated.unreadable)');
      const [clip] = clips;
      const dark = { name: unreadable, duration: undefined };
      const wish = { object, loopMode: 'loop', within: longClipSeconds } as const;
      const mustTell = (reply: Reply, scope: 'clip' | 'base'): void => {
        const warnings = findWarningsWithCode(reply, unknownBindingCode);
        const isScope = (text: string): boolean => new RegExp(`^${scope}`, 'i').test(text);
        const isAbout = (one: JsonRecord): boolean => listWarningTexts(one, unknownBindingCode).some(isScope);
        const isReason = (text: string): boolean =>
          !isScope(text) && ![clip.name, dark.name, object].includes(text);
        const hasReason = (one: JsonRecord): boolean =>
          listWarningTexts(one, unknownBindingCode).some(isReason);
        const told = t.for('ANIM-RULE-009');
        if (
          !told.must(
            warnings.length > 0,
            `${unknownBindingCode} is reported when the ${scope} cannot be read`,
            describeReply(reply),
          )
        )
          return;
        told.must(warnings.some(isAbout), `${unknownBindingCode} has the scope ${scope}`, {
          actual: warnings,
        });
        told.must(warnings.every(hasReason), `${unknownBindingCode} has a reason`, { actual: warnings });
      };
      mustTell((await player.play({ ...wish, clip: dark, additive: true })).reply, 'clip');
      await player.run('stop', { object });
      const alone = await player.play({ ...wish, clip, additive: true });
      await player.run('stop', { object });
      await player.play({ ...wish, clip: dark });
      const { reply } = await player.play({ ...wish, clip, additive: true });
      mustTell(reply, 'base');
      t.given(
        findWarningsWithCode(alone.reply, missingBaseCode).length > 0,
        `a clip that triggers ${missingBaseCode} when it plays alone`,
        describeReply(alone.reply),
      );
      t.for('ANIM-RULE-010').must(
        findWarningsWithCode(reply, missingBaseCode).length > 0,
        `${missingBaseCode} is reported over a base that cannot be read`,
        describeReply(reply),
      );
    },
  ),
];
