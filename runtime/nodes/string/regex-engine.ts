import { createRequire } from 'node:module';

/**
 * Loads the regex engine, which has a quarter of a megabyte, when the first expression is used. In `dist`, all files
 * are in one folder.
 */
export const loadRegexEngine = (): typeof import('re2js') =>
  createRequire(import.meta.url)(
    import.meta.url.endsWith('.ts') ? 're2js' : './regex-engine.cjs',
  ) as typeof import('re2js');
