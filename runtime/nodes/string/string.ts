import { canonical } from '#spec/shapes.ts';
import { formatText } from './format-text.ts';
import { limitedItems } from '../grammar/list-limits.ts';
import { category, pureNode } from '../grammar/node.ts';
import { boolean, float, generic, integer, list, string } from '../grammar/ports.ts';
import { type LastExpression, replaceMatches } from './regex.ts';
import { joinTexts } from '../grammar/text-limits.ts';
import { textOf } from './text-of.ts';
import type { NodeServices } from '../grammar/context.ts';

/** One code point at a time, so that places in the folded text can be told from those in the text. */
const fold = (point: string): string => point.toLowerCase();

/** The code point at which one text begins in another, -1 when it does not occur. */
const placeOf = (text: string, find: string, change: (point: string) => string): number => {
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

const search = (
  { Text, Find, IgnoreCase }: { Text: string; Find: string; IgnoreCase: boolean },
  { spend }: Pick<NodeServices, 'spend'>,
): number => {
  if (IgnoreCase) spend(Math.floor((Text.length + Find.length) / foldedPerStep));
  return placeOf(Text, Find, IgnoreCase ? fold : (point) => point);
};

const parseNumber = (text: string): number | undefined => canonical('Float', text, []) as number | undefined;

/** What `toFixed` accepts is more than a number has. */
const mostDecimals = 20;

const fixed = (value: number, decimals: number): string =>
  value.toFixed(Math.min(decimals, mostDecimals)).replace(/^-(?=[0.]*$)/, '');

export const strings = category('String', {
  Concatenate: pureNode({
    description:
      'A, then Separator, then B. A result of more than 1,000,000 characters is cut, with one console warning per run of the graph.',
    inputs: { A: string(), B: string(), Separator: string() },
    outputs: { Result: string() },
    evaluate: ({ A, B, Separator }, services) => joinTexts([A, B], Separator, services),
  }),
  FormatText: formatText,
  TextLength: pureNode({
    description: 'How many Unicode code points Text has: an emoji such as a smiley counts as one.',
    inputs: { Text: string() },
    outputs: { Length: integer() },
    evaluate: ({ Text }) => {
      let count = 0;
      for (const _ of Text) count += 1;
      return count;
    },
  }),
  Substring: pureNode({
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
  ReplaceText: pureNode({
    description:
      'Text with every occurrence of Find replaced. With UseRegex, Find is a regular expression in the syntax of RE2, in which also \\u00e9 and \\u{1f44b} stand for characters, and $1 in Replacement is what its first group matched; without it both are taken letter for letter. An empty Find changes nothing. Lookaheads, lookbehinds and backreferences are not supported. They and a malformed expression, one of more than 1,000 characters, or of more than 2,000 with its repetitions written out, and with UseRegex a Text of more than 100,000 or a Replacement of more than 1,000 characters, change nothing, with one console warning per run of the graph. A search takes steps: about one for every 20 characters that a small expression reads, more for a large one. A result of more than 1,000,000 characters is cut.',
    inputs: { Text: string(), Find: string(), Replacement: string(), UseRegex: boolean() },
    outputs: { Result: string() },
    state: (): LastExpression => ({ pattern: undefined, failure: undefined }),
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
  SplitText: pureNode({
    description:
      'The parts of Text between the occurrences of Separator, as texts. An empty Separator yields every code point, an empty Text no part. Parts beyond 10,000 are left out, with one console warning per run of the graph.',
    inputs: { Text: string(), Separator: string(',') },
    outputs: { Parts: list() },
    evaluate: ({ Text, Separator }, services) => {
      if (Text === '') return [];
      return limitedItems(Separator === '' ? [...Text] : Text.split(Separator), services);
    },
  }),
  JoinText: pureNode({
    description:
      'The items of Parts one after another, with Separator between them. A text stands as it is, null as nothing, any other item as JSON. A result of more than 1,000,000 characters is cut, with one console warning per run of the graph.',
    inputs: { Parts: list(), Separator: string(',') },
    outputs: { Result: string() },
    evaluate: ({ Parts, Separator }, services) => joinTexts(Parts.map(textOf), Separator, services),
  }),
  ContainsText: pureNode({
    description:
      'Whether Find occurs in Text, and the number of code points before its first occurrence, -1 when there is none. An empty Find occurs at 0. IgnoreCase takes capital and small letters as equal.',
    inputs: { Text: string(), Find: string(), IgnoreCase: boolean() },
    outputs: { Result: boolean(), Index: integer() },
    evaluate: {
      Result: (inputs, services) => search(inputs, services) >= 0,
      Index: search,
    },
  }),
  ParseNumber: pureNode({
    description:
      'The number that Text holds, written like -12.5 or 3e8, with a point whatever the language; spaces around it do not matter. For any other text, and for a number too large, Value is Default and IsValid is false.',
    inputs: { Text: string(), Default: float() },
    outputs: { Value: float(), IsValid: boolean() },
    evaluate: {
      Value: ({ Text, Default }) => parseNumber(Text) ?? Default,
      IsValid: ({ Text }) => parseNumber(Text) !== undefined,
    },
  }),
  ToText: pureNode({
    description:
      'Value as a text: a text as it is, null as an empty text, anything else as JSON. Decimals, unless negative, is how many digits a number has behind the point, 20 at most; numbers inside lists and objects are not touched. A result of more than 1,000,000 characters is cut, with one console warning per run of the graph.',
    inputs: { Value: generic(), Decimals: integer(-1, { maximum: mostDecimals }) },
    outputs: { Text: string() },
    evaluate: ({ Value, Decimals }, services) =>
      typeof Value === 'number' && Decimals >= 0
        ? fixed(Value, Decimals)
        : joinTexts([textOf(Value)], '', services),
  }),
});
