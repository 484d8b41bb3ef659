import { truncateJson, isRecord } from '../json.ts';

/** A path at which two JSON values differ. */
interface Difference {
  /** The dotted path, with indexes in brackets. Empty if the two values themselves differ. */
  readonly path: string;
  readonly words: string;
}

/** Formats a value for use in a sentence. Returns `absent` if there is no value. */
export const formatValue = (value: unknown, length = 160): string =>
  value === undefined ? 'absent' : truncateJson(value, length);

/**
 * Describes where two JSON values differ.
 * @param most the maximum number of lines; if there are more differences, the last line counts the rest
 */
export const describeDifferences = (expected: unknown, actual: unknown, most = 8): readonly string[] => {
  const differences = [...walkDifferences(expected, actual, '')];
  const listed = differences.length > most ? differences.slice(0, most - 1) : differences;
  const omittedCount = differences.length - listed.length;
  return [
    ...listed.map(({ path, words }) => (path === '' ? words : `${path} ${words}`)),
    ...(omittedCount > 0 ? [`and ${omittedCount} more differences`] : []),
  ];
};

function* walkDifferences(expected: unknown, actual: unknown, path: string): Generator<Difference> {
  if (Array.isArray(expected) && Array.isArray(actual)) {
    if (expected.length !== actual.length)
      yield { path, words: `should have ${expected.length} elements, but has ${actual.length}` };
    for (const index of Array(Math.min(expected.length, actual.length)).keys())
      yield* walkDifferences(expected[index], actual[index], `${path}[${index}]`);
  } else if (isRecord(expected) && isRecord(actual)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(actual)]))
      yield* walkDifferences(expected[key], actual[key], path === '' ? key : `${path}.${key}`);
  } else if (JSON.stringify(expected) !== JSON.stringify(actual)) {
    yield { path, words: `should be ${formatValue(expected)}, but is ${formatValue(actual)}` };
  }
}
