import module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getCacheFolder } from './compile-cache.ts';
import { requireWithCodeCache } from './require-with-code-cache.ts';

type ServeModule = typeof import('./serve.ts');

/**
 * Loads the command `serve`. In a build, the command is a single file with all its dependencies, which is faster to
 * read and compile at startup.
 */
export const loadServeCommand = async (): Promise<ServeModule> => {
  const { env, platform } = process;
  // The path is computed rather than a literal, so that the bundler keeps `serve` out of the chunk that other commands
  // share.
  if (import.meta.url.endsWith('.ts')) return import(new URL('./serve.ts', import.meta.url).href);
  const built = fileURLToPath(new URL('./serve.cjs', import.meta.url));
  const nodeHasOwnCache = 'enableCompileCache' in module || env.NODE_DISABLE_COMPILE_CACHE !== undefined;
  const loaded: unknown = nodeHasOwnCache
    ? createRequire(import.meta.url)(built)
    : requireWithCodeCache(built, join(getCacheFolder(env, platform), 'serve-compiled'));
  return loaded as ServeModule;
};
