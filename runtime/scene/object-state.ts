/** What a scene object is like, as plain data: all that actions and nodes can change, to the last bit. */
import { componentsOf, objectProperties } from './properties.ts';
import { stateOfProperties } from './property.ts';
import type { SceneObject } from './scene-object.ts';

export const stateOf = (object: SceneObject) => {
  const { id, tag, type, components } = object;
  return {
    ...{ id, tag, type, components },
    ...stateOfProperties(objectProperties, object),
    properties: componentsOf(object).map(([, table]) => stateOfProperties(table, object)),
  };
};
