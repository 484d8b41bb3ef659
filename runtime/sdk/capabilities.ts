/** What a runtime offers, which follows from the methods of its engine. */
import { type Actions, actions, actionsBySpec, nodeActions } from '#spec/actions/index.ts';
import { getComponent } from '../scene/components/component-properties.ts';
import { transformComponentName } from '../scene/object-properties.ts';
import { animationHandlers } from '../actions/animation.ts';
import { componentValueHandlers } from '../actions/component-values.ts';
import { formatTextHandlers } from '../actions/format-text.ts';
import { logHandlers } from '../actions/log.ts';
import { type AnyActionHandler, pairSpecsWithHandlers } from '../actions/run-action.ts';
import { sceneHandlers } from '../actions/scene.ts';
import { timeHandlers } from '../actions/time.ts';
import { nodeTransformHandlers, transformHandlers } from '../actions/transform.ts';
import { nodeTweenHandlers, tweenHandlers } from '../actions/tween.ts';
import { animationNodes } from '../nodes/animation/animation-nodes.ts';
import { colorNodes } from '../nodes/color/color-nodes.ts';
import { indexByEnumValue, type NodeDefinition } from '../nodes/dsl/define-node.ts';
import { eventNodes } from '../nodes/events/event-nodes.ts';
import { flowControlNodes } from '../nodes/flow-control/flow-control-nodes.ts';
import { inputNodes } from '../nodes/input/input-nodes.ts';
import { listNodes } from '../nodes/list/list-nodes.ts';
import { logicNodes } from '../nodes/logic/logic-nodes.ts';
import { mathNodes } from '../nodes/math/math-nodes.ts';
import { networkNodes } from '../nodes/network/network-nodes.ts';
import { sceneNodes } from '../nodes/scene/scene-nodes.ts';
import { stringNodes } from '../nodes/string/string-nodes.ts';
import { systemNodes } from '../nodes/system/system-nodes.ts';
import { timeNodes } from '../nodes/time/time-nodes.ts';
import { transformNodes } from '../nodes/transform/transform-nodes.ts';
import { tweenNodes } from '../nodes/tween/tween-nodes.ts';
import { variableNodes } from '../nodes/variables/variable-nodes.ts';
import { vectorNodes } from '../nodes/vector/vector-nodes.ts';
import { rejectUnsupported } from './engine-object.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { ActionHandlers } from '../runtime-services.ts';
import type { Engine } from './api.ts';

type EngineMethod = {
  [K in keyof Engine]-?: NonNullable<Engine[K]> extends (...parameters: never) => unknown ? K : never;
}[keyof Engine];

type Has = (...methods: readonly EngineMethod[]) => boolean;

/** Features of an engine, each with the condition under which an engine has it. */
const features = {
  always: () => true,
  objects: (has) =>
    (['spawn', 'load', 'objects', 'start', 'setMatrix', 'components', 'clips'] as const).some((method) =>
      has(method),
    ),
  spawn: (has) => has('spawnables', 'spawn') || has('copy') || has('assets', 'load'),
  destroy: (has) => has('destroy'),
  transforms: (has) => has('setMatrix'),
  parents: (has) => has('setParent'),
  active: (has) => has('setActive'),
  layers: (has) => has('setLayer'),
  properties: (has) => has('setMatrix') || has('components', 'read', 'write'),
  clips: (has) => has('clips', 'pose'),
  picture: (has) => has('picture'),
} as const satisfies Readonly<Record<string, (has: Has) => boolean>>;

type Feature = keyof typeof features;

/** The actions of each feature. A name ending in a dot stands for all actions with handlers that start with it. */
const actionsByFeature: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  always: ['log.', 'time.', 'text.format'],
  objects: [
    ...['scene.objects.list', 'scene.objects.get', 'scene.objects.find', 'scene.objects.setName'],
    ...['scene.objects.setTag', 'scene.list', 'scene.current'],
  ],
  spawn: ['scene.spawn', 'scene.objects.duplicate'],
  destroy: ['scene.clear', 'scene.objects.destroy'],
  transforms: [
    ...['transform.', 'tween.position', 'tween.rotation', 'tween.scale', 'tween.path', 'tween.shake'],
    'tween.turn',
  ],
  parents: ['scene.objects.setParent'],
  active: ['scene.objects.setActive'],
  layers: ['scene.createLayer', 'scene.deleteLayer', 'scene.objects.setLayer', 'scene.objects.getLayer'],
  properties: [
    ...['components.list', 'components.refresh', 'components.setProperties'],
    ...['tween.property', 'tween.cancel', 'tween.pause', 'tween.resume', 'tween.list'],
  ],
  clips: ['animation.'],
};

