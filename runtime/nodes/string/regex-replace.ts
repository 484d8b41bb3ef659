import { lazy } from '#spec/lazy.ts';
import { createMeteredText } from './metered-text.ts';
import { loadRegexEngine } from './regex-engine.ts';
import type { Matcher, RE2JS } from 're2js';
import type { NodeServices } from '../dsl/handler-context.ts';

const re2 = lazy(loadRegexEngine);

/**
 * Maximum length of a searched string in UTF-16 code units. This limit ensures that one search uses only a small part
 * of a graph's steps per frame.
 */
const maxSearchedLength = 100_000;

const maxReplacementLength = 1_000;

const maxPatternLength = 1_000;

/** Maximum number of instructions in a compiled expression, in which counted repetitions are expanded. */
const maxProgramSize = 2_000;

/** Number of steps charged for compiling an expression, per character and per instruction. */
const stepsPerCharacter = 10;

/** The work charged for starting a search, measured in characters read. */
const workPerSearch = 10;

/** The expression that a node used last, as plain data because the expression is part of the state of a run. */
export interface CachedExpression {
  pattern: string | undefined;
  /** The reason why the expression cannot be used; `undefined` when it can be. */
  failure: string | undefined;
}

/**
 * The compiled program of each node's expression. Programs are not part of the state of a run, and are
 * garbage-collected together with the run.
 */
const compiledPrograms = new WeakMap<CachedExpression, RE2JS>();

/** Converts JavaScript's numeric character escapes, which RE2 does not support. */
const toRe2Syntax = (pattern: string): string =>
  pattern.replace(/\\(?:u\{([\da-f]+)\}|u([\da-f]{4})|.)/gis, (match, braced?: string, four?: string) => {
    const digits = braced ?? four;
    return digits ? `\\x{${digits}}` : match;
  });

