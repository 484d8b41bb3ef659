import { plannedFor, leftOpen, defineSection, follows } from './requirement.ts';

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
  call.must('ACT-002', 'Parameter names are not case-sensitive'),
  call.must('ACT-003', 'A parameter of the wrong type is rejected with 400 before the action is dispatched'),
  call.must('ACT-004', 'A missing required parameter is rejected with 400 before the action is dispatched'),
  call.must('ACT-005', 'While the runtime is not connected, an action returns 503 RUNTIME_NOT_CONNECTED'),
  call.must(
    'ACT-006',
    'An unknown action or category does not succeed',
    follows(
      'The routes exist for the actions of the schema, and calls are validated against it before dispatch, so a call of anything else has nothing to succeed with',
    ),
  ),
  call.must('ACT-007', 'tween.position takes object, position, time and ease'),
  call.must('ACT-008', 'tween.completed reports the end of a tween', { profile: 'L3' }),
  call.info('ACT-009', 'All other parameters of the actions are unspecified', leftOpen),
  call.info('ACT-010', 'The URL of an action with several name parts is unspecified', {
    provenance: 'NOT_SHOWN',
  }),
  call.should(
    'ACT-011',
    'An omitted parameter has the default that the action schema declares',
    follows(
      "Clients read a default as what happens without the parameter, but the description does not define the schema's defaults",
    ),
  ),
  call.should(
    'ACT-012',
    'The result of an action matches the action schema',
    follows(
      'Clients rely on the declared result, but the description does not say that the schema declares results',
    ),
  ),
  call.must('ACT-013', 'A wrong parameter is rejected with 400 even while the runtime does not respond'),
  call.must(
    'ACT-014',
    'Every action that the runtime runs returns 503 RUNTIME_NOT_CONNECTED while it is not connected',
  ),
  call.must('ACT-015', 'Every action that the runtime runs returns 504 while it does not respond in time'),
  call.must('ACT-016', 'Every action that the runtime runs returns 422 while it fails'),
  call.should(
    'ACT-017',
    'A number outside the range that the action schema declares for a parameter is rejected',
    follows('Validation against the schema is stated, but 400 only for wrong types and missing parameters'),
  ),
  call.must('ACT-018', 'A wrong parameter is rejected with 400 or 503 while the runtime is not connected', {
    provenance: 'CONFLICT',
  }),

  call.must(
    'ACT-019',
    'tween.position moves the object to the position',
    follows(
      'The description calls the action a tween of an object position, with the position as a parameter',
    ),
  ),
  call.must(
    'ACT-020',
    'A tween takes about as many seconds as time specifies',
    follows('The description gives time in seconds, and a tween has no other duration'),
  ),
  call.should(
    'ACT-021',
    'A tween passes through positions between its start and its end',
    follows(
      'A tween is by its name what lies between two states, but the description does not say how an object moves',
    ),
  ),

  physics.info('ACT-PHYS-001', 'Parameters, results and effects of the physics actions are unspecified', {
    provenance: 'NOT_SHOWN',
  }),

  output.info('ACT-CAPTURE-001', 'Parameters, result and effect of output.capture are unspecified', {
    provenance: 'NOT_SHOWN',
  }),
  audio.info('ACT-AUDIO-001', 'Parameters, results and effects of the audio actions are unspecified', {
    provenance: 'NOT_SHOWN',
  }),

  scene.must('ACT-SCENE-001', 'scene.spawn is available'),
  scene.must('ACT-SCENE-002', 'scene.setColor is available'),
  scene.must('ACT-SCENE-003', 'scene.switch is available'),
  scene.must('ACT-SCENE-004', 'scene.reset is available'),
  scene.must('ACT-SCENE-005', 'scene.clear is available, with an optional parameter preserve'),
  scene.must('ACT-SCENE-006', 'scene.objects.destroy is available'),
  scene.must('ACT-SCENE-007', 'scene.objects.setName is available'),
  scene.must('ACT-SCENE-008', 'scene.objects.setActive is available'),
  scene.must('ACT-SCENE-009', 'scene.objects.setLayer is available'),
  scene.must('ACT-SCENE-010', 'scene.objects.getLayer is available'),
  scene.must('ACT-SCENE-011', 'scene.createLayer is available'),
  scene.must(
    'ACT-SPAWN-001',
    'scene.spawn takes exactly one of type, sceneObject and asset: a call with none is rejected',
  ),
  scene.must(
    'ACT-SPAWN-002',
    'scene.spawn takes exactly one of type, sceneObject and asset: a call with two is rejected',
  ),
  scene.must(
    'ACT-SPAWN-003',
    'scene.spawn with sceneObject duplicates the object with this tag, and leaves the object itself',
  ),
  scene.must(
    'ACT-SPAWN-004',
    'scene.spawn with asset creates an object from the project asset of exactly this name, including its extension',
  ),
  scene.must(
    'ACT-SCENE-012',
    'scene.objects.setName changes the name of an object',
    follows(
      'The action is named among the actions on scene objects and has no other meaning; it is judged only where the target shows the name',
    ),
  ),
  scene.must(
    'ACT-SCENE-013',
    'scene.objects.setActive changes whether an object is active',
    follows(
      'The action is named among the actions on scene objects and has no other meaning; it is judged only where the target shows the state',
    ),
  ),
  scene.must(
    'ACT-SCENE-014',
    'scene.setColor changes the color of an object',
    follows(
      'The action is named among the scene actions and has no other meaning; it is judged only where the target shows the color',
    ),
  ),
  scene.must(
    'ACT-SCENE-015',
    'scene.clear removes objects from the scene',
    follows('The action is named among the scene actions, with what it preserves as its only option'),
  ),
  scene.must(
    'ACT-SCENE-016',
    'scene.clear keeps the objects that preserve names',
    follows(
      'A parameter called preserve of an action that clears the scene names what stays, and scene objects are addressed by tag',
    ),
  ),
  scene.must('ACT-LAYER-001', 'scene.createLayer creates or renames a layer by index'),
  scene.must('ACT-LAYER-002', 'Layers 6, 7 and 8 are reserved; 0 to 5 and 9 to 31 are valid'),
  scene.must('ACT-LAYER-003', 'A layer name used elsewhere must be a configured layer'),

  assets.must('ACT-ASSET-001', 'assets.list is available, with optional filters'),
  assets.must('ACT-ASSET-002', 'assets.delete is available'),
  assets.must('ACT-ASSET-003', 'assets.delete of a bundled asset needs confirm=true'),
  assets.must('ACT-ASSET-004', 'assets.delete is permanent'),
  assets.must('ACT-ASSET-005', 'assets.createBundled is available'),
  assets.must(
    'ACT-ASSET-006',
    'assets.getProperty, setProperty, setProperties and getProperties are available',
  ),
  assets.must('ACT-ASSET-007', 'assets.getShader, changeShader and listShaders are available'),

  assets.must(
    'ACT-ASSET-008',
    'assets.createBundled saves a scene object as a bundled asset, which scene.spawn can use',
  ),
  assets.must(
    'ACT-ASSET-009',
    'assets.setProperty writes the property that assets.getProperty and the property route read',
    follows('The two actions and the property route name the same property of the same asset'),
  ),
  assets.must(
    'ACT-ASSET-010',
    'assets.setProperties writes the properties that assets.getProperties and the property route read',
    follows('The two actions and the property route name the same properties of the same asset'),
  ),
  assets.must(
    'ACT-ASSET-011',
    'assets.changeShader changes the shader that assets.getShader reads to one that assets.listShaders lists',
    follows('The three actions name the shader of the same asset and the shaders that exist'),
  ),

  animation.must(
    'ANIM-ACT-001',
    'animation.play, pause, resume, stop, seek, setWeight, setSpeed, transition and playSet are available',
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
  animation.must('ANIM-RULE-011', 'Each clip of a set has its own weight'),
  animation.must(
    'ANIM-RULE-012',
    'additiveNoBaseWriter does not name properties that a base clip writes',
    follows('The warning names properties that have no non-additive base clip writing them, and no others'),
  ),
  animation.must('ANIM-RULE-010', 'A base that cannot be read never suppresses additiveNoBaseWriter'),

  devices.must('ACT-MIDI-001', 'midi.send, subscribe, unsubscribe and devices are available'),
  devices.info('ACT-MIDI-002', 'Parameters, results and effects of the MIDI actions are unspecified', {
    provenance: 'NOT_SHOWN',
  }),
  devices.must('ACT-OUTPUT-001', 'output.get, set and toggle are available'),
  devices.must(
    'ACT-OUTPUT-002',
    'Output covers resolution, frame rate, vertical sync, texture sharing, network video and markup',
    plannedFor('the names of these settings, which the description does not show'),
  ),
  devices.must(
    'ACT-OUTPUT-003',
    'output.set changes a setting that output.get reads',
    follows('output.get and output.set name the same settings'),
  ),
  devices.must(
    'ACT-OUTPUT-004',
    'output.toggle turns a setting that output.get reads on or off',
    follows('output.get and output.toggle name the same settings, and to toggle is to turn on or off'),
  ),
  devices.must(
    'ACT-MIDI-003',
    'midi.input arrives only after midi.subscribe, until midi.unsubscribe',
    follows('The event table says that midi.input arrives after midi.subscribe, which midi.unsubscribe ends'),
  ),
  devices.should(
    'ACT-STREAM-003',
    'streaming.status shows to which platforms the runtime is subscribed',
    follows(
      'A status named next to subscribe and unsubscribe is that of the subscriptions, but the description does not say what it shows',
    ),
  ),
  devices.must('ACT-WEBHOOK-001', 'webhook.listen, unlisten and listeners are available'),
  devices.must(
    'ACT-WEBHOOK-002',
    'webhook.listeners lists the existing listeners',
    follows(
      'webhook.listen registers a listener and webhook.listeners names them: the action has no other meaning',
    ),
  ),
  devices.must(
    'ACT-WEBHOOK-003',
    'After webhook.unlisten, its listener receives nothing',
    follows(
      'Only a POST that reaches a registered listener is received, and webhook.unlisten ends the registration',
    ),
  ),
  devices.must('ACT-STREAM-001', 'streaming.platforms, subscribe, unsubscribe and status are available'),
  devices.must('ACT-STREAM-002', 'Four live-streaming platforms are supported'),
  devices.must('ACT-PROCESS-001', 'process.start is available and returns at once'),
  devices.must('ACT-OTHER-001', 'log.console is available'),
  devices.must('ACT-OTHER-002', 'text.format is available'),
  devices.must('ACT-OTHER-003', 'tween.position is available'),
  devices.must('ACT-OTHER-004', 'components.refresh is available'),
  devices.must('ACT-OTHER-005', 'project.refresh is available'),
] as const;