/** The node types of each feature besides those that run an action. */
const nodeTypesByFeature: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  always: [
    ...['TweenFloat', 'EaseValue', 'OnKey', 'OnMouse', 'OnInputAction', 'GetInputAxis'],
    ...['ParseJson', 'ToJson', 'GetJsonValue', 'LogConsole', 'Watch', 'Assert', 'Breakpoint'],
    ...['RunAction', 'RunGraph', 'Note'],
  ],
  objects: ['FindObject', 'ListObjects'],
  spawn: ['SpawnObject'],
  destroy: ['DestroyObject'],
  transforms: ['GetPosition', 'GetRotation', 'GetScale'],
  properties: ['GetProperty', 'SetProperty'],
  clips: ['OnAnimationEvent'],
};

const eventsByFeature: Readonly<Partial<Record<Feature, readonly string[]>>> = {
  always: [
    ...['graph.running', 'graph.stopped', 'node.executing', 'node.done', 'ports.updated'],
    ...['variable.changed', 'variable.deleted', 'console.log'],
  ],
  properties: ['tween.completed', 'tween.cancelled'],
  clips: [
    ...['started', 'paused', 'resumed', 'looped', 'held', 'stopped', 'completed', 'marker'],
    'direction.changed',
  ].map((kind) => `animation.playback.${kind}`),
};

const rejectAdditive = (requests: readonly { readonly additive?: boolean | undefined }[]): void => {
  if (requests.some(({ additive }) => additive)) rejectUnsupported('add a clip on top of others');
};

const engineAnimationHandlers = {
  ...animationHandlers,
  play(parameters, services) {
    rejectAdditive([parameters]);
    return animationHandlers.play(parameters, services);
  },
  playSet(parameters, services) {
    rejectAdditive(parameters.items);
    return animationHandlers.playSet(parameters, services);
  },
} satisfies ActionHandlers<Actions['animation']>;

const engineComponentHandlers = {
  ...componentValueHandlers,
  // Engines apply each property when it is written, so there is never anything to rebuild.
  refresh({ object, component }, { scene }) {
    const target = scene.get(object);
    if (component !== undefined && component !== transformComponentName) getComponent(target, component);
    return { refreshed: [] };
  },
} satisfies Partial<ActionHandlers<Actions['components']>>;

const handlersBySpec = [
  ...pairSpecsWithHandlers(actions, {
    ...{ animation: engineAnimationHandlers, components: engineComponentHandlers, log: logHandlers },
    ...{ scene: sceneHandlers, text: formatTextHandlers, time: timeHandlers },
    ...{ transform: transformHandlers, tween: tweenHandlers },
  }),
  ...pairSpecsWithHandlers(nodeActions, { transform: nodeTransformHandlers, tween: nodeTweenHandlers }),
];

/** Nodes that need nothing but the graph engine. */
const independentNodes: readonly NodeDefinition[] = [
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
];

const otherNodes: readonly NodeDefinition[] = [
  ...transformNodes,
  ...sceneNodes,
  ...tweenNodes,
  ...animationNodes,
  ...inputNodes,
  ...networkNodes,
  ...systemNodes,
];

/** What a runtime offers of the service's catalog. */
export interface EngineCapabilities {
  readonly features: ReadonlySet<Feature>;
  readonly handlers: ReadonlyMap<ActionSpec, AnyActionHandler>;
  /** Node definitions keyed by the enum value in lower case. */
  readonly definitions: ReadonlyMap<string, NodeDefinition>;
  readonly eventKinds: readonly string[];
}

/**
 * Determines what a runtime offers of the catalog.
 * @param ownHandlers handlers of the engine for actions of the catalog
 */
export const getEngineCapabilities = <Handle>(
  engine: Engine<Handle>,
  ownHandlers: ReadonlyMap<ActionSpec, AnyActionHandler>,
): EngineCapabilities => {
  const has: Has = (...methods) => methods.every((method) => engine[method] !== undefined);
  const available = new Set((Object.keys(features) as Feature[]).filter((feature) => features[feature](has)));
  const collect = (byFeature: Readonly<Partial<Record<Feature, readonly string[]>>>): readonly string[] =>
    [...available].flatMap((feature) => byFeature[feature] ?? []);
  const patterns = collect(actionsByFeature);
  const isOffered = (name: string): boolean =>
    patterns.some((pattern) => (pattern.endsWith('.') ? name.startsWith(pattern) : name === pattern));
  const handlers = new Map([
    ...handlersBySpec.filter(([spec]) => isOffered(actionsBySpec.get(spec)?.name ?? '')),
    ...ownHandlers,
  ]);
  const nodeTypes = new Set(collect(nodeTypesByFeature));
  const offeredNodes = otherNodes.filter(
    ({ type, actions: required }) =>
      nodeTypes.has(type.enumValue) || (required.length > 0 && required.every((spec) => handlers.has(spec))),
  );
  return {
    features: available,
    handlers,
    definitions: indexByEnumValue([...independentNodes, ...offeredNodes]),
    eventKinds: collect(eventsByFeature),
  };
};
