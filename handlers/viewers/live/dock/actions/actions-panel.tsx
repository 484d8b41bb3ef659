import { signal } from '@preact/signals';
import { createActionRunner } from './actions-panel-store.ts';
import { ActionForm } from './action-form.tsx';
import { ActionList } from './action-list.tsx';
import { ActionOutput } from './action-output.tsx';
import type { OpenPanel } from '../dock-tab.ts';
import type { ActionOutputView } from './action-output.tsx';

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
