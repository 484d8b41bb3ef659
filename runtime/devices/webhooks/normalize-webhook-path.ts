/** Paths of webhooks, in the normalized form in which they are compared (C-153). */
import { ApiError } from '#spec/errors.ts';

const maxPathLength = 200;

/** No control characters, lone surrogates or characters with a special meaning in addresses. */
const pathNamePattern = /^[^\p{C}%?#\\/]+$/u;

const splitPath = (path: string): string[] => path.split('/').filter((name) => name !== '');
const joinPath = (names: readonly string[]): string => `/${names.join('/').normalize()}`;

/**
 * Normalizes a path as an author writes it, such as `orders/new`.
 * @returns it with one slash before each name
 * @throws ApiError ACTION_FAILED when no request could be sent there
 */
export const normalizeWebhookPath = (text: string): string => {
  const names = splitPath(text);
  const isPlain = names.every((name) => pathNamePattern.test(name) && name !== '.' && name !== '..');
  if (text.length > 0 && text.length <= maxPathLength && isPlain) return joinPath(names);
  const shown = text.length > maxPathLength ? `A path of ${text.length} characters` : `The path '${text}'`;
  throw new ApiError('ACTION_FAILED', `${shown} is not valid for a webhook.`, {
    parameter: 'path',
    expected: `names with slashes between them, ${maxPathLength} characters at most, written without escapes`,
  });
};

/** Normalizes the path of a request; undefined when it is not valid for a webhook. */
export const parseRequestPath = (raw: string): string | undefined => {
  try {
    const names = splitPath(raw).map(decodeURIComponent);
    return names.every((name) => pathNamePattern.test(name)) ? joinPath(names) : undefined;
  } catch {
    return undefined;
  }
};

/** Escapes the path for an address. */
export const escapeWebhookPath = (path: string): string =>
  `/${splitPath(path).map(encodeURIComponent).join('/')}`;
