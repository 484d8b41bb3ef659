import { Fault } from '#spec/errors.ts';
import { nearest } from '#spec/nearest.ts';
import { acceptedBy } from '../scene/components/accepted.ts';
import { kinds } from '../scene/components/kinds.ts';
import { partOf } from '../scene/components/properties.ts';
import { initialValues } from '../scene/components/values.ts';
import { componentsOf, writeProperties } from '../scene/property-access.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { Kind } from '../scene/components/kind.ts';
import type { ActionHandlers } from './action-handler.ts';

const findComponentKind = (name: string): Kind => {
  const kind = kinds.get(name);
  if (kind) return kind;
  const names = [...kinds.keys()];
  throw new Fault('COMPONENT_NOT_FOUND', `There is no kind of component '${name}'.`, {
    ...{ component: name, nearest: nearest(name, names), validOptions: names },
  });
};

export const componentHandlers = {
  refresh: ({ object: tag, component }, { scene }) => {
    const object = scene.get(tag);
    const parts = component === undefined ? [...object.parts.values()] : [partOf(object, component)];
    const drawn = parts.filter(({ kind }) => kind.draw);
    for (const part of drawn) part.refresh();
    return { refreshed: drawn.map(({ kind }) => kind.name) };
  },
  list: ({ object }, { scene }) => ({ components: componentsOf(scene.get(object)) }),
  add: ({ object: tag, component, properties = {} }, { scene }) => {
    const object = scene.get(tag);
    const kind = findComponentKind(component);
    if (object.parts.has(component)) {
      throw new Fault('ACTION_FAILED', `The object '${tag}' has a component '${component}' already.`, {
        ...{ object: tag, component },
      });
    }
    const values = initialValues(kind.slots, acceptedBy(kind.slots, properties));
    kind.check?.(values as never);
    object.attach(kind, values);
    return { component };
  },
  remove: ({ object: tag, component }, { scene }) => {
    const object = scene.get(tag);
    const { kind } = partOf(object, component);
    object.detach(kind.name);
    return { removed: kind.name };
  },
  setEnabled: ({ object, component, enabled }, { scene }) => {
    const part = partOf(scene.get(object), component);
    const previous = part.enabled;
    part.enabled = enabled;
    return { previous };
  },
  setProperties: ({ object, component, properties }, { scene }) =>
    writeProperties(scene.get(object), component, properties),
} satisfies ActionHandlers<Actions['components']>;
