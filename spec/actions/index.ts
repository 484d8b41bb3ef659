import { type CompiledParser, compileParser, rejectAll } from '../contract/compile-parser.ts';
import { lazy } from '../lazy.ts';
import { webhookActions } from './webhook.ts';
import type { ActionCategories, ActionSpec } from '../contract/action-spec.ts';
import { animationActions } from './animation.ts';
import { audioActions } from './audio.ts';
import { assetActions } from './assets.ts';
import { cameraActions } from './camera.ts';
import { componentActions } from './components.ts';
import { lightActions } from './light.ts';
import { logActions } from './log.ts';
import { materialActions } from './material.ts';
import { midiActions } from './midi.ts';
import { outputActions } from './output.ts';
import { physicsActions, nodePhysicsActions } from './physics.ts';
import { processActions } from './process.ts';
import { projectActions } from './project.ts';
import { sceneActions } from './scene.ts';
import { streamingActions } from './streaming.ts';
import { textActions } from './text.ts';
import { timeActions } from './time.ts';
import { transformActions, nodeTransformActions } from './transform.ts';
import { tweenActions, nodeTweenActions } from './tween.ts';

/** All direct actions, keyed by category and then by their dotted names within the category. */
export const actions = {
  scene: sceneActions,
  transform: transformActions,
  physics: physicsActions,
  tween: tweenActions,
  material: materialActions,
  light: lightActions,
  camera: cameraActions,
  animation: animationActions,
  audio: audioActions,
  log: logActions,
  text: textActions,
  components: componentActions,
  time: timeActions,
  midi: midiActions,
  output: outputActions,
  assets: assetActions,
  process: processActions,
  webhook: webhookActions,
  streaming: streamingActions,
  project: projectActions,
} as const satisfies ActionCategories;

export type Actions = typeof actions;

/** The categories of actions on devices, which the service carries out if the runtime has no devices (C-314). */
export const deviceCategories = [
  'midi',
  'process',
  'streaming',
  'webhook',
] as const satisfies readonly (keyof Actions)[];

/**
 * Actions that only nodes can run. These actions are declared like all other actions, but don't appear in any document.
 */
export const nodeActions = {
  transform: nodeTransformActions,
  physics: nodePhysicsActions,
  tween: nodeTweenActions,
} as const satisfies ActionCategories;

export type NodeActions = typeof nodeActions;

/** An action together with its full name. */
export interface NamedAction {
  readonly name: string;
  readonly category: string;
  readonly action: string;
  readonly spec: ActionSpec;
  /** Returns the parser for parameters that match exactly. The parser is compiled on first use. */
  getCompiledParser(): CompiledParser;
}

export const createNamedAction = (category: string, action: string, spec: ActionSpec): NamedAction => ({
  name: `${category}.${action}`,
  category,
  action,
  spec,
  getCompiledParser: lazy(() => compileParser(spec.parameters) ?? rejectAll),
});

const listNamedActions = (categories: ActionCategories): NamedAction[] =>
  Object.entries(categories).flatMap(([category, group]) =>
    Object.entries(group).map(([action, spec]) => createNamedAction(category, action, spec)),
  );

/** All actions, keyed by full dotted name. The keys are lower case, because action names are not case-sensitive. */
export const actionsByName: ReadonlyMap<string, NamedAction> = new Map(
  listNamedActions(actions).map((named) => [named.name.toLowerCase(), named]),
);

/** All actions with their names, keyed by declaration. Includes actions that only nodes can run. */
export const actionsBySpec: ReadonlyMap<ActionSpec, NamedAction> = new Map(
  [...listNamedActions(actions), ...listNamedActions(nodeActions)].map((named) => [named.spec, named]),
);
