import { Fault } from '#spec/errors.ts';
import { isHighVolume } from '../link/high-volume.ts';
import { hearersOf } from './hearers.ts';
import { miss, sizeOf, wait } from './waiting.ts';
import type { Json } from '#spec/values.ts';
import type { Hearers, RaisedEvent } from '../link/protocol.ts';
import type { Occurrences } from '../nodes/grammar/context.ts';
import type { Limits } from './limits.ts';
import type { Listeners } from './listeners.ts';
import type { Queued, Run } from './run.ts';

/** Keeps what comes from outside for the turns of the graphs that wait for it. */
interface Arrivals {
  enqueue(queued: Queued): void;
  /** Whether a node of a running graph waits for this. */
  waitsFor(kind: keyof Occurrences): boolean;
  /** @throws Fault NODE_NOT_FOUND or PORT_NOT_FOUND when the graph has no such button. */
  press(run: Run, nodeId: string, port: string): void;
  /** @returns who hears it with the next frame */
  send(name: string, payload: Json, graphId: string | undefined): Hearers;
  hear(events: readonly RaisedEvent[]): void;
}

export const createArrivals = (listeners: Listeners, limits: Limits): Arrivals => {
  const enqueue: Arrivals['enqueue'] = (queued) => {
    const runs = listeners.to(queued.kind);
    if (runs.size === 0) return;
    const size = sizeOf(queued);
    for (const run of runs) if (!wait(run, queued, size, limits)) miss(run, queued, size);
  };
  const waitsFor: Arrivals['waitsFor'] = (kind) => listeners.to(kind).size > 0;

  return {
    enqueue,
    waitsFor,
    press(run, nodeId, port) {
      const node = run.graph.byId.get(nodeId);
      if (!node) throw new Fault('NODE_NOT_FOUND', `The running graph has no node with the id "${nodeId}".`);
      if (!node.definition.when.press || !node.program.exits.some(({ name }) => name === port)) {
        throw new Fault('PORT_NOT_FOUND', `Node ${nodeId} has no button named "${port}".`);
      }
      const queued: Queued = { kind: 'press', occurrence: { nodeId, port } };
      if (!wait(run, queued, 0, limits)) miss(run, queued, 0);
    },
    send(name, payload, graphId) {
      const hearers: Hearers = [];
      const queued: Queued = { kind: 'custom', occurrence: { name, payload, sender: '' } };
      const size = sizeOf(queued);
      for (const run of listeners.to('custom')) {
        const isMeant = graphId === undefined || run.graphId === graphId;
        if (!isMeant || !wait(run, queued, size, limits)) continue;
        const nodeIds = hearersOf(run, name);
        if (nodeIds.length > 0) hearers.push({ graphId: run.graphId, nodeIds });
      }
      return hearers;
    },
    hear(events) {
      if (!waitsFor('event')) return;
      for (const occurrence of events) if (!isHighVolume(occurrence)) enqueue({ kind: 'event', occurrence });
    },
  };
};
