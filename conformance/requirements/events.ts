import { leftOpen, defineSection, follows } from './requirement.ts';

const hub = defineSection('Hub methods', 'L3');
const kinds = defineSection('Event types', 'L3');

export const events = [
  hub.must('HUB-001', 'The hub is at the events address'),
  hub.must('HUB-SUB-001', 'Subscribe delivers events whose type matches a pattern'),
  hub.must(
    'HUB-SUB-002',
    'Events that match no pattern are not delivered',
    follows('Subscribe is for events whose type matches the patterns'),
  ),
  hub.info('HUB-PATTERN-001', 'Which patterns other than the exact name match an event is unspecified', {
    provenance: 'NOT_SHOWN',
  }),
  hub.must('HUB-FILTER-001', 'SubscribeFiltered narrows by object'),
  hub.must('HUB-FILTER-002', 'SubscribeFiltered narrows by group', { profile: 'ANIM' }),
  hub.must('HUB-FILTER-003', 'SubscribeFiltered narrows by clip', { profile: 'ANIM' }),
  hub.must('HUB-UNSUB-001', 'Unsubscribe ends the delivery of its patterns'),
  hub.must(
    'HUB-ACTION-001',
    'SendAction runs an action by its dotted name and is answered by ActionResponse',
  ),
  hub.must('HUB-ACTION-002', 'A command without RequestId, or with the empty GUID, is fire-and-forget'),
  hub.should(
    'HUB-ACTION-004',
    'A command without RequestId, or with the empty GUID, gets no response',
    follows(
      'A fire-and-forget command expects no response, but ActionResponse is also stated to come once per command',
    ),
  ),
  hub.must(
    'HUB-ACTION-003',
    'ActionResponse can be matched to its command by RequestId',
    follows('RequestId has no other use than to match the response to its command'),
  ),
  hub.must('HUB-BATCH-001', 'SendActionBatch runs several commands and ends with BatchActionResponse'),
  hub.must('HUB-BATCH-002', 'parallel is false by default'),
  hub.must('HUB-BATCH-003', 'With parallel=true, the responses are collected concurrently'),
  hub.must(
    'HUB-BATCH-004',
    'Commands of a batch that is not parallel run in order',
    follows(
      'Only parallel=true collects responses concurrently, so the commands run one after another otherwise',
    ),
  ),
  hub.must('HUB-CALLBACK-001', 'Events arrive at ReceiveEvent'),
  hub.must('HUB-CALLBACK-002', 'There is one ActionResponse per command'),
  hub.info(
    'HUB-CALLBACK-003',
    'A batch sends an ActionResponse for each command, or only its BatchActionResponse',
    { provenance: 'CONFLICT' },
  ),
  hub.info('HUB-ENVELOPE-001', 'The envelope of ReceiveEvent is unspecified', { provenance: 'NOT_SHOWN' }),

  kinds.must('EVENT-001', 'graph.running: a graph started running'),
  kinds.must('EVENT-002', 'graph.stopped: a graph stopped'),
  kinds.must('EVENT-003', 'node.executing: a node began executing'),
  kinds.must('EVENT-004', 'node.done: a node finished'),
  kinds.must('EVENT-005', 'ports.updated: port values changed during execution'),
  kinds.must('EVENT-006', 'variable.changed: the value of a variable was updated'),
  kinds.must('EVENT-007', 'variable.deleted: a variable was removed'),
  kinds.must('EVENT-008', 'console.log: a console entry was written'),
  kinds.must('EVENT-009', 'tween.completed: a tween settled'),
  kinds.must('EVENT-010', 'tween.cancelled: a tween was cancelled'),
  kinds.must('EVENT-011', 'webhook.received: a POST reached a listener'),
  kinds.must('EVENT-012', 'streaming.event: an event of a platform arrived'),
  kinds.must('EVENT-013', 'midi.input: MIDI input arrived'),
  kinds.must('EVENT-014', 'process.loaded carries processId, processName and startTime'),
  kinds.must('EVENT-015', 'process.exited carries processId, processName and exitCode'),
  kinds.must('EVENT-016', 'The animation.playback events accompany the playback table', { profile: 'ANIM' }),
  kinds.must('EVENT-017', 'animation.playback.marker carries the name and position of the marker', {
    profile: 'ANIM',
  }),
  kinds.must('EVENT-018', 'project.opened and project.closed: a project was loaded or unloaded'),
  kinds.must('EVENT-019', 'scene.activated and scene.deactivated: the active scene changed'),
  kinds.must('EVENT-020', 'camera.changed: the main camera of the active scene changed'),
  kinds.must(
    'EVENT-021',
    'runtime.connected and runtime.disconnected: the runtime connected or disconnected',
  ),
  kinds.info('EVENT-022', 'There are 18 event types, or the 31 kinds that are named', {
    provenance: 'CONFLICT',
  }),
  kinds.info('EVENT-023', 'Payload fields beyond the stated ones are unspecified', leftOpen),
  kinds.must(
    'EVENT-024',
    'The served catalog is authoritative: it contains every kind that is received',
    follows('The served catalog is the authority for the exact set of event types'),
  ),
  kinds.must('EVENT-025', 'console.log replaces polling of the console: every entry is streamed'),
] as const;
