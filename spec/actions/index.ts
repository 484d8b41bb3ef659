import { type Acceptor, createAcceptor, refuse } from '../contract/acceptor.ts';
import { lazy } from '../lazy.ts';
import { webhook } from './webhook.ts';
import type { ActionSpec } from '../contract/action.ts';
import { animation } from './animation.ts';
import { audio } from './audio.ts';
import { assets } from './assets.ts';
import { camera } from './camera.ts';
import { components } from './components.ts';
import { light } from './light.ts';
import { log } from './log.ts';
import { material } from './material.ts';
import { midi } from './midi.ts';
import { output } from './output.ts';
import { physics, physicsOfNodes } from './physics.ts';
import { process } from './process.ts';
import { project } from './project.ts';
import { scene } from './scene.ts';
import { streaming } from './streaming.ts';
import { text } from './text.ts';
import { time } from './time.ts';
import { transform, transformOfNodes } from './transform.ts';
import { tween, tweenOfNodes } from './tween.ts';

type ActionCategories = Readonly<Record<string, Readonly<Record<string, ActionSpec>>>>;

/** Every direct action by category, then by its dotted name within the category. */
export const actions = {
  scene,
  transform,
  physics,
  tween,
  material,
  light,
  camera,
  animation,
  audio,
  log,
  text,
  components,
  time,
  midi,
  output,
  assets,
  process,
  webhook,
  streaming,
  project,
} as const satisfies ActionCategories;

export type Actions = typeof actions;

/** Actions that nodes run and that no client can call: with a contract like all others, but in no document. */
export const nodeActions = {
  transform: transformOfNodes,
  physics: physicsOfNodes,
  tween: tweenOfNodes,
} as const satisfies ActionCategories;

export type NodeActions = typeof nodeActions;

/** A declared action with the name it is called by. */
export interface NamedAction {
  readonly name: string;
  readonly category: string;
  readonly action: string;
  readonly spec: ActionSpec;
  /** Takes parameters that are exactly as declared; made when it is first asked for. */
  acceptor(): Acceptor;
}

const namesOf = (categories: ActionCategories): NamedAction[] =>
  Object.entries(categories).flatMap(([category, group]) =>
    Object.entries(group).map(([action, spec]) => ({
      name: `${category}.${action}`,
      category,
      action,
      spec,
      acceptor: lazy(() => createAcceptor(spec.parameters) ?? refuse),
    })),
  );

/** Every action by its full dotted name in lower case: names arrive in any letter case. */
export const actionsByName: ReadonlyMap<string, NamedAction> = new Map(
  namesOf(actions).map((named) => [named.name.toLowerCase(), named]),
);

/** Every action with its name by its contract, those that no client can call included. */
export const actionsBySpec: ReadonlyMap<ActionSpec, NamedAction> = new Map(
  [...namesOf(actions), ...namesOf(nodeActions)].map((named) => [named.spec, named]),
);
