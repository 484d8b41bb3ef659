import { useSignal } from '@preact/signals';
import { useLivePage } from '../app/live-page-context.ts';
import { CapabilityButton } from './capability-button.tsx';
import type { AutoLayout } from './changes/graph-change.ts';

type LayoutMode = NonNullable<Extract<AutoLayout, { readonly by: 'layout' }>['mode']>;

const layoutModes: Readonly<Record<LayoutMode, string>> = {
  'layered-horizontal': 'in columns',
  'layered-vertical': 'in rows',
  tree: 'as a tree',
  radial: 'in circles',
  force: 'by force',
  stress: 'by distance',
  compact: 'compact',
};

/**
 * Buttons that let the service arrange nodes: the selected nodes if several are selected, otherwise the whole graph.
 */
export const AutoLayoutTools = () => {
  const { editor } = useLivePage();
  const mode = useSignal<LayoutMode>('layered-horizontal');
  const arrange = (arrangement: AutoLayout): void =>
    void editor.change({ kind: 'arrange', arrangement }).then(() => editor.view.peek()?.fitAll());
  const layout = (): void => {
    const { nodes } = editor.selection.peek();
    arrange({ by: 'layout', mode: mode.peek(), ...(nodes.length > 1 && { nodeIds: [...nodes] }) });
  };
  return (
    <>
      <CapabilityButton requiredRoute="POST /api/graphs/{graphId}/layout" onClick={layout}>
        Layout
      </CapabilityButton>
      <select
        aria-label="Layout algorithm"
        value={mode.value}
        onChange={({ currentTarget }) => {
          mode.value = currentTarget.value as LayoutMode;
        }}
      >
        {Object.entries(layoutModes).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
      <CapabilityButton
        requiredRoute="POST /api/graphs/{graphId}/layout/tidy"
        title="Snap to a grid and align nodes that are nearly aligned"
        onClick={() => arrange({ by: 'tidy' })}
      >
        Tidy
      </CapabilityButton>
      <CapabilityButton
        requiredRoute="POST /api/graphs/{graphId}/layout/restore"
        title="Restore the positions from before the last layout"
        onClick={() => arrange({ by: 'restore' })}
      >
        Restore
      </CapabilityButton>
    </>
  );
};
