import { effect, signal } from '@preact/signals';
import { expect, test } from 'vitest';
import { createPresentSelection } from './present-selection.ts';
import type { SceneObjectRecord } from './scene-objects.ts';

const createList = () => {
  const list = signal<readonly SceneObjectRecord[]>([]);
  const readCount = signal(0);
  /** Reads a list of objects with these tags. */
  const read = (...tags: readonly string[]): void => {
    list.value = tags.map((tag) => ({ tag }) as SceneObjectRecord);
    readCount.value += 1;
  };
  const selection = signal<string>();
  const present = createPresentSelection(selection, { list, readCount });
  effect(() => void present.value);
  return { read, selection, present };
};

test('a selected object is absent when the list no longer contains it, and present when it returns', () => {
  const { read, selection, present } = createList();
  read('box');
  selection.value = 'box';
  read('box');
  read('box');
  expect(present.value).toBe('box');
  read();
  expect(present.value).toBeUndefined();
  read('box');
  expect(present.value).toBe('box');
});

test('an object that was selected as soon as it was made is present until the list would contain it', () => {
  const { read, selection, present } = createList();
  read('box');
  selection.value = 'new';
  expect(present.value).toBe('new');
  // this read may have begun before the object was made
  read('box');
  expect(present.value).toBe('new');
  read('box', 'new');
  expect(present.value).toBe('new');
});

test('an object that does not exist is absent soon after its selection', () => {
  const { read, selection, present } = createList();
  selection.value = 'missing';
  read('box');
  read('box');
  expect(present.value).toBeUndefined();
  selection.value = undefined;
  expect(present.value).toBeUndefined();
});
