import { expect, test } from 'vitest';
import { createViewOptions } from './view-options.ts';

const createStorage = (stored: string | null = null) => {
  const storage = {
    stored,
    getItem: () => storage.stored,
    setItem: (_key: string, value: string) => {
      storage.stored = value;
    },
  };
  return storage;
};

test('a default look is not stored, and gives way to the choice of the user', () => {
  const storage = createStorage();
  const { look, setDefaultLook } = createViewOptions(storage);
  expect(look.value).toBe('pictured');
  setDefaultLook('studio');
  expect(look.value).toBe('studio');
  expect(storage.stored).toBe(null);
  look.value = 'pictured';
  expect(storage.stored).toBe('pictured');
  setDefaultLook('studio');
  expect(look.value).toBe('pictured');
});

test.each(['studio', 'pictured'] as const)('the stored look %s wins over the default', (stored) => {
  const { look, setDefaultLook } = createViewOptions(createStorage(stored));
  setDefaultLook(stored === 'studio' ? 'pictured' : 'studio');
  expect(look.value).toBe(stored);
});

test('an unknown stored look is ignored', () => {
  const { look, setDefaultLook } = createViewOptions(createStorage('x-ray'));
  setDefaultLook('studio');
  expect(look.value).toBe('studio');
});
