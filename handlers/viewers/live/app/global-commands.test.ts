import { expect, it } from 'vitest';
import { createGlobalCommands } from './global-commands.ts';
import type { LivePage } from './live-page-context.ts';

it('each command has a label of its own, by which the palette lists it', () => {
  const live = { layout: {}, graphs: {}, theme: {}, tour: {}, session: {}, notices: {}, history: {} };
  const labels = createGlobalCommands(live as unknown as LivePage).map(({ label }) => label);
  expect(labels).toEqual([...new Set(labels)]);
});
