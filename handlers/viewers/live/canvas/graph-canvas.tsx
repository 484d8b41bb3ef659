import { ReactFlowProvider } from '@xyflow/react';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { findNodeById } from '../graphs/graph-types.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { GraphFlow } from './graph-flow.tsx';
import { listenForCanvasKeys, listenForClipboardEvents } from './canvas-shortcuts.ts';
import { CanvasToolbar } from './canvas-toolbar.tsx';
import { ExtractDialog } from './making/extract-dialog.tsx';
import { createSubgraphCommands, getExtractProblem } from './making/subgraph-commands.ts';
import { ConnectDialog } from './connections/connect-dialog.tsx';
import { Menu } from '../components/menu.tsx';
import { createCanvasMenu, findMenuTarget } from './making/canvas-menu.ts';
import { listenForLongPress } from './making/long-press.ts';
import { NodeSearch, type NodeSearchRequest } from './making/node-search.tsx';
import '@xyflow/react/dist/style.css';
import './canvas.css';
import './cards/cards.css';
import './cards/port-types.css';
import type { MenuEntry } from '../components/menu.tsx';
import type { CanvasPoint } from './canvas-geometry.ts';

/** The dialog or menu that is open over the canvas. */
type CanvasDialog =
  | { readonly kind: 'search'; readonly request: NodeSearchRequest }
  | { readonly kind: 'connect'; readonly portId?: string | undefined }
  | { readonly kind: 'extract' }
  | {
      readonly kind: 'menu';
      readonly label: string;
      readonly entries: readonly MenuEntry[];
      readonly position: CanvasPoint;
    };

