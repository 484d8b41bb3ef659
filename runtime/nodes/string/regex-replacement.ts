import type { Matcher, RE2JS } from 're2js';

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
export const parseReplacement = (replacement: string, program: RE2JS): ExpandReplacement => {
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
