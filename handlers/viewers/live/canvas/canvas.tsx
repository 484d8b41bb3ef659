import { ReactFlowProvider } from '@xyflow/react';
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLive } from '../app/live.ts';
import { Flow } from './flow.tsx';
import { listenForKeys } from './keys.ts';
import { Palette } from './palette.tsx';
import { shareClipboard } from './share-clipboard.ts';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { Toolbar } from './toolbar.tsx';
import { WireSheet } from './wiring/wire-sheet.tsx';
import '@xyflow/react/dist/style.css';
import './canvas.css';
import './cards/cards.css';
import './cards/port-types.css';
import type { Point } from './editor.ts';

/** What lies over the canvas; a search may have been asked for at some place. */
type Sheet =
  | { readonly kind: 'search'; readonly place?: Point | undefined }
  | { readonly kind: 'wire' | 'help' };

/** The open graph: seen as it runs, and edited. */
export const Canvas = () => {
  const { editor } = useLive();
  const canvas = useRef<HTMLElement>(null);
  useEffect(() => (canvas.current ? shareClipboard(editor, canvas.current) : undefined), [editor]);
  const sheet = useSignal<Sheet | undefined>(undefined);
  const show = (wanted: Sheet): void => {
    sheet.value = wanted;
  };
  /** A dialog tells late that it was closed: another sheet may be shown by then. */
  const close = (kind: Sheet['kind']) => (): void => {
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
        onKeyDown={listenForKeys(editor, shows)}
      >
        <Toolbar onSearch={shows.search} onHelp={shows.help} />
        <Flow onSearch={(place) => show({ kind: 'search', place })} />
        {shown?.kind === 'search' && <Palette place={shown.place} onClose={close('search')} />}
        {shown?.kind === 'wire' && <WireSheet onClose={close('wire')} />}
        {shown?.kind === 'help' && <ShortcutSheet onClose={close('help')} />}
      </section>
    </ReactFlowProvider>
  );
};
