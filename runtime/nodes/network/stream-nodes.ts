import { actions } from '#spec/actions/index.ts';
import { streamEventKinds, platformCapabilities, streamPlatforms } from '#spec/actions/stream-platforms.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { getAction } from '#spec/actions/find-action.ts';
import { ApiError } from '#spec/errors.ts';
import { toOptionLabel } from '../dsl/define-action-node.ts';
import { defineEventNode, defineFlowNode } from '../dsl/define-node.ts';
import { dropdown, float, generic, list, string, trigger } from '../dsl/ports.ts';
import { warnOnFailure } from '../dsl/handler-helpers.ts';
import type { ActionParameters } from '#spec/contract/action-spec.ts';
import type { Json } from '#spec/values.ts';
import type { EventData } from '#spec/events.ts';
import type { FlowContext } from '../dsl/handler-context.ts';

const platformByLabel = new Map(
  streamPlatforms.map((platform) => [platformCapabilities[platform].name, platform]),
);
const [firstPlatform = '', ...otherPlatforms] = platformByLabel.keys();
const findPlatform = (label: string) => platformByLabel.get(label) ?? streamPlatforms[0];

const anyOption = 'Any';

const subscribeInputs = {
  In: trigger,
  Platform: dropdown(firstPlatform, ...otherPlatforms),
  Events: list(),
  Token: string('', { isSensitive: true }),
};
const outcomePorts = { Out: trigger, Done: trigger, Failed: trigger };

const subscribe = getAction('streaming.subscribe');

type SubscribeContext = FlowContext<typeof subscribeInputs, typeof outcomePorts, { subscriptionId: string }>;

/** Accepts event kinds in any letter case, because port options are capitalized. */
const parseSubscription = ({ Platform, Events, Token }: SubscribeContext['inputs']) =>
  parseParameters(subscribe, {
    platform: findPlatform(Platform),
    ...(Events.length > 0 && {
      events: Events.map((kind) => (typeof kind === 'string' ? kind.toLowerCase() : kind)),
    }),
    ...(Token !== '' && { token: Token }),
  }) as ActionParameters<typeof actions.streaming.subscribe>;

const unsubscribe = ({ state, runAction }: Pick<SubscribeContext, 'state' | 'runAction'>): void => {
  const { subscriptionId } = state;
  state.subscriptionId = '';
  if (subscriptionId !== '') runAction(actions.streaming.unsubscribe, { subscriptionId });
};

export const streamSubscribeNode = defineFlowNode({
  description:
    'Subscribes to the events of a live-streaming platform, and fires Out. Done fires in the frame after it is connected. Failed fires instead when it cannot connect, for example because settings that the platform needs are missing; the reason is logged. Events are the kinds to receive, such as chat; all of them when it is empty. Token is an access token of the platform; when it is empty, that of the settings is used. It is never shown. The subscription ends when the node is triggered again, and when the graph stops. Simulated events arrive even without a connection.',
  inputs: subscribeInputs,
  outputs: outcomePorts,
  state: () => ({ subscriptionId: '' }),
  on: {
    In: (context) => {
      context.cancel();
      unsubscribe(context);
      if (!context.graph.isStopping) {
        const started = warnOnFailure(
          () => context.runAction(actions.streaming.subscribe, parseSubscription(context.inputs)),
          context,
        );
        if (started) {
          context.state.subscriptionId = started.subscriptionId;
          context.awaitCompletion(started.subscriptionId, 'subscriptionId', [
            'stream.connected',
            'stream.failed',
          ]);
        } else context.schedule(0, 'Parallel');
      }
      context.emit.Out();
    },
  },
  when: { stop: (context) => unsubscribe(context) },
  due: ({ emit }) => emit.Failed(),
  ended: ({ emit }, { type }) => (type === 'stream.connected' ? emit.Done() : emit.Failed()),
});

export const onStreamEventNode = defineEventNode({
  description:
    'Fires in the frame after an event on a subscribed live-streaming platform, with the user who caused it, the message and the amount. Data holds all data of the event.',
  inputs: {
    Platform: dropdown(anyOption, firstPlatform, ...otherPlatforms),
    Kind: dropdown(anyOption, ...streamEventKinds.map(toOptionLabel)),
  },
  outputs: { Out: trigger, User: string(), Message: string(), Amount: float(), Data: generic() },
  when: {
    event: ({ inputs, outputs, emit }, { type, data }) => {
      if (type !== 'streaming.event') return;
      const { platform, kind, user = '', message = '', amount = 0 } = data as EventData<'streaming.event'>;
      if (inputs.Platform !== anyOption && findPlatform(inputs.Platform) !== platform) return;
      if (inputs.Kind !== anyOption && inputs.Kind !== toOptionLabel(kind)) return;
      outputs.User = user;
      outputs.Message = message;
      outputs.Amount = amount;
      outputs.Data = data as Json;
      emit.Out();
    },
  },
});

/** This is a type alias instead of an interface so that the compiler accepts it as a JSON value. */
type SendOutcome = { readonly error?: string };

export const sendStreamChatNode = defineFlowNode({
  description:
    'Sends Message to the chat of a live-streaming platform, in the channel of the settings, and fires Out. Done fires in a later frame once the platform has accepted it. Failed fires instead when it has not; the reason is logged.',
  inputs: { In: trigger, Platform: dropdown(firstPlatform, ...otherPlatforms), Message: string() },
  outputs: outcomePorts,
  on: {
    In: ({ inputs: { Platform, Message }, graph, startJob, runAction, emit }) => {
      if (!graph.isStopping) {
        startJob((finish) => {
          const sending = runAction(actions.streaming.sendChat, {
            platform: findPlatform(Platform),
            message: Message,
          });
          sending.then(
            () => finish({}),
            (failure) => finish({ error: failure instanceof ApiError ? failure.reason : String(failure) }),
          );
        });
      }
      emit.Out();
    },
  },
  done: ({ emit, warnOnce }, { error }: SendOutcome) => {
    if (error === undefined) return emit.Done();
    warnOnce(error);
    emit.Failed();
  },
});
