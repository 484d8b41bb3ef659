import { leftOpen, defineSection } from './requirement.ts';

const run = defineSection('Graph execution', 'L1-RUN');
const playback = defineSection('Animation playback', 'ANIM');
const process = defineSection('Child process', 'L2');

export const states = [
  run.must('RUN-001', 'A synchronised graph that is stopped runs after run'),
  run.must('RUN-002', 'The event graph.running reports that a graph started', {
    profile: 'L3',
  }),
  run.must('RUN-003', 'A running graph is stopped by stop'),
  run.must('RUN-004', 'The event graph.stopped reports that a graph stopped', {
    profile: 'L3',
  }),
  run.must('RUN-005', 'Saving a running graph fails with 409 GRAPH_RUNNING, and the graph keeps running'),
  run.must(
    'RUN-006',
    'Duplicating a running graph fails with 409 GRAPH_RUNNING, and the graph keeps running',
  ),
  run.must('RUN-007', 'Disabling or enabling a trigger port of a running graph fails with 409 GRAPH_RUNNING'),
  run.info('RUN-008', 'States beyond running and stopped, and a run without sync, are unspecified', {
    provenance: 'NOT_SHOWN',
  }),

  playback.must('ANIM-STATE-001', 'play or playSet starts a playback: animation.playback.started'),
  playback.must('ANIM-STATE-002', 'pause pauses it: animation.playback.paused'),
  playback.must('ANIM-STATE-003', 'resume continues it: animation.playback.resumed'),
  playback.must(
    'ANIM-STATE-004',
    'The natural end completes it: animation.playback.completed, reason natural',
  ),
  playback.must(
    'ANIM-STATE-005',
    'A stop, a replacement or an unloaded scene ends it: animation.playback.stopped with reason explicit, replaced or sceneUnload',
  ),
  playback.must(
    'ANIM-STATE-006',
    'Each finished loop raises animation.playback.looped, under PingPong after a full round trip',
  ),
  playback.must(
    'ANIM-STATE-007',
    'Each reflection under PingPong raises animation.playback.direction.changed, forward or backward',
  ),
  playback.must('ANIM-STATE-008', 'Under ClampForever the end pose is held: animation.playback.held'),
  playback.must('ANIM-STATE-009', 'A crossed marker raises animation.playback.marker'),
  playback.must('ANIM-STATE-010', 'A blend layer is held by at most one live playback'),
  playback.must(
    'ANIM-STATE-011',
    'Playing onto an occupied layer fails with 409 LAYER_OCCUPIED and stops nothing',
  ),

  process.must('PROCESS-001', 'process.start returns at once, without an event of its own'),
  process.must('PROCESS-002', 'process.loaded reports that a started process finished loading'),
  process.must('PROCESS-003', 'process.exited reports that it ended'),
  process.info(
    'PROCESS-004',
    'Further transitions of projects, scenes, listeners, streams and tweens are unspecified',
    leftOpen,
  ),
] as const;
