import { actions } from '#spec/actions/index.ts';
import { objectsPerStep, stepCosts } from '../../engine/execution-limits.ts';
import { createPatternMatcher } from '../../shared/name-filter.ts';
import { defineActionNode } from '../dsl/define-action-node.ts';
import { findObjectOrWarn } from '../dsl/find-object-or-warn.ts';
import { limitItems } from '../dsl/list-limits.ts';
import { defineCategory, defineFlowNode, definePureNode } from '../dsl/define-node.ts';
import { boolean, integer, list, objectSelector, string, trigger } from '../dsl/ports.ts';
import { anyLayerPort, layerIndexByLabel, layerPort } from './layer-ports.ts';
import { getPropertyNode, setPropertyNode } from './property-nodes.ts';
import { spawnObjectNode } from './spawn-object.ts';
import { switchSceneNode } from './switch-scene.ts';
import type { NodeServices } from '../dsl/handler-context.ts';
import type { SceneObject } from '../../scene/scene-object.ts';

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
  GetProperty: getPropertyNode,
  SetProperty: setPropertyNode,
  SwitchScene: switchSceneNode,
});
