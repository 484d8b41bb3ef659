import { toTitle } from '../components/words.ts';

const specialTitles: Readonly<Record<string, string>> = { CameraLight: 'Camera & light' };

/** Returns a category's name as a title, such as `Flow control` for `FlowControl`. */
export const getCategoryTitle = (category: string): string => specialTitles[category] ?? toTitle(category);
