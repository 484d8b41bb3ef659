/**
 * Decides from its method, its route and its action whether a run can undo a request. Without the manifest's
 * `consent.destructive`, a request whose effect can't be undone is not sent.
 */
import { filterStrings, getByPath, isRecord, type JsonRecord } from '../json.ts';
import { type Route, stripParameterNames } from '../target/routes.ts';
import { matchRouteId, type MutatingRequest } from './mutating-requests.ts';
import { listIds, listTexts, type TargetState } from './target-state.ts';
import type { ActionCatalog } from '../target/action-catalog.ts';

/** What must be read before a request, so that it can be written back afterwards. */
export type ChangedValue =
  | { readonly kind: 'variable'; readonly id: string }
  | { readonly kind: 'object property'; readonly path: string }
  | { readonly kind: 'asset'; readonly tag: string; readonly action?: string; readonly body?: JsonRecord }
  | { readonly kind: 'output'; readonly action: string; readonly body: JsonRecord };

/** The effect of a request on what was there before the run. */
export type RequestEffect =
  /** It changes nothing, must be rejected, or affects only what the run itself creates and later deletes. */
  | { readonly kind: 'undone' }
  | { readonly kind: 'restored'; readonly values: readonly ChangedValue[] }
  | { readonly kind: 'permanent'; readonly reason: string };

interface EffectContext {
  readonly catalog: ActionCatalog;
  /** The prefix of the names of everything that the run creates. */
  readonly namespace: string;
  /** The state of the target before the run. */
  readonly before: TargetState;
  /** The routes that the target lists. */
  readonly routes: ReadonlySet<string>;
  readonly deleteVariable: Route | undefined;
  readonly createVariable: Route | undefined;
  /** The actions for which the manifest gives a call. */
  readonly configuredActions: ReadonlySet<string>;
}

const undone: RequestEffect = { kind: 'undone' };
const permanent = (reason: string): RequestEffect => ({ kind: 'permanent', reason });

/** Returns the effect of a request on what was there before the run. */
export const getRequestEffect = (call: MutatingRequest, context: EffectContext): RequestEffect => {
  // The operations of a batch include reads.
  if (['GET', 'HEAD', 'OPTIONS'].includes(call.method)) return undone;
  const file = matchRouteId(call, { method: call.method, template: '/api/assets/files/{path}' });
  if (file !== undefined) return getFileEffect(file, context);
  // No target may read another body that is not JSON.
  if (call.isMalformed()) return undone;
  const action = call.method === 'POST' ? context.catalog.getName(call.segments) : undefined;
  if (action !== undefined) return getActionEffect(action, call.body(), context);
  const [api, resource = '', id = '', ...rest] = call.segments;
  if (api?.toLowerCase() !== 'api') return undone;
  switch (resource.toLowerCase()) {
    case 'graphs':
      return getGraphEffect(call, id, context);
    case 'nodes':
    case 'ports':
      return listIds(context.before.nodes).has(id)
        ? permanent('it changes a graph that is not the run’s')
        : undone;
    case 'objects':
      return getObjectEffect(call, id, rest, context);
    case 'assets':
      return { kind: 'restored', values: [{ kind: 'asset', tag: id }] };
    case 'project':
      return call.hasFields() ? permanent('it may close the project that is open') : undone;
    case 'dev':
      return namesOnlyUnknownNodes(call, context) ? undone : permanent('no route deletes what it writes');
    default:
      return getVariableEffect(call, context) ?? getOtherEffect(call, context);
  }
};

const getFileEffect = (path: string, { namespace }: EffectContext): RequestEffect =>
  path.startsWith(`${namespace}-`) ? undone : permanent('it changes a file that is not the run’s');

/** Whether an export of images names only nodes that no target has, so that it writes nothing. */
const namesOnlyUnknownNodes = ({ body }: MutatingRequest, { namespace }: EffectContext): boolean => {
  const names = filterStrings(body().NodeNames);
  return names.length > 0 && names.every((name) => name.startsWith(`${namespace}-`));
};

