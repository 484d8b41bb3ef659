/** Makes text from other sources, such as a server under test, safe for terminals, CI logs and documents. */

const toEscapeSequence = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/**
 * Escapes control characters as `\uXXXX`, so that text can't move the cursor, change the terminal title or reverse the
 * text after it. Line feeds and tabs stay unchanged. The meaning of JSON doesn't change.
 */
export const escapeControlCharacters = (text: string): string =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]/gu,
    toEscapeSequence,
  );

/** Matches the sequences for bold, dim and six colors, as written by `picocolors`. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with an escape
const colorSequencePattern = /(\u001b\[(?:[12]|22|3[1-6]|39)m)/;

/** Escapes like {@link escapeControlCharacters}, but keeps colors, because they can't move or hide anything. */
export const escapeControlCharactersExceptColor = (text: string): string =>
  text
    .split(colorSequencePattern)
    .map((part, index) => (index % 2 === 1 ? part : escapeControlCharacters(part)))
    .join('');

/**
 * Neutralizes workflow commands that a CI system would execute when they occur in a log: `::error::` at the start of a
 * line (GitHub Actions), and `##[`, `##vso[` (Azure Pipelines) and `##teamcity[` anywhere. The meaning of JSON doesn't
 * change.
 */
export const neutralizeWorkflowCommands = (text: string): string =>
  text.replace(/^(\s*):(?=:)/gm, '$1\\u003a').replace(/#(?=#(?:\[|vso\[|teamcity\[))/gi, '\\u0023');
