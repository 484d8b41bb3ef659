import { effect, type Signal, signal } from '@preact/signals';
import type { PageStorage } from '../session/page-storage.ts';

/** The theme: always light, always dark, or as the system prefers. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'scene-runtime theme';

/** Creates the chosen theme, which the browser keeps, and applies it to the page. */
export const createThemeStore = (storage: PageStorage, root: Pick<HTMLElement, 'dataset'>): Signal<Theme> => {
  const theme = signal(themes.find((name) => name === storage.getItem(storageKey)) ?? 'system');
  effect(() => {
    storage.setItem(storageKey, theme.value);
    if (theme.value === 'system') delete root.dataset.theme;
    else root.dataset.theme = theme.value;
  });
  return theme;
};
