import { getItemAt } from '../harness/get-item-at.ts';
import { nodeTypes } from '#runtime/nodes/index.ts';
import { type Candidate, type Comparison, JobError, type RoundMetrics } from '../harness/candidate.ts';
import { median } from '../harness/statistics.ts';
import { countItems } from '../target/count-items.ts';
import { toJsonObject, toOptionalString } from '../target/loose-json.ts';
import { type FixedPortNodeType, readSharedCatalogue } from '../target/node-catalogue.ts';
import { type BuildShape, createBuildShapes } from './build-shapes.ts';
import { createCandidatesPerTarget } from './candidates-per-target.ts';
import { createChildProcessCandidate } from './child-process-candidate.ts';
import { type BuildBody, createBuildBody } from './create-build-body.ts';
import {
  createLargeRequestCandidate,
  getLargeRequestMetrics,
  useScratchGraphs,
} from './large-request-candidate.ts';
import { createPeerCandidate } from './peer-candidate.ts';
import { createStoringBaselines, idsBaselineName } from './storing-route-baselines.ts';
import type { BuildOptions, BuildResult } from '../micro/time-builds.ts';
import type { Target } from '../target/target.ts';
import type { Suite, SuiteContext } from './suite.ts';

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

const nodeRedName = 'Node-RED';

/**
 * Creates a candidate for Node-RED in a child process, which deploys the same nodes and connections through its admin
 * API.
 */
const createNodeRedCandidate = (context: SuiteContext, body: BuildBody): Candidate =>
  createPeerCandidate(context, nodeRedName, 'node-red', async () => {
    const { start, plan } = context;
    const child = start('node-red-peer');
    const { port } = await child.call('listen', undefined);
    const flows = toNodeRedFlows(body);
    const address = { host: '127.0.0.1', port };
    const url = `http://127.0.0.1:${port}/flows`;
    const candidate = createLargeRequestCandidate({
      name: nodeRedName,
      role: 'peer',
      address,
      pid: child.pid,
      repetitions: plan.repetitions,
      // Each deployment starts with an empty workspace, just as each build starts with an empty graph.
      prepare: async () => {
        await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[]' });
        return { path: '/flows', body: flows };
      },
      finish: async () => {
        const deployed = (await (await fetch(url)).json()) as unknown[];
        if (deployed.length !== flows.length)
          throw new JobError(`${deployed.length} of ${flows.length} nodes were deployed`);
      },
    });
    return {
      ...candidate,
      async close() {
        await child.call('close', undefined);
        await child.stop();
      },
    };
  });

/** Creates a Node-RED tab of change nodes with the same connections as the body. */
const toNodeRedFlows = ({ nodes, connections }: BuildBody): object[] => {
  const targetsByNode = new Map(nodes.map(({ tempId }) => [tempId, [] as string[]]));
  const getNodeId = (end: string) => end.slice(0, end.indexOf('/'));
  for (const { from, to } of connections) targetsByNode.get(getNodeId(from))?.push(getNodeId(to));
  return [
    { id: 'tab', type: 'tab', label: 'bench' },
    ...nodes.map(({ tempId }, index) => ({
      id: tempId,
      type: 'change',
      z: 'tab',
      name: '',
      rules: [{ t: 'set', p: 'payload', pt: 'msg', to: '1', tot: 'num' }],
      x: (index % 40) * 240,
      y: Math.floor(index / 40) * 160,
      wires: [targetsByNode.get(tempId)],
    })),
  ];
};

/** The node types of this package that have a fixed set of ports, as the API returns them. */
const fixedPortNodeTypes: readonly FixedPortNodeType[] = nodeTypes
  .filter(({ ports }) => !ports.some((port) => port.affectsNodePorts))
  .map(({ enumValue, ports }) => ({
    enumValue,
    ports: ports.map(({ name, type, direction }) => ({ name, type, direction })),
  }));

const referenceName = 'JSON.parse and maps';

