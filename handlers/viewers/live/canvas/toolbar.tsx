import { useLive } from '../app/live.ts';
import { useEditor } from './editor-context.ts';
import type { Arrangement } from './changes/change.ts';

interface ToolbarProps {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

/** What can be done to the open graph. */
export const Toolbar = ({ onSearch, onHelp }: ToolbarProps) => {
  const { graphs, notices, session } = useLive();
  const editor = useEditor();
  const facts = graphs.list.value.find(({ id }) => id === graphs.openId.value);
  if (!facts) return <p class="empty">Make a graph, or open one.</p>;
  const { id, name, state, synced } = facts;
  const isRunning = state === 'running';
  const hasSelection = editor.selection.value.nodes.length + editor.selection.value.wires.length > 0;
  const arrange = (arrangement: Arrangement) => () => void editor.change({ kind: 'arrange', arrangement });
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
      <button type="button" class={synced ? undefined : 'due'} onClick={() => void graphs.sync(id)}>
        Sync
      </button>
      <button type="button" onClick={() => void save()}>
        Save
      </button>
      <span class="gap" />
      <button type="button" onClick={onSearch}>
        Add node
      </button>
      <button type="button" disabled={!editor.canUndo.value} onClick={() => void editor.undo()}>
        Undo
      </button>
      <button type="button" disabled={!editor.canRedo.value} onClick={() => void editor.redo()}>
        Redo
      </button>
      <button type="button" disabled={!hasSelection} onClick={() => void editor.removeSelected()}>
        Remove
      </button>
      <span class="gap" />
      <button type="button" onClick={arrange({ by: 'layout' })}>
        Layout
      </button>
      <button type="button" onClick={arrange({ by: 'tidy' })}>
        Tidy
      </button>
      <button
        type="button"
        onClick={() => confirm(`Delete ${name}, and its file?`) && void graphs.remove(id)}
      >
        Delete
      </button>
      <button type="button" aria-label="Shortcuts" onClick={onHelp}>
        ?
      </button>
    </div>
  );
};
