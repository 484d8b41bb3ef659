/** Implements the parts of `node:path` that the service uses, for POSIX paths. */

export const sep = '/';

export const isAbsolute = (path: string): boolean => path.startsWith('/');

export const normalize = (path: string): string => {
  const names: string[] = [];
  for (const name of path.split('/')) {
    if (name === '' || name === '.') continue;
    if (name === '..' && names.length > 0 && names.at(-1) !== '..') names.pop();
    else if (name !== '..' || !isAbsolute(path)) names.push(name);
  }
  const normalized = `${isAbsolute(path) ? '/' : ''}${names.join('/')}`;
  if (normalized === '/') return normalized;
  return `${normalized || '.'}${path.endsWith('/') ? '/' : ''}`;
};

export const join = (...parts: readonly string[]): string =>
  normalize(parts.filter((part) => part !== '').join('/'));

const removeTrailingSlash = (path: string): string => path.replace(/(?<=.)\/+$/, '');

export const basename = (path: string): string => removeTrailingSlash(path).replace(/^.*\//s, '');

export const dirname = (path: string): string => {
  const end = removeTrailingSlash(path).lastIndexOf('/');
  if (end < 0) return '.';
  // Exactly two leading slashes denote a separate root.
  if (end === 1 && path.startsWith('//')) return '//';
  return end === 0 ? '/' : path.slice(0, end);
};

export const posix = { basename, dirname, isAbsolute, join, normalize, sep };
