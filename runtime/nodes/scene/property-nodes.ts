import { ApiError } from '#spec/errors.ts';
import { findProperty, writeObjectProperty } from '../../scene/object-property-access.ts';
import { stepCosts } from '../../engine/execution-limits.ts';
import { findObjectOrWarn } from '../dsl/find-object-or-warn.ts';
import { defineFlowNode, definePureNode } from '../dsl/define-node.ts';
import { boolean, generic, objectSelector, string, trigger } from '../dsl/ports.ts';
import type { Json } from '#spec/values.ts';
import type { NodeServices } from '../dsl/handler-context.ts';

const propertyInputs = { Object: objectSelector(), Component: string(), Property: string() };

interface PropertyAddress {
  readonly Object: string;
  readonly Component: string;
  readonly Property: string;
}

/** Reads a property. Returns `undefined` when the property does not exist. */
const readProperty = (
  { Object: tag, Component, Property }: PropertyAddress,
  services: NodeServices,
): Json | undefined => {
  const object = services.runtime.scene.find(tag);
  if (!object) return undefined;
  services.spendSteps(stepCosts.property);
  return findProperty(object, Component, Property)?.read(object) as Json | undefined;
};

export const getPropertyNode = definePureNode({
  description:
    'The current value of a property of a component, such as fov of Camera; names are case-sensitive. IsValid is whether the property exists; Value is null when it does not.',
  inputs: propertyInputs,
  outputs: { Value: generic(), IsValid: boolean() },
  evaluate: {
    Value: (address, services) => readProperty(address, services) ?? null,
    IsValid: (address, services) => readProperty(address, services) !== undefined,
  },
});

export const setPropertyNode = defineFlowNode({
  description:
    'Sets a property of a component, in any form that its type accepts, then fires Out; names are case-sensitive. Failed fires instead of Out when there is no such property, or when it does not accept the Value. Structural properties take effect at the next refresh of the component.',
  inputs: { In: trigger, ...propertyInputs, Value: generic() },
  outputs: { Out: trigger, Failed: trigger },
  on: {
    In: (context) => {
      const { Object: tag, Component, Property, Value } = context.inputs;
      const object = findObjectOrWarn(tag, context);
      if (!object) return context.emit.Failed();
      context.spendSteps(stepCosts.action);
      try {
        writeObjectProperty(object, Component, { name: Property, value: Value });
      } catch (failure) {
        if (!(failure instanceof ApiError)) throw failure;
        context.warnOnce(failure.reason);
        return context.emit.Failed();
      }
      context.emit.Out();
    },
  },
});
