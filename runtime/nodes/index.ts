/** Every node type of the runtime, in the order in which discovery lists them. */
import { animationNodes } from './animation/animation.ts';
import { audioNodes } from './audio/audio.ts';
import { cameraLight } from './camera-light/camera-light.ts';
import { colors } from './color/color.ts';
import { events } from './events/events.ts';
import { flowControl } from './flow-control/flow-control.ts';
import { inputNodes } from './input/input.ts';
import { lists } from './list/list.ts';
import { logic } from './logic/logic.ts';
import { math } from './math/math.ts';
import { network } from './network/network.ts';
import { physicsNodes } from './physics/physics.ts';
import { sceneNodes } from './scene/scene.ts';
import { strings } from './string/string.ts';
import { system } from './system/system.ts';
import { time } from './time/time.ts';
import { transforms } from './transform/transform.ts';
import { tweens } from './tween/tween.ts';
import { byEnumValue } from './grammar/node.ts';
import { variables } from './variables/variables.ts';
import { vector } from './vector/vector.ts';
import type { NodeDefinition } from './grammar/node.ts';
import type { NodeType } from './grammar/node-type.ts';

const definitions: readonly NodeDefinition[] = [
  ...events,
  ...flowControl,
  ...logic,
  ...math,
  ...vector,
  ...colors,
  ...strings,
  ...lists,
  ...variables,
  ...time,
  ...transforms,
  ...sceneNodes,
  ...physicsNodes,
  ...tweens,
  ...animationNodes,
  ...audioNodes,
  ...cameraLight,
  ...inputNodes,
  ...network,
  ...system,
];

/** Definitions by enum value in lower case. */
export const definitionByEnumValue = byEnumValue(definitions);

export const nodeTypes: readonly NodeType[] = definitions.map(({ type }) => type);

/** Node types by enum value in lower case. */
export const nodeTypeByEnumValue: ReadonlyMap<string, NodeType> = new Map(
  nodeTypes.map((type) => [type.enumValue.toLowerCase(), type]),
);
