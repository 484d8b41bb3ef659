import { signal, type Signal } from '@preact/signals';
import { type ActionRun, type ActionRunner, createActionRunner } from './action-runner.ts';
import { ActionForm } from './action-form.tsx';
import { type OpenPanel, useLivePage } from '../app/live-page-context.ts';
import { SearchField } from '../components/virtual-list.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { type CopyFormat, copyFormats } from './action-code-formats.ts';
import { getVisibleParameters } from './parameter-form.ts';
import { listKeys } from '#spec/list-keys.ts';

/** Creates the panel that has a form for every direct action of the service. */
export const openActionsPanel: OpenPanel = (live) => {
  const runner = createActionRunner(live);
  const view = signal<ActionOutputView>('Result');
  return () => (
    <>
      <ActionList runner={runner} />
      <ActionForm runner={runner} />
      <ActionOutput runner={runner} view={view} />
    </>
  );
};

const ActionList = ({ runner }: { readonly runner: ActionRunner }) => {
  const matches = runner.matches.value;
  return (
    <div class="action-list">
      <SearchField label="Search actions" text={runner.query} />
      {matches.map(({ name, actions }) => (
        <section key={name} aria-label={`Actions of ${name}`}>
          <h3>{name}</h3>
          <ul>
            {actions.map((action) => (
              <li key={action.name}>
                <button
                  type="button"
                  aria-label={action.name}
                  aria-current={runner.selected.value?.name === action.name}
                  title={action.summary}
                  onClick={() => runner.select(action.name)}
                >
                  {action.name.slice(name.length + 1)}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {matches.length === 0 && runner.query.value && <p class="quiet">No action matches.</p>}
    </div>
  );
};

/** What is shown beside the form. */
type ActionOutputView = 'Result' | 'History' | CopyFormat;

const copyFormatNames = listKeys(copyFormats);
const outputViews: readonly ActionOutputView[] = ['Result', 'History', ...copyFormatNames];

interface ActionOutputProps {
  readonly runner: ActionRunner;
  readonly view: Signal<ActionOutputView>;
}

/** Shows the result, the run history, or the action as code. */
const ActionOutput = ({ runner, view }: ActionOutputProps) => (
  <section class="outcome" aria-label="Outcome">
    <div class="views">
      {outputViews.map((name) => (
        <button
          key={name}
          type="button"
          aria-pressed={view.value === name}
          onClick={() => {
            view.value = name;
          }}
        >
          {name}
        </button>
      ))}
    </div>
    <SelectedView runner={runner} view={view.value} />
  </section>
);

const SelectedView = ({
  runner,
  view,
}: {
  readonly runner: ActionRunner;
  readonly view: ActionOutputView;
}) => {
  const { address } = useLivePage().session;
  if (view === 'Result') return <RunResult run={runner.runs.list.value[0]} />;
  if (view === 'History') return <RunHistory runner={runner} />;
  const action = runner.selected.value;
  const form = runner.form.value;
  if (!action || !form) return <p class="quiet">Choose an action first.</p>;
  const { name, route } = action;
  const text = copyFormats[view]({ url: address.url, name, route, parameters: getVisibleParameters(form) });
  return (
    <div class="code">
      <CopyButton text={text} />
      <pre>{text}</pre>
    </div>
  );
};

const RunResult = ({ run }: { readonly run: ActionRun | undefined }) => {
  if (!run) return <p class="quiet">The result of an action appears here.</p>;
  const { action, error, result, durationMs } = run;
  const text = JSON.stringify(result, undefined, 2);
  return (
    <div class="code" role="status">
      <p>
        <b class={error ? 'bad' : 'good'}>{error ? 'Refused' : 'Done'}</b> {action}{' '}
        <span class="quiet">{durationMs.toFixed(1)} ms</span>
      </p>
      {error ? (
        <p>
          {error.code && <code>{error.code}</code>} {error.message}
        </p>
      ) : (
        <>
          <CopyButton text={text} />
          <pre>{text}</pre>
        </>
      )}
    </div>
  );
};

/** Lists the earlier runs, each with a button that runs the action again. */
const RunHistory = ({ runner }: { readonly runner: ActionRunner }) => {
  const runs = runner.runs.list.value;
  if (runs.length === 0) return <p class="quiet">Nothing has been run yet.</p>;
  return (
    <ol class="history">
      {runs.map((run) => (
        <li key={run.id}>
          <span class={run.error ? 'bad' : 'good'}>{run.error ? '✕' : '✓'}</span>
          <span class="name" title={run.error?.message}>
            {run.action}
          </span>
          <span class="quiet">{run.durationMs.toFixed(1)} ms</span>
          <button type="button" aria-label={`Run ${run.action} again`} onClick={() => void runner.rerun(run)}>
            Again
          </button>
        </li>
      ))}
    </ol>
  );
};
