import { createSerialQueue } from '../../session/store-helpers.ts';
import { createRefreshableValue, type RefreshableValue } from './refreshable-value.ts';
import type { Answer, Input as CallInput } from '#spec/client/index.ts';
import type { DeviceStoreOptions } from './recent-event-store.ts';

type InjectedInput = CallInput<'POST /api/input'>['body']['inputs'][number];

interface InputNames {
  readonly keys: readonly string[];
  readonly buttons: readonly string[];
  readonly axes: readonly string[];
  readonly actions: readonly string[];
}

/** Simulates input. Calls are sent in the order in which they are made. */
export interface InputSimulator {
  readonly names: RefreshableValue<InputNames>;
  /** The keys and buttons that are held down, and the values of axes. */
  readonly state: RefreshableValue<Answer<'POST /api/input'>>;
  pressKey(key: string, phase: 'down' | 'up'): Promise<void>;
  pressButton(button: string, phase: 'down' | 'up'): Promise<void>;
  moveAxis(axis: string, value: number): Promise<void>;
  /** Triggers an action. If no action has this name, it is created. */
  triggerAction(action: string, value: number): Promise<void>;
  /** Releases all keys and buttons, and resets axes and actions. */
  release(): Promise<void>;
}

export const createInputSimulator = ({
  session,
  notices,
}: Pick<DeviceStoreOptions, 'session' | 'notices'>): InputSimulator => {
  const { client } = session;
  // the names come from the service, and the contract's types contain only some of them
  const post = (inputs: readonly object[]) =>
    client.request('POST /api/input', { body: { inputs: inputs as InjectedInput[] } });
  const discover = async (dataType: string) =>
    (await client.request('GET /api/discovery/{dataType}', { params: { dataType } })).items;
  const names = createRefreshableValue(async () => {
    const [info, actions] = await Promise.all([discover('input-info'), discover('input-action')]);
    const listNames = (kind: string) => info.filter((item) => item.kind === kind).map(({ name }) => name);
    return {
      ...{ keys: listNames('key'), buttons: listNames('mouseButton'), axes: listNames('axis') },
      actions: actions.map(({ name }) => name),
    };
  });
  const state = createRefreshableValue(() => post([]));
  const enqueue = createSerialQueue();
  const inject = async (...inputs: readonly object[]): Promise<void> => {
    await enqueue(() => notices.runAndReport(async () => state.set(await post(inputs))));
  };
  return {
    names,
    state,
    pressKey: (key, phase) => inject({ kind: 'key', key, phase }),
    pressButton: (button, phase) => inject({ kind: 'mouseButton', button, phase }),
    moveAxis: (axis, value) => inject({ kind: 'axis', axis, value }),
    triggerAction: (action, value) => inject({ kind: 'action', action, value }),
    async release() {
      await enqueue(state.refresh);
      const { keys = [], buttons = [], axes = {}, actions = {} } = state.value.value ?? {};
      await inject(
        ...keys.map((key) => ({ kind: 'key', key, phase: 'up' })),
        ...buttons.map((button) => ({ kind: 'mouseButton', button, phase: 'up' })),
        ...Object.keys(axes).map((axis) => ({ kind: 'axis', axis, value: 0 })),
        ...Object.keys(actions).map((action) => ({ kind: 'action', action, value: 0 })),
      );
    },
  };
};
