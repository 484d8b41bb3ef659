import { useEffect, useRef } from 'preact/hooks';
import { type OpenPanel, useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { ValueField } from '../components/value-field.tsx';
import { createVariablesStore, type Variable, type VariablesStore } from './variables-store.ts';

export const openVariablesPanel: OpenPanel = (live) => {
  const store = createVariablesStore(live);
  return () => <VariablesPanel store={store} />;
};

const VariablesPanel = ({ store }: { readonly store: VariablesStore }) => {
  const { session } = useLivePage();
  const hub = session.hub.value;
  const reconnects = session.reconnectCount.value;
  useEffect(() => store.follow(), [store, hub, reconnects]);
  const variables = store.list.value;
  return (
    <>
      <CreateForm store={store} />
      <div class="panel-list">
        {variables?.length === 0 && (
          <p class="empty">
            No variables yet. Graphs share values through variables: one writes a score, another one shows it.
          </p>
        )}
        <ul aria-label="Variables">
          {variables?.map((variable) => (
            <VariableRow key={variable.id} variable={variable} store={store} />
          ))}
        </ul>
      </div>
    </>
  );
};

/** Creates a variable from a name and a type. */
const CreateForm = ({ store }: { readonly store: VariablesStore }) => {
  const name = useRef<HTMLInputElement>(null);
  const type = useRef<HTMLSelectElement>(null);
  return (
    <form
      class="panel-search variable-form"
      onSubmit={async (event) => {
        event.preventDefault();
        const field = name.current;
        if (!field || !type.current) return;
        if (await store.create(field.value.trim(), type.current.value)) field.value = '';
        field.focus();
      }}
    >
      <input ref={name} required aria-label="Name of the new variable" placeholder="New variable" />
      <select ref={type} aria-label="Type of the new variable">
        {store.types.value.map((option) => (
          <option key={option} selected={option === 'Float'}>
            {option}
          </option>
        ))}
      </select>
      <Button type="submit" icon="plus" label="Create the variable" look="box" />
    </form>
  );
};

interface VariableRowProps {
  readonly variable: Variable;
  readonly store: VariablesStore;
}

/** The types whose values need the whole width of the panel. */
const wideTypes: readonly string[] = ['Vector3', 'Color', 'List', 'Generic'];

/** A variable with its type, and a field for its current value. */
const VariableRow = ({ variable, store }: VariableRowProps) => {
  const { graphs } = useLivePage();
  const { name, type, value, graphId } = variable;
  const graphName = graphs.list.value.find(({ id }) => id === graphId)?.name;
  return (
    <li class={wideTypes.includes(type) ? 'panel-row variable wide' : 'panel-row variable'}>
      <span
        class="variable-sign"
        style={{ backgroundColor: `var(--port-${type.toLowerCase()})` }}
        aria-hidden="true"
      />
      <span class="variable-title" title={name}>
        <span>{name}</span>
        <span class="variable-type">
          {type}
          {graphName !== undefined && `, only in ${graphName}`}
        </span>
      </span>
      <span class="row-tools">
        <Button icon="trash" label={`Delete ${name}`} onClick={() => void store.remove(variable)} />
      </span>
      <span class="variable-value">
        <ValueField
          {...{ type, value }}
          label={`Value of ${name}`}
          onChange={(entered) => void store.write(variable, entered)}
        />
      </span>
    </li>
  );
};
