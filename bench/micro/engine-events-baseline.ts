import { createStepRunner } from './step-runner.ts';
import type { TriggerStepOptions } from './step-runner.ts';

/**
 * Creates a chain of closures that each immediately serialize two events about themselves. The chain shows the cost of
 * reporting every node without deferring any work.
 */
export const createEngineEventsBaseline = () =>
  createStepRunner(({ nodes }: TriggerStepOptions) => {
    let eventCount = 0;
    let tick = 0;
    let serialized: string[] = [];
    const emit = (type: string, nodeId: string) => {
      const data = { graphId: 'bench-0', nodeId, category: 'Gate', port: 'In' };
      serialized.push(JSON.stringify({ type, tick, time: tick / 60, data, graphId: 'bench-0', nodeId }));
    };
    const ids = Array.from({ length: nodes }, (_, index) => `node-${index}`);
    const step = () => {
      tick += 1;
      for (const id of ids) {
        emit('node.executing', id);
        emit('node.done', id);
      }
      eventCount += serialized.length;
      serialized = [];
    };
    return { step, getResult: () => eventCount / 2 };
  });
