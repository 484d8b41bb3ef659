import { expect, it } from 'vitest';
import { openPageStorage, readStoredJson, readStoredList } from './page-storage.ts';

const createFullStorage = () => ({
  getItem: (key: string) => (key === 'old' ? 'kept' : null),
  setItem() {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  },
  removeItem() {},
});

it('keeps values until the page is closed if the browser denies access', () => {
  const storage = openPageStorage(() => {
    throw new DOMException('Access is denied.', 'SecurityError');
  });
  expect(storage.getItem('theme')).toBeNull();
  storage.setItem('theme', 'dark');
  expect(storage.getItem('theme')).toBe('dark');
  storage.removeItem('theme');
  expect(storage.getItem('theme')).toBeNull();
});

it('keeps values until the page is closed if the storage is full', () => {
  const storage = openPageStorage(createFullStorage);
  storage.setItem('old', 'changed');
  expect(storage.getItem('old')).toBe('changed');
  expect(storage.getItem('other')).toBeNull();
});

it('reads what another version of the page has stored as an empty list', () => {
  const contents = new Map([
    ['list', '["a",1]'],
    ['object', '{"length":2}'],
    ['broken', '["a"'],
  ]);
  const storage = { getItem: (key: string) => contents.get(key) ?? null };
  expect(readStoredList(storage, 'list')).toEqual(['a', 1]);
  for (const key of ['object', 'broken', 'missing']) expect(readStoredList(storage, key)).toEqual([]);
  expect(readStoredJson(storage, 'broken')).toBeUndefined();
});
