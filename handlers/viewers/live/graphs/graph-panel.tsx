import { useLive } from '../app/live.ts';
import './graph-panel.css';
import type { GraphFacts } from './graphs.ts';

/** The graphs of the project: which there are, and which of them run. */
export const GraphPanel = () => {
  const { graphs } = useLive();
  return (
    <nav class="graph-panel" aria-label="Graphs">
      <h2>Graphs</h2>
      <ul>
        {graphs.list.value.map((graph) => (
          <GraphEntry key={graph.id} graph={graph} />
        ))}
      </ul>
      <button type="button" onClick={() => void graphs.create()}>
        New graph
      </button>
    </nav>
  );
};

const GraphEntry = ({ graph: { id, name, state } }: { readonly graph: GraphFacts }) => {
  const { graphs } = useLive();
  const isRunning = state === 'running';
  return (
    <li class={state}>
      <button
        type="button"
        class="name"
        aria-current={graphs.openId.value === id}
        onClick={() => {
          graphs.openId.value = id;
        }}
      >
        {name}
      </button>
      <button
        type="button"
        aria-label={`${isRunning ? 'Stop' : 'Run'} ${name}`}
        onClick={() => void (isRunning ? graphs.stop(id) : graphs.run(id))}
      >
        {isRunning ? '■' : '▶'}
      </button>
    </li>
  );
};
