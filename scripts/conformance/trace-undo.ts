/** Finds out what undid each request that changed something, from a recording alone. */
import { filterRecords, filterStrings, isRecord, tryParseJson, walkJson } from '../../conformance/json.ts';
import type { RecordedRequest } from './recording-proxy.ts';

/** A request that was carried out, and what undid it. */
export interface TracedRequest {
  readonly request: string;
  /** What undid it. `undefined` if the recording does not show it. */
  readonly undoneBy: string | undefined;
}

/** A call on its own, or an operation of a batch. */
interface Call {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
  readonly response: unknown;
  readonly position: number;
}

/**
 * Actions and routes that change nothing that lasts. The console forgets its oldest entries by itself, the program of
 * process.start ends by itself, and a path outside /api belongs to a listener that the run has registered.
 */
const transient =
  /^POST (?!\/(api|mcp)\b)|^POST \/api\/(batch|graphs\/[^/]+\/(connections\/validate|sync|ports\/sync|stop)|project\/refresh|actions\/project\/refresh|events\/negotiate|actions\/(log|text)\/.*|actions\/(midi\/send|process\/start)|actions\/.*(list|get|find|count|describe|status|devices|platforms|listeners|raycast|clips|info)[a-z]*)(\?|$)/i;

/** Calls whose whole effect is visible in a part of the state. */
const visibleEffects: readonly (readonly [RegExp, string])[] = [
  [/^POST .*\/scene\W(create|delete)Layer/i, 'layers'],
  [/^PUT \/api\/assets\//, 'assets'],
  [/^POST .*\/assets\W(set\w*|changeShader)/i, 'assets'],
  [/^PUT \/api\/variables\//, 'variables'],
  [/^POST .*\/output\W/i, 'output'],
  [/^POST \/api\/project\/open/, 'project'],
];

const destroying = /(destroy|delete|remove|unlisten|unsubscribe)[^/]*$/i;

const listCalls = (requests: readonly RecordedRequest[]): readonly Call[] =>
  requests.flatMap((request, position): readonly Call[] => {
    const body = tryParseJson(request.body);
    const response = tryParseJson(request.response);
    const isDone = request.status !== undefined && request.status >= 200 && request.status < 300;
    if (request.method === 'HUB') return [{ ...request, body, response, position }];
    if (!isDone) return [];
    if (!/^\/api\/batch(\?|$)/.test(request.path)) return [{ ...request, body, response, position }];
    const results = isRecord(response) ? filterRecords(response.results) : [];
    return filterRecords(isRecord(body) ? body.operations : []).flatMap((operation, index) => {
      const result = results.find((one) => one.index === index);
      const { method, path } = operation;
      if (typeof method !== 'string' || typeof path !== 'string' || method === 'GET') return [];
      if (!(Number(result?.status) < 300)) return [];
      return [{ method, path, body: operation.body, response: result?.body, position }];
    });
  });

const listTexts = (value: unknown): readonly string[] =>
  [...walkJson(value)].flatMap((inner) =>
    typeof inner === 'string' || typeof inner === 'number' ? [String(inner)] : [],
  );

const listSegments = (path: string): readonly string[] =>
  (path.split('?')[0] ?? '').split('/').flatMap((segment) => {
    try {
      return segment === '' ? [] : [decodeURIComponent(segment)];
    } catch {
      return [segment];
    }
  });

const describeCall = ({ method, path, body }: Call): string =>
  `${method} ${path}${body === undefined ? '' : ` ${JSON.stringify(body).slice(0, 160)}`}`;

/** Returns the texts by which the thing that a call creates is known: its ids and tags. */
const listIdentities = (response: unknown): readonly string[] =>
  [...walkJson(response)]
    .filter(isRecord)
    .flatMap((record) =>
      Object.entries(record).flatMap(([key, value]) =>
        /id$|^(tag|object|objectTag|sceneObject|asset|name|path|url|listener)$/i.test(key)
          ? listTexts(value)
          : [],
      ),
    );

/**
 * Traces every call. A call is undone if something that it created is removed later, if it affects only something that
 * the run created and removed, or if the same route is later called with the value that was there before.
 * @param changedParts the parts of the state that are not the same before and after the run
 */
export const traceUndo = (
  requests: readonly RecordedRequest[],
  changedParts: ReadonlySet<string>,
): readonly TracedRequest[] => {
  const calls = listCalls(requests);
  /** Texts by which something that the run created is known, each with the name of its root. */
  const owners = new Map<string, string>();
  const removals = new Map<string, Call>();
  for (const call of calls) {
    const key = `${call.method} ${call.path}`;
    const texts = [...listSegments(call.path).slice(2), ...listTexts(call.body)];
    const isRemoval = call.method === 'DELETE' || destroying.test(call.path.split('?')[0] ?? '');
    const roots = texts.flatMap((text) => owners.get(text) ?? []);
    if (isRemoval) for (const root of roots) removals.set(root, call);
    if (isRemoval || transient.test(key)) continue;
    const root = roots[0] ?? `${call.position}`;
    for (const text of [...listIdentities(call.response), ...(roots.length > 0 ? [] : listNames(call.body))])
      if (!owners.has(text)) owners.set(text, root);
  }
  return calls.flatMap((call): readonly TracedRequest[] => {
    if (transient.test(`${call.method} ${call.path}`)) return [];
    if (
      call.method === 'HUB' &&
      /"(log\.(console|noSuch\w+)|text\.format|noSuch\w+\.\w+)"/i.test(JSON.stringify(call.body))
    )
      return [];
    if (call.path === '/mcp' && /"method":"notifications\//.test(JSON.stringify(call.body))) return [];
    const isRemoval = call.method === 'DELETE' || destroying.test(call.path.split('?')[0] ?? '');
    const texts = [
      ...listSegments(call.path).slice(2),
      ...listTexts(call.body),
      ...listIdentities(call.response),
    ];
    const roots = texts.flatMap((text) => owners.get(text) ?? []);
    if (isRemoval && (roots.length > 0 || /\Wunsubscribe$/.test(call.path)))
      return [{ request: describeCall(call), undoneBy: 'removes what the run created' }];
    const removal =
      roots.map((root) => removals.get(root)).find((one) => one !== undefined) ??
      findUnsubscription(call, calls);
    const part = visibleEffects.find(([pattern]) => pattern.test(`${call.method} ${call.path}`))?.[1];
    const restored =
      part === undefined || changedParts.has(part) ? undefined : `${part}: the same before and after`;
    return [{ request: describeCall(call), undoneBy: removal ? describeCall(removal) : restored }];
  });
};

/** Finds the call that ends a subscription: the next one to unsubscribe with the same parameters. */
const findUnsubscription = ({ path, body, position }: Call, calls: readonly Call[]): Call | undefined =>
  calls.find(
    (other) =>
      other.position > position &&
      /\Wsubscribe$/.test(path) &&
      other.path === path.replace(/subscribe$/, 'unsubscribe') &&
      JSON.stringify(other.body) === JSON.stringify(body),
  );

const listNames = (body: unknown): readonly string[] =>
  isRecord(body) ? filterStrings([body.name, body.path, body.listener, body.device, body.platform]) : [];
