import { applyGraph } from './apply-graph.ts';
import { describeTool } from './describe.ts';
import { editGraph } from './edit-graph.ts';
import { findNodes } from './find-nodes.ts';
import { overview } from './overview.ts';
import { readGraph } from './read-graph.ts';
import { runGraph } from './run-graph.ts';
import { sceneTool } from './scene.ts';
import { sendEvent } from './send-event.ts';
import { stop } from './stop.ts';
import { tidyAndCleanup } from './tidy-and-cleanup.ts';
import { waitEvents } from './wait-events.ts';

/** All tools, in the order in which an agent is likely to need them. */
export const tools = [
  overview,
  findNodes,
  describeTool,
  applyGraph,
  readGraph,
  editGraph,
  runGraph,
  stop,
  sendEvent,
  waitEvents,
  sceneTool,
  tidyAndCleanup,
];
