/** What the commands of the controller do, each between two ticks. */
import { findAction } from '#spec/actions/find.ts';
import {
  componentsOf,
  readProperties,
  readProperty,
  writeProperties,
  writeProperty,
} from './scene/property-access.ts';
import { clipRecordOf } from './scene/animation/clip-record.ts';
import type { Questions } from './link/questions.ts';
import type { RunAction } from './actions/action-handler.ts';
import type { Engine } from './engine/engine.ts';
import type { Input } from './outside/input.ts';
import type { RuntimeVariables } from './engine/runtime-variables.ts';
import type { Answer, RuntimeCommand, RuntimeCommands, Stamp } from './link/protocol.ts';
import type { Discover } from './scene/discovery.ts';
import type { Animations } from './scene/animation/animations.ts';
import type { SceneChanges } from './scene/changes/scene-changes.ts';
import type { Scene } from './scene/scene.ts';

type UnstampedResult<C extends RuntimeCommand> = Omit<RuntimeCommands[C]['result'], keyof Stamp>;

/** A body for every command, without the stamp of its answer. */
type CommandHandlers = {
  readonly [C in RuntimeCommand]: (
    params: RuntimeCommands[C]['params'],
  ) => UnstampedResult<C> | (Promise<never> extends Answer<C> ? Promise<UnstampedResult<C>> : never);
};

interface CommandContext {
  readonly engine: Engine;
  readonly variables: RuntimeVariables;
  readonly scene: Scene;
  readonly animations: Animations;
  readonly discover: Discover;
  readonly runAction: RunAction;
  readonly input: Input;
  readonly questions: Questions;
  /** The bytes of `GET /api/scene/changes`. */
  readonly changes: (since?: number) => ReturnType<SceneChanges['take']>;
}

export const createCommandHandlers = ({
  engine,
  variables,
  scene,
  animations,
  discover,
  runAction,
  input,
  questions,
  changes,
}: CommandContext): CommandHandlers => ({
  'graph.load': ({ graph }) => {
    engine.load(graph);
    return {};
  },
  'graph.unload': ({ graphId }) => {
    engine.unload(graphId);
    return {};
  },
  'graph.run': ({ graphId }) => {
    engine.run(graphId);
    return {};
  },
  'graph.stop': ({ graphId }) => {
    engine.stop(graphId);
    return {};
  },
  'graph.press': ({ graphId, nodeId, port }) => {
    engine.press(graphId, nodeId, port);
    return {};
  },
  'graph.send': ({ name, payload, graphId }) => ({ heard: engine.sendCustomEvent(name, payload, graphId) }),
  'graph.flush': ({ graphId }) => ({ ports: engine.flushGraph(graphId) }),
  'variables.put': ({ variables: images }) => {
    variables.put(images);
    return {};
  },
  'variables.delete': ({ ids }) => {
    variables.remove(ids);
    return {};
  },
  'input.inject': ({ inputs }) => {
    input.inject(inputs);
    return { state: input.facts() };
  },
  'discovery.list': ({ dataType }) => ({ items: discover(dataType) }),
  'components.list': ({ object }) => ({ components: componentsOf(scene.get(object)) }),
  'properties.read': ({ object, component, property }) => ({
    properties:
      property === undefined
        ? readProperties(scene.get(object), component)
        : [readProperty(scene.get(object), component, property)],
  }),
  'property.write': ({ object, component, property: name, value }) =>
    writeProperty(scene.get(object), component, { name, value }),
  'properties.write': ({ object, component, properties }) =>
    writeProperties(scene.get(object), component, properties),
  'playbacks.list': ({ object }) => ({
    playbacks: animations.list({ object: scene.get(object) }).map((playback) => playback.record()),
  }),
  'clip.read': ({ object, clip }) => ({ clip: clipRecordOf(animations.clip(scene.get(object), clip)) }),
  'scene.changes': ({ since }) => ({ data: Buffer.from(changes(since)).toString('base64') }),
  'action.run': ({ action, parameters }) => {
    const outcome = runAction(findAction(action).spec, parameters);
    return outcome instanceof Promise ? outcome.then((result) => ({ result })) : { result: outcome };
  },
  'question.answer': (answer) => {
    questions.answer(answer);
    return {};
  },
  // All of it is done before: see `prepare`.
  'project.open': () => ({}),
  'project.close': () => ({}),
  'events.interest': ({ types }) => {
    engine.setEventInterest(new Set(types));
    return {};
  },
});
