import { getAction } from '#spec/actions/find-action.ts';
import { transitions } from '#spec/actions/scenes.ts';
import { toOptionLabel } from '../dsl/define-action-node.ts';
import { defineFlowNode } from '../dsl/define-node.ts';
import { dropdown, projectDropdown, trigger } from '../dsl/ports.ts';
import {
  type ActionCall,
  createActionCall,
  loadRequiredAssets,
  warnOnFailure,
} from '../dsl/handler-helpers.ts';
import type { FlowContext } from '../dsl/handler-context.ts';

const switchAction = getAction('scene.switch');

const transitionByLabel = new Map(Object.keys(transitions).map((name) => [toOptionLabel(name), name]));
const [first = '', ...otherTransitions] = transitionByLabel.keys();

/** Duration in simulated seconds of every transition except a cut. */
const transitionSeconds = 1;

const inputs = {
  In: trigger,
  Scene: projectDropdown('scenes'),
  Transition: dropdown(first, ...otherTransitions),
};
const outputs = { Out: trigger, Done: trigger, Failed: trigger };
type Context = FlowContext<typeof inputs, typeof outputs, { readonly outcomes: boolean[] }>;

const createSwitchCall = ({ Scene: scene, Transition }: Context['inputs']): ActionCall =>
  createActionCall(switchAction, {
    scene,
    transition: transitionByLabel.get(Transition),
    duration: transitionSeconds,
  });

const reportNextFrame = (isDone: boolean, { state, schedule, graph }: Context): void => {
  if (graph.isStopping) return;
  state.outcomes.push(isDone);
  schedule(0, 'Parallel');
};

const startSwitch = (call: ActionCall, context: Context): void => {
  const { scenes } = context.runtime;
  const started = warnOnFailure(() => context.runAction(switchAction.spec, call.parameters), context);
  if (started && scenes.activeSwitchId !== undefined)
    context.awaitCompletion(scenes.activeSwitchId, 'switchId', [
      'switch.done',
      'switch.failed',
      'switch.replaced',
    ]);
  else reportNextFrame(started !== null, context);
};

export const switchSceneNode = defineFlowNode({
  description:
    'Makes another scene the active one, at once with Cut or with a Transition that takes a second, and fires Out. A scene whose file is not loaded yet becomes active once it is. In the frame after the change Done fires. Failed fires instead when there is no such scene, when it cannot be built, or when another switch replaces this one. When the graph stops, neither fires, but the switch continues.',
  inputs,
  outputs,
  state: (): { outcomes: boolean[] } => ({ outcomes: [] }),
  on: {
    In: (context) => {
      const hasScene = context.inputs.Scene !== '';
      if (!hasScene) context.warnOnce('No scene is chosen.');
      const call = hasScene ? warnOnFailure(() => createSwitchCall(context.inputs), context) : null;
      if (call === null) reportNextFrame(false, context);
      else if (!loadRequiredAssets(call, context)) startSwitch(call, context);
      context.emit.Out();
    },
  },
  due: ({ state, emit }) => {
    if (state.outcomes.shift()) emit.Done();
    else emit.Failed();
  },
  done: (context, call: ActionCall) => startSwitch(call, context),
  ended: ({ emit, warnOnce }, { type }) => {
    if (type === 'switch.done') return emit.Done();
    // If the scene can't be built, the reason has already been logged.
    if (type === 'switch.replaced') warnOnce('Another switch replaced the one to this scene.');
    emit.Failed();
  },
});
