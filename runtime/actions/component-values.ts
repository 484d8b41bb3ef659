import { listComponents, writeObjectProperties } from '../scene/object-property-access.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers } from '../runtime-services.ts';

/** The component actions that don't depend on the kinds of components. */
export const componentValueHandlers = {
  list: ({ object }, { scene }) => ({ components: listComponents(scene.get(object)) }),
  setProperties: ({ object, component, properties }, { scene }) =>
    writeObjectProperties(scene.get(object), component, properties),
} satisfies Partial<ActionHandlers<Actions['components']>>;
