import { actions } from '#spec/actions/index.ts';
import { streamKindNames, streamPlatformFacts, streamPlatforms } from '#spec/actions/stream-kinds.ts';
import { parseParameters } from '#spec/actions/parse.ts';
import { findAction } from '#spec/actions/find.ts';
import { Fault } from '#spec/errors.ts';
import { labelOf } from '../grammar/action-node.ts';
import { eventNode, node } from '../grammar/node.ts';
import { dropdown, float, generic, list, string, trigger } from '../grammar/ports.ts';
import { unlessRefused } from '../scene/unless-refused.ts';
import type { Parameters } from '#spec/contract/action.ts';
import type { Json } from '#spec/values.ts';
import type { EventData } from '#spec/events.ts';
import type { FlowContext } from '../grammar/context.ts';

const platformByLabel = new Map(
  streamPlatforms.map((platform) => [streamPlatformFacts[platform].name, platform]),
);
const [firstPlatform = '', ...otherPlatforms] = platformByLabel.keys();
const platformOf = (label: string) => platformByLabel.get(label) ?? streamPlatforms[0];

const any = 'Any';

const subscribeInputs = {
  In: trigger,
  Platform: dropdown(firstPlatform, ...otherPlatforms),
  Events: list(),
  Token: string('', { isSensitive: true }),
};
const outcomes = { Out: trigger, Done: trigger, Failed: trigger };

const subscribe = findAction('streaming.subscribe');

type Subscribing = FlowContext<typeof subscribeInputs, typeof outcomes, { subscriptionId: string }>;

/** Names of kinds in any letter case, as the options of ports have capitals. */
const wantedBy = ({ Platform, Events, Token }: Subscribing['inputs']) =>
  parseParameters(subscribe, {
    platform: platformOf(Platform),
    ...(Events.length > 0 && {
      events: Events.map((kind) => (typeof kind === 'string' ? kind.toLowerCase() : kind)),
    }),
    ...(Token !== '' && { token: Token }),
  }) as Parameters<typeof actions.streaming.subscribe>;

const leave = ({ state, runAction }: Pick<Subscribing, 'state' | 'runAction'>): void => {
  const { subscriptionId } = state;
  state.subscriptionId = '';
  if (subscriptionId !== '') runAction(actions.streaming.unsubscribe, { subscriptionId });
};

export const streamSubscribe = node({
  description:
    'Subscribes to the events of a live-streaming platform, and fires Out. Done fires in the frame after it is connected; Failed fires instead when it cannot be, for instance because the settings do not hold what the platform needs, and the console tells why. Events are the kinds to receive, such as chat; all of them when it is empty. Token is an access token of the platform, that of the settings when it is empty, and is never shown. The subscription ends when the node is triggered anew, and when the graph stops. Simulated events come without a connection too.',
  inputs: subscribeInputs,
  outputs: outcomes,
  state: () => ({ subscriptionId: '' }),
  on: {
    In: (context) => {
      context.cancel();
      leave(context);
      if (!context.graph.isStopping) {
        const begun = unlessRefused(
          () => context.runAction(actions.streaming.subscribe, wantedBy(context.inputs)),
          context,
        );
        if (begun) {
          context.state.subscriptionId = begun.subscriptionId;
          context.awaitEnd(begun.subscriptionId, 'subscriptionId', ['stream.connected', 'stream.failed']);
        } else context.schedule(0, 'Parallel');
      }
      context.emit.Out();
    },
  },
  when: { stop: (context) => leave(context) },
  due: ({ emit }) => emit.Failed(),
  ended: ({ emit }, { type }) => (type === 'stream.connected' ? emit.Done() : emit.Failed()),
});

export const onStreamEvent = eventNode({
  description:
    'Fires in the frame after something has happened on a live-streaming platform that somebody has subscribed to, with who did it, what was written with it, how much it is, and in Data all that the event tells.',
  inputs: {
    Platform: dropdown(any, firstPlatform, ...otherPlatforms),
    Kind: dropdown(any, ...streamKindNames.map(labelOf)),
  },
  outputs: { Out: trigger, User: string(), Message: string(), Amount: float(), Data: generic() },
  when: {
    event: ({ inputs, outputs, emit }, { type, data }) => {
      if (type !== 'streaming.event') return;
      const { platform, kind, user = '', message = '', amount = 0 } = data as EventData<'streaming.event'>;
      if (inputs.Platform !== any && platformOf(inputs.Platform) !== platform) return;
      if (inputs.Kind !== any && inputs.Kind !== labelOf(kind)) return;
      outputs.User = user;
      outputs.Message = message;
      outputs.Amount = amount;
      outputs.Data = data as Json;
      emit.Out();
    },
  },
});

/** A type, not an interface: it is also a JSON value to the compiler. */
type Sent = { readonly error?: string };

export const sendStreamChat = node({
  description:
    'Sends Message to the chat of a live-streaming platform, in the channel of the settings, and fires Out. Done fires in a later frame once the platform has taken it; Failed fires instead when it has not, and the console tells why.',
  inputs: { In: trigger, Platform: dropdown(firstPlatform, ...otherPlatforms), Message: string() },
  outputs: outcomes,
  on: {
    In: ({ inputs: { Platform, Message }, graph, launch, runAction, emit }) => {
      if (!graph.isStopping) {
        launch((finish) => {
          const sent = runAction(actions.streaming.sendChat, {
            platform: platformOf(Platform),
            message: Message,
          });
          sent.then(
            () => finish({}),
            (failure) => finish({ error: failure instanceof Fault ? failure.reason : String(failure) }),
          );
        });
      }
      emit.Out();
    },
  },
  done: ({ emit, warnOnce }, { error }: Sent) => {
    if (error === undefined) return emit.Done();
    warnOnce(error);
    emit.Failed();
  },
});
