import { useEffect, useRef } from 'preact/hooks';
import { type OpenPanel, useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { InterfaceSection, isInterfaceOf } from './interface-section.tsx';
import { VariableRow } from './variable-row.tsx';
import type { VariablesStore } from './variables-store.ts';

export const openVariablesPanel: OpenPanel = () => VariablesPanel;

const VariablesPanel = () => {
  const { session, graphs, variables: store } = useLivePage();
  const hub = session.hub.value;
  const reconnects = session.reconnectCount.value;
  useEffect(() => store.follow(), [store, hub, reconnects]);
  const openId = graphs.openId.value;
  // no event says that another client has declared an input or output
  useEffect(() => {
    if (openId !== undefined) void store.refresh();
  }, [store, openId]);
  const graph = graphs.openSummary.value;
  const all = store.list.value;
  const variables = all?.filter((variable) => !isInterfaceOf(variable, graph));
  return (
    <>
      <CreateForm store={store} />
      <div class="panel-list">
        {graph && all && (
          <InterfaceSection
            key={graph.id}
            graph={graph}
            variables={all.filter((variable) => isInterfaceOf(variable, graph))}
          />
        )}
        {all?.length === 0 && (
          <p class="empty">
            No variables yet. Graphs share values through variables: one writes a score, another one shows it.
          </p>
        )}
        <ul aria-label="Variables">
          {variables?.map((variable) => (
            <VariableRow key={variable.id} variable={variable} />
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
