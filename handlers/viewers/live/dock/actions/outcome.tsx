import { useLive } from '../../app/live.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { copyAs } from './copy-as.ts';
import { shownParameters } from './form.ts';
import { History } from './history.tsx';
import { Result } from './result.tsx';
import type { Signal } from '@preact/signals';
import type { ActionDesk } from './action-desk.ts';
import type { CopyKind } from './copy-as.ts';

/** What stands beside the form. */
export type View = 'Result' | 'History' | CopyKind;

const copyKinds = Object.keys(copyAs) as CopyKind[];
const views: readonly View[] = ['Result', 'History', ...copyKinds];

interface OutcomeProps {
  readonly desk: ActionDesk;
  readonly view: Signal<View>;
}

/** What came of the action, what was run before, and how other programs send it. */
export const Outcome = ({ desk, view }: OutcomeProps) => (
  <section class="outcome" aria-label="Outcome">
    <div class="views">
      {views.map((name) => (
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
    <Shown desk={desk} view={view.value} />
  </section>
);

const Shown = ({ desk, view }: { readonly desk: ActionDesk; readonly view: View }) => {
  const { address } = useLive().session;
  if (view === 'Result') return <Result run={desk.runs.list.value[0]} />;
  if (view === 'History') return <History desk={desk} />;
  const action = desk.chosen.value;
  const form = desk.form.value;
  if (!action || !form) return <p class="quiet">Choose an action first.</p>;
  const { name, route } = action;
  const text = copyAs[view]({ url: address.url, name, route, parameters: shownParameters(form) });
  return (
    <div class="code">
      <CopyButton text={text} />
      <pre>{text}</pre>
    </div>
  );
};
