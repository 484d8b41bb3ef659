/** Creates a runtime whose scene is an engine of the SDK. Graphs, tweens and everything else are those of our runtime. */
import { actions, actionsByName, actionsBySpec } from '#spec/actions/index.ts';
import { events as catalogEvents } from '#spec/events.ts';
import { findActionByName, getAction } from '#spec/actions/find-action.ts';
import { defineCategory, indexByEnumValue } from '../nodes/dsl/define-node.ts';
import { createRunActionNode } from '../nodes/system/run-action.ts';
import { describeFirstProblem, validationMessages } from '#spec/validation-messages.ts';
import { systemScheduler, type Timers } from '../shared/scheduler.ts';
import { type BaseRuntime, createRuntimeCore } from '../runtime-core.ts';
import { createCaptureHandler } from './capture.ts';
import { createFailureReporter } from './failures.ts';
import { getEngineCapabilities } from './capabilities.ts';
import { createEngineParts } from './engine-parts.ts';
import type { EngineObject } from './engine-object.ts';
import { getObjectHandle, toPrefab } from './engine-objects.ts';
import { defineOwnNodes } from './own-nodes.ts';
import { readOwnOffers } from './own-offers.ts';
import type { AnyActionHandler } from '../actions/run-action.ts';
import type { NamedAction } from '#spec/actions/index.ts';
import type { ActionSpec } from '#spec/contract/action-spec.ts';
import type { EventType } from '#spec/events.ts';
import type { Hello } from '#spec/runtime-link/messages.ts';
import type { RuntimeTarget } from '../link/runtime-link.ts';
import type { Engine, Fields, Runtime } from './api.ts';

interface EngineRuntimeOptions {
  readonly stepsPerSecond: number;
  /** Prefix of console entry ids, which distinguishes them from those of earlier runtimes. */
  readonly entryPrefix: string;
  readonly now: () => Date;
  /** The timers for steps; those of the system by default. */
  readonly scheduler?: Timers;
  /** Called when the engine or its author has stopped the runtime. */
  onStop(): void;
}

interface EngineRuntime<Handle> {
  readonly target: BaseRuntime;
  /** What the engine and its author can do. */
  readonly facade: Runtime<Handle>;
  readonly can: Hello['can'];
  readonly extension: Hello['extension'];
}

/** Creates a runtime for an engine. */
export const createEngineRuntime = <Handle>(
  engine: Engine<Handle>,
  { stepsPerSecond, entryPrefix, now, scheduler = systemScheduler, onStop }: EngineRuntimeOptions,
): EngineRuntime<Handle> => {
  const ownNodes = defineOwnNodes(engine, () => facade);
  const { extension, namedActions, events, actions: declaredActions } = readOwnOffers(engine, ownNodes);
  const findAction = (name: string): NamedAction | undefined =>
    namedActions.get(name.toLowerCase()) ?? findActionByName(name);
  const actionNames = new Map(declaredActions.map(([spec, name]) => [spec, name]));
  const ownHandlers = new Map<ActionSpec, AnyActionHandler>(
    declaredActions.map(([spec, , action]) => [
      spec,
      (parameters) => {
        const result = action.run(parameters as Fields, facade);
        return result instanceof Promise ? result.then((fields) => fields ?? {}) : (result ?? {});
      },
    ]),
  );
  if (engine.picture) ownHandlers.set(actions.output.capture, createCaptureHandler(engine));
  const capabilities = getEngineCapabilities(engine, ownHandlers);
  const failures = createFailureReporter((message) => facade.log('error', message));

  const { runtime, parts } = createRuntimeCore(
    {
      ...{ fps: stepsPerSecond, entryPrefix, now, scheduler },
      definitions: new Map([
        ...capabilities.definitions,
        ...indexByEnumValue([
          ...defineCategory('System', { RunAction: createRunActionNode(findAction) }),
          ...ownNodes,
        ]),
      ]),
      ownEvents: events,
    },
    (core) =>
      createEngineParts(core, {
        ...{ engine, capabilities, failures },
        getAction: (name) => getAction(name, namedActions),
        getActionName: (spec) => actionNames.get(spec) ?? actionsBySpec.get(spec)?.name ?? '',
        getFacade: () => facade,
      }),
  );
  const { core, scene, lists, engineAssets } = parts;
  const flush = (): void => void runtime.runBetweenTicks(core.flushEvents);
  const facade: Runtime<Handle> = {
    getHandle: (tag) => getObjectHandle(scene.get(tag)),
    getTag: (handle) => scene.list().find((object) => getObjectHandle(object) === handle)?.tag,
    addObject: (object) => scene.spawn({ prefab: toPrefab(engine, object) }, { tag: object.tag }).tag,
    removeObject(tag) {
      const object = scene.get(tag);
      for (const member of scene.listSubtree(object)) (member as EngineObject<Handle>).forget();
      scene.destroy(object);
    },
    log(severity, message) {
      core.services.log({ severity, message });
      flush();
    },
    raiseEvent(kind, data) {
      const { raise } = core.services;
      const { error } = events?.get(kind)?.data.safeParse(data, validationMessages) ?? {};
      if (error) throw new Error(`The data of ${kind} is wrong: ${describeFirstProblem(error)}.`);
      if (!raise.raiseOwn(kind, data)) {
        if (!Object.hasOwn(catalogEvents, kind)) throw new Error(`There is no event kind '${kind}'.`);
        raise(kind as EventType, data as never);
      }
      flush();
    },
    update: () => void runtime.runDueSteps(),
    stop() {
      runtime.stop();
      onStop();
    },
  };
  const execute: RuntimeTarget['execute'] = (command, params) =>
    failures.convert(command, () => {
      if (command === 'project.open' || command === 'project.close') engineAssets.reset();
      if (command === 'project.open') engine.openProject?.((params as { readonly folder: string }).folder);
      if (command === 'project.close') engine.openProject?.(undefined);
      return runtime.execute(command, params);
    });
  const { features, handlers, definitions, eventKinds } = capabilities;
  const ownKinds = declaredActions.flatMap(([, , { events = [] }]) => events);
  return {
    target: { ...runtime, execute },
    facade,
    extension,
    can: {
      nodeTypes: [...definitions.values()].map(({ type }) => type.enumValue),
      actions: [...actionsByName.values()].filter(({ spec }) => handlers.has(spec)).map(({ name }) => name),
      events: [...new Set([...eventKinds, ...ownKinds])],
      discovery: [...lists.keys()].filter((name) => !engine.dataTypes?.[name]),
      properties: features.has('properties'),
      playbacks: features.has('clips'),
      pictures: features.has('picture'),
      projects: engine.openProject !== undefined,
      ...{ input: true, calls: true, customEvents: true, changes: false },
    },
  };
};
