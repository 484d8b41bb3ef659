// biome-ignore lint/style/noRestrictedImports: the file of the font, which is the same in every run
import { readFileSync } from 'node:fs';
import type { FontData } from 'three/addons/loaders/FontLoader.js';

/** Returns the location of the font's file. In `dist`, the file is next to the modules. */
const getTypefaceUrl = (): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? '../assets/fonts/dejavu-sans.json' : './dejavu-sans.json',
    import.meta.url,
  );

/** Loads the outlines of the font. The outlines are loaded for the first text rather than at the start. */
export const loadTypeface = (): FontData => JSON.parse(readFileSync(getTypefaceUrl(), 'utf8')) as FontData;
