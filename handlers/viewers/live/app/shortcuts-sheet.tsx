import { useModalDialog } from '../components/floating.ts';
import { formatKeys } from './command-registry.ts';
import { useLivePage } from './live-page-context.ts';
import { Button } from '../components/button.tsx';
import { canvasShortcuts, type Shortcut } from '../canvas/canvas-shortcuts.ts';
import { listKeys } from '#spec/list-keys.ts';
import { sceneShortcuts } from '../scene-view/scene-shortcuts.ts';
import type { PortType } from '#spec/values.ts';

const listShortcuts: readonly Shortcut[] = [
  { keys: 'Arrows', action: 'Go up or down, in menus and in the nodes' },
  { keys: 'N', action: 'In the nodes: search' },
  { keys: 'F2, Delete', action: 'In the graphs: rename, delete' },
  { keys: 'Home, End', action: 'On a divider: close the pane, or make it as large as possible' },
];

interface ShortcutsSheetProps {
  readonly onClose: () => void;
}

/** A dialog that lists the keys of the whole page, and explains the symbols of the ports. */
export const ShortcutsSheet = ({ onClose }: ShortcutsSheetProps) => {
  const { commands } = useLivePage();
  const dialog = useModalDialog();
  const pageShortcuts = commands.list.value
    .filter(({ keys }) => keys !== undefined)
    .map(({ keys, otherKeys, label }) => ({
      keys: [keys, otherKeys]
        .filter((each) => each !== undefined)
        .map(formatKeys)
        .join(', '),
      action: label,
    }));
  return (
    <dialog
      ref={dialog}
      class="floating shortcuts-sheet"
      aria-label="Shortcuts"
      onClose={onClose}
      onPointerDown={({ target, currentTarget }) => target === currentTarget && currentTarget.close()}
    >
      <header class="pane-header">
        <h2>Shortcuts</h2>
        <span class="grow" />
        <Button icon="x" label="Close" keys="Escape" onClick={() => dialog.current?.close()} />
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section class="shortcut-groups" aria-label="Keys and ports" tabIndex={0}>
        <ShortcutGroup title="Everywhere" shortcuts={pageShortcuts} />
        <ShortcutGroup title="In the graph" shortcuts={canvasShortcuts} />
        <ShortcutGroup title="In the scene" shortcuts={sceneShortcuts} />
        <ShortcutGroup title="In lists" shortcuts={listShortcuts} />
        <section class="shortcut-group">
          <h3>Ports</h3>
          <ul class="port-legend">
            {portTypes.map((type) => (
              <li key={type} class={`type-${type}`}>
                <span class="port-sign" /> {type}
              </li>
            ))}
          </ul>
        </section>
      </section>
    </dialog>
  );
};

interface ShortcutGroupProps {
  readonly title: string;
  readonly shortcuts: readonly Shortcut[];
}

const ShortcutGroup = ({ title, shortcuts }: ShortcutGroupProps) => (
  <section class="shortcut-group">
    <h3>{title}</h3>
    <dl>
      {shortcuts.map(({ keys, action }) => (
        <div key={`${keys} ${action}`}>
          <dt>
            {keys.split(', ').map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </dt>
          <dd>{action}</dd>
        </div>
      ))}
    </dl>
  </section>
);

/** The port types that have their own color and shape. */
const portTypes = listKeys({
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
} satisfies Readonly<Record<PortType, true>>);
