import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { getCacheFolder } from './compile-cache.ts';

test('uses the cache folder of the user', () => {
  expect(getCacheFolder({ XDG_CACHE_HOME: '/caches' }, 'linux')).toBe('/caches/scene-runtime');
  expect(getCacheFolder({ XDG_CACHE_HOME: '' }, 'linux')).toBe(join(homedir(), '.cache/scene-runtime'));
  expect(getCacheFolder({}, 'darwin')).toBe(join(homedir(), 'Library/Caches/scene-runtime'));
});
