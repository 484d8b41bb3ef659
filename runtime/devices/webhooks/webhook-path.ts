/** Paths of webhooks, in the one form by which they are told apart (register: C-153). */
import { Fault } from '#spec/errors.ts';

const longestPath = 200;

/** No control characters, halves of characters or what has a meaning of its own in addresses. */
const plainName = /^[^\p{C}%?#\\/]+$/u;

const namesIn = (path: string): string[] => path.split('/').filter((name) => name !== '');
const joined = (names: readonly string[]): string => `/${names.join('/').normalize()}`;

/**
 * A path as an author writes it, such as `orders/new`.
 * @returns it with one slash before each name
 * @throws Fault ACTION_FAILED when no request could go there
 */
export const webhookPath = (text: string): string => {
  const names = namesIn(text);
  const isPlain = names.every((name) => plainName.test(name) && name !== '.' && name !== '..');
  if (text.length > 0 && text.length <= longestPath && isPlain) return joined(names);
  const shown = text.length > longestPath ? `A path of ${text.length} characters` : `The path '${text}'`;
  throw new Fault('ACTION_FAILED', `${shown} is none that a webhook can have.`, {
    parameter: 'path',
    expected: `names with slashes between them, ${longestPath} characters at most, written without escapes`,
  });
};

/** The same for the path of a request; undefined when it is none that a webhook can have. */
export const requestedPath = (raw: string): string | undefined => {
  try {
    const names = namesIn(raw).map(decodeURIComponent);
    return names.every((name) => plainName.test(name)) ? joined(names) : undefined;
  } catch {
    return undefined;
  }
};

/** The path as it stands in an address. */
export const escapedPath = (path: string): string => `/${namesIn(path).map(encodeURIComponent).join('/')}`;
