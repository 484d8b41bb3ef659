/** Normalizes webhook paths so that they can be compared (C-153). */
import { ApiError } from '#spec/errors.ts';

const maxPathLength = 200;

/** Matches names without control characters, lone surrogates and characters that have a special meaning in URLs. */
const pathNamePattern = /^[^\p{C}%?#\\/]+$/u;

const splitPath = (path: string): string[] => path.split('/').filter((name) => name !== '');
const joinPath = (names: readonly string[]): string => `/${names.join('/').normalize()}`;

/**
 * Normalizes a path written by an author, such as `orders/new`.
 * @param text the path
 * @returns the path with one slash before each name
 * @throws ApiError ACTION_FAILED when no request could have this path
 */
export const normalizeWebhookPath = (text: string): string => {
  const names = splitPath(text);
  const hasValidNames = names.every((name) => pathNamePattern.test(name) && name !== '.' && name !== '..');
  if (text.length > 0 && text.length <= maxPathLength && hasValidNames) return joinPath(names);
  const description =
    text.length > maxPathLength ? `A path of ${text.length} characters` : `The path '${text}'`;
  throw new ApiError('ACTION_FAILED', `${description} is not valid for a webhook.`, {
    parameter: 'path',
    expected: `names with slashes between them, ${maxPathLength} characters at most, written without escapes`,
  });
};

/** Normalizes the path of a request. Returns `undefined` if the path isn't valid for a webhook. */
export const parseRequestPath = (raw: string): string | undefined => {
  try {
    const names = splitPath(raw).map(decodeURIComponent);
    return names.every((name) => pathNamePattern.test(name)) ? joinPath(names) : undefined;
  } catch {
    return undefined;
  }
};

/** Escapes a path for use in a URL. */
export const escapeWebhookPath = (path: string): string =>
  `/${splitPath(path).map(encodeURIComponent).join('/')}`;
