import { actions } from '#spec/actions/index.ts';
import { ApiError } from '#spec/errors.ts';
import { LimitExceededError } from '../scene/limit-exceeded-error.ts';
import { objectsPerStep, stepCosts } from './execution-limits.ts';
import { admitLine } from './log-rate-limiter.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { NodeServices } from '../nodes/dsl/handler-context.ts';
import type { NodeMemory } from './graph-run.ts';
import type { Limits } from './execution-limits.ts';
import type { RuntimeServices } from '../runtime-services.ts';

interface ActionRunnerOptions {
  readonly runAction: NodeServices['runAction'];
  readonly runtime: RuntimeServices;
  readonly limits: Limits;
}

/** Actions that look at every object, at every tween, or at every body. */
const scanningActions: ReadonlySet<ActionSpec> = new Set([
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

const consoleLogAction: ActionSpec = actions.log.console;
const timeStepAction: ActionSpec = actions.time.step;

/**
 * Has a node run direct actions: takes the steps that they cost, and tells once of one that was refused because there is
 * too much of something already.
 */
export const createNodeActionRunner = (
  memory: NodeMemory,
  spend: NodeServices['spendSteps'],
  write: NodeServices['log'],
  { runAction, runtime: { scene }, limits }: ActionRunnerOptions,
): NodeServices['runAction'] => {
  const { nodeId, run } = memory;

  const tellOnce = ({ reason }: ApiError): void => {
    if (memory.hasReportedRejection) return;
    memory.hasReportedRejection = true;
    write('error', reason);
  };

  return (action, parameters) => {
    if (action.quick) return runAction(action, parameters);
    if (action === timeStepAction)
      throw new ApiError('ACTION_FAILED', 'Time cannot be stepped by a graph, which is part of a step.');
    spend(stepCosts.action);
    if (action === consoleLogAction && !admitLine(run.logRate, nodeId, limits.linesPerTick)) {
      throw new ApiError(
        'ACTION_FAILED',
        `The graph has written ${limits.linesPerTick} console lines in this frame.`,
      );
    }
    const before = scene.size;
    if (scanningActions.has(action)) spend(Math.floor(before / objectsPerStep));
    let result: ReturnType<typeof runAction<typeof action>>;
    try {
      result = runAction(action, parameters);
    } catch (failure) {
      if (failure instanceof LimitExceededError) tellOnce(failure);
      // the nearest names are told, for which all are looked at
      if (failure instanceof ApiError && failure.code === 'OBJECT_NOT_FOUND')
        spend(Math.floor(before / objectsPerStep));
      throw failure;
    }
    spend(Math.max(0, scene.size - before) * stepCosts.objectMade);
    return result;
  };
};
