import { ApiError } from '#spec/errors.ts';
import { toCanonicalValue } from '#spec/value-shapes.ts';
import { fillTemplate, parseTemplate } from '../../actions/format-text.ts';
import { toDisplayText } from '#spec/convert-value.ts';
import { defineCategory, definePureNode } from '../dsl/define-node.ts';
import { maxNumberedPorts } from '../dsl/numbered-ports.ts';
import { boolean, float, generic, integer, list, string } from '../dsl/ports.ts';
import { joinTexts, limitItems } from '../dsl/value-limits.ts';
import { type CachedExpression, replaceMatches } from './regex-replace.ts';
import type { Json } from '#spec/values.ts';
import type { PortDeclaration } from '#spec/node-type.ts';
import type { NodeServices } from '../dsl/handler-context.ts';

const isPositionalPlaceholder = (placeholder: string): boolean =>
  /^(0|[1-9]\d?)$/.test(placeholder) && Number(placeholder) < maxNumberedPorts;

/**
 * Returns the positions used in a template, in ascending order. Returns an empty list when the template is malformed.
 */
const listPositions = (template: string): string[] => {
  try {
    const placeholders = [...parseTemplate(template)].flatMap((part) =>
      'placeholder' in part && isPositionalPlaceholder(part.placeholder) ? part.placeholder : [],
    );
    return [...new Set(placeholders)].sort((a, b) => Number(a) - Number(b));
  } catch (failure) {
    if (failure instanceof ApiError) return [];
    throw failure;
  }
};

const createArgumentPorts = (
  { Template }: Readonly<Record<string, Json>>,
  declared: readonly PortDeclaration[],
): readonly PortDeclaration[] => {
  if (typeof Template !== 'string' || Template === '') return declared;
  return declared.flatMap((port) => {
    if (!port.name.startsWith('Arg')) return [port];
    return port.name === 'Arg0'
      ? listPositions(Template).map((position) => ({ ...port, name: `Arg${position}` }))
      : [];
  });
};

/**
 * Folds the case of one code point at a time, so that positions in the folded text are also valid in the original text.
 */
const foldCase = (point: string): string => point.toLowerCase();

/** Returns the code point index of the first occurrence; -1 when there is none. */
const findCodePointIndex = (text: string, find: string, change: (point: string) => string): number => {
  const foldText = (original: string): string => Array.from(original, change).join('');
  let remainingUnits = foldText(text).indexOf(foldText(find));
  if (remainingUnits < 0) return -1;
  let codePointIndex = 0;
  for (const point of text) {
    if (remainingUnits <= 0) break;
    remainingUnits -= change(point).length;
    codePointIndex += 1;
  }
  return codePointIndex;
};

/** Number of characters whose case can be folded per step. */
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

/** Maximum number of decimal places. `toFixed` would accept more, but numbers are not that precise. */
const maxDecimals = 20;

const formatFixed = (value: number, decimals: number): string =>
  value.toFixed(Math.min(decimals, maxDecimals)).replace(/^-(?=[0.]*$)/, '');

