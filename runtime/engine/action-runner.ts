import { actions } from '#spec/actions/index.ts';
import { Fault } from '#spec/errors.ts';
import { Exceeded } from '../scene/exceeded.ts';
import { objectsPerStep, prices } from './limits.ts';
import { admits } from './lines.ts';
import type { ActionSpec } from '#spec/contract/action.ts';
import type { NodeServices } from '../nodes/grammar/context.ts';
import type { NodeMemory } from './run.ts';
import type { Limits } from './limits.ts';
import type { World } from '../world.ts';

interface Means {
  readonly runAction: NodeServices['runAction'];
  readonly world: World;
  readonly limits: Limits;
}

/** Actions that look at every object, at every tween, or at every body. */
const sweeping: ReadonlySet<ActionSpec> = new Set([
  actions.scene['objects.list'],
  actions.scene['objects.find'],
  actions.tween.list,
  actions.camera.list,
  actions.light.list,
  actions.output.capture,
  actions.transform.snapToGround,
  actions.physics.addExplosionForce,
  actions.physics.setGravity,
  actions.physics.raycast,
  actions.physics.overlapSphere,
  actions.audio.list,
]);

const writesLine: ActionSpec = actions.log.console;
const stepsTime: ActionSpec = actions.time.step;

/**
 * Has a node run direct actions: takes the steps that they cost, and tells once of one that was refused because there is
 * too much of something already.
 */
export const actionRunner = (
  memory: NodeMemory,
  spend: NodeServices['spend'],
  write: NodeServices['log'],
  { runAction, world: { scene }, limits }: Means,
): NodeServices['runAction'] => {
  const { nodeId, run } = memory;

  const tellOnce = ({ reason }: Fault): void => {
    if (memory.refused) return;
    memory.refused = true;
    write('error', reason);
  };

  return (action, parameters) => {
    if (action.quick) return runAction(action, parameters);
    if (action === stepsTime)
      throw new Fault('ACTION_FAILED', 'Time cannot be stepped by a graph, which is part of a step.');
    spend(prices.action);
    if (action === writesLine && !admits(run.lines, nodeId, limits.linesPerTick)) {
      throw new Fault(
        'ACTION_FAILED',
        `The graph has written ${limits.linesPerTick} console lines in this frame.`,
      );
    }
    const before = scene.size;
    if (sweeping.has(action)) spend(Math.floor(before / objectsPerStep));
    let result: ReturnType<typeof runAction<typeof action>>;
    try {
      result = runAction(action, parameters);
    } catch (failure) {
      if (failure instanceof Exceeded) tellOnce(failure);
      // the nearest names are told, for which all are looked at
      if (failure instanceof Fault && failure.code === 'OBJECT_NOT_FOUND')
        spend(Math.floor(before / objectsPerStep));
      throw failure;
    }
    spend(Math.max(0, scene.size - before) * prices.objectMade);
    return result;
  };
};
