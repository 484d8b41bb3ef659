import { actions, type Actions, nodeActions, type NodeActions } from '#spec/actions/index.ts';
import { animationHandlers } from './animation.ts';
import { assetHandlers } from './assets.ts';
import { audioHandlers } from './audio.ts';
import { cameraHandlers } from './camera.ts';
import { componentHandlers } from './components.ts';
import { lightHandlers } from './light.ts';
import { logHandlers } from './log.ts';
import { materialHandlers } from './material.ts';
import { midiHandlers } from './midi.ts';
import { outputHandlers } from './output.ts';
import { nodePhysicsHandlers, physicsHandlers } from './physics.ts';
import { processHandlers } from './process.ts';
import { projectHandlers } from './project.ts';
import { sceneHandlers } from './scene.ts';
import { streamingHandlers } from './streaming.ts';
import { textHandlers } from './text.ts';
import { timeHandlers } from './time.ts';
import { nodeTransformHandlers, transformHandlers } from './transform.ts';
import { nodeTweenHandlers, tweenHandlers } from './tween.ts';
import { webhookHandlers } from './webhook.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { ActionHandlers, RunAction, RuntimeServices } from '../runtime-services.ts';

type HandlersByCategory<Categories extends Readonly<Record<string, Readonly<Record<string, ActionSpec>>>>> = {
  readonly [Category in keyof Categories]: ActionHandlers<Categories[Category]>;
};

const clientActionHandlers: HandlersByCategory<Actions> = {
  scene: sceneHandlers,
  transform: transformHandlers,
  physics: physicsHandlers,
  tween: tweenHandlers,
  material: materialHandlers,
  light: lightHandlers,
  camera: cameraHandlers,
  animation: animationHandlers,
  audio: audioHandlers,
  log: logHandlers,
  text: textHandlers,
  components: componentHandlers,
  time: timeHandlers,
  midi: midiHandlers,
  output: outputHandlers,
  assets: assetHandlers,
  process: processHandlers,
  webhook: webhookHandlers,
  streaming: streamingHandlers,
  project: projectHandlers,
};
const nodeActionHandlers: HandlersByCategory<NodeActions> = {
  transform: nodeTransformHandlers,
  physics: nodePhysicsHandlers,
  tween: nodeTweenHandlers,
};

/**
 * A handler whose contract is known only at run time. Its parameters have already been parsed according to that
 * contract.
 */
type AnyActionHandler = (parameters: object, services: RuntimeServices) => never;
type ByCategory<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

const pairSpecsWithHandlers = (specs: ByCategory<ActionSpec>, handlers: ByCategory<unknown>) =>
  Object.entries(specs).flatMap(([category, group]) =>
    Object.entries(group).map(
      // biome-ignore lint/style/noNonNullAssertion: each contract has its handler, as the types of the two tables require
      ([action, spec]) => [spec, handlers[category]![action] as AnyActionHandler] as const,
    ),
  );

const handlersBySpec: ReadonlyMap<ActionSpec, AnyActionHandler> = new Map([
  ...pairSpecsWithHandlers(actions, clientActionHandlers),
  ...pairSpecsWithHandlers(nodeActions, nodeActionHandlers),
]);

/** Creates a function that runs actions with a runtime's services. */
export const createActionRunner =
  (services: RuntimeServices): RunAction =>
  (action, parameters) =>
    // biome-ignore lint/style/noNonNullAssertion: every contract of the two tables is in here
    handlersBySpec.get(action)!(parameters, services);
