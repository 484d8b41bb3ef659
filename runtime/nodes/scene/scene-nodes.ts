import { actions } from '#spec/actions/index.ts';
import { ApiError } from '#spec/errors.ts';
import { objectsPerStep, stepCosts } from '../../engine/execution-limits.ts';
import { findProperty, writeObjectProperty } from '../../scene/object-property-access.ts';
import { defaultLayers } from '../../scene/scene-layers.ts';
import { createPatternMatcher } from '../../shared/name-filter.ts';
import { defineActionNode } from '../dsl/define-action-node.ts';
import { defineCategory, defineFlowNode, definePureNode } from '../dsl/define-node.ts';
import { findObjectOrWarn } from '../dsl/handler-helpers.ts';
import { limitItems } from '../dsl/value-limits.ts';
import { boolean, dropdown, generic, integer, list, objectSelector, string, trigger } from '../dsl/ports.ts';
import { spawnObjectNode } from './spawn-object.ts';
import { switchSceneNode } from './switch-scene.ts';
import type { Json } from '#spec/values.ts';
import type { SceneObject } from '../../scene/scene-object.ts';
import type { NodeServices } from '../dsl/handler-context.ts';

/** Layers have 32 indexes, of which three are reserved. */
const layerIndexes = Array.from({ length: 32 }, (_, index) => index).filter(
  (index) => index < 6 || index > 8,
);

const getLayerLabel = (index: number): string =>
  defaultLayers.find((layer) => layer.index === index)?.name ?? `Layer ${index}`;

/**
 * Layer indexes keyed by label. A label is the initial name of a layer, or the layer's index, because ports need
 * options even before a scene exists. After a layer is renamed, its label still refers to the same layer.
 */
export const layerIndexByLabel: ReadonlyMap<string, number> = new Map(
  layerIndexes.map((index) => [getLayerLabel(index), index]),
);

const [first = '', ...otherLayers] = layerIndexByLabel.keys();

const layerPort = dropdown(first, ...otherLayers);

export const anyLayerPort = dropdown('Any', first, ...otherLayers);

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
  return findProperty(object, Component, Property)?.read(object);
};

const { scene } = actions;

/** Returns the objects on a layer whose names match a pattern. An empty pattern matches all objects. */
const findMatchingObjects = (
  { Layer, NamePattern }: { readonly Layer: string; readonly NamePattern: string },
  { runtime: { scene: objects }, spendSteps }: NodeServices,
): SceneObject[] => {
  spendSteps(Math.floor(objects.size / objectsPerStep));
  const index = layerIndexByLabel.get(Layer);
  const isNamed = createPatternMatcher(NamePattern === '' ? '*' : NamePattern);
  return objects
    .list()
    .filter(({ name, layer }) => (index === undefined || layer === index) && isNamed(name));
};

export const sceneNodes = defineCategory('Scene', {
  SpawnObject: spawnObjectNode,
  DestroyObject: defineFlowNode({
    description:
      'Removes an object with all its descendants at the end of this frame, and fires Out; until then other nodes still find it. Out also fires when there is no such object.',
    inputs: { In: trigger, Object: objectSelector() },
    outputs: { Out: trigger },
    on: {
      In: (context) => {
        const { inputs, runtime, emit, spendSteps } = context;
        const object = findObjectOrWarn(inputs.Object, context);
        spendSteps(stepCosts.action);
        if (object) runtime.scene.destroyAfter(object, 0);
        emit.Out();
      },
    },
  }),
  FindObject: definePureNode({
    description:
      'The object that currently has this Tag, and whether there is one. Object is empty when there is none.',
    inputs: { Tag: string() },
    outputs: { Object: objectSelector(), Found: boolean() },
    evaluate: {
      Object: ({ Tag }, { runtime }) => runtime.scene.find(Tag)?.tag ?? '',
      Found: ({ Tag }, { runtime }) => runtime.scene.find(Tag) !== undefined,
    },
  }),
  ListObjects: definePureNode({
    description:
      'Lists the tags of all objects on one Layer, or on any, whose display name matches NamePattern, in the order of their creation, and their number. In the pattern * matches any text, and letter case is ignored; an empty pattern matches every name. A layer is identified by its initial name or its index.',
    inputs: { Layer: anyLayerPort, NamePattern: string() },
    outputs: { Objects: list(), Count: integer() },
    evaluate: {
      Objects: (inputs, services) =>
        limitItems(
          findMatchingObjects(inputs, services).map(({ tag }) => tag),
          services,
        ),
      Count: (inputs, services) => findMatchingObjects(inputs, services).length,
    },
  }),
  SetActive: defineActionNode(
    scene['objects.setActive'],
    { Object: 'object', Active: 'active' },
    {
      description:
        'Activates an object, or deactivates it when Active is false, then fires Out. Out also fires when there is no such object.',
      ports: { Active: boolean(true) },
    },
  ),
  SetParent: defineActionNode(
    scene['objects.setParent'],
    { Object: 'object', Parent: 'parent', KeepWorld: 'keepWorld' },
    {
      description:
        'Moves an object under Parent, or to the root when it is empty, then fires Out. With KeepWorld it keeps its world transform; without, it keeps its position, rotation and scale relative to its parent. Out also fires when there is no such object, or when Parent is a descendant of it.',
      ports: { Parent: objectSelector() },
    },
  ),
  SetObjectColor: defineActionNode(
    scene.setColor,
    { Object: 'object', Color: 'color' },
    {
      description:
        'Sets the main color of an object or its light, then fires Out; an alpha below 1 makes it translucent. Out also fires when there is no such object, or when it has no color.',
    },
  ),
  SetLayer: defineActionNode(
    scene['objects.setLayer'],
    { Object: 'object', Layer: 'layer' },
    {
      description:
        'Moves an object to a layer, then fires Out. A layer is identified by its initial name or its index. Out also fires when there is no such object, or when the layer was not created yet.',
      ports: { Layer: layerPort },
      optionValues: { Layer: layerIndexByLabel },
    },
  ),
  GetProperty: definePureNode({
    description:
      'The current value of a property of a component, such as fov of Camera; names are case-sensitive. IsValid is whether the property exists; Value is null when it does not.',
    inputs: propertyInputs,
    outputs: { Value: generic(), IsValid: boolean() },
    evaluate: {
      Value: (address, services) => readProperty(address, services) ?? null,
      IsValid: (address, services) => readProperty(address, services) !== undefined,
    },
  }),
  SetProperty: defineFlowNode({
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
  }),
  SwitchScene: switchSceneNode,
});
