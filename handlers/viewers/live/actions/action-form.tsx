import { useId, useLayoutEffect, useRef } from 'preact/hooks';
import { copyText } from '../app/copy-text.ts';
import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { ErrorMessage } from '../components/error-message.tsx';
import { Icon } from '../components/icon.tsx';
import { MenuButton } from '../components/menu.tsx';
import { ValueField } from '../components/value-field.tsx';
import { listKeys } from '#spec/list-keys.ts';
import { copyFormats } from './action-code-formats.ts';
import { canShowAsButtons, ChoiceControl } from './choice-control.tsx';
import { getVisibleParameters, type ParameterForm } from './parameter-form.ts';
import { putInGraph } from './put-in-graph.ts';
import { RunCard, RunHistory } from './run-card.tsx';
import { TextWithCode } from '../components/text-with-code.tsx';
import type { ActionInfo } from './action-schema.ts';
import type { ActionRun } from './action-runs.ts';
import type { ActionRunner } from './action-runner.ts';
import type { ParameterField } from './parameter-fields.ts';

interface ActionFormProps {
  readonly runner: ActionRunner;
  readonly action: ActionInfo;
  readonly form: ParameterForm;
}

/** The parameters of an action, the button that runs it, and what came of the latest run. */
export const ActionForm = ({ runner, action, form }: ActionFormProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus(), [action]);
  const { name, summary, description } = action;
  const run = runner.latestRun.value;
  const error = run?.action === name ? run.error : undefined;
  const isErrorAtField = form.fields.all.some((field) => field.name === error?.parameter);
  return (
    <div class="action-body">
      <form
        class="action-form"
        aria-label={name}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void runner.run();
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
          event.preventDefault();
          void runner.run();
        }}
      >
        <header>
          <h3 ref={heading} tabIndex={-1}>
            {summary}
          </h3>
          <code class="quiet">{name}</code>
        </header>
        {description && (
          <p class="quiet">
            <TextWithCode text={description} />
          </p>
        )}
        <ParameterFields runner={runner} form={form} error={error} />
        {error && !isErrorAtField && <ErrorMessage error={error} />}
        <FormButtons runner={runner} action={action} form={form} />
      </form>
      {run && !run.error && <RunCard key={run.id} run={run} runner={runner} />}
      <RunHistory runner={runner} />
    </div>
  );
};

interface ParameterFieldsProps extends Omit<ActionFormProps, 'action'> {
  readonly error: ActionRun['error'];
}

const ParameterFields = ({ runner, form, error }: ParameterFieldsProps) => {
  const { all, alternatives } = form.fields;
  const main = form.mainFields.value;
  const alternative = all.find(({ name }) => name === form.alternative.value);
  const others = all.filter((field) => !main.includes(field) && !alternatives.includes(field.name));
  const renderField = (field: ParameterField) => (
    <ParameterRow
      key={field.name}
      field={field}
      form={form}
      options={runner.parameterOptions.getOptions(field)}
      error={error?.parameter === field.name ? error : undefined}
    />
  );
  const parameters = form.parameters.value;
  return (
    <>
      {alternative && (
        <div class="parameter">
          <span class="parameter-label">
            Choose one <em>required</em>
          </span>
          <fieldset class="segments full" aria-label="Choose one">
            {alternatives.map((name) => (
              <button
                key={name}
                type="button"
                class="button"
                aria-pressed={name === alternative.name}
                onClick={() => form.choose(name)}
              >
                {all.find((field) => field.name === name)?.label}
              </button>
            ))}
          </fieldset>
          {renderField(alternative)}
        </div>
      )}
      {main.map(renderField)}
      {others.length > 0 && (
        <details class="more" open={others.some(({ name }) => name === error?.parameter) || undefined}>
          <summary>
            <Icon name="chevron-right" class="small" />
            <span>{others.length} more</span>
            <span class="quiet">
              {others.map(({ name, label }, at) => (
                <span key={name} class={name in parameters ? 'given' : undefined}>
                  {at > 0 && ', '}
                  {label.toLowerCase()}
                </span>
              ))}
            </span>
          </summary>
          {others.map(renderField)}
        </details>
      )}
    </>
  );
};

interface ParameterRowProps {
  readonly field: ParameterField;
  readonly form: ParameterForm;
  /** The allowed values, if only certain values are allowed. */
  readonly options: readonly string[] | undefined;
  readonly error: ActionRun['error'];
}

const ParameterRow = ({ field, form, options, error }: ParameterRowProps) => {
  const { name, label, type, hint, description, isRequired, isSensitive, minimum, maximum } = field;
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const value = form.parameters.value[name];
  const isAlternative = name === form.alternative.value;
  const isOmittable = !isRequired && !isAlternative && value !== undefined;
  const shared = {
    ...{ label, errorId: error && id },
    onChange: (entered: unknown) => form.set(name, entered),
  };
  const fallback =
    field.defaultValue ?? (options || type === 'Boolean' ? field.defaultValue : getHint(field));
  return (
    <div ref={row} class={type === 'Boolean' ? 'parameter inline' : 'parameter'} data-parameter={name}>
      <span class={isAlternative ? 'parameter-label hidden' : 'parameter-label'} title={description}>
        {label}
        {isRequired && <em>required</em>}
        {hint && <span class="quiet hint">{hint}</span>}
        {isOmittable && (
          <Button
            icon="x"
            label={`Leave out ${label.toLowerCase()}`}
            onClick={() => {
              form.remove(name);
              // the button disappears, and had the focus
              row.current?.querySelector<HTMLElement>('input, select, .tile, .segments .button')?.focus();
            }}
          />
        )}
      </span>
      {options && canShowAsButtons(options) ? (
        <ChoiceControl {...shared} options={options} selected={value ?? field.defaultValue} />
      ) : (
        <ValueField {...shared} {...{ type, value, minimum, maximum, isSensitive, options, fallback }} />
      )}
      {error && <ErrorMessage id={id} error={error} />}
    </div>
  );
};

/** Returns what a control shows while a parameter without a default is left out. */
const getHint = ({ type, initialValue }: ParameterField): unknown =>
  type === 'Vector3' || type === 'Color' ? initialValue : '';

const FormButtons = ({ runner, action: { name, route }, form }: ActionFormProps) => {
  const live = useLivePage();
  const { session, notices } = live;
  const { url } = session.address;
  return (
    <div class="form-buttons">
      <button type="submit" class="button primary grow" title="Run (Ctrl+Enter)">
        <Icon name="play" />
        Run
        <span aria-hidden="true">
          <kbd>Ctrl ↵</kbd>
        </span>
      </button>
      <Button icon="wand-sparkles" look="outlined" label="Fill in a sample" onClick={runner.fillSample} />
      <MenuButton
        icon="code"
        look="outlined"
        label="Copy as code"
        getEntries={() =>
          listKeys(copyFormats).map((format) => ({
            ...{ label: `Copy as ${format}`, icon: 'copy' },
            run() {
              const call = { url, name, route, parameters: getVisibleParameters(form) };
              copyText(notices, copyFormats[format](call), `Copied as ${format}.`);
            },
          }))
        }
      />
      <Button
        icon="workflow"
        look="outlined"
        label="Put it in the graph"
        onClick={() => void notices.runAndReport(() => putInGraph(live, name, form.parameters.value))}
      />
    </div>
  );
};
