import { useLivePage } from '../../app/live-page-context.ts';
import { Icon } from '../../components/icon.tsx';
import { showNodeOfGraph } from '../console/show-node-of-graph.ts';
import type { ConsoleEntry } from '../console/console-state.ts';

export type Caller = NonNullable<ConsoleEntry['caller']>;

/** Says in which call something has happened, and shows the node that has made the call. */
export const CallerLink = ({ caller: { call, graphId, nodeId } }: { readonly caller: Caller }) => {
  const live = useLivePage();
  const graph = live.graphs.find(graphId);
  if (!graph) return <p class="caller quiet">In call {call} by a deleted graph</p>;
  return (
    <button
      type="button"
      class="caller"
      title={`Show the node in ${graph.name} that has made the call`}
      onClick={() => showNodeOfGraph(live, graphId, nodeId)}
    >
      <Icon name="workflow" class="small" />
      In call {call} by {graph.name} ↗
    </button>
  );
};
