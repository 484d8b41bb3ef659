import { plannedFor, leftOpen, defineSection } from './requirement.ts';

const call = defineSection('Layer 2 actions', 'L2');
const scene = defineSection('Scene actions', 'L2');
const physics = defineSection('Physics actions', 'L2');
const output = defineSection('Output actions', 'L2');
const audio = defineSection('Audio actions', 'L2');
const assets = defineSection('Asset actions', 'L2');
const animation = defineSection('Animation actions', 'ANIM');
const devices = defineSection('Device actions', 'L2');

export const actions = [
  call.must(
    'ACT-001',
    'POST /api/actions/{category}/{action} runs an action with a JSON object of parameters',
  ),
  call.must('ACT-002', 'Parameter names are matched in any letter case'),
  call.must('ACT-003', 'A parameter of the wrong type is refused with 400 before dispatch'),
  call.must('ACT-004', 'A missing required parameter is refused with 400 before dispatch'),
  call.must('ACT-005', 'A runtime that is absent gives 503 RUNTIME_NOT_CONNECTED'),
  call.must('ACT-006', 'An unknown action or category is no success', { provenance: 'DEDUCED' }),
  call.must('ACT-007', 'tween.position takes object, position, time and ease'),
  call.must('ACT-008', 'The end of a tween is told by tween.completed', {
    profile: 'L3',
  }),
  call.info('ACT-009', 'Further parameters of the actions are free', leftOpen),
  call.info('ACT-010', 'The URL of an action with several name parts is free', { provenance: 'NOT_SHOWN' }),
  call.must(
    'ACT-011',
    'The default that the action schema tells of a parameter stands for one that is left out',
    {
      provenance: 'DEDUCED',
    },
  ),
  call.must('ACT-012', 'The result of an action is as the action schema tells', { provenance: 'DEDUCED' }),
  call.must('ACT-013', 'A wrong parameter is refused with 400 also while the runtime does not answer'),
  call.must(
    'ACT-014',
    'Every action that the runtime carries out answers 503 RUNTIME_NOT_CONNECTED while it is absent',
  ),
  call.must(
    'ACT-015',
    'Every action that the runtime carries out answers 504 while it does not answer in time',
  ),
  call.must('ACT-016', 'Every action that the runtime carries out answers 422 while it fails'),
  call.must('ACT-017', 'A number beyond the range that the action schema tells of a parameter is refused', {
    provenance: 'DEDUCED',
  }),
  call.must('ACT-018', 'A wrong parameter is refused with 400 or 503 while the runtime is absent', {
    provenance: 'CONFLICT',
  }),

  physics.info('ACT-PHYS-001', 'Parameters, results and effects of the physics actions are free', {
    provenance: 'NOT_SHOWN',
  }),

  output.info('ACT-CAPTURE-001', 'Parameters, result and effect of output.capture are free', {
    provenance: 'NOT_SHOWN',
  }),
  audio.info('ACT-AUDIO-001', 'Parameters, results and effects of the audio actions are free', {
    provenance: 'NOT_SHOWN',
  }),

  scene.must('ACT-SCENE-001', 'scene.spawn is offered'),
  scene.must('ACT-SCENE-002', 'scene.setColor is offered'),
  scene.must('ACT-SCENE-003', 'scene.switch is offered'),
  scene.must('ACT-SCENE-004', 'scene.reset is offered'),
  scene.must('ACT-SCENE-005', 'scene.clear is offered, with an optional preserve'),
  scene.must('ACT-SCENE-006', 'scene.objects.destroy is offered'),
  scene.must('ACT-SCENE-007', 'scene.objects.setName is offered'),
  scene.must('ACT-SCENE-008', 'scene.objects.setActive is offered'),
  scene.must('ACT-SCENE-009', 'scene.objects.setLayer is offered'),
  scene.must('ACT-SCENE-010', 'scene.objects.getLayer is offered'),
  scene.must('ACT-SCENE-011', 'scene.createLayer is offered'),
  scene.must(
    'ACT-SPAWN-001',
    'scene.spawn takes exactly one of type, sceneObject and asset: none is refused',
  ),
  scene.must(
    'ACT-SPAWN-002',
    'scene.spawn takes exactly one of type, sceneObject and asset: two are refused',
  ),
  scene.must('ACT-LAYER-001', 'scene.createLayer creates or renames a layer by index'),
  scene.must('ACT-LAYER-002', 'Layers 6, 7 and 8 are reserved; 0 to 5 and 9 to 31 are valid'),
  scene.must('ACT-LAYER-003', 'A layer name used elsewhere must be a configured layer'),

  assets.must('ACT-ASSET-001', 'assets.list is offered, with optional filters'),
  assets.must('ACT-ASSET-002', 'assets.delete is offered'),
  assets.must('ACT-ASSET-003', 'assets.delete of a bundled asset needs confirm=true'),
  assets.must('ACT-ASSET-004', 'assets.delete is permanent'),
  assets.must('ACT-ASSET-005', 'assets.createBundled is offered'),
  assets.must(
    'ACT-ASSET-006',
    'assets.getProperty, setProperty, setProperties and getProperties are offered',
  ),
  assets.must('ACT-ASSET-007', 'assets.getShader, changeShader and listShaders are offered'),

  animation.must(
    'ANIM-ACT-001',
    'animation.play, pause, resume, stop, seek, setWeight, setSpeed, transition and playSet are offered',
  ),
  animation.must('ANIM-RULE-001', 'Clips on one object play at the same time'),
  animation.must('ANIM-RULE-002', 'A gesture is layered over a base loop with additive or a partial weight'),
  animation.must(
    'ANIM-RULE-003',
    'An optional layer reserves a blend layer; otherwise the lowest free one is used',
  ),
  animation.must('ANIM-RULE-004', 'An optional group scopes later pause, stop and setWeight calls'),
  animation.must('ANIM-RULE-005', 'Markers can be attached to play and playSet'),
  animation.must('ANIM-RULE-006', 'playSet starts all of its clips or none'),
  animation.must('ANIM-RULE-007', 'play and playSet return advisory warnings'),
  animation.must('ANIM-RULE-008', 'additiveNoBaseWriter names properties that no base clip writes'),
  animation.must(
    'ANIM-RULE-009',
    'additiveCoverageUnknown reports sources that could not be read, with reason and scope',
  ),
  animation.must('ANIM-RULE-010', 'A base that cannot be read never suppresses additiveNoBaseWriter'),

  devices.must('ACT-MIDI-001', 'midi.send, subscribe, unsubscribe and devices are offered'),
  devices.info('ACT-MIDI-002', 'Parameters, results and effects of the MIDI actions are free', {
    provenance: 'NOT_SHOWN',
  }),
  devices.must('ACT-OUTPUT-001', 'output.get, set and toggle are offered'),
  devices.must(
    'ACT-OUTPUT-002',
    'Output covers resolution, frame rate, vertical sync, texture sharing, network video and markup',
    plannedFor('names of these settings, which are not shown'),
  ),
  devices.must('ACT-WEBHOOK-001', 'webhook.listen, unlisten and listeners are offered'),
  devices.must('ACT-WEBHOOK-002', 'webhook.listeners tells of the listeners that there are', {
    provenance: 'DEDUCED',
  }),
  devices.must('ACT-WEBHOOK-003', 'After webhook.unlisten nothing is received by its listener', {
    provenance: 'DEDUCED',
  }),
  devices.must('ACT-STREAM-001', 'streaming.platforms, subscribe, unsubscribe and status are offered'),
  devices.must('ACT-STREAM-002', 'Four live-streaming platforms are supported'),
  devices.must('ACT-PROCESS-001', 'process.start is offered and returns at once'),
  devices.must('ACT-OTHER-001', 'log.console is offered'),
  devices.must('ACT-OTHER-002', 'text.format is offered'),
  devices.must('ACT-OTHER-003', 'tween.position is offered'),
  devices.must('ACT-OTHER-004', 'components.refresh is offered'),
  devices.must('ACT-OTHER-005', 'project.refresh is offered'),
] as const;