/** Renders the open graph, for watching and editing. */
export const GraphCanvas = () => {
  const live = useLivePage();
  const { editor, graphs } = live;
  const hasNoGraph = graphs.isLoaded.value && graphs.list.value.length === 0;
  const canvas = useRef<HTMLElement>(null);
  useEffect(() => (canvas.current ? listenForClipboardEvents(editor, canvas.current) : undefined), [editor]);
  const dialog = useSignal<CanvasDialog | undefined>(undefined);
  const openDialog = (next: CanvasDialog): void => {
    dialog.value = next;
  };
  /**
   * Creates a dialog's close handler. The handler checks the kind, because a dialog may report that it has closed after
   * another dialog has opened.
   */
  const close =
    (kind: CanvasDialog['kind']) =>
    (returnsFocus = true): void => {
      if (dialog.peek()?.kind !== kind) return;
      dialog.value = undefined;
      if (returnsFocus) canvas.current?.focus();
    };
  const openSearch = (request: NodeSearchRequest): void => openDialog({ kind: 'search', request });
  /** The position of the pointer in the window, while it is over the nodes. */
  const pointer = useRef<CanvasPoint>();
  /** Opens the search at the pointer. A new node comes after the selected one, or else is placed at the pointer. */
  const search = (): void => {
    const { nodes } = editor.selection.peek();
    const graph = editor.detail.peek();
    const node = graph && nodes.length === 1 ? findNodeById(graph, nodes[0] ?? '') : undefined;
    const { current: position } = pointer;
    openSearch({
      purpose: node ? { kind: 'after', node } : { kind: 'add' },
      position: position ?? getSearchPosition(canvas.current),
      point: position && editor.view.peek()?.toCanvas(position),
    });
  };
  const openConnect = (portId?: string): void => openDialog({ kind: 'connect', portId });
  const openExtract = (): void => openDialog({ kind: 'extract' });
  useEffect(
    () =>
      live.commands.add(
        createSubgraphCommands(live, () => {
          dialog.value = { kind: 'extract' };
        }),
      ),
    [live, dialog],
  );
  const openMenu = (element: Element, position: CanvasPoint): boolean => {
    const target = findMenuTarget(element);
    const menu =
      target && createCanvasMenu(target, { ...{ live, position, openSearch, openConnect, openExtract } });
    if (!menu) return false;
    // the focus returns to where it is now, so it must not be outside
    if (!canvas.current?.contains(document.activeElement)) canvas.current?.focus();
    openDialog({ kind: 'menu', ...menu, position });
    return true;
  };
  const openMenuLatest = useRef(openMenu);
  openMenuLatest.current = openMenu;
  useEffect(
    () =>
      canvas.current
        ? listenForLongPress(canvas.current, ({ target, clientX, clientY }) => {
            if (target instanceof Element) openMenuLatest.current(target, { x: clientX, y: clientY });
          })
        : undefined,
    [],
  );
  const openers = {
    search,
    connect: () => editor.selection.value.nodes.length > 0 && openConnect(),
    extract: () => getExtractProblem(live) === undefined && openExtract(),
    note: () => void editor.addNote(pointer.current && editor.view.peek()?.toCanvas(pointer.current)),
    menu: () => {
      const element = document.activeElement;
      if (!element) return;
      const { left, top, width, height } = element.getBoundingClientRect();
      const isCanvas = element === canvas.current;
      openMenu(element, isCanvas ? getSearchPosition(element) : { x: left + width / 2, y: top + height / 2 });
    },
  };
  const current = dialog.value;
  return (
    <ReactFlowProvider>
      <section
        id="pane-graph"
        class="pane graph-pane canvas"
        aria-label="Graph"
        tabIndex={-1}
        ref={canvas}
        onKeyDown={listenForCanvasKeys(editor, openers)}
        onPointerMove={({ target, clientX, clientY }) => {
          const isOverNodes = target instanceof Element && target.closest('.flow');
          pointer.current = isOverNodes ? { x: clientX, y: clientY } : undefined;
        }}
        onPointerLeave={() => {
          pointer.current = undefined;
        }}
        onContextMenu={(event) => {
          const { target, clientX, clientY } = event;
          if (target instanceof Element && openMenu(target, { x: clientX, y: clientY }))
            event.preventDefault();
        }}
      >
        <h2 class="hidden">Graph</h2>
        <CanvasToolbar onSearch={openers.search} />
        {hasNoGraph ? (
          <NoGraph />
        ) : (
          <>
            <GraphFlow
              onSearch={openSearch}
              pendingSearch={current?.kind === 'search' ? current.request : undefined}
            />
            <button
              type="button"
              class="add-button only-on-phone"
              aria-label="Add a node"
              onClick={openers.search}
            >
              <Icon name="plus" />
            </button>
          </>
        )}
        {current?.kind === 'search' && <NodeSearch {...current.request} onClose={close('search')} />}
        {current?.kind === 'connect' && <ConnectDialog portId={current.portId} onClose={close('connect')} />}
        {current?.kind === 'extract' && <ExtractDialog onClose={close('extract')} />}
        {current?.kind === 'menu' && (
          <Menu
            label={current.label}
            entries={current.entries}
            position={current.position}
            hasHeading
            onClose={() => close('menu')(false)}
          />
        )}
      </section>
    </ReactFlowProvider>
  );
};

/** Returns where a search opens if the pointer is elsewhere: near the top of the canvas. */
const getSearchPosition = (canvas: Element | null): CanvasPoint => {
  const { left = 0, top = 0, width = 0, height = 0 } = canvas?.getBoundingClientRect() ?? {};
  return { x: left + width / 3, y: top + height / 3 };
};

/** What the pane shows in a project without graphs. */
const NoGraph = () => {
  const { graphs } = useLivePage();
  return (
    <div class="centered-hint no-graph">
      <span class="category-icon">
        <Icon name="workflow" class="large" />
      </span>
      <h2>No graph yet</h2>
      <p>A graph makes the scene move. Its nodes react to events, and their wires carry values.</p>
      <Button icon="plus" look="primary" label="New graph" onClick={() => void graphs.create()}>
        New graph
      </Button>
    </div>
  );
};
