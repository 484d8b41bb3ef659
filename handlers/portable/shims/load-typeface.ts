import outlines from '../../../runtime/scene/assets/fonts/dejavu-sans.json' with { type: 'json' };
import type { FontData } from 'three/addons/loaders/FontLoader.js';

/** Returns the outlines of the typeface, which are part of the bundle. */
export const loadTypeface = (): FontData => outlines as unknown as FontData;
