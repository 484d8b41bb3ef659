import { Fault } from '#spec/errors.ts';
import { prices } from '../../limits.ts';
import { createRandom } from '../../random.ts';
import type { Json } from '#spec/values.ts';
import type { Raise } from '../../../actions/context.ts';
import type { ConsoleLine } from '../../../events/console.ts';
import type { ClockControl } from '../../../frame/clock.ts';
import type { GraphImage } from '../../../link/protocol.ts';
import type { OnRetrigger, VariableCell } from '../../../nodes/context.ts';
import type { Limits } from '../../limits.ts';
import type { SceneView } from '../../../nodes/scene-view.ts';
import type { NaiveLatents } from './latents.ts';
import type { Queued, Run } from './running.ts';
import type { NaiveVariables } from './variables.ts';

/** The world stands still. */
export const wallTime = { unixMs: 0, iso: '1970-01-01T00:00:00.000Z' };

const scene: SceneView = { object: () => undefined };

/** What bodies have in common. */
interface World {
  readonly clock: ClockControl;
  readonly seed: number;
  readonly images: ReadonlyMap<string, GraphImage>;
  /** Graphs to start or stop with the next tick. */
  readonly orders: Map<string, 'run' | 'stop'>;
  readonly latents: NaiveLatents;
  readonly variables: NaiveVariables;
  readonly raise: Raise;
  log(line: ConsoleLine): void;
  tellGraphs(queued: Queued): void;
  readonly limits: Limits;
}

/** What the bodies of a node may call. */
export const createServices = (world: World) => {
  const { clock, seed, images, orders, latents, variables, raise, log, tellGraphs, limits } = world;

  const runAction = (name: string, parameters: Record<string, unknown>): Record<string, unknown> => {
    if (name === 'time.setScale') clock.setScale(Number(parameters.scale));
    else if (name === 'time.pause') clock.pause();
    else throw new Fault('ACTION_NOT_FOUND');
    return {};
  };

  return (run: Run) => (nodeId: string) => {
    const { graphId, name } = run;
    const write = (severity: ConsoleLine['severity'], message: string) =>
      log({ severity, message, graphId, nodeId });
    const spend = (steps: number) => run.machine.spend(steps, nodeId);
    const say: typeof write = (severity, message) => {
      spend(prices.line);
      run.written += 1;
      if (run.written <= limits.linesPerTick) write(severity, message);
      else run.left = { count: (run.left?.count ?? 0) + 1, nodeId: run.left?.nodeId ?? nodeId };
    };
    const memory = () => run.memory.get(nodeId)!;
    return {
      clock,
      scene,
      spend,
      runAction(action: string, parameters: Record<string, unknown>) {
        spend(prices.action);
        return runAction(action, parameters);
      },
      graph: {
        graphId,
        name,
        get frame() {
          return run.frame;
        },
        get elapsed() {
          return run.elapsed;
        },
        get isStopping() {
          return run.phase !== 'running';
        },
      },
      log: say,
      warnOnce(message: string) {
        if (!memory().warned) write('warning', message);
        memory().warned = true;
      },
      random() {
        const own = memory();
        own.random ??= createRandom(seed, graphId, nodeId);
        return own.random();
      },
      variable: (variable: string) => variables.find(variable, graphId),
      assign: variables.assign,
      remove(variable: VariableCell) {
        const about = variable.graphId === undefined ? {} : { graphId: variable.graphId };
        variables.remove(variable);
        raise('variable.deleted', { id: variable.id, name: variable.name, ...about }, about);
      },
      wallTime: () => wallTime,
      control(wanted: string, order: 'run' | 'stop') {
        const image = images.get(wanted) ?? [...images.values()].find((other) => other.name === wanted);
        if (image) orders.set(image.graphId, order);
        return image !== undefined;
      },
      send: (event: string, payload: Json) =>
        tellGraphs({ kind: 'custom', occurrence: { name: event, payload, sender: graphId } }),
      schedule(seconds: number, onRetrigger: OnRetrigger = 'Parallel') {
        if (run.phase !== 'running') {
          say('warning', 'The graph is stopping; nothing latent starts any more.');
          return;
        }
        const ticks = () => {
          if (seconds >= 0) return Math.max(1, Math.ceil(seconds / clock.fixedStep - 1e-9));
          say('warning', `A duration of ${seconds} seconds counts as 0.`);
          return 1;
        };
        latents.schedule(graphId, nodeId, ticks, onRetrigger);
      },
      cancel: () => latents.drop(graphId, nodeId),
      remaining() {
        const due = latents.nextDue(graphId, nodeId);
        return due === undefined ? 0 : (due - clock.tick) * clock.fixedStep;
      },
      halt() {
        if (run.phase === 'running') run.machine.halt();
      },
    };
  };
};
