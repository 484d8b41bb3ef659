import { actions, nodeActions } from '#spec/actions/index.ts';
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
import { webhook } from './webhook.ts';
import type { Actions, NodeActions } from '#spec/actions/index.ts';
import type { ActionSpec } from '#spec/contract/action.ts';
import type { World } from '../world.ts';
import type { Bodies, RunAction } from './body.ts';

type BodiesOf<Categories extends Readonly<Record<string, Readonly<Record<string, ActionSpec>>>>> = {
  readonly [Category in keyof Categories]: Bodies<Categories[Category]>;
};

const clientBodies: BodiesOf<Actions> = {
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
};
const nodeBodies: BodiesOf<NodeActions> = {
  transform: transformOfNodes,
  physics: physicsOfNodes,
  tween: tweenOfNodes,
};

/** A body once its contract is only known at run time: parameters were parsed by it. */
type AnyBody = (parameters: object, world: World) => never;
type ByCategory<T> = Readonly<Record<string, Readonly<Record<string, T>>>>;

const paired = (specs: ByCategory<ActionSpec>, bodies: ByCategory<unknown>) =>
  Object.entries(specs).flatMap(([category, group]) =>
    // biome-ignore lint/style/noNonNullAssertion: each contract has its body, as the types of the two tables demand
    Object.entries(group).map(([action, spec]) => [spec, bodies[category]![action] as AnyBody] as const),
  );

const bodies: ReadonlyMap<ActionSpec, AnyBody> = new Map([
  ...paired(actions, clientBodies),
  ...paired(nodeActions, nodeBodies),
]);

/** Binds the actions to what they work with. */
export const createActionRunner =
  (world: World): RunAction =>
  (action, parameters) =>
    // biome-ignore lint/style/noNonNullAssertion: every contract of the two tables is in here
    bodies.get(action)!(parameters, world);
