import { compareCommands } from './command-comparison.ts';
import { compareEvents } from './event-comparison.ts';
import { compareBusyRuntime } from './busy-runtime-comparison.ts';
import type { Suite } from '../suite.ts';

/** What it costs that a runtime lives in a process of its own, and what it brings; the server under test takes no part. */
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
