/** Where the browser keeps what the user has chosen. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem'>;

type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/**
 * Opens a storage that never throws. If the browser denies access or the storage is full, values are kept until the page
 * is closed.
 * @param open returns the browser's storage, or throws if access is denied
 */
export const openPageStorage = (open: () => BrowserStorage): BrowserStorage => {
  const unsaved = new Map<string, string>();
  const attempt = <T>(use: (storage: BrowserStorage) => T): T | undefined => {
    try {
      return use(open());
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (key) => unsaved.get(key) ?? attempt((storage) => storage.getItem(key)) ?? null,
    setItem(key, value) {
      unsaved.set(key, value);
      attempt((storage) => {
        storage.setItem(key, value);
        unsaved.delete(key);
      });
    },
    removeItem(key) {
      unsaved.delete(key);
      attempt((storage) => storage.removeItem(key));
    },
  };
};

/** Reads a list that was stored as JSON. Anything else counts as an empty list. */
export const readStoredList = (storage: Pick<PageStorage, 'getItem'>, key: string): readonly unknown[] => {
  const stored = readStoredJson(storage, key);
  return Array.isArray(stored) ? stored : [];
};

/** Reads a value that was stored as JSON. Returns `undefined` if there is none, or if it is not JSON. */
export const readStoredJson = (storage: Pick<PageStorage, 'getItem'>, key: string): unknown => {
  try {
    return JSON.parse(storage.getItem(key) ?? '');
  } catch {
    return undefined;
  }
};
