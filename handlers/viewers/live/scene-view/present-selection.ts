import { computed, type ReadonlySignal } from '@preact/signals';
import type { SceneObjects } from './scene-objects.ts';

/** The reads of the list after which it contains an object that was made before its selection. */
const readsUntilListed = 2;

/** Returns the selected object's tag, or `undefined` while the list of objects says that there is no such object. */
export const createPresentSelection = (
  selection: ReadonlySignal<string | undefined>,
  { list, readCount }: Pick<SceneObjects, 'list' | 'readCount'>,
): ReadonlySignal<string | undefined> => {
  const readsAtSelection = computed(() => {
    void selection.value;
    return readCount.peek();
  });
  return computed(() => {
    const mayBeUnlisted = readCount.value < readsAtSelection.value + readsUntilListed;
    const isListed = list.value.some(({ tag }) => tag === selection.value);
    return mayBeUnlisted || isListed ? selection.value : undefined;
  });
};