export const stringNodes = defineCategory('String', {
  Concatenate: definePureNode({
    description:
      'A, then Separator, then B. A result of more than 1,000,000 characters is truncated, with one console warning per run of the graph.',
    inputs: { A: string(), B: string(), Separator: string() },
    outputs: { Result: string() },
    evaluate: ({ A, B, Separator }, services) => joinTexts([A, B], Separator, services),
  }),
  FormatText: definePureNode({
    description: `Fills a template: {0} to {${maxNumberedPorts - 1}} stand for Arg0 to Arg${maxNumberedPorts - 1}, {name} for the variable of that name, {{ and }} for plain braces. A text is inserted as it is, any other value as JSON. The node has one input per number in Template; while Template is empty it has Arg0 to Arg3. A placeholder without a value, because the input is neither set nor connected or the variable does not exist, stays as it is, with one console warning per run of the graph; so does a whole template with an unmatched brace. A result of more than 1,000,000 characters is truncated.`,
    inputs: {
      Template: string('', { affectsNodePorts: true }),
      Arg0: generic(),
      Arg1: generic(),
      Arg2: generic(),
      Arg3: generic(),
    },
    outputs: { Result: string() },
    portsFor: createArgumentPorts,
    evaluate: ({ Template }, services) => {
      const { getSetInputs, findVariable, warnOnce } = services;
      const values = getSetInputs();
      const fill = (placeholder: string): Json => {
        const value = isPositionalPlaceholder(placeholder)
          ? values[`Arg${placeholder}`]
          : findVariable(placeholder)?.value;
        if (value !== undefined) return value;
        warnOnce(`The placeholder {${placeholder}} has no value.`);
        return `{${placeholder}}`;
      };
      try {
        return joinTexts([...fillTemplate(Template, fill)], '', services);
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        warnOnce(failure.reason);
        return Template;
      }
    },
  }),
  TextLength: definePureNode({
    description: 'The number of Unicode code points in Text: an emoji such as a smiley counts as one.',
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
      'The part of Text that begins at Start and has Length code points. A negative Start counts from the end, -1 being the last; a negative Length takes the rest. A Start beyond the end yields an empty text.',
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
      'Text with every occurrence of Find replaced. Without UseRegex, Find and Replacement are taken literally. With UseRegex, Find is a regular expression in RE2 syntax, which may also contain \\u00e9 and \\u{1f44b}, and $1 in Replacement is its first group. Lookaheads, lookbehinds and backreferences are not supported. An expression is limited to 1,000 characters, and to 2,000 with its repetitions expanded; with UseRegex, Text is limited to 100,000 characters and Replacement to 1,000. An empty Find changes nothing. An invalid expression, or one beyond these limits, changes nothing, with one console warning per run of the graph. A search costs steps: about one for every 20 characters that a small expression reads, more for a large one. A result of more than 1,000,000 characters is truncated.',
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
      'The parts of Text between the occurrences of Separator, as texts. An empty Separator splits it into code points; an empty Text has no parts. Parts beyond 10,000 are dropped, with one console warning per run of the graph.',
    inputs: { Text: string(), Separator: string(',') },
    outputs: { Parts: list() },
    evaluate: ({ Text, Separator }, services) => {
      if (Text === '') return [];
      return limitItems(Separator === '' ? [...Text] : Text.split(Separator), services);
    },
  }),
  JoinText: definePureNode({
    description:
      'Joins the items of Parts with Separator between them. A text is used as it is, null as an empty text, any other item as JSON. A result of more than 1,000,000 characters is truncated, with one console warning per run of the graph.',
    inputs: { Parts: list(), Separator: string(',') },
    outputs: { Result: string() },
    evaluate: ({ Parts, Separator }, services) => joinTexts(Parts.map(toDisplayText), Separator, services),
  }),
  ContainsText: definePureNode({
    description:
      'Whether Find occurs in Text, and the number of code points before its first occurrence, -1 when there is none. An empty Find occurs at 0. IgnoreCase ignores letter case.',
    inputs: { Text: string(), Find: string(), IgnoreCase: boolean() },
    outputs: { Result: boolean(), Index: integer() },
    evaluate: {
      Result: (inputs, services) => findText(inputs, services) >= 0,
      Index: findText,
    },
  }),
  ParseNumber: definePureNode({
    description:
      'The number in Text, written like -12.5 or 3e8, with a decimal point in every language; surrounding spaces are ignored. For any other text, and for a number too large, Value is Default and IsValid is false.',
    inputs: { Text: string(), Default: float() },
    outputs: { Value: float(), IsValid: boolean() },
    evaluate: {
      Value: ({ Text, Default }) => parseNumber(Text) ?? Default,
      IsValid: ({ Text }) => parseNumber(Text) !== undefined,
    },
  }),
  ToText: definePureNode({
    description:
      'Value as a text: a text as it is, null as an empty text, anything else as JSON. Decimals, unless negative, is the number of decimal places of a number, 20 at most; numbers inside lists and objects are not affected. A result of more than 1,000,000 characters is truncated, with one console warning per run of the graph.',
    inputs: { Value: generic(), Decimals: integer(-1, { maximum: maxDecimals }) },
    outputs: { Text: string() },
    evaluate: ({ Value, Decimals }, services) =>
      typeof Value === 'number' && Decimals >= 0
        ? formatFixed(Value, Decimals)
        : joinTexts([toDisplayText(Value)], '', services),
  }),
});
