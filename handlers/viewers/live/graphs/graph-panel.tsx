import { useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { VirtualList } from '../components/virtual-list.tsx';
import { LeftPanelFrame } from '../app/layout/left-panel-frame.tsx';
import { Button } from '../components/button.tsx';
import { MarkedText } from '../components/marked-text.tsx';
import { MenuButton } from '../components/menu.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { GraphNameField } from './graph-name-field.tsx';
import { getDisconnectedReason } from '../session/connection-labels.ts';
import './graph-panel.css';
import type { TextRange } from '../components/match-text.ts';
import type { GraphSummary } from './graph-list-store.ts';

/** The height of a row in pixels, as in the style sheet. */
const rowHeight = { mouse: 30, touch: 44 };
/** The filter is shown if there are more graphs than this. */
const minGraphsForFilter = 8;

/** The graphs of the project: their states, and what can be done with each. */
export const GraphPanel = () => {
  const { graphs, layout } = useLivePage();
  const [query, setQuery] = useState('');
  const allGraphs = graphs.list.value;
  const visibleGraphs = filterGraphs(allGraphs, query);
  return (
    <LeftPanelFrame
      title="Graphs"
      detail={allGraphs.length}
      tools={<Button icon="plus" label="New graph" onClick={() => void graphs.create()} />}
    >
      {allGraphs.length > minGraphsForFilter || query !== '' ? (
        <div class="panel-search">
          <SearchBox label="Filter graphs" value={query} onEnter={setQuery} />
        </div>
      ) : (
        <div class="graph-list-start" />
      )}
      {visibleGraphs.length === 0 ? (
        <p class="empty">{query === '' ? 'No graphs yet.' : 'No graph has that name.'}</p>
      ) : (
        <VirtualList
          label="Graphs"
          rows={visibleGraphs}
          rowHeight={layout.isPhone.value ? rowHeight.touch : rowHeight.mouse}
          renderRow={({ graph, ranges }) => <GraphListEntry key={graph.id} graph={graph} ranges={ranges} />}
        />
      )}
    </LeftPanelFrame>
  );
};

interface GraphRow {
  readonly graph: GraphSummary;
  /** The parts of the name that the filter has matched. */
  readonly ranges: readonly TextRange[];
}

/** Returns the graphs whose names contain the query, in the order of the list. */
const filterGraphs = (graphs: readonly GraphSummary[], query: string): readonly GraphRow[] => {
  const text = query.trim().toLowerCase();
  return graphs.flatMap((graph) => {
    const start = graph.name.toLowerCase().indexOf(text);
    return start < 0 ? [] : [{ graph, ranges: text === '' ? [] : [[start, start + text.length]] }];
  });
};

/** Renders an entry of the graph list: the graph's state, name and main commands. */
const GraphListEntry = ({ graph, ranges }: GraphRow) => {
  const { graphs, layout, session } = useLivePage();
  const unavailable = getDisconnectedReason(session.state.value);
  const { id, name, state, idle, synced } = graph;
  const [isRenamed, rename] = useState(false);
  const isRunning = state === 'running';
  const dot = graphs.countUnsyncedEdits(graph) > 0 ? 'edited' : isRunning ? 'live' : 'idle';
  const status = `${state}${idle ? ', with nothing left to do' : ''}${synced ? '' : ', not synced'}`;
  const saveName = (newName: string): void => {
    rename(false);
    if (newName.trim() !== '' && newName !== name) void graphs.rename(id, newName);
  };
  return (
    <li class="graph panel-row" title={`${name}: ${status}`}>
      <span class={`dot ${dot}`} aria-hidden="true" />
      {isRenamed ? (
        <GraphNameField name={name} onSave={saveName} />
      ) : (
        <button
          type="button"
          class="row-name"
          aria-current={graphs.openId.value === id}
          onClick={() => {
            graphs.openId.value = id;
            layout.showGraph();
          }}
          onDblClick={() => rename(true)}
          onKeyDown={({ key }) => {
            if (key === 'F2') rename(true);
            if (key === 'Delete') void graphs.confirmAndRemove(id);
          }}
        >
          <MarkedText text={name} ranges={ranges} />
        </button>
      )}
      <span class="hidden">{status}</span>
      <span class="row-tools">
        {isRunning && !synced && (
          <Button
            icon="refresh-cw"
            label={`Sync ${name}`}
            unavailable={unavailable}
            onClick={() => void graphs.sync(id)}
          />
        )}
        <Button
          icon={isRunning ? 'square' : 'play'}
          label={`${isRunning ? 'Stop' : 'Run'} ${name}`}
          unavailable={unavailable}
          onClick={() => void (isRunning ? graphs.stop(id) : graphs.run(id))}
        />
        <MenuButton
          icon="ellipsis"
          label={`More for ${name}`}
          getEntries={() => [
            { label: 'Rename', icon: 'pencil', keys: 'F2', run: () => rename(true) },
            { label: 'Duplicate', icon: 'copy', run: () => void graphs.duplicate(id) },
            'separator',
            { label: 'Delete', icon: 'trash', keys: 'Delete', run: () => void graphs.confirmAndRemove(id) },
          ]}
        />
      </span>
    </li>
  );
};
