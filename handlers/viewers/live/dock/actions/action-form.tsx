import { useLayoutEffect, useRef } from 'preact/hooks';
import { FieldRow } from './field-row.tsx';
import type { ActionRunner } from './action-runner.ts';

/** The parameters of the selected action. Optional ones are sent once they are added. */
export const ActionForm = ({ desk }: { readonly desk: ActionRunner }) => {
  const element = useRef<HTMLFormElement>(null);
  /** The parameter added or removed last: its new control takes the focus of the button that disappeared. */
  const moved = useRef<string>();
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    const holder = element.current?.querySelector(`[data-parameter=${CSS.escape(moved.current)}]`);
    const control = holder?.matches('button')
      ? holder
      : holder?.querySelector('input, select, textarea, button');
    if (control instanceof HTMLElement) control.focus();
    moved.current = undefined;
  });
  const action = desk.selected.value;
  const form = desk.form.value;
  if (!action || !form) return <p class="empty">Choose an action to run.</p>;
  const given = form.values.value;
  const latest = desk.runs.list.value[0];
  const refusal = latest?.action === action.name ? latest.error : undefined;
  const others = form.fields.filter(({ name }) => !(name in given));
  return (
    <form
      ref={element}
      class="action-form"
      aria-label={action.name}
      onSubmit={(event) => {
        event.preventDefault();
        void desk.run();
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
        .filter(({ name }) => name in given)
        .map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            value={given[field.name]}
            options={field.options ?? desk.parameterOptions.getOptions(action.name, field)}
            error={refusal?.parameter === field.name ? refusal.message : undefined}
            onChange={(value) => form.set(field.name, value)}
            onRemove={
              field.isRequired
                ? undefined
                : () => {
                    moved.current = field.name;
                    form.remove(field.name);
                  }
            }
          />
        ))}
      {others.length > 0 && (
        <div class="others">
          <span class="quiet">Add</span>
          {others.map((field) => (
            <button
              key={field.name}
              type="button"
              data-parameter={field.name}
              title={field.description}
              onClick={() => {
                moved.current = field.name;
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
