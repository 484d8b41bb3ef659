import { useEffect, useRef } from 'preact/hooks';
import { canvasShortcuts } from './canvas-shortcuts.ts';
import type { PortType } from '#spec/values.ts';

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

const styledTypes: Readonly<Record<PortType, true>> = {
  Trigger: true,
  Button: true,
  Boolean: true,
  Integer: true,
  Float: true,
  String: true,
  Vector3: true,
  Color: true,
  Dropdown: true,
  List: true,
  Generic: true,
  ObjectSelector: true,
  AssetSelector: true,
};

/** The port types that have their own color and shape. */
const styledPortTypes = Object.keys(styledTypes);
