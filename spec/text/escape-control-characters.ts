/** Text from elsewhere, such as a server under test, made safe to show on a terminal, in a CI log and in documents. */

const toEscapeSequence = (character: string): string =>
  `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`;

/**
 * Shows control characters as `\uXXXX`, so that text can't move the cursor, change the title of a terminal or reverse the
 * order of what follows. Line feeds and tabs stay. JSON text means the same afterwards.
 */
export const escapeControlCharacters = (text: string): string =>
  text.replace(
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to escape
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufffe\uffff]/gu,
    toEscapeSequence,
  );

/** The sequences of bold, dim and the six colours, as `picocolors` writes them. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they begin with an escape
const colorSequencePattern = /(\u001b\[(?:[12]|22|3[1-6]|39)m)/;

/** {@link escapeControlCharacters} but for colours, which can't move or hide anything. */
export const escapeControlCharactersExceptColor = (text: string): string =>
  text
    .split(colorSequencePattern)
    .map((part, index) => (index % 2 === 1 ? part : escapeControlCharacters(part)))
    .join('');

/**
 * Breaks what a CI system would obey in a log: `::error::` at the beginning of a line (GitHub Actions), `##[` and `##vso[`
 * (Azure Pipelines) and `##teamcity[` anywhere. JSON text means the same afterwards.
 */
export const neutralizeWorkflowCommands = (text: string): string =>
  text.replace(/^(\s*):(?=:)/gm, '$1\\u003a').replace(/#(?=#(?:\[|vso\[|teamcity\[))/gi, '\\u0023');
