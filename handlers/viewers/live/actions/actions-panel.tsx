import { signal } from '@preact/signals';
import { LeftPanelFrame } from '../app/layout/left-panel-frame.tsx';
import { Button } from '../components/button.tsx';
import { ActionForm } from './action-form.tsx';
import { ActionList, PinButton } from './action-list.tsx';
import { createActionRunner } from './action-runner.ts';
import type { OpenPanel } from '../app/live-page-context.ts';

/** Creates the panel that has a form for every direct action of the service. */
export const openActionsPanel: OpenPanel = (live) => {
  const runner = createActionRunner(live);
  const previous = signal<string>();
  return () => {
    const action = runner.selected.value;
    const form = runner.form.value;
    if (!action || !form)
      return (
        <LeftPanelFrame title="Actions" detail={<ActionCount count={runner.count.value} />}>
          <ActionList runner={runner} previous={previous.value} />
        </LeftPanelFrame>
      );
    return (
      <LeftPanelFrame
        title="Actions"
        detail={action.name.split('.')[0]}
        lead={
          <Button
            icon="chevron-left"
            label="All actions"
            onClick={() => {
              previous.value = action.name;
              runner.select(undefined);
            }}
          />
        }
        tools={<PinButton name={action.name} runner={runner} />}
      >
        <ActionForm key={action.name} runner={runner} action={action} form={form} />
      </LeftPanelFrame>
    );
  };
};

const ActionCount = ({ count }: { readonly count: number }) => <span class="number">{count}</span>;
