import * as engine from 're2js';

/** The engine is part of the bundle. */
export const loadRegexEngine = (): typeof engine => engine;
