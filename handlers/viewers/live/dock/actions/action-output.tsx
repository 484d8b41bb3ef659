import { useLivePage } from '../../app/live-page-context.ts';
import { CopyButton } from '../shared/copy-button.tsx';
import { copyFormats } from './action-code-formats.ts';
import { getVisibleParameters } from './parameter-form-store.ts';
import { RunHistory } from './run-history.tsx';
import { RunResult } from './run-result.tsx';
import type { Signal } from '@preact/signals';
import type { ActionRunner } from './actions-panel-store.ts';
import type { CopyFormat } from './action-code-formats.ts';

/** What is shown beside the form. */
export type ActionOutputView = 'Result' | 'History' | CopyFormat;

const copyFormatNames = Object.keys(copyFormats) as CopyFormat[];
const outputViews: readonly ActionOutputView[] = ['Result', 'History', ...copyFormatNames];

interface ActionOutputProps {
  readonly runner: ActionRunner;
  readonly view: Signal<ActionOutputView>;
}

/** Shows the result, the run history, or the action as code. */
export const ActionOutput = ({ runner, view }: ActionOutputProps) => (
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
