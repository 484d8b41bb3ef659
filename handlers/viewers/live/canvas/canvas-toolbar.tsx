import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { type MenuEntry, MenuButton } from '../components/menu.tsx';
import { GraphNameField } from '../graphs/graph-name-field.tsx';
import { getMissingRouteReason } from '../session/feature-availability.ts';
import { createGraphTabs, type GraphTabs, shortenGraphName, splitTabs } from './graph-tabs.ts';
import type { Route } from '#spec/client/index.ts';
import type { GraphSummary } from '../graphs/graph-list-store.ts';
import type { AutoLayout } from './changes/graph-change.ts';

interface CanvasToolbarProps {
  readonly onSearch: () => void;
}

/** The bar above the canvas: tabs of graphs, and the tools for the open one. */
export const CanvasToolbar = ({ onSearch }: CanvasToolbarProps) => {
  const { graphs, editor, history } = useLivePage();
  const renamedId = useSignal<string | undefined>(undefined);
  const graph = graphs.openSummary.value;
  return (
    <header class="pane-tabs">
      <GraphTabList
        renamedId={renamedId.value}
        onRename={(id) => {
          renamedId.value = id;
        }}
      />
      {graph && (
        <div class="graph-tools" role="toolbar" aria-label={`Edit ${graph.name}`}>
          <Button icon="plus" label="Add node" keys="N" look="box" class="not-on-phone" onClick={onSearch}>
            Node
          </Button>
          <NoteButton />
          <span class="tool-separator wide-only" />
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

interface GraphTabListProps {
  /** The graph whose name is being edited. */
  readonly renamedId: string | undefined;
  readonly onRename: (graphId: string | undefined) => void;
}

/** The width of the button after the tabs on a phone, with its gap, in pixels. */
const phoneButtonWidth = 46;

/** The tabs that fit, a menu with the others, and a button for a new graph. On a phone, the menu may replace the button. */
const GraphTabList = ({ renamedId, onRename }: GraphTabListProps) => {
  const { graphs, layout } = useLivePage();
  const isPhone = layout.isPhone.value;
  const tabs = useMemo(() => createGraphTabs(graphs), [graphs]);
  const [room, width] = useElementWidth<HTMLDivElement>();
  const [shown, hidden] = splitTabs(tabs.list.value, {
    openId: graphs.openId.value,
    width: isPhone ? width - phoneButtonWidth : width,
  });
  const newGraph = { label: 'New graph', icon: 'plus', run: () => void graphs.create() } as const;
  const saveName = (graph: GraphSummary, name: string): void => {
    onRename(undefined);
    if (name.trim() !== '' && name !== graph.name) void graphs.rename(graph.id, name);
  };
  return (
    <div class="graph-tabs" ref={room}>
      <div class="tabs" role="tablist" aria-label="Open graphs">
        {shown.map((graph) =>
          graph.id === renamedId ? (
            <GraphNameField key={graph.id} name={graph.name} onSave={(name) => saveName(graph, name)} />
          ) : (
            <GraphTab
              key={graph.id}
              graph={graph}
              tabs={tabs}
              canClose={tabs.list.value.length > 1}
              onRename={() => onRename(graph.id)}
            />
          ),
        )}
      </div>
      {hidden.length > 0 && (
        <MenuButton
          label={`${hidden.length} more graphs`}
          getEntries={() => [
            ...hidden.map(({ id, name }) => ({
              label: name,
              run: () => {
                graphs.openId.value = id;
              },
            })),
            ...(isPhone ? (['separator', newGraph] as const) : []),
          ]}
        >
          +{hidden.length}
        </MenuButton>
      )}
      {!(isPhone && hidden.length > 0) && (
        <Button icon={newGraph.icon} label={newGraph.label} onClick={newGraph.run} />
      )}
    </div>
  );
};

interface GraphTabProps {
  readonly graph: GraphSummary;
  readonly tabs: GraphTabs;
  readonly canClose: boolean;
  readonly onRename: () => void;
}

/** A tab with the graph's state as a dot: running, idle, or with edits that the runtime lacks. */
const GraphTab = ({ graph, tabs, canClose, onRename }: GraphTabProps) => {
  const { graphs } = useLivePage();
  const { id, name, state, synced } = graph;
  const isOpen = graphs.openId.value === id;
  const dot = graphs.countUnsyncedEdits(graph) > 0 ? 'edited' : state === 'running' ? 'live' : 'idle';
  const move = (steps: number, tab: HTMLElement): void => {
    tabs.move(steps);
    // the tab that is now selected is rendered with the next frame
    requestAnimationFrame(() =>
      tab.closest('[role=tablist]')?.querySelector<HTMLElement>('[aria-selected=true]')?.focus(),
    );
  };
  const keys: Readonly<Record<string, (tab: HTMLElement) => void>> = {
    ArrowRight: (tab) => move(1, tab),
    ArrowLeft: (tab) => move(-1, tab),
    F2: onRename,
    Delete: () => tabs.close(id),
  };
  return (
    <button
      type="button"
      role="tab"
      class={canClose ? 'tab closable' : 'tab'}
      aria-label={name}
      aria-selected={isOpen}
      tabIndex={isOpen ? 0 : -1}
      title={`${name}: ${state}${synced ? '' : ', not synced'}`}
      onClick={() => {
        graphs.openId.value = id;
      }}
      onDblClick={onRename}
      onKeyDown={(event) => {
        const act = keys[event.key];
        if (!act) return;
        event.preventDefault();
        event.stopPropagation();
        act(event.currentTarget);
      }}
    >
      <span class={`dot ${dot}`} />
      <span class="tab-name">{shortenGraphName(name)}</span>
      {canClose && (
        // the key Delete does the same
        <span
          class="tab-close"
          aria-hidden="true"
          title="Close the tab (Delete)"
          onClick={(event) => {
            event.stopPropagation();
            tabs.close(id);
          }}
        >
          <Icon name="x" />
        </span>
      )}
    </button>
  );
};

/** Measures the width of an element. */
const useElementWidth = <T extends HTMLElement>() => {
  const element = useRef<T>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return [element, width] as const;
};

/** Returns why the service can't do what a route does, or `undefined` if it can. */
const useMissingRoute = (route: Route): string | undefined => {
  const { capabilities } = useLivePage().session;
  return getMissingRouteReason(capabilities.value, route);
};

const NoteButton = () => {
  const { editor } = useLivePage();
  return (
    <Button
      icon="sticky-note"
      label="Add a note"
      keys="Shift+N"
      class="wide-only"
      unavailable={useMissingRoute(noteRoute)}
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
      unavailable={useMissingRoute(tidyRoute)}
      onClick={() => void editor.change({ kind: 'arrange', arrangement: { by: 'tidy' } })}
    />
  );
};

const noteRoute = 'GET /api/graphs/{graphId}/nodes/{nodeId}/note';
const tidyRoute = 'POST /api/graphs/{graphId}/layout/tidy';

/** Whether the style sheet hides the tools for which there is no room. */
const isNarrow = (): boolean => {
  const tool = document.querySelector('.graph-tools .wide-only');
  return tool !== null && getComputedStyle(tool).display === 'none';
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
  const { editor, graphs, history, layout } = useLivePage();
  const interfaceProblem = useMissingRoute('PUT /api/variables/{id}');
  const noteProblem = useMissingRoute(noteRoute);
  const tidyProblem = useMissingRoute(tidyRoute);
  const layoutProblem = useMissingRoute('POST /api/graphs/{graphId}/layout');
  const duplicateProblem = useMissingRoute('POST /api/graphs/{graphId}/duplicate');
  /** Lets the service arrange the selected nodes if several are selected, otherwise the whole graph. */
  const arrange = (arrangement: AutoLayout): void =>
    void editor.change({ kind: 'arrange', arrangement }).then(() => editor.view.peek()?.fitAll());
  const getEntries = (): MenuEntry[] => {
    const { nodes } = editor.selection.peek();
    const selected = nodes.length > 1 ? { nodeIds: [...nodes] } : {};
    const toolsWithoutRoom: readonly MenuEntry[] = [
      {
        ...{ label: 'Add a note', icon: 'sticky-note', keys: 'Shift+N', unavailable: noteProblem },
        run: () => void editor.addNote(),
      },
      { label: 'Redo', icon: 'redo-2', keys: 'Ctrl+Shift+Z', run: () => void history.redo() },
      { label: 'Tidy', icon: 'wand-sparkles', unavailable: tidyProblem, run: () => arrange({ by: 'tidy' }) },
      { label: 'Fit everything', icon: 'maximize', keys: 'Shift+F', run: () => editor.view.peek()?.fitAll() },
      { label: 'New graph', icon: 'plus', run: () => void graphs.create() },
      'separator',
    ];
    return [
      ...(isNarrow() ? toolsWithoutRoom : []),
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
      {
        ...{ label: 'Inputs and outputs', icon: 'variable', unavailable: interfaceProblem },
        run: () => layout.showLeftPanel('variables'),
      },
      { label: 'Rename', icon: 'pencil', keys: 'F2', run: onRename },
      { label: 'Delete', icon: 'trash', run: () => void graphs.confirmAndRemove(id) },
    ];
  };
  return <MenuButton icon="ellipsis" label="More for this graph" getEntries={getEntries} />;
};
