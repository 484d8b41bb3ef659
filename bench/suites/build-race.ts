import { countOf } from '../target/count.ts';
import { objectOf, textOf } from '../target/json.ts';
import { onScratchGraphs, raceLargeRequest } from './large-request.ts';
import type { Candidate } from '../harness/candidate.ts';
import type { Target } from '../target/target.ts';
import type { BuildBody } from './build-body.ts';
import type { BuildShape } from './build-shapes.ts';
import type { SuiteContext } from './suite.ts';

interface BuildRace extends BuildShape {
  /** Path below the graph. */
  readonly route: string;
}

/** Builds into graphs of their own, and looks at what is in them afterwards. */
export const buildRace = (
  { target, plan }: SuiteContext,
  { name, body, before = { nodes: [], connections: [] }, connections, refused, route }: BuildRace,
): Candidate => {
  const most = before.nodes.length + body.nodes.length;
  return raceLargeRequest({
    ...{ name, role: 'target', repetitions: plan.repetitions },
    address: target.address,
    token: target.token,
    pid: target.pid,
    ...(refused && { refused }),
    ...onScratchGraphs({
      target,
      route,
      bodyFor: async (graphId) =>
        before.nodes.length === 0 ? body : withIds(body, await buildBefore(target, graphId, before)),
      async verify(graphId) {
        const built = await countOf(target, `/api/graphs/${graphId}/connections`);
        const nodes = await countOf(target, `/api/graphs/${graphId}/nodes`);
        // A new graph may hold a few nodes of its own.
        const isRight = refused ? nodes < most : nodes >= most;
        if (!isRight || built !== connections)
          throw new Error(`the graph holds ${nodes} nodes and ${built} connections after ${name}`);
      },
    }),
  });
};

/** @returns the ids of the nodes by the names that the body gives them. */
const buildBefore = async (
  target: Target,
  graphId: string,
  body: BuildBody,
): Promise<Map<string, string>> => {
  const answer = objectOf(await target.call('POST', `/api/graphs/${graphId}/build?return=ids`, body));
  const ids = objectOf(answer.nodeIds);
  return new Map(
    body.nodes.map(({ tempId }) => {
      const id = textOf(ids[tempId]);
      if (id === undefined)
        throw new Error(
          'a build does not answer nodeIds by tempId, so that nothing can be wired to its nodes',
        );
      return [tempId, id];
    }),
  );
};

const withIds = ({ nodes, connections }: BuildBody, ids: ReadonlyMap<string, string>): BuildBody => {
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
