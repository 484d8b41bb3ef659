import * as engine from 're2js';

/** The engine, as a part of the bundle. */
export const loadRegexEngine = (): typeof engine => engine;
