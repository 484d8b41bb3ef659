import { CopyButton } from '../parts/copy-button.tsx';
import type { Run } from './runs.ts';

/** What came of the latest action. */
export const Result = ({ run }: { readonly run: Run | undefined }) => {
  if (!run) return <p class="quiet">What comes of an action is told here.</p>;
  const { action, refusal, result, took } = run;
  const text = JSON.stringify(result, undefined, 2);
  return (
    <div class="code" role="status">
      <p>
        <b class={refusal ? 'bad' : 'good'}>{refusal ? 'Refused' : 'Done'}</b> {action}{' '}
        <span class="quiet">{took.toFixed(1)} ms</span>
      </p>
      {refusal ? (
        <p>
          {refusal.code && <code>{refusal.code}</code>} {refusal.message}
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
