import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { copyText } from '../app/copy-text.ts';
import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { describeRun } from './describe-run.ts';
import type { ActionRun } from './action-runs.ts';
import type { ActionRunner } from './action-runner.ts';

interface RunCardProps {
  readonly run: ActionRun;
  readonly runner: ActionRunner;
}

/** Shows what a run has done, and what can be done with it next. */
export const RunCard = ({ run, runner }: RunCardProps) => {
  const { scene, layout, notices } = useLivePage();
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => card.current?.scrollIntoView({ block: 'nearest' }), [run]);
  const [isJsonShown, setJsonShown] = useState(false);
  const action = runner.find(run.action);
  if (!action) return null;
  const { title, facts, object, isObjectNew } = describeRun(run, action, runner.getFields(action).all);
  const showObject = (): void => {
    scene.selection.value = object;
    layout.showScene();
    scene.view.value?.frame();
  };
  const text = JSON.stringify(run.result, undefined, 2);
  return (
    <section ref={card} class="run-card" aria-label="Result">
      <p class="run-title" role="status">
        <Icon name="circle-check" />
        <b>{title}</b>
        <span class="quiet number">
          {run.durationMs.toFixed(1)} ms{run.tick !== undefined && ` · tick ${run.tick.toLocaleString('en')}`}
        </span>
      </p>
      <dl>
        {facts.map(([label, fact]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{fact}</dd>
          </div>
        ))}
      </dl>
      <div class="run-buttons">
        {object !== undefined && run.action !== destroyAction && (
          <Button icon="focus" look="box" label="Show it" onClick={showObject}>
            Show it
          </Button>
        )}
        {isObjectNew && object !== undefined && (
          <Button icon="trash" look="box" label="Destroy" onClick={() => void runner.destroy(object)}>
            Destroy
          </Button>
        )}
        <span class="grow" />
        <Button label="JSON" aria-expanded={isJsonShown} onClick={() => setJsonShown(!isJsonShown)}>
          JSON
        </Button>
        <Button icon="copy" label="Copy the result" onClick={() => copyText(notices, text)} />
      </div>
      {isJsonShown && <pre>{text}</pre>}
    </section>
  );
};

const destroyAction = 'scene.objects.destroy';

/** Lists the earlier runs, each with a button that runs the action again. */
export const RunHistory = ({ runner }: { readonly runner: ActionRunner }) => {
  const runs = runner.runs.list.value.filter((run) => run !== runner.latestRun.value || run.error);
  if (runs.length === 0) return null;
  return (
    <section class="run-history" aria-labelledby="run-history">
      <h4 id="run-history">Earlier</h4>
      <ol>
        {runs.map((run) => (
          <li key={run.id}>
            <Icon
              name={run.error ? 'circle-x' : 'circle-check'}
              class={`small ${run.error ? 'bad' : 'good'}`}
            />
            <span class="grow" title={run.error?.message}>
              {run.action}
              {run.error && <span class="hidden"> failed</span>}
            </span>
            <span class="quiet number">{run.durationMs.toFixed(1)} ms</span>
            <Button label={`Run ${run.action} again`} onClick={() => void runner.rerun(run)}>
              Again
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
};
