import { signal } from '@preact/signals';
import { createActionDesk } from './action-desk.ts';
import { ActionForm } from './action-form.tsx';
import { ActionList } from './action-list.tsx';
import { Outcome } from './outcome.tsx';
import type { OpenPanel } from '../tab.ts';
import type { View } from './outcome.tsx';

/** Every direct action of the service, with a form to run it by. */
export const openActions: OpenPanel = (live) => {
  const desk = createActionDesk(live);
  const view = signal<View>('Result');
  return () => (
    <>
      <ActionList desk={desk} />
      <ActionForm desk={desk} />
      <Outcome desk={desk} view={view} />
    </>
  );
};
