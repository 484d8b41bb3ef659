import { expect, it } from 'vitest';
import { claimClientName } from './client-name.ts';
import { openPageStorage } from './page-storage.ts';

/** Creates a tab, with a copy of the session storage of another one. */
const createTab = (content: Iterable<readonly [string, string]> = []) => {
  const values = new Map(content);
  const storage = {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  };
  const open = () => {
    const page = new EventTarget();
    const name = claimClientName(
      openPageStorage(() => storage),
      page,
    );
    return { name, close: () => void page.dispatchEvent(new Event('pagehide')) };
  };
  return { values, open };
};

it('stays the same when the page is reloaded', () => {
  const tab = createTab();
  const first = tab.open();
  expect(first.name).toMatch(/^Live page [0-9a-f]{4}$/);
  first.close();
  const second = tab.open();
  second.close();
  expect([second.name, tab.open().name]).toEqual([first.name, first.name]);
});

it('is not copied when the tab is duplicated', () => {
  const tab = createTab();
  tab.open();
  expect(createTab(tab.values).values.size).toBe(0);
});
