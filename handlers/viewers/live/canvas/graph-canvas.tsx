import { ReactFlowProvider } from '@xyflow/react';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { GraphFlow } from './graph-flow.tsx';
import { listenForCanvasKeys, listenForClipboardEvents } from './canvas-shortcuts.ts';
import { ShortcutHelp } from './shortcut-help.tsx';
import { CanvasToolbar } from './canvas-toolbar.tsx';
import { ConnectDialog } from './connections/connect-dialog.tsx';
import { NodeTypeSearch } from '../node-types/node-type-search.tsx';
import '@xyflow/react/dist/style.css';
import './canvas.css';
import './cards/cards.css';
import './cards/port-types.css';
import type { CanvasPoint } from './graph-editor.ts';

/** The dialog that is open over the canvas. A search may have a position at which the new node will be placed. */
type CanvasDialog =
  | { readonly kind: 'search'; readonly position?: CanvasPoint | undefined }
  | { readonly kind: 'connect' | 'help' };

/** Renders the open graph, for watching and editing. */
export const GraphCanvas = () => {
  const { editor, commands, graphs } = useLivePage();
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
  const close = (kind: CanvasDialog['kind']) => (): void => {
    if (dialog.peek()?.kind !== kind) return;
    dialog.value = undefined;
    canvas.current?.focus();
  };
  const openers = {
    search: () => openDialog({ kind: 'search' }),
    connect: () => editor.selection.value.nodes.length > 0 && openDialog({ kind: 'connect' }),
    help: () => openDialog({ kind: 'help' }),
  };
  useEffect(
    () =>
      commands.add([
        {
          ...{ id: 'shortcuts', label: 'Help and shortcuts', icon: 'circle-question-mark', keys: '?' },
          run: () => openDialog({ kind: 'help' }),
        },
      ]),
    [commands],
  );
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
      >
        <CanvasToolbar onSearch={openers.search} />
        {hasNoGraph ? (
          <NoGraph />
        ) : (
          <>
            <GraphFlow onSearch={(position) => openDialog({ kind: 'search', position })} />
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
        {current?.kind === 'search' && <NodePalette position={current.position} onClose={close('search')} />}
        {current?.kind === 'connect' && <ConnectDialog onClose={close('connect')} />}
        {current?.kind === 'help' && <ShortcutHelp onClose={close('help')} />}
      </section>
    </ReactFlowProvider>
  );
};

/** What the pane shows in a project without graphs. */
const NoGraph = () => {
  const { graphs } = useLivePage();
  return (
    <div class="no-graph">
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

interface PaletteProps {
  /** The position at which the new node is placed. If `undefined`, the node is placed in the middle of the canvas. */
  readonly position: CanvasPoint | undefined;
  readonly onClose: () => void;
}

/** A dialog in which the user searches for a node type and adds a node of this type. */
const NodePalette = ({ position, onClose }: PaletteProps) => {
  const { editor } = useLivePage();
  return (
    <div
      class="palette"
      role="dialog"
      aria-label="Add a node"
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === 'Escape') onClose();
      }}
    >
      <NodeTypeSearch
        label="Find a node type to add"
        isFocused
        onChoose={({ enumValue }) => {
          void editor.addNode(enumValue, position);
          onClose();
        }}
      />
      <button type="button" onClick={onClose}>
        Close
      </button>
    </div>
  );
};
