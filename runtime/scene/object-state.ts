/** What a scene object is like, as plain data: all that actions and nodes can change, to the last bit. */
import { objectProperties, tablesOf } from './properties.ts';
import { stateOfProperties } from './property.ts';
import type { SceneObject } from './scene-object.ts';

export const stateOf = (object: SceneObject) => {
  const { id, tag, type, parts } = object;
  return {
    ...{ id, tag, type },
    ...stateOfProperties(objectProperties, object),
    home: object.home(),
    disabled: [...parts].filter(([, { enabled }]) => !enabled).map(([name]) => name),
    components: Object.fromEntries(
      tablesOf(object).map(([name, table]) => [name, stateOfProperties(table, object)]),
    ),
  };
};
