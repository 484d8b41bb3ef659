import { setTimeout as wait } from 'node:timers/promises';
import { truncateJson } from '../json.ts';
import { parseHubEvent, includesText } from '../target/hub/hub-event.ts';
import { openHub } from '../target/hub/open-hub.ts';
import type { AuditTools, Assertions } from '../audit.ts';
import type { Id } from '../target/id.ts';
import type { Callback, Completion } from '../target/hub/hub-connection.ts';
import type { HubEvent } from '../target/hub/hub-event.ts';
import type { TargetInfo } from '../target/session.ts';
import type { HubAttempt, OpenHubOptions } from '../target/hub/open-hub.ts';

/** How long to listen on after the proof that what must not come is overdue, in milliseconds. */
const quietMs = 250;

type ConnectHubOptions = Partial<Pick<OpenHubOptions, 'tokenIn' | 'origin' | 'mode'>> & {
  /** The target's own when absent, none when null. */
  readonly token?: string | null;
  /** Somewhere else than usual. */
  readonly target?: TargetInfo;
  /** Judges that subscriptions are accepted, where that is what the audit is about; a precondition when absent. */
  readonly assertions?: Assertions;
};

/** Tries to connect; the connection is closed when the audit ends. */
export const tryConnectHub = async (t: AuditTools, options: ConnectHubOptions = {}): Promise<HubAttempt> => {
  const { token, assertions: _, target = t.target, ...rest } = options;
  const attempt = await openHub({
    ...rest,
    url: target.eventsUrl,
    fingerprint: target.fingerprint,
    token: token === undefined ? target.token : (token ?? undefined),
    timeoutMs: t.manifest.timeouts.event,
    record: t.record,
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

/** A connection to work with. A hub on another wire leaves the audit NOT_VERIFIED: the wire is not shown. */
export const connectHub = async (t: AuditTools, options?: ConnectHubOptions): Promise<HubClient> =>
  toHubClient(t, await tryConnectHub(t, options), options?.assertions);

export const toHubClient = (t: AuditTools, attempt: HubAttempt, judge?: Assertions): HubClient => {
  if (!attempt.ok) {
    return t.unverified(
      `a hub that speaks the SignalR hub protocol in JSON over WebSocket (${attempt.reason})`,
    );
  }
  return createHubClient(t, attempt.hub, judge);
};

const createHubClient = (
  t: AuditTools,
  { callbacks, invoke }: Extract<HubAttempt, { ok: true }>['hub'],
  judge: Assertions | undefined,
) => {
  const timeoutMs = t.manifest.timeouts.event;
  const asEvent = (callback: Callback): HubEvent | undefined =>
    parseHubEvent(callback, t.manifest.choices.paths);

  /** Calls with each list of further arguments until one is not refused. */
  const subscription = async (
    method: string,
    patterns: readonly string[],
    spellings: readonly (readonly unknown[])[] = [[]],
  ): Promise<void> => {
    let completion: Completion = { kind: 'unanswered' };
    for (const further of spellings) {
      completion = await invoke(method, [patterns, ...further]);
      if (completion.kind !== 'refused') break;
    }
    const accepted = completion.kind === 'done' || completion.kind === 'unanswered';
    const words = `${method} of ${patterns} is accepted`;
    if (judge) judge.must(accepted, words, { actual: completion });
    else t.given(accepted, words, { actual: completion });
    if (completion.kind === 'unanswered') t.observe(`completion of ${method}`, 'none');
  };

  const eventFrom = async (
    from: number,
    type: string,
    ...about: readonly Id[]
  ): Promise<HubEvent | undefined> => {
    const suits = (callback: Callback): boolean => {
      const event = asEvent(callback);
      return event?.type === type && (about.length === 0 || about.some((id) => includesText(event.args, id)));
    };
    const callback = await callbacks.until(suits, timeoutMs, from);
    return callback && asEvent(callback);
  };

  return {
    callbacks,
    invoke,
    subscribe: (...patterns: string[]) => subscription('Subscribe', patterns),
    unsubscribe: (...patterns: string[]) => subscription('Unsubscribe', patterns),
    /** Narrowed by these objects only; how the other filters are left out is not shown. */
    subscribeToObjects: (objects: readonly string[], ...patterns: string[]) =>
      subscription('SubscribeFiltered', patterns, [
        [objects, null, null],
        [objects, [], []],
      ]),
    /** Subscribes to a pattern that the description does not show: its refusal is legal. */
    trySubscribe: (pattern: string): Promise<Completion> => invoke('Subscribe', [[pattern]]),
    /** All events of a type so far; of every type when it is absent. */
    events: (type?: string): readonly HubEvent[] =>
      callbacks.all
        .flatMap((callback) => asEvent(callback) ?? [])
        .filter((event) => !type || event.type === type),
    /** The first event of a type that speaks of any of these texts; undefined when none comes in time. */
    event: (type: string, ...about: readonly Id[]) => eventFrom(0, type, ...about),
    /** The same among what came from a position on. */
    eventFrom,
    /** The first call of another callback that speaks of a text. */
    callback: (target: string, about?: Id): Promise<Callback | undefined> =>
      callbacks.until(
        (callback) =>
          callback.target === target && (about === undefined || includesText(callback.args, about)),
        timeoutMs,
      ),
    calls: (target: string): readonly Callback[] =>
      callbacks.all.filter((callback) => callback.target === target),
  };
};

export type HubClient = ReturnType<typeof createHubClient>;

/** Called after something has arrived that came later than what must not: leaves stragglers a little time. */
export const waitQuietWindow = (): Promise<void> => wait(quietMs);

/** For messages: what a connection has received, in short. */
export const describeReceived = (client: HubClient) => ({
  actual: truncateJson(
    client.callbacks.all.slice(-5).map(({ target, args }) => ({ target, args })),
    600,
  ),
});
