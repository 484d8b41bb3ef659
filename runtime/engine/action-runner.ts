import { Fault } from '#spec/errors.ts';
import { Exceeded } from '../scene/exceeded.ts';
import { objectsPerStep, prices } from './limits.ts';
import type { NodeServices } from '../nodes/grammar/context.ts';
import type { NodeMemory } from './run.ts';
import type { Surroundings } from './services.ts';

/** Actions that look at every object, or at every tween. */
const sweeping: ReadonlySet<string> = new Set(['scene.objects.list', 'scene.objects.find', 'tween.list']);

/**
 * Has a node run direct actions: takes the steps that they cost, and tells once of one that was refused because there is
 * too much of something already.
 */
export const actionRunner = (
  memory: NodeMemory,
  spend: NodeServices['spend'],
  write: NodeServices['log'],
  { runAction, countObjects, limits }: Pick<Surroundings, 'runAction' | 'countObjects' | 'limits'>,
): NodeServices['runAction'] => {
  const { nodeId, run } = memory;

  const tellOnce = ({ reason }: Fault): void => {
    if (memory.refused) return;
    memory.refused = true;
    write('error', reason);
  };

  return (name, parameters) => {
    spend(prices.action);
    if (name === 'log.console' && !run.lines.admits(nodeId, limits.linesPerTick)) {
      throw new Fault(
        'ACTION_FAILED',
        `The graph has written ${limits.linesPerTick} console lines in this frame.`,
      );
    }
    const before = countObjects();
    if (sweeping.has(name)) spend(Math.floor(before / objectsPerStep));
    let result: ReturnType<typeof runAction>;
    try {
      result = runAction(name, parameters);
    } catch (failure) {
      if (failure instanceof Exceeded) tellOnce(failure);
      // the nearest names are told, for which all are looked at
      if (failure instanceof Fault && failure.code === 'OBJECT_NOT_FOUND')
        spend(Math.floor(before / objectsPerStep));
      throw failure;
    }
    spend(Math.max(0, countObjects() - before) * prices.objectMade);
    return result;
  };
};
