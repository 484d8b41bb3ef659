import { findNumberNodeType, readSharedCatalogue } from '../target/node-catalogue.ts';
import { countItems } from '../target/count-items.ts';
import {
  getLargeRequestMetrics,
  useScratchGraphs,
  createLargeRequestCandidate,
} from './large-request-candidate.ts';
import { createCandidatesPerTarget } from './candidates-per-target.ts';
import { createStoringBaselines, respondingBaselineName } from './storing-route-baselines.ts';
import type { Target } from '../target/target.ts';
import type { Suite } from './suite.ts';

const nodeCount = 1000;

/** Measures the largest bulk creation of nodes that a service must accept. */
export const bulkSuite: Suite = {
  id: 'bulk',
  title: 'Bulk node creation',
  starts: 2,
  async run(context) {
    const { plan, compare } = context;
    const { enumValue } = findNumberNodeType(await readSharedCatalogue(context.targets));
    const body = Array.from({ length: nodeCount }, (_, i) => ({
      category: enumValue,
      locationX: (i % 40) * 240,
      locationY: Math.floor(i / 40) * 160,
    }));
    await compare({
      id: 'bulk/1000',
      title: `POST nodes/bulk of ${nodeCount} nodes`,
      note: 'One request at a time, each into a new graph that is checked afterwards. The baselines give every node an id, put it into a map and append the text of the body to a file; one returns the ids, the other the response of the target.',
      metrics: await getLargeRequestMetrics(context),
      reference: respondingBaselineName,
      candidates: [
        ...createCandidatesPerTarget(context, ({ target }) => [
          createLargeRequestCandidate({
            name: 'target',
            role: 'target',
            address: target.address,
            token: target.token,
            pid: target.pid,
            // A bulk request takes a third of a build's time, but its garbage collections take as long as a build's, so
            // more repetitions are needed.
            repetitions: 3 * plan.repetitions,
            ...useScratchGraphs({
              target,
              route: 'nodes/bulk',
              createBody: async () => body,
              verify: (graphId) => assertNodeCount(target, graphId),
            }),
          }),
        ]),
        ...(await createStoringBaselines(context, 'nodes/bulk', body)),
      ],
    });
  },
};

const assertNodeCount = async (target: Target, graphId: string): Promise<void> => {
  const nodes = await countItems(target, `/api/graphs/${graphId}/nodes`);
  if (nodes < nodeCount) throw new Error(`the graph holds ${nodes} nodes after a bulk of ${nodeCount}`);
};
