const storageKey = 'scene-runtime recent choices';
const maxChoices = 5;

type ChoiceStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** Reads the ids of the entries that were chosen last, latest first. */
export const readRecentChoices = (storage: ChoiceStorage): readonly string[] => {
  try {
    const ids: unknown = JSON.parse(storage.getItem(storageKey) ?? '[]');
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
};

export const addRecentChoice = (storage: ChoiceStorage, id: string): void => {
  const others = readRecentChoices(storage).filter((other) => other !== id);
  storage.setItem(storageKey, JSON.stringify([id, ...others].slice(0, maxChoices)));
};
