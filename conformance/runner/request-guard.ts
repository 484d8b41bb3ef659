/**
 * The gate of all requests of a run. Reads what a request will change before it is sent, writes it back when the run
 * ends, and refuses what the run can't undo, unless the manifest's `consent.destructive` allows it.
 */
import { isDeepStrictEqual } from 'node:util';
import { filterRecords, getByPath, isRecord, walkJson } from '../json.ts';
import { findRoute, toRoutePath } from '../target/routes.ts';
import { pathTo } from '../target/id.ts';
import { AuditStop } from './audit-outcome.ts';
import {
  getActionEffect,
  getRequestEffect,
  type ChangedValue,
  type RequestEffect,
} from './request-effects.ts';
import { listMutatingRequests } from './mutating-requests.ts';
import { readTargetState, type StateReader, type TargetState } from './target-state.ts';
import type { ActionCatalog } from '../target/action-catalog.ts';
import type { HttpClient, Reply, SentRequest } from '../target/http/exchange.ts';
import { findDifference, takeSnapshot } from './snapshot.ts';
import type { JsonRecord } from '../json.ts';
import type { Leftover } from './resource-tracker.ts';
import type { Session, TargetInfo } from '../target/session.ts';

/** A value as it was before the run first changed it. */
interface FormerValue {
  readonly value: ChangedValue;
  readonly target: TargetInfo;
  readonly before: unknown;
  /** Whether the target has the value now. Fields that change by themselves don't count. */
  readonly isRestored: () => Promise<boolean>;
  /** The calls that changed it. */
  readonly calls: { readonly action: string; readonly body: JsonRecord }[];
}

/** Statuses after which the target can't carry out the request either. */
const unavailableStatuses = [401, 403, 404, 422, 503, 504];

