import { ReactFlowProvider } from '@xyflow/react';
import { useEffect, useState } from 'preact/hooks';
import { useLive } from '../app/live.ts';
import { createEditor } from './editor.ts';
import { EditorContext } from './editor-context.ts';
import { Flow } from './flow.tsx';
import { listenForKeys } from './keys.ts';
import { Palette } from './palette.tsx';
import { ShortcutSheet } from './shortcut-sheet.tsx';
import { Toolbar } from './toolbar.tsx';
import '@xyflow/react/dist/style.css';
import './canvas.css';
import type { Point } from './editor.ts';

/** The open graph: seen as it runs, and edited. */
export const Canvas = () => {
  const { session, notices, graphs } = useLive();
  const [editor] = useState(() =>
    createEditor({ session, notices, graphs, nextFrame: (draw) => void requestAnimationFrame(draw) }),
  );
  useEffect(() => editor.dispose, [editor]);
  const [searchAt, search] = useState<Point>();
  const [helps, help] = useState(false);
  const show = { search: (place?: Point) => search(place ?? { x: 0, y: 0 }), help: () => help(true) };
  return (
    <EditorContext.Provider value={editor}>
      <ReactFlowProvider>
        <section class="canvas" aria-label="Graph" tabIndex={-1} onKeyDown={listenForKeys(editor, show)}>
          <Toolbar onSearch={() => show.search()} onHelp={show.help} />
          <Flow onSearch={show.search} />
          {searchAt && <Palette place={searchAt} onClose={() => search(undefined)} />}
          {helps && <ShortcutSheet onClose={() => help(false)} />}
        </section>
      </ReactFlowProvider>
    </EditorContext.Provider>
  );
};
