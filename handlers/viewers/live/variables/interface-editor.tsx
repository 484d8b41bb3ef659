import { useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { ErrorMessage } from '../components/error-message.tsx';
import { ValueField } from '../components/value-field.tsx';
import { getErrorMessage } from '../session/store-helpers.ts';
import { findErrorField } from '../session/error-field.ts';
import { type FieldError, FieldRow, getInvalidAttributes } from './interface-fields.tsx';
import type { Variable, VariablesStore } from './variables-store.ts';

type InterfaceChange = Parameters<VariablesStore['changeInterface']>[1];

const directions = [
  ['', 'Neither'],
  ['input', 'Input'],
  ['output', 'Output'],
] as const;

/** Edits whether a variable of a graph is an input or an output of the graph, its default and its description. */
export const InterfaceEditor = ({ variable }: { readonly variable: Variable }) => {
  const { variables } = useLivePage();
  const [error, setError] = useState<FieldError>();
  const { name, type, value, direction, default: initial, description = '' } = variable;
  /** Sends a change, which is about one field. Returns whether the service has accepted it. */
  const change = (field: FieldError['field'], fields: InterfaceChange): Promise<boolean> => {
    setError(undefined);
    return variables.changeInterface(variable, fields, (failure) =>
      setError({ ...toFieldError(failure, {}), field }),
    );
  };
  return (
    <div class="interface-fields">
      <FieldRow label="Direction" field="direction" error={error}>
        {(errorId) => (
          <select
            class="value"
            aria-label={`Direction of ${name}`}
            {...getInvalidAttributes(errorId)}
            value={direction ?? ''}
            onChange={async ({ currentTarget }) => {
              const chosen = directions.find(([value]) => value === currentTarget.value)?.[0] || null;
              if (!(await change('direction', { direction: chosen }))) currentTarget.value = direction ?? '';
            }}
          >
            {directions.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </FieldRow>
      {direction && (
        <>
          <FieldRow label="Default" field="default" error={error}>
            {(errorId) => (
              <ValueField
                {...{ type, errorId, value: initial }}
                label={`Default of ${name}`}
                onChange={(entered) => change('default', { default: entered as InterfaceChange['default'] })}
              />
            )}
          </FieldRow>
          <FieldRow label="Value in runs of its own" field="value" error={error}>
            {(errorId) => (
              <ValueField
                {...{ type, errorId, value }}
                label={`Value of ${name}`}
                onChange={(entered) => variables.write(variable, entered)}
              />
            )}
          </FieldRow>
          <FieldRow label="Description" field="description" error={error}>
            {(errorId) => (
              <textarea
                key={description}
                class="value"
                rows={2}
                aria-label={`Description of ${name}`}
                {...getInvalidAttributes(errorId)}
                defaultValue={description}
                onBlur={({ currentTarget: { value } }) => {
                  if (value !== description) void change('description', { description: value });
                }}
              />
            )}
          </FieldRow>
        </>
      )}
      {error && error.field === undefined && <ErrorMessage error={error} />}
    </div>
  );
};

/** Finds the field that an error is about. */
export const toFieldError = (
  failure: unknown,
  texts: Partial<Readonly<Record<'name' | 'type', string>>>,
): FieldError => ({
  field: findErrorField(failure, {
    ...{ name: texts.name, type: texts.type },
    ...{ direction: undefined, default: undefined, description: undefined },
  }),
  message: getErrorMessage(failure),
});
