import { toCanonicalValue } from '#spec/value-shapes.ts';
import { formatTextNode } from './format-text.ts';
import { limitItems } from '../dsl/list-limits.ts';
import { defineCategory, definePureNode } from '../dsl/define-node.ts';
import { boolean, float, generic, integer, list, string } from '../dsl/ports.ts';
import { type CachedExpression, replaceMatches } from './regex-replace.ts';
import { joinTexts } from '../dsl/text-limits.ts';
import { toDisplayText } from '../../values/to-display-text.ts';
import type { NodeServices } from '../dsl/handler-context.ts';

/** One code point at a time, so that places in the folded text can be told from those in the text. */
const foldCase = (point: string): string => point.toLowerCase();

/** The code point at which one text begins in another, -1 when it does not occur. */
const findCodePointIndex = (text: string, find: string, change: (point: string) => string): number => {
  const changed = (whole: string): string => Array.from(whole, change).join('');
  let left = changed(text).indexOf(changed(find));
  if (left < 0) return -1;
  let place = 0;
  for (const point of text) {
    if (left <= 0) break;
    left -= change(point).length;
    place += 1;
  }
  return place;
};

/** Characters of which capital and small ones are taken as equal for the price of a step. */
const foldedPerStep = 10;

const findText = (
  { Text, Find, IgnoreCase }: { Text: string; Find: string; IgnoreCase: boolean },
  { spendSteps }: Pick<NodeServices, 'spendSteps'>,
): number => {
  if (IgnoreCase) spendSteps(Math.floor((Text.length + Find.length) / foldedPerStep));
  return findCodePointIndex(Text, Find, IgnoreCase ? foldCase : (point) => point);
};

const parseNumber = (text: string): number | undefined =>
  toCanonicalValue('Float', text, []) as number | undefined;

/** What `toFixed` accepts is more than a number has. */
const maxDecimals = 20;

const formatFixed = (value: number, decimals: number): string =>
  value.toFixed(Math.min(decimals, maxDecimals)).replace(/^-(?=[0.]*$)/, '');

export const stringNodes = defineCategory('String', {
  Concatenate: definePureNode({
    description:
      'A, then Separator, then B. A result of more than 1,000,000 characters is cut, with one console warning per run of the graph.',
    inputs: { A: string(), B: string(), Separator: string() },
    outputs: { Result: string() },
    evaluate: ({ A, B, Separator }, services) => joinTexts([A, B], Separator, services),
  }),
  FormatText: formatTextNode,
  TextLength: definePureNode({
    description: 'How many Unicode code points Text has: an emoji such as a smiley counts as one.',
    inputs: { Text: string() },
    outputs: { Length: integer() },
    evaluate: ({ Text }) => {
      let count = 0;
      for (const _ of Text) count += 1;
      return count;
    },
  }),
  Substring: definePureNode({
    description:
      'The part of Text that begins at Start and has Length code points. A negative Start counts from the end, -1 being the last; a negative Length takes all that follows. Beyond the ends there is nothing to take.',
    inputs: { Text: string(), Start: integer(), Length: integer(-1) },
    outputs: { Result: string() },
    evaluate: ({ Text, Start, Length }) => {
      const points = [...Text];
      const start = Start < 0 ? Math.max(points.length + Start, 0) : Start;
      return points.slice(start, Length < 0 ? undefined : start + Length).join('');
    },
  }),
  ReplaceText: definePureNode({
    description:
      'Text with every occurrence of Find replaced. With UseRegex, Find is a regular expression in the syntax of RE2, in which also \\u00e9 and \\u{1f44b} stand for characters, and $1 in Replacement is what its first group matched; without it both are taken letter for letter. An empty Find changes nothing. Lookaheads, lookbehinds and backreferences are not supported. They and a malformed expression, one of more than 1,000 characters, or of more than 2,000 with its repetitions written out, and with UseRegex a Text of more than 100,000 or a Replacement of more than 1,000 characters, change nothing, with one console warning per run of the graph. A search takes steps: about one for every 20 characters that a small expression reads, more for a large one. A result of more than 1,000,000 characters is cut.',
    inputs: { Text: string(), Find: string(), Replacement: string(), UseRegex: boolean() },
    outputs: { Result: string() },
    state: (): CachedExpression => ({ pattern: undefined, failure: undefined }),
    evaluate: ({ Text, Find, Replacement, UseRegex }, services) => {
      if (Find === '') return Text;
      if (!UseRegex) return joinTexts(Text.split(Find), Replacement, services);
      const inputs = { text: Text, pattern: Find, replacement: Replacement };
      const replaced = replaceMatches(inputs, services.state, services);
      if ('pieces' in replaced) return joinTexts(replaced.pieces, '', services);
      services.warnOnce(replaced.failure);
      return Text;
    },
  }),
  SplitText: definePureNode({
    description:
      'The parts of Text between the occurrences of Separator, as texts. An empty Separator yields every code point, an empty Text no part. Parts beyond 10,000 are left out, with one console warning per run of the graph.',
    inputs: { Text: string(), Separator: string(',') },
    outputs: { Parts: list() },
    evaluate: ({ Text, Separator }, services) => {
      if (Text === '') return [];
      return limitItems(Separator === '' ? [...Text] : Text.split(Separator), services);
    },
  }),
  JoinText: definePureNode({
    description:
      'The items of Parts one after another, with Separator between them. A text stands as it is, null as nothing, any other item as JSON. A result of more than 1,000,000 characters is cut, with one console warning per run of the graph.',
    inputs: { Parts: list(), Separator: string(',') },
    outputs: { Result: string() },
    evaluate: ({ Parts, Separator }, services) => joinTexts(Parts.map(toDisplayText), Separator, services),
  }),
  ContainsText: definePureNode({
    description:
      'Whether Find occurs in Text, and the number of code points before its first occurrence, -1 when there is none. An empty Find occurs at 0. IgnoreCase takes capital and small letters as equal.',
    inputs: { Text: string(), Find: string(), IgnoreCase: boolean() },
    outputs: { Result: boolean(), Index: integer() },
    evaluate: {
      Result: (inputs, services) => findText(inputs, services) >= 0,
      Index: findText,
    },
  }),
  ParseNumber: definePureNode({
    description:
      'The number that Text holds, written like -12.5 or 3e8, with a point whatever the language; spaces around it do not matter. For any other text, and for a number too large, Value is Default and IsValid is false.',
    inputs: { Text: string(), Default: float() },
    outputs: { Value: float(), IsValid: boolean() },
    evaluate: {
      Value: ({ Text, Default }) => parseNumber(Text) ?? Default,
      IsValid: ({ Text }) => parseNumber(Text) !== undefined,
    },
  }),
  ToText: definePureNode({
    description:
      'Value as a text: a text as it is, null as an empty text, anything else as JSON. Decimals, unless negative, is how many digits a number has behind the point, 20 at most; numbers inside lists and objects are not touched. A result of more than 1,000,000 characters is cut, with one console warning per run of the graph.',
    inputs: { Value: generic(), Decimals: integer(-1, { maximum: maxDecimals }) },
    outputs: { Text: string() },
    evaluate: ({ Value, Decimals }, services) =>
      typeof Value === 'number' && Decimals >= 0
        ? formatFixed(Value, Decimals)
        : joinTexts([toDisplayText(Value)], '', services),
  }),
});
