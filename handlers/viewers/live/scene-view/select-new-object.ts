import type { SceneStore } from './scene-store.ts';

/** Selects an object that the user has just made, so that the view shows where it is. */
export const selectNewObject = async (
  { objects, selection }: Pick<SceneStore, 'objects' | 'selection'>,
  tag: string,
): Promise<void> => {
  // the list scrolls to the selected object only if it contains the object
  await objects.refresh();
  selection.value = tag;
};
