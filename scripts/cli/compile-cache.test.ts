import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder } from './compile-cache.ts';

test('what is compiled is kept where the user keeps such things', () => {
  expect(cacheFolder({ XDG_CACHE_HOME: '/caches' }, 'linux')).toBe('/caches/scene-runtime');
  expect(cacheFolder({ XDG_CACHE_HOME: '' }, 'linux')).toBe(join(homedir(), '.cache/scene-runtime'));
  expect(cacheFolder({}, 'darwin')).toBe(join(homedir(), 'Library/Caches/scene-runtime'));
});
