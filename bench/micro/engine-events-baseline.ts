import { createStepRunner } from './step-runner.ts';
import type { TriggerStepOptions } from './step-runner.ts';

/**
 * A chain of closures that each write two events about themselves out as text: what telling of every node costs when
 * nothing is put off.
 */
export const createEngineEventsBaseline = () =>
  createStepRunner(({ nodes }: TriggerStepOptions) => {
    let told = 0;
    let tick = 0;
    let texts: string[] = [];
    const raise = (type: string, nodeId: string) => {
      const data = { graphId: 'bench-0', nodeId, category: 'Gate', port: 'In' };
      texts.push(JSON.stringify({ type, tick, time: tick / 60, data, graphId: 'bench-0', nodeId }));
    };
    const ids = Array.from({ length: nodes }, (_, index) => `node-${index}`);
    const step = () => {
      tick += 1;
      for (const id of ids) {
        raise('node.executing', id);
        raise('node.done', id);
      }
      told += texts.length;
      texts = [];
    };
    return { step, getResult: () => told / 2 };
  });
