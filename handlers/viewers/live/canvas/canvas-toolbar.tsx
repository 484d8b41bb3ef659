import { useLivePage } from '../app/live-page-context.ts';
import { AutoLayoutTools } from './auto-layout-tools.tsx';
import { CapabilityButton } from './capability-button.tsx';

interface CanvasToolbarProps {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/** Renders the toolbar with commands for the open graph. */
export const CanvasToolbar = ({ onSearch, onHelp }: CanvasToolbarProps) => {
  const { graphs, notices, session, editor } = useLivePage();
  const graph = graphs.list.value.find(({ id }) => id === graphs.openId.value);
  if (!graph) return <p class="empty">Create a graph, or open one.</p>;
  const { id, name, state, synced } = graph;
  const isRunning = state === 'running';
  const hasSelection = editor.selection.value.nodes.length + editor.selection.value.connections.length > 0;
  const save = () =>
    notices.runAndReport(() =>
      session.client.request('POST /api/graphs/{graphId}/save', { params: { graphId: id } }),
    );
  return (
    <div class="toolbar" role="toolbar" aria-label={`Edit ${name}`}>
      <input
        class="graph-name"
        aria-label="Graph name"
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
      <CapabilityButton requiredRoute="POST /api/graphs/{graphId}/save" onClick={() => void save()}>
        Save
      </CapabilityButton>
      <span class="gap" />
      <button type="button" onClick={onSearch}>
        Add node
      </button>
      <CapabilityButton
        requiredRoute="GET /api/graphs/{graphId}/nodes/{nodeId}/note"
        title="Add a note"
        onClick={() => void editor.addNode('Note')}
      >
        Note
      </CapabilityButton>
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
      <AutoLayoutTools />
      <span class="gap" />
      <CapabilityButton
        requiredRoute="POST /api/graphs/{graphId}/duplicate"
        onClick={() => void graphs.duplicate(id)}
      >
        Duplicate
      </CapabilityButton>
      <button type="button" onClick={() => graphs.confirmAndRemove(id)}>
        Delete
      </button>
      <button type="button" aria-label="Shortcuts" title="Shortcuts (?)" onClick={onHelp}>
        ?
      </button>
    </div>
  );
};
