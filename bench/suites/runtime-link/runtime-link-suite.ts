import { compareCommands } from './command-comparison.ts';
import { compareEvents } from './event-comparison.ts';
import { compareBusyRuntime } from './busy-runtime-comparison.ts';
import type { Suite } from '../suite.ts';

/** Measures the cost and the benefit of a runtime in a separate process. The server under test is not involved. */
export const runtimeLinkSuite: Suite = {
  id: 'runtime-link',
  title: 'The runtime link',
  starts: 2,
  async run(context) {
    await compareCommands(context);
    await compareEvents(context);
    await compareBusyRuntime(context);
  },
};