export const createRequestGuard = (session: Session, routes: ReadonlySet<string>, catalog: ActionCatalog) => {
  const { manifest, fields } = session;
  const isAllowed = manifest.consent.destructive;
  const states = new Map<string, Promise<TargetState>>();
  const formerValues = new Map<string, Promise<FormerValue | undefined>>();

  const createReader = (to: TargetInfo): StateReader => ({
    http: session.createClient(() => {}, to, { purpose: 'undo' }),
    ...{ fields, manifest, routes, catalog },
  });

  /** Returns the state of a target before the run first changed it. */
  const getFormerState = (to: TargetInfo): Promise<TargetState> => {
    const state = states.get(to.url) ?? readTargetState(createReader(to));
    states.set(to.url, state);
    return state;
  };

  const getContext = async (to: TargetInfo) => ({
    ...{ catalog, routes, namespace: manifest.namespace, before: await getFormerState(to) },
    createVariable: findRoute('createVariable', manifest, routes),
    deleteVariable: findRoute('deleteVariable', manifest, routes),
    configuredActions: new Set(
      [
        ...Object.keys(manifest.choices.actions),
        ...Object.values(manifest.choices.events).map(({ action }) => action),
      ].map((name) => name.toLowerCase()),
    ),
  });

  /** Reads a value. Returns the reply if the value can't be read. */
  const readValue = async (http: HttpClient, value: ChangedValue): Promise<unknown | Reply> => {
    switch (value.kind) {
      case 'variable': {
        const route = findRoute('readVariable', manifest, routes);
        const reply = await http.get(route ? toRoutePath(route, value.id) : '/api/variables');
        if (!reply.ok) return reply;
        const record = route
          ? reply.json
          : filterRecords(fields.items(reply.json)).find(({ id }) => String(id) === value.id);
        return fields.read(record, 'variable.value');
      }
      case 'object property': {
        const reply = await http.get(value.path);
        return reply.ok ? fields.read(reply.json, 'property.value') : reply;
      }
      case 'asset': {
        const reply = await http.get(pathTo`/api/assets/${value.tag}/properties`);
        if (!reply.ok) return reply;
        const list = [...walkJson(reply.json)].filter(isRecord).flatMap((record) => {
          const name = fields.read(record, 'property.name');
          return typeof name === 'string' ? [[name, fields.read(record, 'property.value')] as const] : [];
        });
        // The answer may hold anything besides the shader, so it is compared only if a call changes the shader.
        const isShaderChanged = value.action === 'assets.changeshader';
        const shader = isShaderChanged ? await readShader(http, value.tag) : undefined;
        return { properties: Object.fromEntries(list), shader };
      }
      case 'output': {
        const reply = await catalog.call(http, 'output.get', manifest.choices.actions['output.get'] ?? {});
        return reply.ok ? (fields.read(reply.json, 'action.answer') ?? reply.json) : reply;
      }
    }
  };

  const readShader = async (http: HttpClient, tag: string): Promise<unknown> => {
    if (!catalog.isOffered('assets.getShader')) return undefined;
    const name = catalog.getParameterName('assets.getShader', ['asset', 'tag']);
    const reply = await catalog.call(http, 'assets.getShader', { [name]: tag });
    return reply.ok ? (fields.read(reply.json, 'action.answer') ?? reply.json) : undefined;
  };

  /** Reads a value before its first change. Throws if the value is not readable and must not be lost. */
  const remember = async (to: TargetInfo, value: ChangedValue): Promise<void> => {
    const key = `${to.url} ${describeValue(value)}`;
    const read = async (): Promise<FormerValue | undefined> => {
      const { http } = createReader(to);
      const before = await readValue(http, value);
      if (before === undefined || isReply(before)) return undefined;
      const snapshot = await takeSnapshot(() => readValue(http, value));
      const isRestored = async (): Promise<boolean> =>
        isDeepStrictEqual(await readValue(http, value), before) || !(await findDifference(snapshot));
      return { value, target: to, before, isRestored, calls: [] };
    };
    let former = formerValues.get(key);
    if (former === undefined) {
      former = read();
      formerValues.set(key, former);
    }
    const found = await former;
    if (found && 'action' in value && value.action !== undefined && value.body)
      found.calls.push({ action: value.action, body: value.body });
    if (found || isAllowed) return;
    formerValues.delete(key);
    const reply = await readValue(createReader(to).http, value);
    if (isReply(reply) && unavailableStatuses.includes(reply.status)) return;
    throw refuse(`${describeValue(value)} is not readable, so it can't be restored`);
  };

  const apply = async (to: TargetInfo, effect: RequestEffect, what: string): Promise<void> => {
    if (effect.kind === 'permanent' && !isAllowed) throw refuse(`${what}: ${effect.reason}`);
    if (effect.kind === 'restored') for (const value of effect.values) await remember(to, value);
  };

  const restoreValue = async (http: HttpClient, former: FormerValue): Promise<void> => {
    const { value, before, calls } = former;
    switch (value.kind) {
      case 'variable':
        await http.put(pathTo`/api/variables/${value.id}/value`, { value: before });
        return;
      case 'object property':
        await http.put(value.path, { value: before });
        return;
      case 'asset':
        await restoreAsset(http, value.tag, before, calls);
        return;
      case 'output':
        await restoreOutput(http, former);
    }
  };

  const restoreAsset = async (
    http: HttpClient,
    tag: string,
    before: unknown,
    calls: FormerValue['calls'],
  ): Promise<void> => {
    const shader = getByPath(before, 'shader');
    const call = calls.find(({ action }) => action === 'assets.changeshader');
    const now = await readValue(http, { kind: 'asset', tag, ...call });
    if (call && !isDeepStrictEqual(getByPath(now, 'shader'), shader)) {
      const [former] = listChangedTexts(shader, getByPath(now, 'shader'));
      const name = catalog.getParameterName('assets.changeShader', ['shader', 'name']);
      const key = Object.keys(call.body).find((one) => one.toLowerCase() === name.toLowerCase()) ?? name;
      await catalog.call(http, 'assets.changeShader', { ...call.body, [key]: former });
    }
    const changed = await readValue(http, { kind: 'asset', tag });
    for (const [name, value] of Object.entries(getByPath(before, 'properties') as JsonRecord)) {
      if (!isDeepStrictEqual((getByPath(changed, 'properties') as JsonRecord | undefined)?.[name], value))
        await http.put(pathTo`/api/assets/${tag}/properties/${name}`, { value });
    }
  };

  const restoreOutput = async (
    http: HttpClient,
    { before, calls, isRestored }: FormerValue,
  ): Promise<void> => {
    for (const { body } of calls.filter(({ action }) => action === 'output.set')) {
      const former = createFormerSettings(body, before);
      if (former) await catalog.call(http, 'output.set', former);
    }
    for (const { body } of calls.filter(({ action }) => action === 'output.toggle')) {
      if (await isRestored()) return;
      await catalog.call(http, 'output.toggle', body);
    }
  };

  return {
    getFormerState,
    createReader,
    /**
     * Called before every request of an audit.
     * @throws AuditStop if the run can't undo the request, and the manifest does not allow it
     */
    async beforeRequest(to: TargetInfo, sent: SentRequest): Promise<void> {
      const calls = listMutatingRequests({ transport: 'http', request: sent, ms: 0 }, to.url);
      for (const call of calls) {
        const what = `${call.method} /${call.segments.join('/')}`;
        await apply(to, getRequestEffect(call, await getContext(to)), what);
      }
    },
    /** Called before every call of a hub method. @throws AuditStop */
    async beforeHubCall(to: TargetInfo, method: string, args: readonly unknown[]): Promise<void> {
      if (!/^SendAction(Batch)?$/i.test(method)) return;
      const commands = [...walkJson(args)].filter(isRecord);
      for (const command of commands) {
        const name = getField(command, 'action');
        const parameters = getField(command, 'parameters');
        if (typeof name !== 'string') continue;
        const body = isRecord(parameters) ? parameters : {};
        await apply(
          to,
          getActionEffect(name.toLowerCase(), body, await getContext(to)),
          `${method} of ${name}`,
        );
      }
    },
    /** Writes back what has changed, and compares. Returns what could not be restored. */
    async restore(): Promise<readonly Leftover[]> {
      const leftovers: Leftover[] = [];
      for (const pending of [...formerValues.values()].toReversed()) {
        const former = await pending;
        if (!former) continue;
        const { http } = createReader(former.target);
        try {
          if (isDeepStrictEqual(await readValue(http, former.value), former.before)) continue;
          await restoreValue(http, former);
          if (await former.isRestored()) continue;
          leftovers.push(createLeftover(former, 'it does not have its former value again'));
        } catch (error) {
          leftovers.push(createLeftover(former, error instanceof Error ? error.message : String(error)));
        }
      }
      return leftovers;
    },
  };
};

