import { compareCommands } from './commands.ts';
import { compareEvents } from './events.ts';
import { compareFrames } from './frames.ts';
import type { Suite } from '../suite.ts';

/** What it costs that a runtime lives in a process of its own, and what it brings; the server under test takes no part. */
export const runtimeLink: Suite = {
  id: 'runtime-link',
  title: 'The runtime link',
  starts: 2,
  async run(context) {
    await compareCommands(context);
    await compareEvents(context);
    await compareFrames(context);
  },
};
