import { countItems } from '../target/count-items.ts';
import { toJsonObject, toOptionalString } from '../target/loose-json.ts';
import { useScratchGraphs, createLargeRequestCandidate } from './large-request-candidate.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { Target } from '../target/target.ts';
import type { BuildBody } from './create-build-body.ts';
import type { BuildShape } from './build-shapes.ts';
import type { SuiteContext } from './suite.ts';

interface BuildCandidateOptions extends BuildShape {
  /** The part of the path that follows `/api/graphs/{graphId}`. */
  readonly route: string;
}

/** Creates a candidate that builds into scratch graphs and checks their contents afterwards. */
export const createBuildCandidate = (
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
