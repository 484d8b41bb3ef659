import * as engine from 're2js';

/** Returns the regular-expression engine, which is part of the bundle. */
export const loadRegexEngine = (): typeof engine => engine;
