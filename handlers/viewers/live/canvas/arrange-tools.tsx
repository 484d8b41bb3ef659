import { useSignal } from '@preact/signals';
import { useLive } from '../app/live.ts';
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
      <button type="button" onClick={layout}>
        Layout
      </button>
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
      <button type="button" onClick={() => arrange({ by: 'tidy' })}>
        Tidy
      </button>
      <button
        type="button"
        title="Back to where everything was before the last layout"
        onClick={() => arrange({ by: 'restore' })}
      >
        Restore
      </button>
    </>
  );
};
