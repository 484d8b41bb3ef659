import { findAction } from '#spec/actions/find.ts';
import { parseParameters } from '#spec/actions/parse.ts';
import { Fault } from '#spec/errors.ts';
import { Exceeded } from '../../scene/exceeded.ts';
import { node } from '../grammar/node.ts';
import { assetSelector, objectSelector, string, trigger, vector3 } from '../grammar/ports.ts';
import type { NodeServices } from '../grammar/context.ts';

const spawn = findAction('scene.spawn');

/** The tag of what was made; null when it was refused. */
const attempt = (
  parameters: Record<string, unknown>,
  { runAction, warnOnce }: NodeServices,
): string | null => {
  try {
    const { object } = runAction(spawn.spec, parseParameters(spawn, parameters)) as Record<string, unknown>;
    return String(object);
  } catch (failure) {
    if (!(failure instanceof Fault)) throw failure;
    // what there is too much of was told as an error
    if (!(failure instanceof Exceeded)) warnOnce(failure.reason);
    return null;
  }
};

export const spawnObject = node({
  description:
    'Adds an object to the scene at once and fires Out: a new element of Type (such as Primitives/Cube), a project Asset, or a copy of the object Source with all below it; exactly one of the three has to be chosen. In the next frame Done fires with the tag of the Object or, when it cannot be made, Failed. Position is relative to Parent; where it is neither written nor wired, elements are where Parent is and copies where Source is. Without a Parent, elements are at the root and copies beside Source. When the graph stops there is no next frame: what OnStop triggers fires neither.',
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
      const tag = attempt(
        { ...Object.fromEntries(chosen), ...('Position' in given() && { position }) },
        context,
      );
      if (!graph.isStopping) {
        state.made.push(tag);
        schedule(0, 'Parallel');
      }
      emit.Out();
    },
  },
  due: ({ state, outputs, emit }) => {
    const tag = state.made.shift();
    if (typeof tag !== 'string') return emit.Failed();
    outputs.Object = tag;
    emit.Done();
  },
});
