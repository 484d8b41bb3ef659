/** The advisory warnings of play and playSet. */
import { area } from '../../area.ts';
import { isRecord, mentions, recordsOf, stringsOf, walk } from '../../json.ts';
import { clipPath } from '../../lab/animation/animated-objects.ts';
import { openPlayer } from '../../lab/animation/player.ts';
import { inShort } from '../../target/http/in-short.ts';
import { late, patient } from './open.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { KnownClip } from '../../lab/animation/animated-objects.ts';
import type { Reply } from '../../target/http/exchange.ts';

const animation = area('animation', 'token', 'runtime');

/** The warnings of an answer; undefined where it has no list of them. */
const warningsIn = ({ json }: Reply): readonly JsonRecord[] | undefined => {
  const lists = [...walk(json)]
    .filter(isRecord)
    .map(({ warnings }) => warnings)
    .filter(Array.isArray);
  return lists.length === 0 ? undefined : lists.flatMap(recordsOf);
};

const withCode = (reply: Reply, code: string): readonly JsonRecord[] =>
  (warningsIn(reply) ?? []).filter((warning) => mentions(warning, code));

/** The texts in what is told of a warning, but for its code. */
const wordsOf = (warning: unknown, code: string): readonly string[] =>
  stringsOf([...walk(warning)]).filter((text) => /\S/.test(text) && text !== code);

const noBase = 'additiveNoBaseWriter';
const unknown = 'additiveCoverageUnknown';

/** What the target tells that a clip moves: all texts in it. */
const movedBy = async (t: AuditTools, object: string, { name }: KnownClip): Promise<readonly string[]> => {
  const { ok, json } = await t.http.get(clipPath(object, name));
  const tracks = ok ? t.fields.read(json, 'clip.tracks') : undefined;
  const keys = isRecord(tracks) ? Object.keys(tracks) : [];
  return [...keys, ...stringsOf([...walk(tracks)])].filter((text) => text.length > 2);
};

export const warningAudits = [
  animation.audit(
    'warnings',
    ['ANIM-RULE-007', 'ANIM-RULE-008'],
    { ...patient, likelyCause: 'warnings are made for play alone, or left out where there are none' },
    async (t) => {
      const player = await openPlayer(t);
      const { object, clips } = await player.object();
      const [clip] = clips;
      const wish = { clip, loopMode: 'loop', within: late } as const;
      const alone = await player.play({ ...wish, object, additive: true });
      const told = t.of('ANIM-RULE-007');
      told.must(
        warningsIn(alone.reply) !== undefined,
        'animation.play returns warnings, a list',
        inShort(alone.reply),
      );
      await player.run('stop', { object });

      const covered = await player.askSet(object, [wish, { ...wish, additive: true }]);
      t.given(
        covered.ok,
        'animation.playSet succeeds (choices.actions "animation.playSet")',
        inShort(covered),
      );
      told.must(
        warningsIn(covered) !== undefined,
        'animation.playSet returns warnings, a list',
        inShort(covered),
      );

      const moved = await movedBy(t, object, clip);
      t.given(
        moved.length > 0,
        'a clip of which the target tells what it moves (choices.paths "clip.tracks")',
      );
      const isNameOfSome = (text: string): boolean =>
        text !== clip.name && moved.some((one) => text.includes(one) || one.includes(text));
      const namesSome = (one: JsonRecord): boolean => wordsOf(one, noBase).some(isNameOfSome);
      const isUnread = withCode(alone.reply, unknown).length > 0 || withCode(covered, unknown).length > 0;
      t.given(!isUnread, 'a clip that the target can read');
      const named = t.of('ANIM-RULE-008');
      named.must(
        withCode(alone.reply, noBase).some(namesSome),
        `${noBase} names properties when an additive clip plays alone`,
        inShort(alone.reply),
      );
      named.must(
        withCode(covered, noBase).length === 0,
        `${noBase} is not told when the same clip is the base`,
        inShort(covered),
      );
    },
  ),
  animation.audit(
    'unreadable-sources',
    ['ANIM-RULE-009', 'ANIM-RULE-010'],
    { ...patient, likelyCause: 'what cannot be read is taken for something that writes all, or nothing' },
    async (t) => {
      const player = await openPlayer(t);
      const { object, clips, unreadable } = await player.object();
      if (unreadable === undefined)
        return t.unverified(
          'a clip of which the target cannot read what it moves (choices.animated.unreadable)',
        );
      const [clip] = clips;
      const dark = { name: unreadable, duration: undefined };
      const wish = { object, loopMode: 'loop', within: late } as const;
      const mustTell = (reply: Reply, scope: 'clip' | 'base'): void => {
        const warnings = withCode(reply, unknown);
        const isScope = (text: string): boolean => new RegExp(`^${scope}`, 'i').test(text);
        const isAbout = (one: JsonRecord): boolean => wordsOf(one, unknown).some(isScope);
        const isReason = (text: string): boolean =>
          !isScope(text) && ![clip.name, dark.name, object].includes(text);
        const hasReason = (one: JsonRecord): boolean => wordsOf(one, unknown).some(isReason);
        const told = t.of('ANIM-RULE-009');
        if (
          !told.must(
            warnings.length > 0,
            `${unknown} is told when the ${scope} cannot be read`,
            inShort(reply),
          )
        )
          return;
        told.must(warnings.some(isAbout), `${unknown} has the scope ${scope}`, { actual: warnings });
        told.must(warnings.every(hasReason), `${unknown} has a reason`, { actual: warnings });
      };
      mustTell((await player.play({ ...wish, clip: dark, additive: true })).reply, 'clip');
      await player.run('stop', { object });
      const alone = await player.play({ ...wish, clip, additive: true });
      await player.run('stop', { object });
      await player.play({ ...wish, clip: dark });
      const { reply } = await player.play({ ...wish, clip, additive: true });
      mustTell(reply, 'base');
      t.given(
        withCode(alone.reply, noBase).length > 0,
        `a clip that is warned of by ${noBase} when it plays alone`,
        inShort(alone.reply),
      );
      t.of('ANIM-RULE-010').must(
        withCode(reply, noBase).length > 0,
        `${noBase} is told over a base that cannot be read`,
        inShort(reply),
      );
    },
  ),
];
