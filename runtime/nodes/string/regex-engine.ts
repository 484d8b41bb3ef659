import { createRequire } from 'node:module';

/** Loads a quarter of a megabyte with the first expression. In `dist` its file lies next to all others. */
export const loadRegexEngine = (): typeof import('re2js') =>
  createRequire(import.meta.url)(
    import.meta.url.endsWith('.ts') ? 're2js' : './regex-engine.cjs',
  ) as typeof import('re2js');
