import { useSignal } from '@preact/signals';
import { useLivePage } from '../app/live-page-context.ts';
import { VirtualList } from '../components/virtual-list.tsx';
import { GraphListEntry } from './graph-list-entry.tsx';
import './graph-panel.css';

/** In pixels, as in the style sheet. */
const rowHeight = 28;
/** The filter appears with more graphs than this. */
const minGraphsForFilter = 8;

/** The graphs of the project and their states. */
export const GraphPanel = () => {
  const { graphs } = useLivePage();
  const filter = useSignal('');
  const wanted = filter.value.trim().toLowerCase();
  const all = graphs.list.value;
  const shown = wanted === '' ? all : all.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <nav class="graph-panel" aria-label="Graphs">
      <header>
        <h2>Graphs</h2>
        <button type="button" onClick={() => void graphs.create()}>
          New graph
        </button>
      </header>
      {(all.length > minGraphsForFilter || wanted !== '') && (
        <input
          type="search"
          aria-label="Filter graphs"
          placeholder={`Filter ${all.length} graphs`}
          value={filter.value}
          onInput={({ currentTarget }) => {
            filter.value = currentTarget.value;
          }}
        />
      )}
      {shown.length === 0 ? (
        <p class="quiet">{wanted === '' ? 'No graphs yet.' : 'No graph has that name.'}</p>
      ) : (
        <VirtualList
          label="Graphs"
          rows={shown}
          rowHeight={rowHeight}
          renderRow={(graph) => <GraphListEntry key={graph.id} graph={graph} />}
        />
      )}
    </nav>
  );
};
