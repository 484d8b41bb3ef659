import { useSignal } from '@preact/signals';
import { useLivePage } from '../app/live-page-context.ts';
import { VirtualList } from '../components/virtual-list.tsx';
import { GraphListEntry } from './graph-list-entry.tsx';
import './graph-panel.css';

/** The height of a row in pixels, as in the style sheet. */
const rowHeight = 28;
/** The filter is shown if there are more graphs than this. */
const minGraphsForFilter = 8;

/** Lists the project's graphs and their states. */
export const GraphPanel = () => {
  const { graphs } = useLivePage();
  const filter = useSignal('');
  const query = filter.value.trim().toLowerCase();
  const allGraphs = graphs.list.value;
  const visibleGraphs =
    query === '' ? allGraphs : allGraphs.filter(({ name }) => name.toLowerCase().includes(query));
  return (
    <nav class="graph-panel" aria-label="Graphs">
      <header>
        <h2>Graphs</h2>
        <button type="button" onClick={() => void graphs.create()}>
          New graph
        </button>
      </header>
      {(allGraphs.length > minGraphsForFilter || query !== '') && (
        <input
          type="search"
          aria-label="Filter graphs"
          placeholder={`Filter ${allGraphs.length} graphs`}
          value={filter.value}
          onInput={({ currentTarget }) => {
            filter.value = currentTarget.value;
          }}
        />
      )}
      {visibleGraphs.length === 0 ? (
        <p class="quiet">{query === '' ? 'No graphs yet.' : 'No graph has that name.'}</p>
      ) : (
        <VirtualList
          label="Graphs"
          rows={visibleGraphs}
          rowHeight={rowHeight}
          renderRow={(graph) => <GraphListEntry key={graph.id} graph={graph} />}
        />
      )}
    </nav>
  );
};
