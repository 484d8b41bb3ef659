import { useSignal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { SearchField, VirtualList } from '../components/virtual-list.tsx';
import { LeftPanelFrame } from '../app/layout/left-panel-frame.tsx';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { GraphNameField } from './graph-name-field.tsx';
import './graph-panel.css';
import type { GraphSummary } from './graph-list-store.ts';

/** The height of a row in pixels, as in the style sheet. */
const rowHeight = 28;
/** The filter is shown if there are more graphs than this. */
const minGraphsForFilter = 8;

export const GraphPanel = () => {
  const { graphs } = useLivePage();
  const filter = useSignal('');
  const query = filter.value.trim().toLowerCase();
  const allGraphs = graphs.list.value;
  const visibleGraphs =
    query === '' ? allGraphs : allGraphs.filter(({ name }) => name.toLowerCase().includes(query));
  return (
    <LeftPanelFrame
      title="Graphs"
      detail={allGraphs.length}
      tools={<Button icon="plus" label="New graph" onClick={() => void graphs.create()} />}
    >
      <div class="graph-panel">
        {(allGraphs.length > minGraphsForFilter || query !== '') && (
          <SearchField
            label="Filter graphs"
            placeholder={`Filter ${allGraphs.length} graphs`}
            text={filter}
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
      </div>
    </LeftPanelFrame>
  );
};

/** Renders an entry of the graph list: the graph's state, name and main commands. */
const GraphListEntry = ({ graph: { id, name, state, idle, synced } }: { readonly graph: GraphSummary }) => {
  const { graphs, layout } = useLivePage();
  const [isRenamed, rename] = useState(false);
  const isRunning = state === 'running';
  const status = `${state}${idle ? ', with nothing left to do' : ''}${synced ? '' : ', not synced'}`;
  const saveName = (newName: string): void => {
    rename(false);
    if (newName.trim() !== '' && newName !== name) void graphs.rename(id, newName);
  };
  return (
    <li class={`graph ${state} ${synced ? '' : 'unsynced'}`} title={`${name}: ${status}`}>
      <span class="mark" aria-hidden="true" />
      {isRenamed ? (
        <GraphNameField name={name} onSave={saveName} />
      ) : (
        <button
          type="button"
          class="name"
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
          {name}
        </button>
      )}
      <span class="hidden">{status}</span>
      {isRunning && !synced && (
        <button
          type="button"
          class="button icon-only"
          aria-label={`Sync ${name}`}
          title="Push the edits to the runtime"
          onClick={() => void graphs.sync(id)}
        >
          <Icon name="refresh-cw" />
        </button>
      )}
      <Button
        icon={isRunning ? 'square' : 'play'}
        label={`${isRunning ? 'Stop' : 'Run'} ${name}`}
        onClick={() => void (isRunning ? graphs.stop(id) : graphs.run(id))}
      />
    </li>
  );
};
