import { useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { ValueField } from '../components/value-field.tsx';
import { getMissingRouteReason } from '../session/feature-availability.ts';
import { InterfaceEditor } from './interface-editor.tsx';
import type { Variable } from './variables-store.ts';

/** The types whose values need the whole width of the panel. */
const wideTypes: readonly string[] = ['Vector3', 'Color', 'List', 'Generic'];

/**
 * A variable with its type, and a field for its current value. A variable of a graph opens to show whether it is an input
 * or an output; the value of these is shown there.
 */
export const VariableRow = ({ variable }: { readonly variable: Variable }) => {
  const { graphs, session, variables } = useLivePage();
  const [isEdited, edit] = useState(false);
  const { name, type, value, graphId, direction, description } = variable;
  const details =
    graphId === undefined
      ? type
      : `${type}, ${describeScope(direction, graphs.find(graphId)?.name, graphs.openId.value === graphId)}`;
  const isEditable =
    graphId !== undefined &&
    getMissingRouteReason(session.capabilities.value, 'PUT /api/variables/{id}') === undefined;
  const title = {
    class: 'variable-title',
    title: [name, details, ...(description === undefined ? [] : [description])].join('\n'),
    children: (
      <>
        <span>{name}</span>
        <span class="variable-type">{details}</span>
      </>
    ),
  };
  return (
    <li class={isEdited ? 'variable-item edited' : 'variable-item'}>
      <div
        class={wideTypes.includes(type) && !direction ? 'panel-row variable wide' : 'panel-row variable'}
        style={{ '--port': `var(--port-${type.toLowerCase()})` }}
      >
        {isEditable ? (
          <>
            <Icon name={isEdited ? 'chevron-down' : 'chevron-right'} class="small" />
            <button type="button" {...title} aria-expanded={isEdited} onClick={() => edit(!isEdited)} />
          </>
        ) : (
          <>
            <span class="variable-sign" aria-hidden="true" />
            <span {...title} />
          </>
        )}
        <span class="row-tools">
          <Button icon="trash" label={`Delete ${name}`} onClick={() => void variables.remove(variable)} />
        </span>
        {!direction && (
          <span class="variable-value">
            <ValueField
              {...{ type, value }}
              label={`Value of ${name}`}
              onChange={(entered) => variables.write(variable, entered)}
            />
          </span>
        )}
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
