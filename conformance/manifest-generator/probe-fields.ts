/**
 * Looks for every field that a manifest can describe, in responses that the kit can get by reading or from what it has
 * created itself. A field is found if its values are what the description says about them.
 */
import { assetPath } from '../audit-helpers/asset-properties.ts';
import { optionalActions, requiredActions } from '../audit-helpers/documented-actions.ts';
import { componentPath, componentsPath } from '../audit-helpers/object-properties.ts';
import { filterRecords, filterStrings, includesDeep, isRecord, type JsonRecord, walkJson } from '../json.ts';
import { type ActionDefinition, findAction, parseActionSchema } from '../target/action-schema.ts';
import { inferValuePath, type WriteTrial } from '../target/field-readers/discover-value.ts';
import { isWritablePort, sampleLocation } from '../target/field-readers/discovery-context.ts';
import { compileExpression } from '../target/field-readers/jsonata-expression.ts';
import { type Id, isId, pathTo } from '../target/id.ts';
import { findRoute, toRoutePath } from '../target/routes.ts';
import { findReferenceViewer } from '../target/reference-viewer.ts';
import { isDistinct, listColumns, locateField } from './locate-field.ts';
import { probeHub } from './probe-hub.ts';
import type { FieldName } from '../target/field-readers/field-catalog.ts';
import type { Direction } from '../target/undocumented-fields.ts';
import type { Session } from '../target/session.ts';

/** What a probe of a target found. */
export interface ProbeResult {
  /** Expressions that read a field. */
  readonly located: ReadonlyMap<FieldName, string>;
  /** Fields that this target does not need, because it states the same in another way. */
  readonly unneeded: ReadonlySet<FieldName>;
  /** Why a field could not be looked for. */
  readonly obstacles: ReadonlyMap<FieldName, string>;
  /** Calls of actions that succeeded, with placeholders. */
  readonly actions: Readonly<Record<string, JsonRecord>>;
  /** The actions in the target's schema, in lower case. */
  readonly listedActions: ReadonlySet<string>;
  /** The name of the list that animation.playSet receives, if the schema shows it. */
  readonly playSetList: string | undefined;
  /** Keys of the manifest that this target does not need. */
  readonly settled: ReadonlySet<string>;
}

/** How many objects, components and assets are read. */
const maxSamples = 4;

/** Maximum number of nodes that are added to find ports of every type. */
const maxSampleNodes = 100;

type Suitability = (values: readonly unknown[]) => boolean;

const everyText =
  (pattern: RegExp): Suitability =>
  (values) =>
    values.every((value) => typeof value === 'string' && pattern.test(value));

const includesAll =
  (...expected: readonly unknown[]): Suitability =>
  (values) =>
    expected.every((one) => values.includes(one));

const nonexistentName = 'no-such-thing-at-all';

