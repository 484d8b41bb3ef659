import { CopyButton } from '../shared/copy-button.tsx';
import type { ActionRun } from './action-run-store.ts';

/** Shows the result of the latest run. */
export const RunResult = ({ run }: { readonly run: ActionRun | undefined }) => {
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
