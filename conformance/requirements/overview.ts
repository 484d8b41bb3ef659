import { plannedFor, defineSection, follows } from './requirement.ts';

const core = defineSection('What the service does', 'CORE');
const edit = defineSection('What the service does', 'L1-EDIT');
const run = defineSection('What the service does', 'L1-RUN');
const direct = defineSection('What the service does', 'L2');
const live = defineSection('What the service does', 'L3');

export const overview = [
  core.info(
    'OVER-PURPOSE-001',
    'The service builds and runs node graphs, fires one-shot actions and streams events',
    {
      excluded: 'a summary of the other requirements',
    },
  ),
  edit.must('OVER-GRAPH-001', 'Every node of a graph has typed ports', {
    ...follows('Each node has typed input and output ports'),
  }),
  edit.must('OVER-GRAPH-002', 'A connection joins exactly one output port to exactly one input port'),
  run.must('OVER-GRAPH-003', 'Trigger ports carry the order of execution, data ports carry values'),
  core.info(
    'OVER-LAYER-001',
    'There are three layers: graph editing over REST, direct actions over REST, and a real-time hub',
    {
      excluded: 'a division of the document; each layer has its own requirements',
    },
  ),
  direct.must('OVER-LAYER-002', 'A direct action is called at /api/actions/{category}/{action}'),
  direct.info('OVER-LAYER-003', 'There are 161 actions'),
  direct.must(
    'OVER-LAYER-004',
    'Actions are available in the categories scene, transform, physics, audio, animation, tween, midi, output, webhook, streaming, process, log, text, components, assets and project',
    plannedFor('a complete implementation to develop the check against'),
  ),
  live.must(
    'OVER-LAYER-005',
    'The hub is at the base address with a WebSocket scheme and the path /api/events',
  ),
  live.must('OVER-LAYER-006', 'The hub delivers events and accepts direct actions over one connection'),
  core.must('OVER-LOCAL-001', 'By default the service listens on the local machine only', {
    profile: 'AUTH',
  }),
  run.must(
    'OVER-RUNTIME-001',
    'Routes that need the runtime return 503 RUNTIME_NOT_CONNECTED while it is not connected',
  ),
  core.must('OVER-RUNTIME-002', 'Health reports whether the runtime is connected'),
  core.should(
    'OVER-ORIENT-001',
    'A client can start with health, llms.txt, toc and then the discovery route of its layer: each of them responds',
  ),
  edit.should(
    'OVER-FLOW-001',
    'The recommended workflow works end to end: create, add nodes, connect, set values, sync, run, stop',
    { profile: 'L1-RUN' },
  ),
  run.must('OVER-FLOW-002', 'An edit alone does not reach the runtime: it takes effect after a sync'),
  core.info('OVER-NAMES-001', 'Identifiers use the neutral word runtime instead of a product name', {
    excluded: 'a note about the document',
  }),
] as const;
