import module, { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './compile-cache.ts';
import { requireCompiled } from './require-compiled.ts';

type Serve = typeof import('./serve.ts');

/** The command `serve`: built, one file with all that it needs, so that a start reads and compiles but one. */
export const loadServe = async (): Promise<Serve> => {
  const { env, platform } = process;
  // No literal, so that the bundler leaves it out of what the other commands share.
  if (import.meta.url.endsWith('.ts')) return import(new URL('./serve.ts', import.meta.url).href);
  const built = fileURLToPath(new URL('./serve.cjs', import.meta.url));
  const nodeKeepsIt = 'enableCompileCache' in module || env.NODE_DISABLE_COMPILE_CACHE !== undefined;
  const loaded: unknown = nodeKeepsIt
    ? createRequire(import.meta.url)(built)
    : requireCompiled(built, join(cacheFolder(env, platform), 'serve-compiled'));
  return loaded as Serve;
};
