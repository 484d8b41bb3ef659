import { getAction } from '#spec/actions/find-action.ts';
import { defineFlowNode } from '../dsl/define-node.ts';
import { assetSelector, objectSelector, string, trigger, vector3 } from '../dsl/ports.ts';
import {
  type ActionCall,
  createActionCall,
  loadRequiredAssets,
  warnOnFailure,
} from '../dsl/handler-helpers.ts';
import type { NodeServices } from '../dsl/handler-context.ts';

const spawnAction = getAction('scene.spawn');

/** Spawns the object and returns its tag. Writes a warning and returns null when spawning is rejected. */
const spawnOrWarn = ({ parameters }: ActionCall, context: NodeServices): string | null =>
  warnOnFailure(() => {
    const { object } = context.runAction(spawnAction.spec, parameters) as Record<string, unknown>;
    return String(object);
  }, context);

interface SpawnOutputs {
  readonly outputs: { Object: string };
  readonly emit: { readonly Done: () => void; readonly Failed: () => void };
}

const fireSpawnResult = (tag: string | null, { outputs, emit }: SpawnOutputs): void => {
  if (tag === null) {
    emit.Failed();
    return;
  }
  outputs.Object = tag;
  emit.Done();
};

export const spawnObjectNode = defineFlowNode({
  description:
    'Adds an object to the scene at once and fires Out: a new element of Type (such as Primitives/Cube), a project Asset, or a copy of the object Source with all its descendants. Set exactly one of the three. In the next frame Done fires with the tag of the Object, or Failed when it cannot be created. An asset whose file is not loaded yet is added once it is, and Done or Failed fires then. Position is relative to Parent; when it is neither set nor connected, elements are placed at the Parent and copies at the Source. Without a Parent, elements are at the root and copies are siblings of Source. When the graph stops there is no next frame, so neither fires for what OnStop triggers.',
  inputs: {
    In: trigger,
    Type: string(),
    Asset: assetSelector(),
    Source: objectSelector(),
    Position: vector3(),
    Parent: objectSelector(),
  },
  outputs: { Out: trigger, Done: trigger, Failed: trigger, Object: objectSelector() },
  state: (): { made: (string | null)[] } => ({ made: [] }),
  on: {
    In: (context) => {
      const { inputs, state, getSetInputs, emit, schedule, graph } = context;
      const { Type: type, Asset: asset, Source: sceneObject, Parent: parent, Position: position } = inputs;
      const nonEmpty = Object.entries({ type, asset, sceneObject, parent }).filter(
        ([, value]) => value !== '',
      );
      const parameters = {
        ...Object.fromEntries(nonEmpty),
        ...('Position' in getSetInputs() && { position }),
      };
      const call = warnOnFailure(() => createActionCall(spawnAction, parameters), context);
      if (call === null || !loadRequiredAssets(call, context)) {
        const tag = call && spawnOrWarn(call, context);
        if (!graph.isStopping) {
          state.made.push(tag);
          schedule(0, 'Parallel');
        }
      }
      emit.Out();
    },
  },
  due: (context) => {
    const tag = context.state.made.shift();
    if (tag !== undefined) fireSpawnResult(tag, context);
  },
  done: (context, call: ActionCall) => fireSpawnResult(spawnOrWarn(call, context), context),
});
