import module from 'node:module';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runAfterStartup } from './run-after-startup.ts';

/** Node has the first since 22.1 and both since 22.10. The installed types are those of Node 20. */
interface CompileCache {
  readonly enableCompileCache?: (folder: string) => unknown;
  readonly flushCompileCache?: () => void;
}

/**
 * Makes Node store compiled code in the user's cache folder, where nobody else can write. On Node 22 the CPU time of a
 * start goes from 311 to 249 ms. Does nothing before Node 22.1, or when NODE_DISABLE_COMPILE_CACHE is set. Code that
 * can't be stored is compiled at each start.
 */
export const enableUserCompileCache = (): void => {
  const { enableCompileCache, flushCompileCache } = module as CompileCache;
  enableCompileCache?.(getCacheFolder(process.env, process.platform));
  if (flushCompileCache) runAfterStartup(flushCompileCache);
};

/** Returns the user's folder for files that can be generated again. */
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
