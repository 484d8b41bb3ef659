import { ApiError } from '#spec/errors.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { getComponent } from '../scene/components/component-properties.ts';
import { componentTypes } from '../scene/components/component-types.ts';
import { createInitialValues, parsePropertyValues } from '../scene/components/property-schema.ts';
import { componentValueHandlers } from './component-values.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { ComponentType } from '../scene/components/component-type.ts';
import type { ActionHandlers } from '../runtime-services.ts';

const findComponentKind = (name: string): ComponentType => {
  const kind = componentTypes.get(name);
  if (kind) return kind;
  const names = [...componentTypes.keys()];
  throw new ApiError('COMPONENT_NOT_FOUND', `There is no component type '${name}'.`, {
    ...{ component: name, nearest: suggestNames(name, names), validOptions: names },
  });
};

export const componentHandlers = {
  refresh: ({ object: tag, component }, { scene }) => {
    const object = scene.get(tag);
    const parts =
      component === undefined ? [...object.components.values()] : [getComponent(object, component)];
    const rendered = parts.filter(({ type }) => type.createObject3D);
    for (const part of rendered) part.rebuild();
    return { refreshed: rendered.map(({ type }) => type.name) };
  },
  ...componentValueHandlers,
  add: ({ object: tag, component, properties = {} }, { scene }) => {
    const object = scene.get(tag);
    const kind = findComponentKind(component);
    if (object.components.has(component)) {
      throw new ApiError('ACTION_FAILED', `The object '${tag}' already has a component '${component}'.`, {
        ...{ object: tag, component },
      });
    }
    const values = createInitialValues(kind.schema, parsePropertyValues(kind.schema, properties));
    kind.check?.(values);
    object.addComponent(kind, values);
    return { component };
  },
  remove: ({ object: tag, component }, { scene }) => {
    const object = scene.get(tag);
    const { type } = getComponent(object, component);
    object.removeComponent(type.name);
    return { removed: type.name };
  },
  setEnabled: ({ object, component, enabled }, { scene }) => {
    const part = getComponent(scene.get(object), component);
    const previous = part.enabled;
    part.enabled = enabled;
    return { previous };
  },
} satisfies ActionHandlers<Actions['components']>;
