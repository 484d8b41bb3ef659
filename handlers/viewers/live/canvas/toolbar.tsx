import { useLive } from '../app/live.ts';
import { ArrangeTools } from './arrange-tools.tsx';
import { RouteButton } from './route-button.tsx';

interface ToolbarProps {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/** What can be done to the open graph. */
export const Toolbar = ({ onSearch, onHelp }: ToolbarProps) => {
  const { graphs, notices, session, editor } = useLive();
  const facts = graphs.list.value.find(({ id }) => id === graphs.openId.value);
  if (!facts) return <p class="empty">Make a graph, or open one.</p>;
  const { id, name, state, synced } = facts;
  const isRunning = state === 'running';
  const hasSelection = editor.selection.value.nodes.length + editor.selection.value.wires.length > 0;
  const save = () =>
    notices.attempt(() =>
      session.client.request('POST /api/graphs/{graphId}/save', { params: { graphId: id } }),
    );
  return (
    <div class="toolbar" role="toolbar" aria-label={`Edit ${name}`}>
      <input
        class="graph-name"
        aria-label="Name of the graph"
        value={name}
        onChange={({ currentTarget }) => void graphs.rename(id, currentTarget.value)}
      />
      <button type="button" onClick={() => void (isRunning ? graphs.stop(id) : graphs.run(id))}>
        {isRunning ? '■ Stop' : '▶ Run'}
      </button>
      <button
        type="button"
        class={synced ? undefined : 'due'}
        title={synced ? 'The runtime has all edits' : 'The runtime does not have the latest edits'}
        onClick={() => void graphs.sync(id)}
      >
        Sync
      </button>
      <RouteButton needs="POST /api/graphs/{graphId}/save" onClick={() => void save()}>
        Save
      </RouteButton>
      <span class="gap" />
      <button type="button" onClick={onSearch}>
        Add node
      </button>
      <RouteButton
        needs="GET /api/graphs/{graphId}/nodes/{nodeId}/note"
        title="Add a note"
        onClick={() => void editor.addNode('Note')}
      >
        Note
      </RouteButton>
      <button
        type="button"
        aria-label="Undo"
        title="Undo (Ctrl Z)"
        disabled={!editor.canUndo.value}
        onClick={() => void editor.undo()}
      >
        ↶
      </button>
      <button
        type="button"
        aria-label="Redo"
        title="Redo (Ctrl Shift Z)"
        disabled={!editor.canRedo.value}
        onClick={() => void editor.redo()}
      >
        ↷
      </button>
      <button type="button" disabled={!hasSelection} onClick={() => void editor.removeSelected()}>
        Remove
      </button>
      <span class="gap" />
      <ArrangeTools />
      <span class="gap" />
      <RouteButton needs="POST /api/graphs/{graphId}/duplicate" onClick={() => void graphs.duplicate(id)}>
        Duplicate
      </RouteButton>
      <button type="button" onClick={() => graphs.removeIfMeant(id)}>
        Delete
      </button>
      <button type="button" aria-label="Shortcuts" title="Shortcuts (?)" onClick={onHelp}>
        ?
      </button>
    </div>
  );
};
