/** Paths of webhooks, in the one form by which they are told apart (register: C-153). */
import { ApiError } from '#spec/errors.ts';

const maxPathLength = 200;

/** No control characters, halves of characters or what has a meaning of its own in addresses. */
const pathNamePattern = /^[^\p{C}%?#\\/]+$/u;

const splitPath = (path: string): string[] => path.split('/').filter((name) => name !== '');
const joinPath = (names: readonly string[]): string => `/${names.join('/').normalize()}`;

/**
 * A path as an author writes it, such as `orders/new`.
 * @returns it with one slash before each name
 * @throws Fault ACTION_FAILED when no request could go there
 */
export const normalizeWebhookPath = (text: string): string => {
  const names = splitPath(text);
  const isPlain = names.every((name) => pathNamePattern.test(name) && name !== '.' && name !== '..');
  if (text.length > 0 && text.length <= maxPathLength && isPlain) return joinPath(names);
  const shown = text.length > maxPathLength ? `A path of ${text.length} characters` : `The path '${text}'`;
  throw new ApiError('ACTION_FAILED', `${shown} is none that a webhook can have.`, {
    parameter: 'path',
    expected: `names with slashes between them, ${maxPathLength} characters at most, written without escapes`,
  });
};

/** The same for the path of a request; undefined when it is none that a webhook can have. */
export const parseRequestPath = (raw: string): string | undefined => {
  try {
    const names = splitPath(raw).map(decodeURIComponent);
    return names.every((name) => pathNamePattern.test(name)) ? joinPath(names) : undefined;
  } catch {
    return undefined;
  }
};

/** The path as it stands in an address. */
export const escapeWebhookPath = (path: string): string =>
  `/${splitPath(path).map(encodeURIComponent).join('/')}`;