/** Compares the same build, without a server, with a build in another graph library. */
const compareInProcessBuilds = (
  context: SuiteContext,
  nodeCount: number,
  connectionCount: number,
): Comparison => {
  const body = createBuildBody(fixedPortNodeTypes, nodeCount, connectionCount);
  const options: BuildOptions = { text: JSON.stringify(body), repetitions: context.plan.repetitions };
  const toRoundMetrics = ({ times, nodes, connections }: BuildResult): RoundMetrics => {
    if (nodes !== nodeCount || connections !== connectionCount)
      throw new JobError(`the graph holds ${nodes} nodes and ${connections} connections`);
    return { ms: median(times) };
  };
  const createCandidate = (
    name: string,
    role: Candidate['role'],
    program: 'build' | 'maps-floor' | 'litegraph-build',
  ): Candidate =>
    createChildProcessCandidate(context, { name, role }, program, async (child) =>
      toRoundMetrics(await child.call('run', options)),
    );
  return {
    id: 'build/in-process',
    title: `As many nodes and connections in process, from text to graph`,
    note: 'The server under test is not involved. LiteGraph loads its own document format, in which every end is already a number; it checks and looks up nothing.',
    metrics: [{ key: 'ms', label: 'time', unit: 'ms', better: 'lower' }],
    reference: referenceName,
    candidates: [
      createCandidate('runtime', 'target', 'build'),
      createCandidate(referenceName, 'floor', 'maps-floor'),
      createPeerCandidate(context, 'LiteGraph', 'litegraph.js', () =>
        createCandidate('LiteGraph', 'peer', 'litegraph-build'),
      ),
    ],
  };
};

interface BuildCandidateOptions extends BuildShape {
  /** The part of the path that follows `/api/graphs/{graphId}`. */
  readonly route: string;
}

/** Creates a candidate that builds into scratch graphs and checks their contents afterwards. */
const createBuildCandidate = (
  { target, plan }: SuiteContext,
  {
    name,
    body,
    before: existing = { nodes: [], connections: [] },
    connections,
    refused,
    route,
  }: BuildCandidateOptions,
): Candidate => {
  const nodeCount = existing.nodes.length + body.nodes.length;
  return createLargeRequestCandidate({
    ...{ name, role: 'target', repetitions: plan.repetitions },
    address: target.address,
    token: target.token,
    pid: target.pid,
    ...(refused && { expectsRejection: refused }),
    ...useScratchGraphs({
      target,
      route,
      createBody: async (graphId) =>
        existing.nodes.length === 0
          ? body
          : replaceTempIds(body, await buildExistingNodes(target, graphId, existing)),
      async verify(graphId) {
        const built = await countItems(target, `/api/graphs/${graphId}/connections`);
        const nodes = await countItems(target, `/api/graphs/${graphId}/nodes`);
        // A new graph may contain a few nodes by default, so the number of nodes can exceed the count in the build.
        const isExpectedCount = refused ? nodes < nodeCount : nodes >= nodeCount;
        if (!isExpectedCount || built !== connections)
          throw new Error(`the graph holds ${nodes} nodes and ${built} connections after ${name}`);
      },
    }),
  });
};

/**
 * Builds the nodes that exist before the measured build.
 * @returns the node ids, keyed by the temporary ids in the body
 */
const buildExistingNodes = async (
  target: Target,
  graphId: string,
  body: BuildBody,
): Promise<Map<string, string>> => {
  const response = toJsonObject(await target.call('POST', `/api/graphs/${graphId}/build?return=ids`, body));
  const ids = toJsonObject(response.nodeIds);
  return new Map(
    body.nodes.map(({ tempId }) => {
      const id = toOptionalString(ids[tempId]);
      if (id === undefined)
        throw new Error(
          'the response to a build has no nodeIds by tempId, so nothing can be connected to its nodes',
        );
      return [tempId, id];
    }),
  );
};

const replaceTempIds = ({ nodes, connections }: BuildBody, ids: ReadonlyMap<string, string>): BuildBody => {
  const renamed = (end: string): string => {
    const slash = end.indexOf('/');
    const name = end.slice(0, slash);
    return `${ids.get(name) ?? name}${end.slice(slash)}`;
  };
  return {
    nodes,
    connections: connections.map(({ from, to }) => ({ from: renamed(from), to: renamed(to) })),
  };
};

const nodeCount = 1000;
const connectionCount = 5000;

const compareBuildResponses = async (context: SuiteContext, body: BuildBody): Promise<void> => {
  const { compare } = context;
  const kilobytes = Math.round(JSON.stringify(body).length / 1000);
  const shape = { body, connections: connectionCount };
  await compare({
    id: 'build/1000x5000',
    title: `POST build of ${nodeCount} nodes and ${connectionCount} connections (${kilobytes} kB)`,
    note:
      'One request at a time, each into a new graph that is checked afterwards. The baselines parse the body, give every node and connection an id, put it into a map, ' +
      'append the text of the body to a file and respond: one with the ids of the nodes, the other with the full response of the target. A target that does not know return=ids responds in full. ' +
      'What a target saves later is not counted; Node-RED deploys as many change nodes and connections without a token, writes them to its file before it responds, and returns a revision.',
    metrics: await getLargeRequestMetrics(context),
    reference: idsBaselineName,
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
  const reference = getItemAt(shapes, 0).name;
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
