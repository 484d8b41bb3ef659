import type { Matcher, RE2JS } from 're2js';

/** Writes out what a match is replaced by. */
type Expand = (matcher: Matcher, text: string) => Iterable<string>;

type Part = string | ((matcher: Matcher, text: string) => string);

const references = /\$(?:([$&`'])|(\d{1,2}))/g;
/** `$<` means something only where a group has a name: elsewhere what stands behind it is read on its own. */
const namedReferences = /\$(?:([$&`'])|(\d{1,2})|<([^>]*)>)/g;

const special: Readonly<Record<string, Part>> = {
  $: '$',
  '&': (matcher) => matcher.group() ?? '',
  '`': (matcher, text) => text.slice(0, matcher.start()),
  "'": (matcher, text) => text.slice(matcher.end()),
};

const group =
  (which: number | string): Part =>
  (matcher) =>
    matcher.group(which) ?? '';

/** Two digits are one number where there is such a group, else a number and a digit. */
const numbered = (digits: string, count: number): Part[] | undefined => {
  const two = Number(digits);
  if (two >= 1 && two <= count) return [group(two)];
  const one = Number(digits[0]);
  return one >= 1 && one <= count ? [group(one), digits.slice(1)] : undefined;
};

/** Reads a replacement as `String.prototype.replace` does: what means nothing stands for itself. */
export const parseReplacement = (replacement: string, program: RE2JS): Expand => {
  const names = program.namedGroups();
  const known = Object.keys(names).length > 0 ? namedReferences : references;
  const parts: Part[] = [];
  let end = 0;
  for (const { 0: whole, 1: sign, 2: digits, 3: name, index } of replacement.matchAll(known)) {
    let meant: Part[] | undefined;
    if (sign !== undefined) meant = [special[sign] ?? sign];
    else if (digits !== undefined) meant = numbered(digits, program.groupCount());
    else meant = name !== undefined && Object.hasOwn(names, name) ? [group(name)] : [];
    parts.push(replacement.slice(end, index), ...(meant ?? [whole]));
    end = index + whole.length;
  }
  parts.push(replacement.slice(end));
  return function* (matcher, text) {
    for (const part of parts) yield typeof part === 'string' ? part : part(matcher, text);
  };
};
