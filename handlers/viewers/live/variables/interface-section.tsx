import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { ValueField } from '../components/value-field.tsx';
import { getMissingRouteReason } from '../session/feature-availability.ts';
import { toFieldError } from './interface-editor.tsx';
import { type FieldError, FieldRow, getInvalidAttributes } from './interface-fields.tsx';
import { VariableRow } from './variable-row.tsx';
import type { GraphSummary } from '../graphs/graph-list-store.ts';
import type { NewInterfaceVariable, Variable } from './variables-store.ts';

/** Whether a variable is an input or an output of a graph. */
export const isInterfaceOf = ({ graphId, direction }: Variable, graph: GraphSummary | undefined): boolean =>
  direction !== undefined && graphId === graph?.id;

interface InterfaceSectionProps {
  readonly graph: GraphSummary;
  readonly variables: readonly Variable[];
}

/** The inputs and outputs of the open graph, which are ports of the nodes that run it. */
export const InterfaceSection = ({ graph, variables }: InterfaceSectionProps) => {
  const { session } = useLivePage();
  const [isAdding, setAdding] = useState(false);
  const opener = useRef<HTMLDivElement>(null);
  return (
    <section class="variable-section" aria-label={`Inputs and outputs of ${graph.name}`}>
      <header>
        <h3 class="grow">Inputs and outputs</h3>
        <span ref={opener}>
          <Button
            icon={isAdding ? 'x' : 'plus'}
            label={isAdding ? 'Close the form' : 'Add an input or output'}
            aria-expanded={isAdding}
            unavailable={getMissingRouteReason(session.capabilities.value, 'PUT /api/variables/{id}')}
            onClick={() => setAdding(!isAdding)}
          />
        </span>
      </header>
      {isAdding && (
        <InterfaceForm
          graph={graph}
          onClose={() => {
            setAdding(false);
            opener.current?.querySelector('button')?.focus();
          }}
        />
      )}
      {variables.length === 0 && !isAdding && (
        <p class="quiet">None yet. Each is a port of the RunGraph nodes that run {graph.name}.</p>
      )}
      <ul aria-label="Inputs and outputs">
        {variables.map((variable) => (
          <VariableRow key={variable.id} variable={variable} />
        ))}
      </ul>
    </section>
  );
};

interface InterfaceFormProps {
  readonly graph: GraphSummary;
  readonly onClose: () => void;
}

/** Adds an input or an output. The form stays open for the next one. */
const InterfaceForm = ({ graph, onClose }: InterfaceFormProps) => {
  const { variables } = useLivePage();
  const nameField = useRef<HTMLInputElement>(null);
  const [type, setType] = useState('Float');
  const [initial, setInitial] = useState<NewInterfaceVariable['default']>();
  const [error, setError] = useState<FieldError>();
  useLayoutEffect(() => nameField.current?.focus(), []);
  const add = async (form: HTMLFormElement): Promise<void> => {
    const entered = new FormData(form);
    const name = String(entered.get('name')).trim();
    setError(undefined);
    const isAdded = await variables.declare(
      {
        ...{ name, type, graphId: graph.id },
        direction: entered.get('direction') === 'output' ? 'output' : 'input',
        description: String(entered.get('description')).trim(),
        ...(initial !== undefined && { default: initial }),
      },
      (failure) => setError(toFieldError(failure, { name, type })),
    );
    if (isAdded) {
      form.reset();
      setInitial(undefined);
    }
    nameField.current?.focus();
  };
  return (
    <form
      class="interface-fields"
      aria-label="New input or output"
      onKeyDown={({ key }) => key === 'Escape' && onClose()}
      onSubmit={(event) => {
        event.preventDefault();
        void add(event.currentTarget);
      }}
    >
      <FieldRow label="Name" field="name" error={error}>
        {(errorId) => (
          <input
            ref={nameField}
            name="name"
            class="value"
            required
            autocomplete="off"
            aria-label="Name"
            {...getInvalidAttributes(errorId)}
          />
        )}
      </FieldRow>
      <FieldRow label="Direction" field="direction" error={error}>
        {(errorId) => (
          <select name="direction" class="value" aria-label="Direction" {...getInvalidAttributes(errorId)}>
            <option value="input">Input</option>
            <option value="output">Output</option>
          </select>
        )}
      </FieldRow>
      <FieldRow label="Type" field="type" error={error}>
        {(errorId) => (
          <select
            class="value"
            aria-label="Type"
            {...getInvalidAttributes(errorId)}
            value={type}
            onChange={({ currentTarget }) => {
              setType(currentTarget.value);
              setInitial(undefined);
            }}
          >
            {variables.types.value.map((option) => (
              <option key={option}>{option}</option>
            ))}
          </select>
        )}
      </FieldRow>
      <FieldRow label="Default" field="default" error={error}>
        {(errorId) => (
          <ValueField
            {...{ type, errorId, value: initial }}
            label="Default"
            onChange={(entered) => setInitial(entered as NewInterfaceVariable['default'])}
          />
        )}
      </FieldRow>
      <FieldRow label="Description" field="description" error={error}>
        {(errorId) => (
          <textarea
            name="description"
            class="value"
            rows={2}
            aria-label="Description"
            {...getInvalidAttributes(errorId)}
          />
        )}
      </FieldRow>
      {error && error.field === undefined && <ErrorMessage error={error} />}
      <div class="dialog-buttons">
        <Button type="submit" label="Add" look="primary">
          Add
        </Button>
      </div>
    </form>
  );
};
