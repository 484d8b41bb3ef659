import { createRequire } from 'node:module';

/**
 * Loads the regex engine when the first expression is used, because the engine's code takes a quarter of a megabyte. In
 * `dist`, all files are in one folder.
 */
export const loadRegexEngine = (): typeof import('re2js') =>
  createRequire(import.meta.url)(
    import.meta.url.endsWith('.ts') ? 're2js' : './regex-engine.cjs',
  ) as typeof import('re2js');
