import { Fault } from '#spec/errors.ts';
import { findProperty, writeProperty } from '../../scene/property-access.ts';
import { prices } from '../../engine/limits.ts';
import { findObject } from '../grammar/find-object.ts';
import { node, pureNode } from '../grammar/node.ts';
import { boolean, generic, objectSelector, string, trigger } from '../grammar/ports.ts';
import type { Json } from '#spec/values.ts';
import type { NodeServices } from '../grammar/context.ts';

const inputs = { Object: objectSelector(), Component: string(), Property: string() };

interface Address {
  readonly Object: string;
  readonly Component: string;
  readonly Property: string;
}

/** The value of a property; undefined when there is no such one. */
const read = ({ Object: tag, Component, Property }: Address, services: NodeServices): Json | undefined => {
  const object = services.world.scene.find(tag);
  if (!object) return undefined;
  services.spend(prices.property);
  return findProperty(object, Component, Property)?.read(object) as Json | undefined;
};

export const getProperty = pureNode({
  description:
    'The value of a property of a component of an object at this moment, such as fov of Camera; names are told apart by letter case. IsValid is whether there is such a property; Value is null when there is none.',
  inputs,
  outputs: { Value: generic(), IsValid: boolean() },
  evaluate: {
    Value: (address, services) => read(address, services) ?? null,
    IsValid: (address, services) => read(address, services) !== undefined,
  },
});

export const setProperty = node({
  description:
    'Writes a property of a component of an object, in any shape that its type takes, then fires Out; names are told apart by letter case. Failed fires in place of Out when there is no such property, or when it does not take the Value. What is structural counts from the next refresh of the component on.',
  inputs: { In: trigger, ...inputs, Value: generic() },
  outputs: { Out: trigger, Failed: trigger },
  on: {
    In: (context) => {
      const { Object: tag, Component, Property, Value } = context.inputs;
      const object = findObject(tag, context);
      if (!object) return context.emit.Failed();
      context.spend(prices.action);
      try {
        writeProperty(object, Component, { name: Property, value: Value });
      } catch (failure) {
        if (!(failure instanceof Fault)) throw failure;
        context.warnOnce(failure.reason);
        return context.emit.Failed();
      }
      context.emit.Out();
    },
  },
});
