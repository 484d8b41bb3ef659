import { useEffect, useRef } from 'preact/hooks';
import { styledPortTypes } from './cards/styled-port-types.ts';
import { canvasShortcuts } from './canvas-shortcuts.ts';

/** A dialog that lists the canvas's keyboard shortcuts and explains the port symbols. */
export const ShortcutHelp = ({ onClose }: { readonly onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="sheet shortcut-sheet" aria-label="Shortcuts" onClose={onClose}>
      <h2>Shortcuts</h2>
      <dl>
        {canvasShortcuts.map(({ keys, action }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{action}</dd>
          </div>
        ))}
      </dl>
      <h2>Ports</h2>
      <ul class="port-legend">
        {styledPortTypes.map((type) => (
          <li key={type} class={`type-${type}`}>
            <span class="port-sign" /> {type}
          </li>
        ))}
      </ul>
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
};
