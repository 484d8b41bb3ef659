import { ReactFlowProvider } from '@xyflow/react';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { GraphFlow } from './graph-flow.tsx';
import { listenForCanvasKeys } from './canvas-shortcuts.ts';
import { NodePalette } from './node-palette.tsx';
import { listenForClipboardEvents } from './canvas-clipboard-events.ts';
import { ShortcutHelp } from './shortcut-help.tsx';
import { CanvasToolbar } from './canvas-toolbar.tsx';
import { ConnectDialog } from './connections/connect-dialog.tsx';
import '@xyflow/react/dist/style.css';
import './canvas.css';
import './cards/cards.css';
import './cards/port-types.css';
import type { CanvasPoint } from './graph-editor.ts';

/** The dialog over the canvas. A search may have a position for the new node. */
type CanvasDialog =
  | { readonly kind: 'search'; readonly place?: CanvasPoint | undefined }
  | { readonly kind: 'wire' | 'help' };

/** The open graph, to watch and edit. */
export const GraphCanvas = () => {
  const { editor } = useLivePage();
  const canvas = useRef<HTMLElement>(null);
  useEffect(() => (canvas.current ? listenForClipboardEvents(editor, canvas.current) : undefined), [editor]);
  const sheet = useSignal<CanvasDialog | undefined>(undefined);
  const show = (wanted: CanvasDialog): void => {
    sheet.value = wanted;
  };
  /** A dialog reports its closing late, when another one may already be open. */
  const close = (kind: CanvasDialog['kind']) => (): void => {
    if (sheet.peek()?.kind !== kind) return;
    sheet.value = undefined;
    canvas.current?.focus();
  };
  const shows = {
    search: () => show({ kind: 'search' }),
    wire: () => editor.selection.value.nodes.length > 0 && show({ kind: 'wire' }),
    help: () => show({ kind: 'help' }),
  };
  const shown = sheet.value;
  return (
    <ReactFlowProvider>
      <section
        class="canvas"
        aria-label="Graph"
        tabIndex={-1}
        ref={canvas}
        onKeyDown={listenForCanvasKeys(editor, shows)}
      >
        <CanvasToolbar onSearch={shows.search} onHelp={shows.help} />
        <GraphFlow onSearch={(place) => show({ kind: 'search', place })} />
        {shown?.kind === 'search' && <NodePalette place={shown.place} onClose={close('search')} />}
        {shown?.kind === 'wire' && <ConnectDialog onClose={close('wire')} />}
        {shown?.kind === 'help' && <ShortcutHelp onClose={close('help')} />}
      </section>
    </ReactFlowProvider>
  );
};