/** Reads one resource of each kind. `graphId` is a graph that the kit may edit, if it could create one. */
export const probeFields = async (
  { silent: http, fields, source, manifest, target }: Session,
  listedRoutes: ReadonlySet<string>,
  graphId: Id | undefined,
): Promise<ProbeResult> => {
  const located = new Map<FieldName, string>();
  const unneeded = new Set<FieldName>();
  const obstacles = new Map<FieldName, string>();
  const actions: Record<string, JsonRecord> = {};
  const settled = new Set<string>();
  let logResponse: unknown;
  let served: readonly ActionDefinition[] = [];

  const note = (key: FieldName, expression: string | undefined): string | undefined => {
    if (expression === undefined) return undefined;
    located.set(key, expression);
    source.learn(key, [expression]);
    return expression;
  };
  const locate = (
    key: FieldName,
    records: readonly unknown[],
    isSuitable?: Suitability,
    options?: Parameters<typeof locateField>[3],
  ): string | undefined => note(key, locateField(key, records, isSuitable, options));
  /** Notes the first location whose value passes a check by a request. */
  const locateByTrial = async (
    key: FieldName,
    records: readonly unknown[],
    isRight: (value: string) => Promise<boolean>,
  ): Promise<string | undefined> => {
    for (const { expression, values } of listColumns(key, records)) {
      const [value] = filterStrings(values);
      if (isDistinct(values) && value !== undefined && (await isRight(value))) return note(key, expression);
    }
    return undefined;
  };
  const explain = (reason: string, ...keys: readonly FieldName[]): void => {
    for (const key of keys) obstacles.set(key, reason);
  };
  const dispense = (...keys: readonly FieldName[]): void => {
    for (const key of keys) unneeded.add(key);
  };
  /** Reads a response twice, so that a field whose name changes at every read is not mistaken for the sought one. */
  const readTwice = async (path: string): Promise<readonly JsonRecord[]> =>
    filterRecords([(await http.get(path)).json, (await http.get(path)).json]);
  const readItems = async (path: string): Promise<readonly unknown[]> =>
    fields.items((await http.get(path)).json) ?? [];
  const isServed = async (path: string): Promise<boolean> => (await http.get(path)).ok;

  const probeLists = async (): Promise<void> => {
    const toc = [...walkJson((await http.get('/api/toc')).json)]
      .filter(isRecord)
      .filter((record) => typeof fields.read(record, 'toc.route') === 'string');
    locate('toc.purpose', toc, everyText(/^[^/]*\s/));
    const types = [...walkJson((await http.get('/api/types')).json)].filter(Array.isArray);
    const portTypes = types.find((list) =>
      list.some((type) => isRecord(type) && includesText(type, 'Trigger')),
    );
    if (portTypes) locate('type.name', filterRecords(portTypes), includesAll('Float', 'String', 'Trigger'));
    else dispense('type.name');
    const categories = filterRecords(await readItems('/api/node-types'));
    const isNodeList: Suitability = (values) =>
      values.every((value) => includesKey(value, 'enumValue') || isTexts(value));
    locate('category.nodes', categories, isNodeList);
    const isSizeOfList: Suitability = (values) =>
      values.every((value, index) =>
        Object.values(categories[index] ?? {}).some(
          (list) => typeof list === 'object' && list !== null && Object.keys(list).length === value,
        ),
      );
    locate('category.count', categories, isSizeOfList);
    const search = await readTwice(`/api/node-types/search?q=${nonexistentName}`);
    if (search.length > 0) locate('search.hint', search, everyText(/\s/));
    else explain('the response of an empty search is not a record', 'search.hint');
    const dataTypes = [...walkJson((await http.get('/api/discovery')).json)].filter(isRecord);
    const [localType, remoteType] = ['input-info', 'scene-objects'];
    const local = dataTypes.find(
      (record) => includesText(record, localType) && !includesText(record, remoteType),
    );
    const remote = dataTypes.find(
      (record) => includesText(record, remoteType) && !includesText(record, localType),
    );
    const flag =
      local && remote
        ? listColumns('discovery.needsRuntime', [local, remote]).find(
            ({ values }) => values.every((value) => typeof value === 'boolean') && isDistinct(values),
          )
        : undefined;
    if (flag)
      note('discovery.needsRuntime', flag.values[1] === true ? flag.expression : `$not(${flag.expression})`);
  };

  const probeConsole = async (): Promise<void> => {
    const entries = filterRecords(await readItems('/api/console?limit=100'));
    if (entries.length === 0) {
      explain('GET /api/console lists no entries', ...consoleFields);
      return;
    }
    for (const key of ['console.severity', 'console.contextType'] as const) locate(key, entries);
    locate('console.timestamp', entries, everyText(/^\d{4}-\d\d-\d\dT/));
  };

  /** Reads the action schema, and tries the actions that only write a text. */
  const probeActions = async (): Promise<void> => {
    const { json: schema } = await http.get('/api/actions/schema');
    const names = [
      ...Object.values(requiredActions),
      ...Object.values(optionalActions).flatMap((entry) => entry?.names ?? []),
    ];
    const samples = names.flatMap((name) => {
      const record = findAction(schema, name);
      return record ? [{ name, record }] : [];
    });
    const records = samples.map(({ record }) => record);
    const isOwnName: Suitability = (values) =>
      values.every((value, index) => {
        const name = samples[index]?.name.toLowerCase() ?? '';
        return (
          typeof value === 'string' &&
          (value.toLowerCase() === name || name.endsWith(`.${value.toLowerCase()}`))
        );
      });
    if (locate('action.name', records, isOwnName) === undefined) dispense('action.name');
    if (locate('action.route', records, everyText(/\/api\/actions\//)) === undefined)
      dispense('action.route');
    const isParameterList: Suitability = (values) =>
      values.every((value, index) => {
        const parameters = knownParameters[samples[index]?.name ?? ''] ?? [];
        return (
          isContainer(value) &&
          parameters.every((name) => includesKey(value, name) || includesText(value, name))
        );
      });
    const path = locate('action.parameters', records, isParameterList, { isOutermostEnough: true });
    if (locate('action.result', records, (values) => values.every(isRecord)) === undefined)
      dispense('action.result');
    const lists = path === undefined ? [] : records.map((record) => fields.read(record, 'action.parameters'));
    const elements = lists.flatMap(filterRecords);
    if (elements.length > 0) probeParameters(elements);
    else dispense('parameter.name');
    served = parseActionSchema(schema, fields);
    const parameters = served.flatMap((action) => action.parameters);
    if (parameters.some(({ required }) => required)) dispense('parameter.required', 'parameter.optional');
    if (
      parameters.length > 0 &&
      parameters.every(({ schema: { type, anyOf, oneOf } }) => type ?? anyOf ?? oneOf)
    )
      dispense('parameter.type');
    if (findServed('scene.objects.destroy')?.path !== undefined) settled.add('choices.actionRoute');
    await tryLog(findServed('log.console'));
    await tryFormat(findServed('text.format'));
  };

  const findServed = (action: string): ActionDefinition | undefined =>
    served.find(({ name }) => name.toLowerCase() === action.toLowerCase());

  /**
   * Formats two texts. The result of the action contains them, and the response of log.console has a result at the same
   * location.
   */
  const tryFormat = async (definition: ActionDefinition | undefined): Promise<void> => {
    const [parameter, ...others] = (definition?.parameters ?? []).filter(({ required }) => required);
    if (parameter === undefined || others.length > 0 || located.has('action.answer')) return;
    const trials: WriteTrial[] = [];
    for (const written of ['first of two', 'second of two']) {
      const { ok, json } = await http.post('/api/actions/text/format', { [parameter.name]: written });
      if (ok) trials.push({ written, body: json });
    }
    const path = trials.length === 2 ? inferValuePath(trials) : undefined;
    const steps = path?.split('.').slice(0, -1) ?? [];
    const parents = steps.map((_, index) => steps.slice(0, index + 1).join('.'));
    const isShared = (parent: string): boolean =>
      logResponse === undefined || compileExpression(parent)(logResponse) !== undefined;
    note('action.answer', parents.findLast(isShared));
  };

  /** Finds the only list among the parameters of animation.playSet, besides markers. */
  const findPlaySetList = (): string | undefined => {
    const lists = (findServed('animation.playSet')?.parameters ?? []).filter(
      ({ name, schema: { type, items } }) =>
        name !== 'markers' && (type === 'array' || type === 'list' || items !== undefined),
    );
    return lists.length === 1 ? lists[0]?.name : undefined;
  };

  /** Checks which keys the target makes unnecessary. */
  const settleChoices = async (): Promise<void> => {
    const spawnables = [...walkJson((await http.get('/api/discovery/spawnables')).json)].filter(isRecord);
    if (spawnables.some(({ menuPath }) => typeof menuPath === 'string'))
      settled.add('choices.actions.scene.spawn');
    const viewer = await findReferenceViewer({ http, fields, target, manifest });
    if (viewer) settled.add('choices.routes.reference');
    if (viewer?.descriptions.some(({ isOffered }) => isOffered)) settled.add('choices.routes.openapi');
    if (!findRoute('createVariable', manifest, listedRoutes)) settled.add('choices.bodies.createVariable');
  };

  const probeParameters = (elements: readonly JsonRecord[]): void => {
    const path = locate('parameter.name', elements, includesAll('object', 'position'));
    const typeName =
      /^(string|text|number|integer|int|float|double|bool|boolean|object|array|list|any|vector\d?|color|enum|null)\b/i;
    locate('parameter.type', elements, everyText(typeName));
    if (path === undefined) return;
    const mandatory = elements.filter((element) =>
      /^(object|position)$/.test(String(fields.read(element, 'parameter.name'))),
    );
    for (const { expression, values } of listColumns('parameter.required', elements)) {
      const [value, ...otherValues] = new Set(
        listColumns('parameter.required', mandatory).find((column) => column.expression === expression)
          ?.values,
      );
      if (value === undefined || otherValues.length > 0 || new Set(values).size !== 2) continue;
      if (typeof value === 'boolean') note(value ? 'parameter.required' : 'parameter.optional', expression);
      else if (typeof value === 'string')
        note('parameter.required', `${expression} = ${JSON.stringify(value)}`);
      else continue;
      return;
    }
  };

  const tryLog = async (definition: ActionDefinition | undefined): Promise<void> => {
    const text = `${manifest.namespace}-${crypto.randomUUID()}`;
    const described = Object.fromEntries(
      (definition?.parameters ?? []).flatMap(({ name, schema, required }) => {
        const [choice] = filterStrings(schema.enum);
        if (choice !== undefined) return required ? [[name, choice]] : [];
        return required && (schema.type === 'string' || schema.type === undefined) ? [[name, 'TEXT']] : [];
      }),
    );
    for (const call of [described, { message: 'TEXT' }, { text: 'TEXT' }]) {
      if (!Object.values(call).includes('TEXT')) continue;
      const body = Object.fromEntries(
        Object.entries(call).map(([name, value]) => [name, value === 'TEXT' ? text : value]),
      );
      const { ok, json } = await http.post('/api/actions/log/console', body);
      if (!ok) continue;
      actions['log.console'] = call;
      logResponse = json;
      if (isRecord(json)) locate('action.answer', [json], (values) => values.every(isRecord));
      return;
    }
  };

  /** Adds nodes until the graph has a port of each type whose values have a shape of their own. */
  const addSampleNodes = async (id: Id): Promise<readonly JsonRecord[]> => {
    const nodes = [...filterRecords(await readItems(pathTo`/api/graphs/${id}/nodes`))];
    const shapedTypes = ['Dropdown', 'Vector3', 'Color'];
    const isComplete = (): boolean =>
      shapedTypes.every((type) =>
        nodes.some((node) =>
          fields.ports(node)?.some((port) => port.record.type === type && isWritablePort(port)),
        ),
      );
    const nodeTypes = [...walkJson((await http.get('/api/node-types')).json)].filter(isRecord);
    const promising = nodeTypes.filter(
      ({ enumValue, ...nodeType }) =>
        enumValue !== undefined && shapedTypes.some((type) => includesText(nodeType, type)),
    );
    const enumValues = new Set([
      ...filterStrings(promising.map(({ enumValue }) => enumValue)),
      ...filterStrings(await readItems('/api/node-types/enum-values')),
    ]);
    for (const category of [...enumValues].slice(0, maxSampleNodes)) {
      if (isComplete()) break;
      const { ok, json } = await http.post(pathTo`/api/graphs/${id}/nodes`, { category, ...sampleLocation });
      if (ok && isRecord(json)) nodes.push(json);
    }
    return nodes;
  };

  /** Connects two pairs of ports of the same type. */
  const connectSamples = async (id: Id, nodes: readonly JsonRecord[]): Promise<void> => {
    const ports = nodes.flatMap((node) => (fields.ports(node) ?? []).map((port) => ({ ...port, node })));
    const connected = new Set<unknown>();
    for (const output of ports.filter(({ direction }) => direction === 'output')) {
      const input = ports.find(
        ({ record, direction, node }) =>
          direction === 'input' &&
          record.type === output.record.type &&
          node !== output.node &&
          !connected.has(record.id),
      );
      if (input === undefined || connected.size === 2) continue;
      const ends = { outputPortId: output.record.id, inputPortId: input.record.id };
      const { ok } = await http.post(pathTo`/api/graphs/${id}/connections`, ends);
      if (ok) connected.add(input.record.id);
    }
  };

  const probeGraph = async (id: Id): Promise<void> => {
    const graph = findRoute('getGraph', manifest, listedRoutes);
    if (graph) {
      const records = await readTwice(toRoutePath(graph, id));
      locate('graph.state', records, everyText(/^(running|stopped)$/i));
      if (!located.has('graph.state')) locate('graph.running', records, (values) => !values.includes(true));
    } else explain('no route reads a graph (choices.routes.getGraph)', 'graph.state', 'graph.running');
    const nodes = await addSampleNodes(id);
    locate('node.ports', nodes, (values) => values.every(isContainer));
    const ports = nodes.flatMap((node) => fields.ports(node) ?? []);
    await probeVerdict(id, nodes);
    await connectSamples(id, nodes);
    const connections = filterRecords(await readItems(pathTo`/api/graphs/${id}/connections`));
    const taken = new Set(
      [id, ...nodes.map((node) => node.id), ...ports.map(({ record }) => record.id)].map(String),
    );
    if (connections.length > 0) {
      locate(
        'connection.id',
        connections,
        (values) => isDistinct(values) && !values.some((value) => taken.has(String(value))),
      );
      const listIds = (sought: Direction): ReadonlySet<Id> =>
        new Set(
          ports.flatMap(({ direction, record: { id } }) => (direction === sought && isId(id) ? id : [])),
        );
      const ends = fields.ends(connections[0], { outputs: listIds('output'), inputs: listIds('input') });
      if (ends.output !== undefined) dispense('connection.output');
      if (ends.input !== undefined) dispense('connection.input');
    } else explain('no connection could be made', 'connection.id', 'connection.output', 'connection.input');
    await probeLayout(id);
    await probeOptions(ports.map(({ record }) => record));
    await probeVectors(ports.map(({ record }) => record));
  };

  const probeLayout = async (id: Id): Promise<void> => {
    const path = pathTo`/api/graphs/${id}/layout`;
    locate('layout.saved', await readTwice(`${path}/saved`), (values) =>
      values.every((value) => typeof value === 'boolean'),
    );
    locate('layout.aspectRatio', await readTwice(`${path}/aspect-ratio`));
  };

  /** Validates a compatible and an incompatible pair of ports, each twice. */
  const probeVerdict = async (id: Id, nodes: readonly JsonRecord[]): Promise<void> => {
    if (source.isReadable('validation.valid')) return;
    const ports = nodes.flatMap((node) => (fields.ports(node) ?? []).map((port) => ({ ...port, node })));
    // A verdict may also show whether the two ports are already connected.
    const connected = await readItems(pathTo`/api/graphs/${id}/connections`);
    const free = ports.filter(({ record }) => !includesDeep(connected, record.id));
    const output = free.find(({ direction, record }) => direction === 'output' && record.type === 'Float');
    const inputs = free.filter(({ direction, node }) => direction === 'input' && node !== output?.node);
    const replies: unknown[] = [];
    for (const type of ['Float', 'Float', 'Trigger', 'Trigger']) {
      const input = inputs.find(({ record }) => record.type === type);
      const ends = { outputPortId: output?.record.id, inputPortId: input?.record.id };
      if (input) replies.push((await http.post(pathTo`/api/graphs/${id}/connections/validate`, ends)).json);
    }
    if (replies.length < 4) {
      explain('no node with the ports for it was created', 'validation.valid');
      return;
    }
    locate(
      'validation.valid',
      replies,
      ([one, second, ...others]) =>
        one === true && second === true && others.every((value) => value === false),
    );
    if (located.has('validation.valid')) return;
    // Records may also contain the types of the ports, which differ in the same way.
    const words = listColumns('validation.valid', replies).filter(
      ({ values: [one, second, third, fourth] }) =>
        typeof one === 'string' && one !== 'Float' && one === second && third === fourth && one !== third,
    );
    if (words.length === 1)
      note('validation.valid', `${words[0]?.expression} = ${JSON.stringify(words[0]?.values[0])}`);
  };

  const probeOptions = async (ports: readonly JsonRecord[]): Promise<void> => {
    const dropdown = ports.find(
      ({ type, isEnabled, isSensitive }) =>
        type === 'Dropdown' && isEnabled !== false && isSensitive !== true,
    );
    if (dropdown === undefined) {
      explain('no node with a Dropdown port was created', 'options', 'option.label', 'option.index');
      return;
    }
    const { json } = await http.get(pathTo`/api/ports/${dropdown.id}/options`);
    if (!isRecord(json)) dispense('options');
    else
      locate('options', await readTwice(pathTo`/api/ports/${dropdown.id}/options`), (values) =>
        values.every(Array.isArray),
      );
    const elements = Array.isArray(json) ? json : fields.read(json, 'options');
    const options = filterRecords(elements);
    if (options.length === 0) {
      if (Array.isArray(elements) && elements.length > 0) dispense('option.label', 'option.index');
      return;
    }
    const write = async (value: string) =>
      (await http.put(pathTo`/api/ports/${dropdown.id}/value`, { value })).ok;
    if (!(await write(nonexistentName))) await locateByTrial('option.label', options, write);
    if (
      locate('option.index', options, (values) => isDistinct(values) && values.every(Number.isInteger)) ===
      undefined
    )
      dispense('option.index');
  };

  const probeVectors = async (ports: readonly JsonRecord[]): Promise<void> => {
    for (const [type, key] of [
      ['Vector3', 'vector.components'],
      ['Color', 'color.components'],
    ] as const) {
      const port = ports.find((record) => record.type === type);
      const path = port && pathTo`/api/ports/${port.id}/value`;
      const written =
        path === undefined
          ? undefined
          : await http.put(path, { value: type === 'Color' ? [1, 0.5, 0, 1] : [3, 5, 7] });
      if (path === undefined || !written?.ok) explain(`no node with a ${type} port was created`, key);
      else if (fields.components(type, fields.portValue((await http.get(path)).json))) dispense(key);
    }
  };

  const probeVariables = async (): Promise<void> => {
    const create = findRoute('createVariable', manifest, listedRoutes);
    const types = fields.names((await http.get('/api/types')).at('VariableTypes'));
    const type = types.find((name) => /^(float|number|integer|string)$/i.test(name));
    const listRoute = findRoute('listVariables', manifest, listedRoutes);
    const listed = listRoute ? filterRecords(await readItems(listRoute.template)) : [];
    const body = { name: `${manifest.namespace}_draft`, type, value: /string/i.test(type ?? '') ? 'one' : 1 };
    const created =
      create && type !== undefined
        ? await http.send(create.method, create.template, { json: body })
        : undefined;
    const id = created?.ok ? created.at('id') : undefined;
    const read = findRoute('readVariable', manifest, listedRoutes);
    if (isId(id) && isRecord(created?.json)) {
      const readCreated = async (): Promise<readonly JsonRecord[]> =>
        read
          ? readTwice(toRoutePath(read, id))
          : filterRecords(await readItems('/api/variables')).filter((one) => one.id === id);
      locate('variable.type', await readCreated(), (values) => values.every((value) => value === type));
      const values = /string/i.test(type ?? '') ? ['first of two', 'second of two'] : [3, 7];
      const records: JsonRecord[] = [];
      for (const value of values) {
        await http.put(pathTo`/api/variables/${id}/value`, { value });
        records.push(...(await readCreated()).slice(0, 1));
      }
      locate('variable.value', records, (found) => found.every((value, index) => value === values[index]));
      settled.add('choices.bodies.createVariable');
      return;
    }
    if (listed.length === 0)
      explain('no variable could be created or listed', 'variable.type', 'variable.value');
    else {
      locate('variable.type', listed, (values) => values.every((value) => types.includes(String(value))));
      locate('variable.value', listed);
    }
  };

  /** Reads the components of objects that are already in the scene. */
  const probeObjects = async (): Promise<void> => {
    const items = await readItems('/api/discovery/scene-objects');
    if (items.length > 0 && items.every((item) => typeof item === 'string')) dispense('discovery.name');
    const hasComponents = (tag: string): Promise<boolean> => isServed(componentsPath(tag));
    if (filterRecords(items).length > 0 && !(await hasComponents(nonexistentName)))
      await locateByTrial('discovery.name', filterRecords(items), hasComponents);
    const tags = fields
      .named(items, 'discovery.name')
      .map(({ name }) => name)
      .slice(0, maxSamples);
    let found = 0;
    for (const tag of tags) {
      const { ok, json } = await http.get(componentsPath(tag));
      const list = ok
        ? (fields.items(json) ?? (isRecord(json) && 'components' in json ? json.components : json))
        : [];
      const records = filterRecords(list);
      if (isRecord(list)) dispense('component.name');
      const hasComponent = (name: string): Promise<boolean> => isServed(componentPath(tag, name));
      if (records.length > 0 && !located.has('component.name'))
        await locateByTrial('component.name', records, hasComponent);
      const components = fields.named(list, 'component.name').slice(0, maxSamples);
      const counts: number[] = [];
      for (const { name } of components) {
        const count = await probeComponent(componentPath(tag, name));
        counts.push(count);
        found += count;
      }
      const entries = components.map(({ entry }) => entry);
      if (entries.every(isRecord) && found > 0)
        locate('component.count', entries, (values) =>
          values.every((value, index) => (Array.isArray(value) ? value.length : value) === counts[index]),
        );
    }
    if (tags.length === 0)
      explain('no scene object is listed', 'component.name', 'component.count', 'discovery.name');
    if (found === 0)
      explain(
        'no property of a scene object was found',
        'component.properties',
        'property.name',
        'property.type',
        'property.value',
      );
  };

  /** Reads the properties of a component. Returns their number. */
  const probeComponent = async (path: string): Promise<number> => {
    const { ok, json } = await http.get(path);
    if (!ok) return 0;
    const bare = fields.items(json);
    if (bare) dispense('component.properties');
    else if (!located.has('component.properties'))
      locate(
        'component.properties',
        await readTwice(path),
        (values) =>
          values.every(
            (value) =>
              filterRecords(value).length > 0 || (isRecord(value) && Object.values(value).every(isRecord)),
          ),
        { isOutermostEnough: true },
      );
    const list = bare ?? fields.read(json, 'component.properties');
    const records = filterRecords(list);
    if (isRecord(list)) dispense('property.name');
    const hasProperty = async (name: string): Promise<boolean> =>
      isServed(`${path}/${encodeURIComponent(name)}`);
    if (records.length > 1 && !located.has('property.name'))
      await locateByTrial('property.name', records, hasProperty);
    const properties = fields.named(list, 'property.name');
    const entries = properties.flatMap(({ entry }) => (isRecord(entry) ? [entry] : []));
    locateProperty(entries);
    return properties.length;
  };

  const locateProperty = (entries: readonly JsonRecord[]): void => {
    if (entries.length === 0) return;
    if (!located.has('property.type'))
      locate(
        'property.type',
        entries,
        everyText(
          /^(float|double|number|int|integer|bool|boolean|string|text|vector|color|colour|enum|dropdown|quaternion|object|texture)\w*$/i,
        ),
      );
    // Values of several types occur only in the field with the value.
    if (!located.has('property.value'))
      locate(
        'property.value',
        entries,
        (values) =>
          new Set(values.map((value) => typeof value)).size > 1 &&
          !values.every((value) => typeof value === 'string'),
      );
  };

  const probeAssets = async (): Promise<void> => {
    const replies = [
      await http.post('/api/actions/assets/list', {}),
      await http.get('/api/discovery/runtime-assets'),
      await http.get('/api/discovery/bundled-assets'),
    ];
    const lists = replies.map(({ ok, json }) =>
      ok ? filterRecords(fields.items(json) ?? findRecordList(json)) : [],
    );
    const records = lists.flat();
    const hasProperties = (tag: string): Promise<boolean> => isServed(assetPath(tag));
    if (records.length === 0) explain('no list of assets contains records', 'asset.tag');
    else if (!(await hasProperties(nonexistentName))) {
      const locations = new Set<string>();
      for (const list of lists) {
        const location =
          list.length === 0 ? undefined : await locateByTrial('asset.tag', list, hasProperties);
        if (location !== undefined) locations.add(location);
      }
      // The lists may have the tag in different fields.
      note(
        'asset.tag',
        [...locations]
          .reverse()
          .reduce<string | undefined>(
            (rest, one) => (rest === undefined ? one : `$exists(${one}) ? ${one} : ${rest}`),
            undefined,
          ),
      );
    }
    for (const tag of filterStrings(records.map((record) => fields.read(record, 'asset.tag'))).slice(
      0,
      3 * maxSamples,
    )) {
      const { ok, json } = await http.get(assetPath(tag));
      const entries = ok
        ? filterRecords(fields.items(json) ?? fields.read(json, 'component.properties'))
        : [];
      if (entries.length === 0) continue;
      settled.add('choices.assets');
      locate('property.structural', entries);
      locateProperty(entries);
      return;
    }
    explain('no asset with properties was found', 'property.structural');
  };

  await probeActions();
  await probeLists();
  await probeConsole();
  if (graphId !== undefined) await probeGraph(graphId);
  await probeVariables();
  await probeObjects();
  await probeAssets();
  await settleChoices();
  const hub = await probeHub(target, actions['log.console']);
  for (const [key, expression] of hub.located) located.set(key, expression);
  dispense(...hub.unneeded);
  if (hub.obstacle !== undefined) explain(hub.obstacle, 'response.success', 'event.type', 'event.data');
  const listedActions = new Set(served.map(({ name }) => name.toLowerCase()));
  return { located, unneeded, obstacles, actions, listedActions, playSetList: findPlaySetList(), settled };
};

const consoleFields = ['console.severity', 'console.contextType', 'console.timestamp'] as const;

/** Parameters that the description names. */
const knownParameters: Readonly<Record<string, readonly string[]>> = {
  'tween.position': ['object', 'position'],
  'scene.objects.destroy': ['object'],
};

/** Returns the longest list of records within a response. */
const findRecordList = (body: unknown): unknown =>
  [...walkJson(body)]
    .filter(Array.isArray)
    .toSorted((a, b) => filterRecords(b).length - filterRecords(a).length)[0];

const isContainer = (value: unknown): boolean => typeof value === 'object' && value !== null;

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === 'string');

/** Whether any record within a value has a key. */
const includesKey = (value: unknown, key: string): boolean =>
  [...walkJson(value)].some((inner) => isRecord(inner) && Object.hasOwn(inner, key));

/** Whether a value contains a text, alone or in a record. */
const includesText = (value: unknown, text: string): boolean => [...walkJson(value)].includes(text);
