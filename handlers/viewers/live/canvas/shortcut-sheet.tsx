import { useEffect, useRef } from 'preact/hooks';
import { shortcuts } from './keys.ts';

/** Lists what the keyboard does on the canvas. */
export const ShortcutSheet = ({ onClose }: { readonly onClose: () => void }) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="shortcut-sheet" aria-label="Shortcuts" onClose={onClose}>
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
      <form method="dialog">
        <button type="submit">Close</button>
      </form>
    </dialog>
  );
};
