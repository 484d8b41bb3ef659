import { actions, type Actions, nodeActions, type NodeActions } from '#spec/actions/index.ts';
import { createRunAction, pairSpecsWithHandlers } from './run-action.ts';
import { animationHandlers } from './animation.ts';
import { assetHandlers } from './assets.ts';
import { audioHandlers } from './audio.ts';
import { cameraHandlers } from './camera.ts';
import { colorHandlers, colorTweenHandlers } from './colors.ts';
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
import { surroundingsHandlers } from './surroundings.ts';
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
  scene: { ...sceneHandlers, ...colorHandlers },
  transform: { ...transformHandlers, ...surroundingsHandlers },
  physics: physicsHandlers,
  tween: { ...tweenHandlers, ...colorTweenHandlers },
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

const handlersBySpec = new Map([
  ...pairSpecsWithHandlers(actions, clientActionHandlers),
  ...pairSpecsWithHandlers(nodeActions, nodeActionHandlers),
]);

/** Creates a function that runs all actions of the catalog with a runtime's services. */
export const createActionRunner = (services: RuntimeServices): RunAction =>
  createRunAction(handlersBySpec, services);
