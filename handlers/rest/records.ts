/** Creates the records that several REST operations return. */
import { ApiError } from '#spec/errors.ts';
import { noteColors, type NoteContent, noteFonts, noteFontSizes } from '#spec/note-styles.ts';
import { toGraphDetailRecord, toPortRecord } from '../controller/graphs/graph-records.ts';
import { stringifyGraphDetail } from '../controller/graphs/record-json.ts';
import { Result, type StreamedJson } from '../pipeline/result.ts';
import type { z } from 'zod';
import type { assetActions } from '#spec/actions/assets.ts';
import type { NodeType } from '#spec/node-type.ts';
import type { ComponentAddress, ComponentInfo, PropertyInfo } from '#runtime/link/runtime-link.ts';
import type { ComponentRecord, PropertyRecord } from '#spec/rest/properties.ts';
import type { CategoryRecord, NodeTypeRecord, Variable } from '#spec/rest/response-records.ts';
import type { GraphDocument, PortEnd } from '../controller/graphs/graph-document.ts';
import type { GraphStore } from '../controller/graphs/graph-store.ts';
import type { NodeCatalog } from '../controller/graphs/node-catalog.ts';
import type { VariableDocument } from '../controller/variables/variables.ts';

type AssetPropertyFacts = z.output<(typeof assetActions)['getProperties']['result']>['properties'][number];

/** Creates a property's record, including its URL. */
export const toAssetPropertyRecord = (
  basePath: string,
  asset: string,
  property: AssetPropertyFacts,
): z.input<typeof PropertyRecord> => ({
  ...property,
  url: `${basePath}/api/assets/${encodeURIComponent(asset)}/properties/${encodeURIComponent(property.name)}`,
});

/** Formats a component's path. Names may contain spaces and reserved characters, so they are encoded. */
const formatComponentPath = (basePath: string, { object, component }: ComponentAddress): string =>
  `${basePath}/api/objects/${encodeURIComponent(object)}/components/${encodeURIComponent(component)}`;

export const toComponentRecord = (
  basePath: string,
  object: string,
  component: ComponentInfo,
): z.input<typeof ComponentRecord> => ({
  ...component,
  url: formatComponentPath(basePath, { object, component: component.name }),
});

/** Creates a property's record, including its URL. */
export const toPropertyRecord = (
  basePath: string,
  position: ComponentAddress,
  { options, ...property }: PropertyInfo,
): z.input<typeof PropertyRecord> => ({
  ...property,
  ...(options && { options: [...options] }),
  url: `${formatComponentPath(basePath, position)}/${encodeURIComponent(property.name)}`,
});

export const toNodeTypeRecord = (type: NodeType): z.input<typeof NodeTypeRecord> => ({
  enumValue: type.enumValue,
  // The enum values of a runtime's own types begin with a prefix and a dot.
  name: type.enumValue.replace(/^.*\./, '').replace(/(?<=[a-z\d])(?=[A-Z])/g, ' '),
  description: type.description,
  category: type.category,
  kind: type.kind,
  ports: type.ports.map(
    ({ name, type: portType, direction, default: initial, options, minimum, maximum, ...rest }) => ({
      name,
      type: portType,
      direction,
      ...(initial !== undefined && { default: initial }),
      ...(options && { options: [...options] }),
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
      ...(rest.isSensitive && { isSensitive: rest.isSensitive }),
      ...(rest.affectsNodePorts && { affectsNodePorts: rest.affectsNodePorts }),
    }),
  ),
});

/** Returns the categories that contain at least one visible node type, in catalog order. */
export const listCategories = (catalog: NodeCatalog): z.input<typeof CategoryRecord>[] => {
  const types = catalog.listVisible();
  const names = [...new Set(types.map(({ category }) => category))];
  return names.map((name) => {
    const nodes = types.filter(({ category }) => category === name).map(toNodeTypeRecord);
    return { name, count: nodes.length, nodes };
  });
};

/**
 * Finds a category by name.
 * @throws ApiError CATEGORY_NOT_FOUND, even if the category exists but all of its node types are blocked
 */
export const findCategory = (catalog: NodeCatalog, name: string): z.input<typeof CategoryRecord> => {
  const category = listCategories(catalog).find((c) => c.name.toLowerCase() === name.toLowerCase());
  if (category) return category;
  throw new ApiError('CATEGORY_NOT_FOUND', `There is no category of node types '${name}'.`);
};

/** Streams a graph's details. The graph's records are created only if they are read. */
export const streamGraphDetail = (
  store: GraphStore,
  graph: GraphDocument,
): Result<StreamedJson<ReturnType<typeof toGraphDetailRecord>>> =>
  Result.streamed(
    () => toGraphDetailRecord(store, graph),
    () => stringifyGraphDetail(store, graph),
  );

/** Returns a port together with its visible sub-ports. */
export const toPortWithSubPorts = (store: GraphStore, { node, port }: PortEnd) => {
  const record = toPortRecord(store, node, port);
  const records = node.ports.map((nodePort) => toPortRecord(store, node, nodePort));
  return { ...record, subPorts: records.filter(({ parentPortId }) => parentPortId === record.id) };
};

export const toNoteRecord = (note: NoteContent) => ({
  ...note,
  availableFonts: [...noteFonts],
  availableColors: [...noteColors],
  availableFontSizes: [...noteFontSizes],
});

export const toVariableRecord = (variable: VariableDocument): z.input<typeof Variable> => ({
  ...variable,
  scope: variable.graphId ? 'graph' : 'global',
});
