/** Handles the controller's commands. Each command runs between two ticks. */
import {
  listComponents,
  readObjectProperties,
  readObjectProperty,
  writeObjectProperties,
  writeObjectProperty,
} from './scene/object-property-access.ts';
import { toClipRecord } from './scene/animation/clips/clip.ts';
import type { NamedAction } from '#spec/actions/index.ts';
import type { RuntimeRequests } from './link/runtime-requests.ts';
import type { RunAction } from './runtime-services.ts';
import type { Engine } from './engine/engine.ts';
import type { Input } from './integrations/input-state.ts';
import type { RuntimeVariables } from './engine/runtime-variables.ts';
import type { CommandResult, RuntimeCommand, RuntimeCommands, CommandStamp } from './link/runtime-link.ts';
import type { DiscoveryItems } from './scene/discovery-items.ts';
import type { AnimationPlayer } from './scene/animation/animation-player.ts';
import type { SceneChangeFeed } from './scene/changes/scene-change-feed.ts';
import type { Scene } from './scene/scene.ts';

type UnstampedResult<C extends RuntimeCommand> = Omit<RuntimeCommands[C]['result'], keyof CommandStamp>;

/** A handler for each command. The caller adds the event stamp to the handler's result. */
type CommandHandlers = {
  readonly [C in RuntimeCommand]: (
    params: RuntimeCommands[C]['params'],
  ) => UnstampedResult<C> | (Promise<never> extends CommandResult<C> ? Promise<UnstampedResult<C>> : never);
};

export interface CommandContext {
  readonly engine: Engine;
  readonly variables: RuntimeVariables;
  readonly scene: Scene;
  readonly animations: AnimationPlayer;
  /** Lists the items of a data type. The list is empty for a type that the runtime doesn't have. */
  readonly discover: (dataType: string) => DiscoveryItems;
  readonly runAction: RunAction;
  /** Finds an action of the catalog or of the runtime's extension; see `getAction`. */
  readonly getAction: (name: string) => NamedAction;
  readonly input: Input;
  readonly questions: RuntimeRequests;
  /** Returns the body of `GET /api/scene/changes`. */
  readonly changes: (since?: number) => ReturnType<SceneChangeFeed['readChanges']>;
  readonly takePicture: (requested: RuntimeCommands['scene.picture']['params']) => Promise<Uint8Array>;
}

export const createCommandHandlers = ({
  engine,
  variables,
  scene,
  animations,
  discover,
  runAction,
  getAction,
  input,
  questions: runtimeRequests,
  changes,
  takePicture,
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
    return { state: input.toRecord() };
  },
  'discovery.list': ({ dataType }) => ({ items: discover(dataType) }),
  'components.list': ({ object }) => ({ components: listComponents(scene.get(object)) }),
  'properties.read': ({ object, component, property }) => ({
    properties:
      property === undefined
        ? readObjectProperties(scene.get(object), component)
        : [readObjectProperty(scene.get(object), component, property)],
  }),
  'property.write': ({ object, component, property: name, value }) =>
    writeObjectProperty(scene.get(object), component, { name, value }),
  'properties.write': ({ object, component, properties }) =>
    writeObjectProperties(scene.get(object), component, properties),
  'playbacks.list': ({ object }) => ({
    playbacks: animations.list({ object: scene.get(object) }).map((playback) => playback.toRecord()),
  }),
  'clip.read': ({ object, clip }) => ({ clip: toClipRecord(animations.getClip(scene.get(object), clip)) }),
  'scene.changes': ({ since }) => ({ data: Buffer.from(changes(since)).toString('base64') }),
  'scene.picture': (requested) => takePicture(requested).then((data) => ({ data })),
  'action.run': ({ action, parameters }) => {
    const outcome = runAction(getAction(action).spec, parameters);
    return outcome instanceof Promise ? outcome.then((result) => ({ result })) : { result: outcome };
  },
  'question.answer': (response) => {
    runtimeRequests.settle(response);
    return {};
  },
  // `prepare` has already done all the work.
  'project.open': () => ({}),
  'project.close': () => ({}),
  'events.interest': ({ types }) => {
    engine.setEventInterest(new Set(types));
    return {};
  },
});
