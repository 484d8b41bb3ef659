import module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getCacheFolder } from './compile-cache.ts';
import { requireWithCodeCache } from './require-with-code-cache.ts';

type ServeModule = typeof import('./serve.ts');

/** The command `serve`: built, one file with all that it needs, so that a start reads and compiles but one. */
export const loadServeCommand = async (): Promise<ServeModule> => {
  const { env, platform } = process;
  // No literal, so that the bundler leaves it out of what the other commands share.
  if (import.meta.url.endsWith('.ts')) return import(new URL('./serve.ts', import.meta.url).href);
  const built = fileURLToPath(new URL('./serve.cjs', import.meta.url));
  const nodeKeepsIt = 'enableCompileCache' in module || env.NODE_DISABLE_COMPILE_CACHE !== undefined;
  const loaded: unknown = nodeKeepsIt
    ? createRequire(import.meta.url)(built)
    : requireWithCodeCache(built, join(getCacheFolder(env, platform), 'serve-compiled'));
  return loaded as ServeModule;
};