const getGraphEffect = (
  { method, segments, query, body }: MutatingRequest,
  id: string,
  { before }: EffectContext,
): RequestEffect => {
  if (segments.length === 2) {
    if (method !== 'POST' || query.get('replace') !== 'true') return undone;
    const { name, path } = body();
    const known = listTexts(before.graphs);
    const isForeign = [name, path].some((text) => typeof text === 'string' && known.has(text));
    return isForeign ? permanent('it replaces a graph that is not the run’s') : undone;
  }
  return listIds(before.graphs).has(id) ? permanent('it changes a graph that is not the run’s') : undone;
};

const getVariableEffect = (
  call: MutatingRequest,
  { before, createVariable, deleteVariable }: EffectContext,
): RequestEffect | undefined => {
  if (createVariable && matchRouteId(call, createVariable) !== undefined)
    return deleteVariable ? undone : permanent('no route deletes variables (choices.routes.deleteVariable)');
  const known = listIds(before.variables);
  const removed = deleteVariable && matchRouteId(call, deleteVariable);
  if (removed !== undefined)
    return known.has(removed) ? permanent('it deletes a variable that is not the run’s') : undone;
  const written = matchRouteId(call, { method: 'PUT', template: '/api/variables/{id}/value' });
  if (written === undefined) return undefined;
  return known.has(written) ? { kind: 'restored', values: [{ kind: 'variable', id: written }] } : undone;
};

const getObjectEffect = (
  { segments, body }: MutatingRequest,
  tag: string,
  rest: readonly string[],
  { before }: EffectContext,
): RequestEffect => {
  if (!listTexts(before.objects).has(tag)) return undone;
  const [components, , property] = rest;
  if (components?.toLowerCase() !== 'components' || property === undefined)
    return permanent('it changes an object that is not the run’s');
  const { properties } = body();
  const names =
    property === 'properties' && Array.isArray(properties)
      ? properties.map((entry) => String(getByPath(entry, 'name')))
      : [property];
  const base = segments.slice(0, -1).map(encodeURIComponent).join('/');
  return {
    kind: 'restored',
    values: names.map((name) => ({ kind: 'object property', path: `/${base}/${encodeURIComponent(name)}` })),
  };
};

/** A route that the target does not list must be rejected. A listed route has an effect that nothing describes. */
const getOtherEffect = ({ method, segments }: MutatingRequest, { routes }: EffectContext): RequestEffect => {
  const isListed = [...routes].some((route) => {
    const [verb, template = ''] = route.split(' ');
    const parts = stripParameterNames(template)
      .split('/')
      .filter((part) => part !== '');
    return (
      verb === method &&
      parts.length === segments.length &&
      parts.every((part, index) => part === '{}' || part.toLowerCase() === segments[index]?.toLowerCase())
    );
  });
  return isListed ? permanent('the description does not say what undoes it') : undone;
};

/** Actions that change nothing but the console, or that only read. */
const harmlessActions =
  /^(log\.console|text\.format|project\.refresh|components\.refresh)$|\.(get|list|find|is|has|count|describe)[a-z]*$|\.(status|devices|platforms|listeners|clips|raycast|overlap|info|playbacks|query)$/;

/** Actions that another action undoes. */
const oppositeActions: Readonly<Record<string, string>> = {
  'scene.spawn': 'scene.objects.destroy',
  'webhook.listen': 'webhook.unlisten',
  'midi.subscribe': 'midi.unsubscribe',
  'streaming.subscribe': 'streaming.unsubscribe',
  'assets.createbundled': 'assets.delete',
};

/** Actions that have an effect outside of the target. The manifest allows them by giving a call. */
const outsideActions = ['process.start', 'midi.send'];

/** Names of parameters that refer to scene objects. */
const objectParameter = /object|tag$|target|camera|light|parent|^(from|to|source|other)$/i;

const listParameterTexts = (body: JsonRecord, pattern: RegExp): readonly string[] =>
  Object.entries(body).flatMap(([key, value]) =>
    pattern.test(key) ? filterStrings(Array.isArray(value) ? value : [value]) : [],
  );

const listValueTexts = (body: JsonRecord): readonly string[] => [...listTexts(Object.values(body))];

