import type { ActionRunner } from './actions-panel-store.ts';

/** Lists the earlier runs, each with a button that runs the action again. */
export const RunHistory = ({ runner }: { readonly runner: ActionRunner }) => {
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
