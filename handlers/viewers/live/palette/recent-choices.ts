import { type PageStorage, readStoredList } from '../session/page-storage.ts';

const storageKey = 'scene-runtime recent choices';
const maxChoices = 5;

/** Reads the ids of the entries that were chosen last, latest first. */
export const readRecentChoices = (storage: PageStorage): readonly string[] =>
  readStoredList(storage, storageKey).map(String);

export const addRecentChoice = (storage: PageStorage, id: string): void => {
  const others = readRecentChoices(storage).filter((other) => other !== id);
  storage.setItem(storageKey, JSON.stringify([id, ...others].slice(0, maxChoices)));
};
