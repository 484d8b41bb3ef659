import { useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { ValueField } from '../components/value-field.tsx';
import { InterfaceEditor } from './interface-editor.tsx';
import type { Variable } from './variables-store.ts';

/** The types whose values need the whole width of the panel. */
const wideTypes: readonly string[] = ['Vector3', 'Color', 'List', 'Generic'];

/** A variable with its type, and a field for its current value. A variable of a graph can be an input or an output. */
export const VariableRow = ({ variable }: { readonly variable: Variable }) => {
  const { graphs, variables } = useLivePage();
  const [isEdited, edit] = useState(false);
  const { name, type, value, graphId, direction, description } = variable;
  const isOfGraph = graphId !== undefined;
  return (
    <li class={isEdited ? 'variable-item edited' : 'variable-item'}>
      <div class={wideTypes.includes(type) ? 'panel-row variable wide' : 'panel-row variable'}>
        <span
          class="variable-sign"
          style={{ backgroundColor: `var(--port-${type.toLowerCase()})` }}
          aria-hidden="true"
        />
        <span class="variable-title" title={[name, description].filter(Boolean).join('\n')}>
          <span>{name}</span>
          <span class="variable-type">
            {type}
            {isOfGraph &&
              `, ${describeScope(direction, graphs.find(graphId)?.name, graphs.openId.value === graphId)}`}
          </span>
        </span>
        <span class="row-tools">
          {isOfGraph && (
            <Button
              icon="pencil"
              label={`Edit ${name}`}
              aria-expanded={isEdited}
              onClick={() => edit(!isEdited)}
            />
          )}
          <Button icon="trash" label={`Delete ${name}`} onClick={() => void variables.remove(variable)} />
        </span>
        <span class="variable-value">
          <ValueField
            {...{ type, value }}
            label={`Value of ${name}`}
            onChange={(entered) => void variables.write(variable, entered)}
          />
        </span>
      </div>
      {isEdited && <InterfaceEditor variable={variable} />}
    </li>
  );
};

/** Says to which graph a variable belongs, and whether it is an input or an output of that graph. */
const describeScope = (
  direction: Variable['direction'],
  graphName: string | undefined,
  isOpen: boolean,
): string => {
  const graph = graphName ?? 'a graph';
  if (direction) return isOpen ? direction : `${direction} of ${graph}`;
  return `only in ${graph}`;
};
