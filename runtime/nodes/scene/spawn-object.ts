import { findAction } from '#spec/actions/find.ts';
import { parseParameters } from '#spec/actions/parse.ts';
import { type ActionCall, awaitAssets } from '../grammar/await-assets.ts';
import { node } from '../grammar/node.ts';
import { assetSelector, objectSelector, string, trigger, vector3 } from '../grammar/ports.ts';
import { unlessRefused } from './unless-refused.ts';
import type { Json } from '#spec/values.ts';
import type { NodeServices } from '../grammar/context.ts';

const spawn = findAction('scene.spawn');

const callOf = (parameters: Record<string, Json>): ActionCall => ({
  action: spawn.name,
  parameters: parseParameters(spawn, parameters) as Record<string, Json>,
});

/** The tag of what was made; null when it was refused. */
const attempt = ({ parameters }: ActionCall, context: NodeServices): string | null =>
  unlessRefused(() => {
    const { object } = context.runAction(spawn.spec, parameters) as Record<string, unknown>;
    return String(object);
  }, context);

interface Telling {
  readonly outputs: { Object: string };
  readonly emit: { readonly Done: () => void; readonly Failed: () => void };
}

const tell = (tag: string | null, { outputs, emit }: Telling): void => {
  if (tag === null) {
    emit.Failed();
    return;
  }
  outputs.Object = tag;
  emit.Done();
};

export const spawnObject = node({
  description:
    'Adds an object to the scene at once and fires Out: a new element of Type (such as Primitives/Cube), a project Asset, or a copy of the object Source with all below it; exactly one of the three has to be chosen. In the next frame Done fires with the tag of the Object or, when it cannot be made, Failed. An asset whose file has not been read yet is added once that is done, and Done or Failed fires then. Position is relative to Parent; where it is neither written nor wired, elements are where Parent is and copies where Source is. Without a Parent, elements are at the root and copies beside Source. When the graph stops there is no next frame: what OnStop triggers fires neither.',
  inputs: {
    In: trigger,
    Type: string(),
    Asset: assetSelector(),
    Source: objectSelector(),
    Position: vector3(),
    Parent: objectSelector(),
  },
  outputs: { Out: trigger, Done: trigger, Failed: trigger, Object: objectSelector() },
  state: () => ({ made: [] as (string | null)[] }),
  on: {
    In: (context) => {
      const { inputs, state, given, emit, schedule, graph } = context;
      const { Type: type, Asset: asset, Source: sceneObject, Parent: parent, Position: position } = inputs;
      const chosen = Object.entries({ type, asset, sceneObject, parent }).filter(([, value]) => value !== '');
      const parameters = { ...Object.fromEntries(chosen), ...('Position' in given() && { position }) };
      const call = unlessRefused(() => callOf(parameters), context);
      if (call === null || !awaitAssets(call, context)) {
        const tag = call && attempt(call, context);
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
    if (tag !== undefined) tell(tag, context);
  },
  done: (context, call: ActionCall) => tell(attempt(call, context), context),
});
