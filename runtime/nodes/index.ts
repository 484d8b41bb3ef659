/** All node types of the runtime, in the order in which discovery lists them. */
import { animationNodes } from './animation/animation-nodes.ts';
import { audioNodes } from './audio/audio-nodes.ts';
import { cameraLightNodes } from './camera-light/camera-light-nodes.ts';
import { colorNodes } from './color/color-nodes.ts';
import { eventNodes } from './events/event-nodes.ts';
import { flowControlNodes } from './flow-control/flow-control-nodes.ts';
import { inputNodes } from './input/input-nodes.ts';
import { listNodes } from './list/list-nodes.ts';
import { logicNodes } from './logic/logic-nodes.ts';
import { mathNodes } from './math/math-nodes.ts';
import { networkNodes } from './network/network-nodes.ts';
import { physicsNodes } from './physics/physics-nodes.ts';
import { sceneNodes } from './scene/scene-nodes.ts';
import { stringNodes } from './string/string-nodes.ts';
import { systemNodes } from './system/system-nodes.ts';
import { timeNodes } from './time/time-nodes.ts';
import { transformNodes } from './transform/transform-nodes.ts';
import { tweenNodes } from './tween/tween-nodes.ts';
import { indexByEnumValue, type NodeDefinition } from './dsl/define-node.ts';
import { variableNodes } from './variables/variable-nodes.ts';
import { vectorNodes } from './vector/vector-nodes.ts';
import type { NodeType } from '#spec/node-type.ts';

const nodeDefinitions: readonly NodeDefinition[] = [
  ...eventNodes,
  ...flowControlNodes,
  ...logicNodes,
  ...mathNodes,
  ...vectorNodes,
  ...colorNodes,
  ...stringNodes,
  ...listNodes,
  ...variableNodes,
  ...timeNodes,
  ...transformNodes,
  ...sceneNodes,
  ...physicsNodes,
  ...tweenNodes,
  ...animationNodes,
  ...audioNodes,
  ...cameraLightNodes,
  ...inputNodes,
  ...networkNodes,
  ...systemNodes,
];

/** Definitions keyed by the enum value in lower case. */
export const definitionsByEnumValue = indexByEnumValue(nodeDefinitions);

export const nodeTypes: readonly NodeType[] = nodeDefinitions.map(({ type }) => type);