const refuse = (reason: string): AuditStop =>
  new AuditStop(
    'NOT_VERIFIED',
    `Missing: the manifest's consent.destructive, because a run can't undo ${reason}`,
  );

const isReply = (value: unknown): value is Reply => isRecord(value) && typeof value.at === 'function';

const getField = (record: JsonRecord, name: string): unknown =>
  Object.entries(record).find(([key]) => key.toLowerCase() === name)?.[1];

const createLeftover = ({ value, target }: FormerValue, why: string): Leftover => ({
  what: describeValue(value),
  on: target.url,
  why,
});

const describeValue = (value: ChangedValue): string => {
  switch (value.kind) {
    case 'variable':
      return `the value of the variable ${value.id}`;
    case 'object property':
      return `the property ${value.path}`;
    case 'asset':
      return `the ${value.action === 'assets.changeshader' ? 'shader' : 'properties'} of the asset ${value.tag}`;
    case 'output':
      return 'the output settings';
  }
};

/** Returns the texts of one value that are not in the other one. */
const listChangedTexts = (one: unknown, other: unknown): readonly string[] => {
  const others = new Set(walkJson(other));
  return [...walkJson(one)].filter(
    (value): value is string => typeof value === 'string' && !others.has(value),
  );
};

/**
 * Returns the parameters of output.set that restore what a call has changed. A parameter is either called like a
 * setting, or one parameter names the setting and another one is its value.
 */
const createFormerSettings = (body: JsonRecord, before: unknown): JsonRecord | undefined => {
  const settings = new Map(
    [...walkJson(before)]
      .filter(isRecord)
      .flatMap(Object.entries)
      .map(([key, value]) => [key.toLowerCase(), value] as const),
  );
  const keys = Object.keys(body);
  if (keys.every((key) => settings.has(key.toLowerCase())))
    return Object.fromEntries(keys.map((key) => [key, settings.get(key.toLowerCase())]));
  const nameKey = keys.find((key) => settings.has(String(body[key]).toLowerCase()));
  const valueKey = keys.find((key) => key !== nameKey);
  if (nameKey === undefined || valueKey === undefined) return undefined;
  return { ...body, [valueKey]: settings.get(String(body[nameKey]).toLowerCase()) };
};
