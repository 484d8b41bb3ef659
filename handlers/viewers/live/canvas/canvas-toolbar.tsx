import { useSignal } from '@preact/signals';
import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { type MenuEntry, MenuButton } from '../components/menu.tsx';
import { GraphNameField } from '../graphs/graph-name-field.tsx';
import type { Route } from '#spec/client/index.ts';
import type { GraphSummary } from '../graphs/graph-list-store.ts';
import type { AutoLayout } from './changes/graph-change.ts';

interface CanvasToolbarProps {
  readonly onSearch: () => void;
}

/** The bar above the canvas: a tab for each graph, and the tools for the open one. */
export const CanvasToolbar = ({ onSearch }: CanvasToolbarProps) => {
  const { graphs, editor, history } = useLivePage();
  const renamedId = useSignal<string | undefined>(undefined);
  const graph = graphs.openSummary.value;
  return (
    <header class="pane-tabs">
      <GraphTabs
        renamedId={renamedId.value}
        onRename={(id) => {
          renamedId.value = id;
        }}
      />
      <Button icon="plus" label="New graph" class="not-on-phone" onClick={() => void graphs.create()} />
      <span class="grow" />
      {graph && (
        <div class="graph-tools" role="toolbar" aria-label={`Edit ${graph.name}`}>
          <Button icon="plus" label="Add node" keys="N" look="box" onClick={onSearch}>
            Node
          </Button>
          <NoteButton />
          <span class="tool-separator" />
          <Button
            icon="undo-2"
            label="Undo"
            keys="Ctrl+Z"
            disabled={!history.canUndo.value}
            onClick={() => void history.undo()}
          />
          <Button
            icon="redo-2"
            label="Redo"
            keys="Ctrl+Shift+Z"
            class="wide-only"
            disabled={!history.canRedo.value}
            onClick={() => void history.redo()}
          />
          <span class="tool-separator wide-only" />
          <TidyButton />
          <Button
            icon="maximize"
            label="Fit everything"
            keys="Shift+F"
            class="wide-only"
            onClick={() => editor.view.peek()?.fitAll()}
          />
          <GraphMenu
            graph={graph}
            onRename={() => {
              renamedId.value = graph.id;
            }}
          />
        </div>
      )}
    </header>
  );
};

interface GraphTabsProps {
  /** The graph whose name is being edited. */
  readonly renamedId: string | undefined;
  readonly onRename: (graphId: string | undefined) => void;
}

const GraphTabs = ({ renamedId, onRename }: GraphTabsProps) => {
  const { graphs } = useLivePage();
  const saveName = (graph: GraphSummary, name: string): void => {
    onRename(undefined);
    if (name.trim() !== '' && name !== graph.name) void graphs.rename(graph.id, name);
  };
  return (
    <div class="tabs" role="tablist" aria-label="Open graphs">
      {graphs.list.value.map((graph) =>
        graph.id === renamedId ? (
          <GraphNameField key={graph.id} name={graph.name} onSave={(name) => saveName(graph, name)} />
        ) : (
          <button
            key={graph.id}
            type="button"
            role="tab"
            class="tab"
            aria-selected={graphs.openId.value === graph.id}
            title={`${graph.name}: ${graph.state}${graph.synced ? '' : ', not synced'}`}
            onClick={() => {
              graphs.openId.value = graph.id;
            }}
            onDblClick={() => onRename(graph.id)}
          >
            <span class={`dot ${graph.synced ? (graph.state === 'running' ? 'live' : 'idle') : 'edited'}`} />
            {graph.name}
          </button>
        ),
      )}
    </div>
  );
};

/** Returns why the service can't do what a route does, or `undefined` if it can. */
const useMissingRoute = (route: Route): string | undefined => {
  const { capabilities } = useLivePage().session;
  return capabilities.value?.hasRoute(route) === false ? `This service does not have ${route}` : undefined;
};

const NoteButton = () => {
  const { editor } = useLivePage();
  return (
    <Button
      icon="sticky-note"
      label="Add a note"
      keys="Shift+N"
      class="wide-only"
      unavailable={useMissingRoute('GET /api/graphs/{graphId}/nodes/{nodeId}/note')}
      onClick={() => void editor.addNote()}
    />
  );
};

const TidyButton = () => {
  const { editor } = useLivePage();
  return (
    <Button
      icon="wand-sparkles"
      label="Tidy: snap to a grid, and align nodes that are nearly aligned"
      class="wide-only"
      unavailable={useMissingRoute('POST /api/graphs/{graphId}/layout/tidy')}
      onClick={() => void editor.change({ kind: 'arrange', arrangement: { by: 'tidy' } })}
    />
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

interface GraphMenuProps {
  readonly graph: GraphSummary;
  readonly onRename: () => void;
}

/** What is needed less often: other layouts, and the graph as a whole. */
const GraphMenu = ({ graph: { id }, onRename }: GraphMenuProps) => {
  const { editor, graphs } = useLivePage();
  const layoutProblem = useMissingRoute('POST /api/graphs/{graphId}/layout');
  const duplicateProblem = useMissingRoute('POST /api/graphs/{graphId}/duplicate');
  /** Lets the service arrange the selected nodes if several are selected, otherwise the whole graph. */
  const arrange = (arrangement: AutoLayout): void =>
    void editor.change({ kind: 'arrange', arrangement }).then(() => editor.view.peek()?.fitAll());
  const getEntries = (): MenuEntry[] => {
    const { nodes } = editor.selection.peek();
    const selected = nodes.length > 1 ? { nodeIds: [...nodes] } : {};
    return [
      ...layoutModes.map(
        ([mode, label]): MenuEntry => ({
          ...{ label: `Arrange ${label}`, unavailable: layoutProblem },
          run: () => arrange({ by: 'layout', mode, ...selected }),
        }),
      ),
      {
        ...{ label: 'Restore the positions', icon: 'rotate-ccw', unavailable: layoutProblem },
        run: () => arrange({ by: 'restore' }),
      },
      'separator',
      {
        ...{ label: 'Duplicate', icon: 'copy', unavailable: duplicateProblem },
        run: () => void graphs.duplicate(id),
      },
      { label: 'Rename', icon: 'pencil', keys: 'F2', run: onRename },
      { label: 'Delete', icon: 'trash', run: () => void graphs.confirmAndRemove(id) },
    ];
  };
  return <MenuButton icon="ellipsis" label="More for this graph" getEntries={getEntries} />;
};
