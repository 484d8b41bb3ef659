import { useId, useRef, useState } from 'preact/hooks';
import { SceneRuntimeError } from '#spec/client/index.ts';
import { useLivePage } from '../../app/live-page-context.ts';
import { Button } from '../../components/button.tsx';
import { ErrorMessage } from '../../components/error-message.tsx';
import { useModalDialog } from '../../components/floating.ts';
import { findErrorField } from '../../session/error-field.ts';

interface ExtractDialogProps {
  readonly onClose: () => void;
}

/** A dialog that asks for the name of the graph that the selected nodes become. */
export const ExtractDialog = ({ onClose }: ExtractDialogProps) => {
  const { editor, graphs, notices } = useLivePage();
  const dialog = useModalDialog();
  const field = useRef<HTMLInputElement>(null);
  const errorId = useId();
  const [error, setError] = useState<SceneRuntimeError>();
  const [isPending, setPending] = useState(false);
  const count = editor.selection.value.nodes.length;
  const title = `Extract ${count === 1 ? 'the node' : `${count} nodes`} to a graph`;
  const [suggestedName] = useState(() =>
    suggestName(
      graphs.openSummary.peek()?.name ?? '',
      graphs.list.peek().map(({ name }) => name),
    ),
  );
  const reject = (failure: unknown): void => {
    const name = field.current?.value.trim();
    if (failure instanceof SceneRuntimeError && findErrorField(failure, { name, path: undefined })) {
      setError(failure);
      field.current?.select();
      return;
    }
    notices.showError(failure);
    dialog.current?.close();
  };
  const extract = async (name: string): Promise<void> => {
    setPending(true);
    const isExtracted = await editor.extractSelected(name, reject);
    setPending(false);
    if (isExtracted) dialog.current?.close();
  };
  return (
    <dialog ref={dialog} class="floating dialog" aria-label={title} onClose={onClose}>
      <h2>{title}</h2>
      <p class="quiet">A RunGraph node will call the new graph instead.</p>
      <form
        class="extract-form"
        onSubmit={(event) => {
          event.preventDefault();
          const name = field.current?.value.trim();
          if (name && !isPending) void extract(name);
        }}
      >
        <label>
          Name
          <input
            ref={field}
            required
            autocomplete="off"
            defaultValue={suggestedName}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? undefined : errorId}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onInput={() => setError(undefined)}
          />
        </label>
        {error && <ErrorMessage id={errorId} error={error} />}
        <div class="dialog-buttons">
          <Button label="Cancel" look="box" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
          <Button type="submit" label="Extract" look="primary" disabled={isPending}>
            Extract
          </Button>
        </div>
      </form>
    </dialog>
  );
};

/** Returns a name that no graph has: that of the graph from which the nodes come, and what distinguishes the new one. */
const suggestName = (graphName: string, taken: readonly string[]): string => {
  const base = `${graphName} part`.trim();
  let name = base;
  for (let number = 2; taken.includes(name); number += 1) name = `${base} ${number}`;
  return name;
};
