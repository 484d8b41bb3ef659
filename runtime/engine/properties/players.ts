/** The engine and the interpreter as players of the same scenarios. */
import { defaultLimits } from '../limits.ts';
import { createStage } from '../testing.ts';
import { allDefinitions } from './graph-plans.ts';
import { createNaiveRuntime } from './naive/runtime.ts';
import type { RaisedEvent } from '../../link/protocol.ts';
import type { Limits } from '../limits.ts';
import type { Player } from './scenarios.ts';

/** All that was raised: a batch for each tick and command that raised anything. */
export type Trace = readonly (readonly RaisedEvent[])[];

/** Guards so narrow that small graphs reach them. */
export const narrowLimits: Limits = {
  ...defaultLimits,
  stepsPerActivation: 300,
  stepsPerTick: 900,
  stackDepth: 12,
  pendingLatents: 12,
  waitingEvents: 40,
  linesPerTick: 3,
};

interface Recorded {
  readonly player: Player;
  readonly trace: Trace;
}

interface Options {
  readonly seed?: number;
  readonly limits?: Limits;
}

export const createEnginePlayer = ({ seed = 1, limits = narrowLimits }: Options = {}): Recorded => {
  const stage = createStage({ definitions: allDefinitions, seed, limits });
  const { execute, step, batches: trace } = stage;
  stage.listenTo('node.executing', 'node.done', 'ports.updated');
  const player: Player = {
    load: (graph) => execute('graph.load', { graph }),
    run: (graphId) => execute('graph.run', { graphId }),
    stop: (graphId) => execute('graph.stop', { graphId }),
    press: (graphId, nodeId) => execute('graph.press', { graphId, nodeId, port: 'Pressed' }),
    put: (variables) => execute('variables.put', { variables }),
    step,
  };
  return { player, trace };
};

export const createNaivePlayer = ({ seed = 1, limits = narrowLimits }: Options = {}): Recorded => {
  const player = createNaiveRuntime({ definitions: allDefinitions, seed, limits });
  const trace: (readonly RaisedEvent[])[] = [];
  player.listen({ events: (batch) => trace.push(batch) });
  return { player, trace };
};
