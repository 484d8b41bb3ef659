/** The exact state of a scene object as plain data: everything that actions and nodes can change. */
import { objectProperties, listPropertyTables } from './object-properties.ts';
import { capturePropertyState } from './property.ts';
import type { SceneObject } from './scene-object.ts';

export const captureObjectState = (object: SceneObject) => {
  const { id, tag, type, components } = object;
  return {
    ...{ id, tag, type },
    ...capturePropertyState(objectProperties, object),
    home: object.getHomeTransform(),
    disabled: [...components].filter(([, { enabled }]) => !enabled).map(([name]) => name),
    components: Object.fromEntries(
      listPropertyTables(object).map(([name, table]) => [name, capturePropertyState(table, object)]),
    ),
  };
};
