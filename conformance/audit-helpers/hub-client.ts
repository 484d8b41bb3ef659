import { setTimeout as wait } from 'node:timers/promises';
import { getByPath, isRecord, truncateJson } from '../json.ts';
import { compileExpression } from '../target/field-readers/jsonata-expression.ts';
import { type HubEvent, includesText, parseHubEvent } from '../target/hub/hub-event.ts';
import { type HubAttempt, openHub, type OpenHubOptions } from '../target/hub/open-hub.ts';
import type { Assertions, AuditTools } from '../audit.ts';
import type { Callback, Completion } from '../target/hub/hub-connection.ts';
import type { Id } from '../target/id.ts';
import type { TargetInfo } from '../target/session.ts';

const successFields = ['success', 'succeeded', 'isSuccess', 'ok'];

/**
 * Whether a response reports success, in an argument or in a field. Returns `undefined` when the response reports
 * neither success nor failure.
 */
export const findSuccessFlag = (t: AuditTools, args: readonly unknown[]): boolean | undefined => {
  const configured = t.manifest.choices.paths['response.success'];
  if (configured !== undefined)
    return toBooleanFlag(compileExpression(configured)(args[0]) ?? getByPath(args, configured));
  const flags = args.filter((argument) => typeof argument === 'boolean');
  if (flags.length === 1) return flags[0];
  const fields = args.filter(isRecord).flatMap((record) => Object.entries(record));
  const successEntry = fields.find(
    ([name, value]) => typeof value === 'boolean' && successFields.includes(name.toLowerCase()),
  );
  const status = fields.find(([name]) => /^(status|statusCode|outcome|state)$/i.test(name));
  return toBooleanFlag(successEntry?.[1] ?? status?.[1]);
};

const toBooleanFlag = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'number') return value >= 200 && value < 300;
  if (typeof value !== 'string') return undefined;
  return /^(ok|success|succeeded|done|completed)$/i.test(value);
};

/** Milliseconds to keep listening for an unwanted event after a later event has arrived. */
const quietMs = 250;

type ConnectHubOptions = Partial<Pick<OpenHubOptions, 'tokenIn' | 'origin' | 'mode'>> & {
  /** The token to use: the target's token by default, or no token if `null`. */
  readonly token?: string | null;
  /** The target to connect to; by default, the target under test. */
  readonly target?: TargetInfo;
  /**
   * The assertions that check whether subscriptions are accepted, for audits about subscriptions. By default,
   * acceptance is a precondition.
   */
  readonly assertions?: Assertions;
};

/** Tries to connect to the hub. The connection is closed when the audit ends. */
export const tryConnectHub = async (t: AuditTools, options: ConnectHubOptions = {}): Promise<HubAttempt> => {
  const { token, assertions: _, target = t.target, ...rest } = options;
  const attempt = await openHub({
    ...rest,
    url: target.eventsUrl,
    fingerprint: target.fingerprint,
    token: token === undefined ? target.token : (token ?? undefined),
    timeoutMs: t.manifest.timeouts.event,
    record: t.record,
    beforeCall: (method, args) => t.beforeHubCall(target, method, args),
  });
  if (attempt.ok) {
    const { hub } = attempt;
    t.defer(async () => {
      t.events.add(hub.callbacks.all);
      hub.close();
    });
  }
  return attempt;
};

/**
 * Connects to the hub. The audit is NOT_VERIFIED if the hub uses another protocol, because the description specifies no
 * protocol.
 */
export const connectHub = async (t: AuditTools, options?: ConnectHubOptions): Promise<HubClient> =>
  toHubClient(t, await tryConnectHub(t, options), options?.assertions);

export const toHubClient = (t: AuditTools, attempt: HubAttempt, assertions?: Assertions): HubClient => {
  if (!attempt.ok) {
    return t.unverified(
      `a hub that speaks the SignalR hub protocol in JSON over WebSocket (${attempt.reason})`,
    );
  }
  return createHubClient(t, attempt.hub, assertions);
};

