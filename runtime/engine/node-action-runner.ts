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

/** Actions that search all objects, all tweens or all bodies. */
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
 * Creates the function that runs direct actions for a node. The function charges the actions' steps, and logs an
 * exceeded limit only once.
 */
export const createNodeActionRunner = (
  memory: NodeMemory,
  spend: NodeServices['spendSteps'],
  write: NodeServices['log'],
  { runAction, runtime: { scene }, limits }: ActionRunnerOptions,
): NodeServices['runAction'] => {
  const { nodeId, run } = memory;

  const reportOnce = ({ reason }: ApiError): void => {
    if (memory.hasReportedRejection) return;
    memory.hasReportedRejection = true;
    write('error', reason);
  };

  return (action, parameters) => {
    if (action.quick) return runAction(action, parameters);
    if (action === timeStepAction)
      throw new ApiError('ACTION_FAILED', 'A graph cannot step time, because it runs inside a step.');
    spend(stepCosts.action);
    if (action === consoleLogAction && !admitLine(run.logRate, nodeId, limits.linesPerTick)) {
      throw new ApiError(
        'ACTION_FAILED',
        `The graph has reached the limit of ${limits.linesPerTick} console lines in this frame.`,
      );
    }
    const objectCount = scene.size;
    if (scanningActions.has(action)) spend(Math.floor(objectCount / objectsPerStep));
    let result: ReturnType<typeof runAction<typeof action>>;
    try {
      result = runAction(action, parameters);
    } catch (failure) {
      if (failure instanceof LimitExceededError) reportOnce(failure);
      // finding the similar tags that the error suggests required a search of all objects
      if (failure instanceof ApiError && failure.code === 'OBJECT_NOT_FOUND')
        spend(Math.floor(objectCount / objectsPerStep));
      throw failure;
    }
    spend(Math.max(0, scene.size - objectCount) * stepCosts.objectMade);
    return result;
  };
};
