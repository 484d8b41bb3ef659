import { readSharedCatalogue } from '../target/node-catalogue.ts';
import { createBuildBody } from './create-build-body.ts';
import { compareInProcessBuilds } from './in-process-build-comparison.ts';
import { createBuildCandidate } from './build-candidate.ts';
import { createBuildShapes } from './build-shapes.ts';
import { getLargeRequestMetrics } from './large-request-candidate.ts';
import { createNodeRedCandidate } from './node-red-candidate.ts';
import { createCandidatesPerTarget } from './candidates-per-target.ts';
import { createStoringBaselines, storingBaselineName } from './storing-route-baselines.ts';
import type { BuildBody } from './create-build-body.ts';
import type { Suite, SuiteContext } from './suite.ts';

const nodeCount = 1000;
const connectionCount = 5000;

/** Measures the largest declarative build that a service must accept. */
export const buildSuite: Suite = {
  id: 'build',
  title: 'Declarative build',
  starts: 2,
  async run(context) {
    const catalogue = await readSharedCatalogue(context.targets);
    const body = createBuildBody(catalogue, nodeCount, connectionCount);
    await compareBuildResponses(context, body);
    await compareBuildShapes(context, createBuildShapes(catalogue, nodeCount, connectionCount));
    await context.compare(compareInProcessBuilds(context, nodeCount, connectionCount));
  },
};

const compareBuildResponses = async (context: SuiteContext, body: BuildBody): Promise<void> => {
  const { compare } = context;
  const kilobytes = Math.round(JSON.stringify(body).length / 1000);
  const shape = { body, connections: connectionCount };
  await compare({
    id: 'build/1000x5000',
    title: `POST build of ${nodeCount} nodes and ${connectionCount} connections (${kilobytes} kB)`,
    note:
      'One request at a time, each into a new graph that is checked afterwards. The baselines parse the body, put every node and connection into a map, ' +
      'append the text of the body to a file and respond: one with a number, the other with the full response of the target. A target that does not know return=ids responds in full. ' +
      'What a target saves later is not counted; Node-RED deploys as many change nodes and connections without a token, writes them to its file before it responds, and returns a revision.',
    metrics: await getLargeRequestMetrics(context),
    reference: storingBaselineName,
    candidates: [
      ...createCandidatesPerTarget(context, (targetContext) => [
        createBuildCandidate(targetContext, { ...shape, name: 'target', route: 'build' }),
        createBuildCandidate(targetContext, {
          ...shape,
          name: 'target, return=ids',
          route: 'build?return=ids',
        }),
      ]),
      ...(await createStoringBaselines(context, 'build', body)),
      createNodeRedCandidate(context, body),
    ],
  });
};

const compareBuildShapes = async (
  context: SuiteContext,
  shapes: ReturnType<typeof createBuildShapes>,
): Promise<void> => {
  // biome-ignore lint/style/noNonNullAssertion: there are some
  const reference = shapes[0]!.name;
  await context.compare({
    id: 'build/shapes',
    title: `Builds of ${nodeCount} nodes and ${connectionCount} connections that are less orderly`,
    note: 'All return ids, except the one that is rejected for its last connection and leaves the graph unchanged. The node types are those with the fewest ports that pass on a trigger. Replaced connections lead to inputs that accept only one, and are replaced by later connections of the same body.',
    metrics: await getLargeRequestMetrics(context),
    reference,
    candidates: createCandidatesPerTarget(context, (targetContext) =>
      shapes.map((shape) => createBuildCandidate(targetContext, { ...shape, route: 'build?return=ids' })),
    ),
  });
};
