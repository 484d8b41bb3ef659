import { findNumberKind, readNodeCatalogue } from '../target/node-catalogue.ts';
import { countOf } from '../target/count.ts';
import { startStoringFloor, storingFloor } from './build.ts';
import { largeRequestMetrics, onScratchGraphs, raceLargeRequest } from './large-request.ts';
import type { Suite } from './suite.ts';

const nodeCount = 1000;

/** The largest bulk creation of nodes that the service promises to take. */
export const bulk: Suite = {
  id: 'bulk',
  title: 'Bulk node creation',
  async run(context) {
    const { target, plan, compare } = context;
    const { enumValue } = findNumberKind(await readNodeCatalogue(target));
    const body = Array.from({ length: nodeCount }, (_, i) => ({
      category: enumValue,
      locationX: (i % 40) * 240,
      locationY: Math.floor(i / 40) * 160,
    }));
    const verify = async (graphId: string) => {
      const nodes = await countOf(target, `/api/graphs/${graphId}/nodes`);
      if (nodes < nodeCount) throw new Error(`the graph holds ${nodes} nodes after a bulk of ${nodeCount}`);
    };
    await compare({
      id: 'bulk/1000',
      title: `POST nodes/bulk of ${nodeCount} nodes`,
      note: 'One request at a time, each into a graph of its own that is checked afterwards. The floor puts the specs into a map.',
      metrics: largeRequestMetrics,
      reference: storingFloor,
      candidates: [
        raceLargeRequest({
          name: 'target',
          role: 'target',
          address: target.address,
          token: target.token,
          body,
          repetitions: plan.repetitions,
          ...onScratchGraphs({ target, route: 'nodes/bulk', verify }),
        }),
        await startStoringFloor(context, body),
      ],
    });
  },
};