/** Returns the effect of an action. The name is in lower case. */
export const getActionEffect = (action: string, body: JsonRecord, context: EffectContext): RequestEffect => {
  const { catalog, before, configuredActions } = context;
  if (!catalog.isOffered(action) || harmlessActions.test(action)) return undone;
  const opposite = oppositeActions[action];
  if (opposite !== undefined)
    return catalog.isOffered(opposite) ? undone : permanent(`the target has no action ${opposite}`);
  if (/^(midi|streaming)\.unsubscribe$/.test(action)) return undone;
  if (outsideActions.includes(action))
    return configuredActions.has(action)
      ? undone
      : permanent(`its effect is outside of the target (choices.actions "${action}" allows it)`);
  if (isIncomplete(action, body, catalog)) return undone;
  switch (action) {
    case 'webhook.unlisten':
      return refersTo(before.listeners, body) || Object.keys(body).length === 0
        ? permanent('it removes a listener that is not the run’s')
        : undone;
    case 'scene.createlayer':
    case 'scene.deletelayer':
      return getLayerEffect(action, body, context);
    case 'assets.delete':
      return refersTo(before.assets, body) || refersTo(before.bundles, body)
        ? permanent('it deletes an asset that is not the run’s')
        : undone;
    case 'assets.setproperty':
    case 'assets.setproperties':
    case 'assets.changeshader':
      return getAssetEffect(action, body, context);
    case 'output.set':
    case 'output.toggle':
      return before.output === undefined
        ? permanent('output.get does not show what it changes')
        : { kind: 'restored', values: [{ kind: 'output', action, body }] };
  }
  const objects = listParameterTexts(body, objectParameter);
  const known = listTexts(before.objects);
  if (objects.some((tag) => known.has(tag))) return permanent('it changes an object that is not the run’s');
  const playbacks = /^(animation|audio|tween)\./.test(action)
    ? listParameterTexts(body, /group|playback|sound|id$/i)
    : [];
  return objects.length + playbacks.length > 0 ? undone : permanent('no other action undoes it');
};

/** Whether a parameter is missing that the schema requires, so that the target must reject the call. */
const isIncomplete = (action: string, body: JsonRecord, catalog: ActionCatalog): boolean => {
  const given = new Set(Object.keys(body).map((key) => key.toLowerCase()));
  const { parameters = [] } = catalog.find(action) ?? {};
  return parameters.some(
    ({ name, required, schema }) =>
      required && schema.default === undefined && !given.has(name.toLowerCase()),
  );
};

const refersTo = (part: unknown, body: JsonRecord): boolean => {
  const known = listTexts(part);
  return listValueTexts(body).some((text) => known.has(text));
};

const getLayerEffect = (
  action: string,
  body: JsonRecord,
  { catalog, before }: EffectContext,
): RequestEffect => {
  const index = Object.values(body).find((value) => typeof value === 'number');
  // The description reserves layers 6 to 8, and has no layer above 31.
  const isValid = Number.isInteger(index) && Number(index) >= 0 && Number(index) <= 31;
  if (!isValid || (Number(index) >= 6 && Number(index) <= 8)) return undone;
  const layers = getByPath(before.layers, 'items') ?? before.layers;
  const isNamed =
    Array.isArray(layers) && layers.some((layer) => isRecord(layer) && listTexts(layer).has(String(index)));
  if (action === 'scene.deletelayer')
    return isNamed ? permanent('it deletes a layer that is not the run’s') : undone;
  return isNamed || catalog.isOffered('scene.deleteLayer')
    ? undone
    : permanent('the layer’s former name is not shown, and no action removes a name');
};

const getAssetEffect = (action: string, body: JsonRecord, { before }: EffectContext): RequestEffect => {
  const known = new Set([...listTexts(before.assets), ...listTexts(before.bundles)]);
  const [tag] = listParameterTexts(body, /asset|tag|material|^id$|^name$/i).filter((text) => known.has(text));
  return tag === undefined ? undone : { kind: 'restored', values: [{ kind: 'asset', tag, action, body }] };
};
