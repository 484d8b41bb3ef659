/**
 * Finds the ends of a connection by the ports that the connection names. The ends may be flat fields, nested records,
 * or parts of a string.
 */
import { isRecord } from '../../json.ts';
import type { Id } from '../id.ts';

interface IdLeaf {
  /**
   * The keys that lead to the value. If a connection contains several numbers, the keys show which number is a port's
   * id.
   */
  readonly trail: string;
  readonly value: Id;
}

/**
 * Returns the one of the given ports that a connection names. Returns `undefined` if the connection names none of the
 * given ports.
 */
export const findEndPort = (connection: unknown, ports: ReadonlySet<Id>): Id | undefined => {
  const leafValues = [...walkLeaves(connection)];
  const matching = leafValues.filter(
    ({ value }) => findMatchingPort(ports, (id) => String(id) === String(value)) !== undefined,
  );
  const [leaf] = [...matching.filter(({ trail }) => /port/i.test(trail)), ...matching];
  if (leaf) return findMatchingPort(ports, (id) => String(id) === String(leaf.value));
  const texts = leafValues.flatMap(({ value }) => (typeof value === 'string' ? [value] : []));
  return findMatchingPort(ports, (id) => texts.some((text) => hasWord(text, String(id))));
};

const findMatchingPort = (ports: ReadonlySet<Id>, matches: (id: Id) => boolean): Id | undefined => {
  for (const id of ports) if (matches(id)) return id;
  return undefined;
};

/** Whether a string contains a word. For example, `7` is a word of `4/7 -> 12/3`, but not of `17`. */
const hasWord = (text: string, word: string): boolean =>
  new RegExp(`(?<![\\w-])${word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w-])`).test(text);

function* walkLeaves(value: unknown, trail = ''): Generator<IdLeaf> {
  if (typeof value === 'string' || typeof value === 'number') yield { trail, value };
  if (Array.isArray(value)) for (const inner of value) yield* walkLeaves(inner, trail);
  if (isRecord(value)) {
    for (const [key, inner] of Object.entries(value)) yield* walkLeaves(inner, `${trail}.${key}`);
  }
}