const createHubClient = (
  t: AuditTools,
  { callbacks, invoke }: Extract<HubAttempt, { ok: true }>['hub'],
  assertions: Assertions | undefined,
) => {
  const timeoutMs = t.manifest.timeouts.event;
  const toEvent = (callback: Callback): HubEvent | undefined =>
    parseHubEvent(callback, t.manifest.choices.paths);

  /** Subscribes with each list of additional arguments in turn, until the hub accepts one. */
  const subscription = async (
    method: string,
    patterns: readonly string[],
    spellings: readonly (readonly unknown[])[] = [[]],
  ): Promise<void> => {
    let completion: Completion = { kind: 'unanswered' };
    for (const filters of spellings) {
      completion = await invoke(method, [patterns, ...filters]);
      if (completion.kind !== 'refused') break;
    }
    const accepted = completion.kind === 'done' || completion.kind === 'unanswered';
    const words = `${method} of ${patterns} is accepted`;
    if (assertions) assertions.must(accepted, words, { actual: completion });
    else t.given(accepted, words, { actual: completion });
    if (completion.kind === 'unanswered') t.observe(`completion of ${method}`, 'none');
  };

  const waitForEventThat = async (
    from: number,
    type: string,
    isWanted: (event: HubEvent) => boolean,
  ): Promise<HubEvent | undefined> => {
    const matches = (callback: Callback): boolean => {
      const event = toEvent(callback);
      return event?.type === type && isWanted(event);
    };
    const callback = await callbacks.until(matches, timeoutMs, from);
    return callback && toEvent(callback);
  };
  const waitForEvent = (
    from: number,
    type: string,
    ...subjects: readonly Id[]
  ): Promise<HubEvent | undefined> =>
    waitForEventThat(
      from,
      type,
      ({ args }) => subjects.length === 0 || subjects.some((id) => includesText(args, id)),
    );

  return {
    callbacks,
    invoke,
    subscribe: (...patterns: string[]) => subscription('Subscribe', patterns),
    unsubscribe: (...patterns: string[]) => subscription('Unsubscribe', patterns),
    /** Subscribes to events of these objects only. The description does not show how to omit the other filters. */
    subscribeToObjects: (objects: readonly string[], ...patterns: string[]) =>
      subscription('SubscribeFiltered', patterns, [
        [objects, null, null],
        [objects, [], []],
      ]),
    /** Subscribes to an undocumented pattern, which the target may reject. */
    trySubscribe: (pattern: string): Promise<Completion> => invoke('Subscribe', [[pattern]]),
    /** Returns all events of a type so far, or the events of all types by default. */
    events: (type?: string): readonly HubEvent[] =>
      callbacks.all
        .flatMap((callback) => toEvent(callback) ?? [])
        .filter((event) => !type || event.type === type),
    /**
     * Waits for the first event of a type that contains any of these subjects. Returns `undefined` if no such event
     * arrives in time.
     */
    event: (type: string, ...subjects: readonly Id[]) => waitForEvent(0, type, ...subjects),
    /** Like `event`, but considers only events from a position onwards. */
    eventFrom: waitForEvent,
    /** Waits for the first event of a type, from a position onwards, that satisfies a condition. */
    eventThat: waitForEventThat,
    /** Waits for the first call of another callback that contains a text. */
    callback: (target: string, text?: Id): Promise<Callback | undefined> =>
      callbacks.until(
        (callback) => callback.target === target && (text === undefined || includesText(callback.args, text)),
        timeoutMs,
      ),
    calls: (target: string): readonly Callback[] =>
      callbacks.all.filter((callback) => callback.target === target),
  };
};

export type HubClient = ReturnType<typeof createHubClient>;

/**
 * Waits for late events. Before the call, an event must have arrived that was sent later than the unwanted event would
 * have been.
 */
export const waitQuietWindow = (): Promise<void> => wait(quietMs);

/** Summarizes what a connection has received, for use in messages. */
export const describeReceived = (client: HubClient) => ({
  actual: truncateJson(
    client.callbacks.all.slice(-5).map(({ target, args }) => ({ target, args })),
    600,
  ),
});
