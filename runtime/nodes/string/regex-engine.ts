import { createRequire } from 'node:module';

/** A quarter of a megabyte that comes in with the first expression. In `dist` its file lies beside every other one. */
export const loadRegexEngine = (): typeof import('re2js') =>
  createRequire(import.meta.url)(
    import.meta.url.endsWith('.ts') ? 're2js' : './regex-engine.cjs',
  ) as typeof import('re2js');
