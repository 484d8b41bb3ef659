import { useLayoutEffect, useRef } from 'preact/hooks';
import { FieldRow } from './field-row.tsx';
import type { ActionRunner } from './actions-panel-store.ts';

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
