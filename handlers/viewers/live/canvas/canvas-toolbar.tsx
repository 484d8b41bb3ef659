import { useSignal } from '@preact/signals';
import { useLivePage } from '../app/live-page-context.ts';
import type { ComponentChildren } from 'preact';
import type { Route } from '#spec/client/index.ts';
import type { AutoLayout } from './changes/graph-change.ts';

interface CanvasToolbarProps {
  readonly onSearch: () => void;
  readonly onHelp: () => void;
}

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

type LayoutMode = NonNullable<Extract<AutoLayout, { readonly by: 'layout' }>['mode']>;

const layoutModes = [
  ['layered-horizontal', 'in columns'],
  ['layered-vertical', 'in rows'],
  ['tree', 'as a tree'],
  ['radial', 'in circles'],
  ['force', 'by force'],
  ['stress', 'by distance'],
  ['compact', 'compact'],
] as const satisfies readonly (readonly [LayoutMode, string])[];

/**
 * Buttons that let the service arrange nodes: the selected nodes if several are selected, otherwise the whole graph.
 */
const AutoLayoutTools = () => {
  const { editor } = useLivePage();
  const mode = useSignal<LayoutMode>('layered-horizontal');
  const arrange = (arrangement: AutoLayout): void =>
    void editor.change({ kind: 'arrange', arrangement }).then(() => editor.view.peek()?.fitAll());
  const layout = (): void => {
    const { nodes } = editor.selection.peek();
    arrange({ by: 'layout', mode: mode.peek(), ...(nodes.length > 1 && { nodeIds: [...nodes] }) });
  };
  return (
    <>
      <CapabilityButton requiredRoute="POST /api/graphs/{graphId}/layout" onClick={layout}>
        Layout
      </CapabilityButton>
      <select
        aria-label="Layout algorithm"
        value={mode.value}
        onChange={({ currentTarget }) => {
          for (const [name] of layoutModes) if (name === currentTarget.value) mode.value = name;
        }}
      >
        {layoutModes.map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <CapabilityButton
        requiredRoute="POST /api/graphs/{graphId}/layout/tidy"
        title="Snap to a grid and align nodes that are nearly aligned"
        onClick={() => arrange({ by: 'tidy' })}
      >
        Tidy
      </CapabilityButton>
      <CapabilityButton
        requiredRoute="POST /api/graphs/{graphId}/layout/restore"
        title="Restore the positions from before the last layout"
        onClick={() => arrange({ by: 'restore' })}
      >
        Restore
      </CapabilityButton>
    </>
  );
};

interface CapabilityButtonProps {
  readonly requiredRoute: Route;
  readonly title?: string;
  readonly class?: string | undefined;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

/** A button that is disabled, with an explanation, if the service doesn't have the required route. */
const CapabilityButton = ({ requiredRoute, title, disabled, ...rest }: CapabilityButtonProps) => {
  const { capabilities } = useLivePage().session;
  const isMissing = capabilities.value?.hasRoute(requiredRoute) === false;
  return (
    <button
      type="button"
      {...rest}
      title={isMissing ? `This service does not have ${requiredRoute}` : title}
      disabled={isMissing || disabled}
    />
  );
};
