import { useSignal } from '@preact/signals';
import { useLive } from '../app/live.ts';
import { RouteButton } from './route-button.tsx';
import type { Arrangement } from './changes/change.ts';

type LayoutMode = NonNullable<Extract<Arrangement, { readonly by: 'layout' }>['mode']>;

const modes: Readonly<Record<LayoutMode, string>> = {
  'layered-horizontal': 'in columns',
  'layered-vertical': 'in rows',
  tree: 'as a tree',
  radial: 'in circles',
  force: 'by force',
  stress: 'by distance',
  compact: 'compact',
};

/** Has the service arrange the graph: what is selected, where several nodes are, else all of it. */
export const ArrangeTools = () => {
  const { editor } = useLive();
  const mode = useSignal<LayoutMode>('layered-horizontal');
  const arrange = (arrangement: Arrangement): void =>
    void editor.change({ kind: 'arrange', arrangement }).then(() => editor.view.peek()?.fit());
  const layout = (): void => {
    const { nodes } = editor.selection.peek();
    arrange({ by: 'layout', mode: mode.peek(), ...(nodes.length > 1 && { nodeIds: [...nodes] }) });
  };
  return (
    <>
      <RouteButton needs="POST /api/graphs/{graphId}/layout" onClick={layout}>
        Layout
      </RouteButton>
      <select
        aria-label="How to lay out"
        value={mode.value}
        onChange={({ currentTarget }) => {
          mode.value = currentTarget.value as LayoutMode;
        }}
      >
        {Object.entries(modes).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      <RouteButton
        needs="POST /api/graphs/{graphId}/layout/tidy"
        title="Snap to a grid, and align what nearly is"
        onClick={() => arrange({ by: 'tidy' })}
      >
        Tidy
      </RouteButton>
      <RouteButton
        needs="POST /api/graphs/{graphId}/layout/restore"
        title="Back to where everything was before the last layout"
        onClick={() => arrange({ by: 'restore' })}
      >
        Restore
      </RouteButton>
    </>
  );
};
