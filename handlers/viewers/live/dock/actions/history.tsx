import type { ActionDesk } from './action-desk.ts';

/** What was run before, each to be run again. */
export const History = ({ desk }: { readonly desk: ActionDesk }) => {
  const runs = desk.runs.list.value;
  if (runs.length === 0) return <p class="quiet">Nothing has been run yet.</p>;
  return (
    <ol class="history">
      {runs.map((run) => (
        <li key={run.id}>
          <span class={run.refusal ? 'bad' : 'good'}>{run.refusal ? '✕' : '✓'}</span>
          <span class="name" title={run.refusal?.message}>
            {run.action}
          </span>
          <span class="quiet">{run.took.toFixed(1)} ms</span>
          <button type="button" aria-label={`Run ${run.action} again`} onClick={() => void desk.repeat(run)}>
            Again
          </button>
        </li>
      ))}
    </ol>
  );
};