const unsupportedSyntaxPattern = /^(?:\(\?(?:<?[=!]|>)|\\[1-9k])/;

const describeSyntaxError = (error: unknown): string => {
  if (!(error instanceof re2().RE2JSSyntaxException)) throw error;
  const position = (error.getPattern() ?? '').slice(0, 40);
  return unsupportedSyntaxPattern.test(position)
    ? `The regular expression cannot be used: lookaheads, lookbehinds, atomic groups and backreferences are not supported, at ${JSON.stringify(position)}.`
    : `The regular expression cannot be used: ${error.getDescription()}, at ${JSON.stringify(position)}.`;
};

const compileExpression = (pattern: string, last: CachedExpression): void => {
  last.pattern = pattern;
  last.failure = undefined;
  try {
    compiledPrograms.set(last, re2().RE2JS.compile(toRe2Syntax(pattern)));
  } catch (error) {
    last.failure = describeSyntaxError(error);
  }
};

/** Returns which limit these inputs exceed; `undefined` when the text can be searched. */
const findExcess = (text: string, pattern: string, replacement: string): string | undefined => {
  if (text.length > maxSearchedLength || replacement.length > maxReplacementLength) {
    return `With UseRegex, Text is limited to ${maxSearchedLength} characters and Replacement to ${maxReplacementLength}.`;
  }
  if (pattern.length > maxPatternLength || measureRegex(pattern) > maxProgramSize) {
    return `A regular expression is limited to ${maxPatternLength} characters, and to ${maxProgramSize} with its repetitions expanded.`;
  }
  return undefined;
};

/**
 * Replaces every match of a regular expression. The replacement can refer to groups, for example with `$1`. Each search
 * takes linear time for any expression, but there may be one search per character. Steps are therefore charged for each
 * read of the text.
 * @returns the reason why nothing can be replaced, or the parts of the result, which are produced lazily
 */
export const replaceMatches = (
  {
    text,
    pattern,
    replacement,
  }: { readonly text: string; readonly pattern: string; readonly replacement: string },
  last: CachedExpression,
  { spendSteps }: Pick<NodeServices, 'spendSteps'>,
): { readonly failure: string } | { readonly pieces: Iterable<string> } => {
  const limitError = findExcess(text, pattern, replacement);
  if (limitError !== undefined) return { failure: limitError };
  if (last.pattern !== pattern) {
    spendSteps(stepsPerCharacter * (pattern.length + measureRegex(pattern)));
    compileExpression(pattern, last);
  }
  const program = compiledPrograms.get(last);
  if (last.failure !== undefined || !program) return { failure: last.failure ?? '' };
  return { pieces: replacePieces(text, program, replacement, spendSteps) };
};

function* replacePieces(
  text: string,
  program: RE2JS,
  replacement: string,
  spend: NodeServices['spendSteps'],
) {
  const metered = createMeteredText(text, program, spend);
  const matcher = program.matcher(re2().MatcherInput.utf16(metered));
  const expand = parseReplacement(replacement, program);
  let end = 0;
  for (metered.spendWork(workPerSearch); matcher.find(); metered.spendWork(workPerSearch)) {
    yield text.slice(end, matcher.start());
    end = matcher.end();
    yield* expand(matcher, text);
  }
  yield text.slice(end);
}

/** Returns the parts of the string with which a match is replaced. */
type ExpandReplacement = (matcher: Matcher, text: string) => Iterable<string>;

type ReplacementPart = string | ((matcher: Matcher, text: string) => string);

const referencePattern = /\$(?:([$&`'])|(\d{1,2}))/g;

/** `$<` is special only when the expression has named groups. */
const namedReferencePattern = /\$(?:([$&`'])|(\d{1,2})|<([^>]*)>)/g;

const specialReferences: Readonly<Record<string, ReplacementPart>> = {
  $: '$',
  '&': (matcher) => matcher.group() ?? '',
  '`': (matcher, text) => text.slice(0, matcher.start()),
  "'": (matcher, text) => text.slice(matcher.end()),
};

const createGroupPart =
  (group: number | string): ReplacementPart =>
  (matcher) =>
    matcher.group(group) ?? '';

/**
 * Two digits refer to the group with this number. If there is no such group, the first digit is the group number and
 * the second digit is literal.
 */
const parseNumberedReference = (digits: string, count: number): ReplacementPart[] | undefined => {
  const twoDigits = Number(digits);
  if (twoDigits >= 1 && twoDigits <= count) return [createGroupPart(twoDigits)];
  const oneDigit = Number(digits[0]);
  return oneDigit >= 1 && oneDigit <= count ? [createGroupPart(oneDigit), digits.slice(1)] : undefined;
};

/** Parses a replacement in the same way as `String.prototype.replace`. Unknown references are left as they are. */
const parseReplacement = (replacement: string, program: RE2JS): ExpandReplacement => {
  const names = program.namedGroups();
  const pattern = Object.keys(names).length > 0 ? namedReferencePattern : referencePattern;
  const parts: ReplacementPart[] = [];
  let end = 0;
  for (const { 0: reference, 1: sign, 2: digits, 3: name, index } of replacement.matchAll(pattern)) {
    let replacementParts: ReplacementPart[] | undefined;
    if (sign !== undefined) replacementParts = [specialReferences[sign] ?? sign];
    else if (digits !== undefined) replacementParts = parseNumberedReference(digits, program.groupCount());
    else replacementParts = name !== undefined && Object.hasOwn(names, name) ? [createGroupPart(name)] : [];
    parts.push(replacement.slice(end, index), ...(replacementParts ?? [reference]));
    end = index + reference.length;
  }
  parts.push(replacement.slice(end));
  return function* (matcher, text) {
    for (const part of parts) yield typeof part === 'string' ? part : part(matcher, text);
  };
};

/** Matches a character in any notation, a character class, a quotation, a group bracket or a counted repetition. */
const tokenPattern =
  /\\Q.*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?:)?|\{(\d+)(?:,(\d*))?\}|./gs;

/**
 * Counts the tokens of an expression, such as characters and character classes. Tokens in counted repetitions are
 * counted once per repetition.
 */
export const measureRegex = (pattern: string): number => {
  const outer: number[] = [];
  let size = 0;
  let last = 0;
  for (const [token, min, max] of pattern.matchAll(tokenPattern)) {
    if (token.startsWith('(')) {
      outer.push(size);
      size = 0;
      last = 1;
    } else if (token === ')') {
      last = size + 1;
      size = last + (outer.pop() ?? 0);
    } else if (min !== undefined) {
      const repeated = last * Math.max(Number(min), Number(max || min), 1);
      size += repeated - last;
      last = repeated;
    } else {
      last = token.startsWith('\\Q') ? token.length : 1;
      size += last;
    }
  }
  return outer.reduce((sum, part) => sum + part, size);
};
