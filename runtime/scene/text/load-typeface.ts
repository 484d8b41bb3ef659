// biome-ignore lint/style/noRestrictedImports: the font's own file, which is the same in every run
import { readFileSync } from 'node:fs';
import type { FontData } from 'three/addons/loaders/FontLoader.js';

/** In `dist` the file lies beside every other one. */
const getTypefaceUrl = (): URL =>
  new URL(
    import.meta.url.endsWith('.ts') ? '../assets/fonts/dejavu-sans.json' : './dejavu-sans.json',
    import.meta.url,
  );

/** The outlines of the font. They are read for the first text, and no start has to parse them. */
export const loadTypeface = (): FontData => JSON.parse(readFileSync(getTypefaceUrl(), 'utf8')) as FontData;
