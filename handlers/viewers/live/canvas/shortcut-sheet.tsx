import { useEffect, useRef } from 'preact/hooks';
import { portTypes } from './cards/port-types.ts';
import { shortcuts } from './keys.ts';

/** Lists what the keyboard does on the canvas, and what the signs of ports mean. */
export const ShortcutSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="sheet shortcut-sheet" aria-label="Shortcuts" onClose={onClose}>
      <h2>Shortcuts</h2>
      <dl>
        {shortcuts.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <h2>Ports</h2>
      <ul class="port-legend">
        {portTypes.map((type) => (
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
