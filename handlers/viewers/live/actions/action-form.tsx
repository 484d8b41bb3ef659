import { useLayoutEffect, useRef } from 'preact/hooks';
import { ValueField } from '../components/value-field.tsx';
import type { ActionRunner } from './action-runner.ts';
import type { ParameterField } from './parameter-form.ts';

/** Renders the parameters of the selected action. Optional parameters are sent only if the user has added them. */
export const ActionForm = ({ runner }: { readonly runner: ActionRunner }) => {
  const element = useRef<HTMLFormElement>(null);
  /**
   * The parameter that was last added or removed. Its new control receives the focus, because the button that had the
   * focus has disappeared.
   */
  const movedParameter = useRef<string>();
  useLayoutEffect(() => {
    if (movedParameter.current === undefined) return;
    const row = element.current?.querySelector(`[data-parameter=${CSS.escape(movedParameter.current)}]`);
    const control = row?.matches('button') ? row : row?.querySelector('input, select, textarea, button');
    if (control instanceof HTMLElement) control.focus();
    movedParameter.current = undefined;
  });
  const action = runner.selected.value;
  const form = runner.form.value;
  if (!action || !form) return <p class="empty">Choose an action to run.</p>;
  const values = form.values.value;
  const latestRun = runner.runs.list.value[0];
  const latestError = latestRun?.action === action.name ? latestRun.error : undefined;
  const unsetFields = form.fields.filter(({ name }) => !(name in values));
  return (
    <form
      ref={element}
      class="action-form"
      aria-label={action.name}
      onSubmit={(event) => {
        event.preventDefault();
        void runner.run();
      }}
    >
      <header>
        <h3>{action.name}</h3>
        <button type="submit" class="run">
          Run
        </button>
      </header>
      <p class="quiet">
        {action.summary}. {action.description}
      </p>
      {form.fields
        .filter(({ name }) => name in values)
        .map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            value={values[field.name]}
            options={field.options ?? runner.parameterOptions.getOptions(action.name, field)}
            error={latestError?.parameter === field.name ? latestError.message : undefined}
            onChange={(value) => form.set(field.name, value)}
            onRemove={
              field.isRequired
                ? undefined
                : () => {
                    movedParameter.current = field.name;
                    form.remove(field.name);
                  }
            }
          />
        ))}
      {unsetFields.length > 0 && (
        <div class="others">
          <span class="quiet">Add</span>
          {unsetFields.map((field) => (
            <button
              key={field.name}
              type="button"
              data-parameter={field.name}
              title={field.description}
              onClick={() => {
                movedParameter.current = field.name;
                form.add(field);
              }}
            >
              {field.name}
            </button>
          ))}
        </div>
      )}
    </form>
  );
};

interface FieldRowProps {
  readonly field: ParameterField;
  readonly value: unknown;
  /** The allowed values, if only certain values are allowed. */
  readonly options: readonly string[] | undefined;
  readonly error: string | undefined;
  readonly onChange: (value: unknown) => void;
  /** Removes the parameter from the form. Undefined for required parameters. */
  readonly onRemove: (() => void) | undefined;
}

const FieldRow = ({ field, value, options, error, onChange, onRemove }: FieldRowProps) => (
  <div class={error ? 'field refused' : 'field'} data-parameter={field.name}>
    <span class="name" title={field.description}>
      {field.name}
    </span>
    <ValueField
      label={field.name}
      type={field.type}
      value={value}
      options={options}
      minimum={field.minimum}
      maximum={field.maximum}
      isSensitive={field.isSensitive}
      onChange={onChange}
    />
    {onRemove ? (
      <button type="button" class="remove" aria-label={`Leave out ${field.name}`} onClick={onRemove}>
        ×
      </button>
    ) : (
      <span class="quiet" title="Required">
        *
      </span>
    )}
    {error && <p class="reason">{error}</p>}
  </div>
);
