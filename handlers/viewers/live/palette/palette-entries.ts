import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { getCategoryTitle } from '../node-types/category-title.ts';
import { getObjectIcon, getObjectLabel, getTypeLabel } from '../scene-view/object-labels.ts';
import type { ActionInfo, ActionsSchema } from '../actions/action-schema.ts';
import type { ActionName } from '#spec/client/index.ts';
import type { Command } from '../app/command-registry.ts';
import type { GraphSummary } from '../graphs/graph-list-store.ts';
import type { LivePage } from '../app/live-page-context.ts';
import type { NodeType } from '../node-types/node-type-catalog.ts';
import type { PaletteEntry } from './palette-search.ts';
import type { SceneObjectRecord } from '../scene-view/scene-objects.ts';

const schemaRoute = 'GET /api/actions/schema';

/** Creates the list of everything that the palette finds. It is computed only while the palette is open. */
export const createPaletteEntries = (live: LivePage): ReadonlySignal<readonly PaletteEntry[]> => {
  const { session, notices, nodeTypes, scene, graphs, commands } = live;
  const actions = signal<readonly ActionInfo[]>([]);
  const readActions = async (): Promise<void> => {
    const { categories = [] }: Partial<ActionsSchema> = await session.client.request(schemaRoute);
    actions.value = categories.flatMap((category) => category.actions);
  };
  effect(() => {
    void session.reconnectCount.value;
    if (session.capabilities.value?.hasRoute(schemaRoute)) void notices.runAndReport(readActions);
  });
  const actionEntries = computed(() => actions.value.map((action) => toActionEntry(action, live)));
  const nodeEntries = computed(() =>
    [...nodeTypes.types.value.values()].map((type) => toNodeEntry(type, live)),
  );
  const objectEntries = computed(() => scene.objects.list.value.map((object) => toObjectEntry(object, live)));
  return computed(() => [
    ...actionEntries.value,
    ...nodeEntries.value,
    ...objectEntries.value,
    ...graphs.list.value.map((graph) => toGraphEntry(graph, live)),
    ...commands.list.value.filter(({ id }) => id !== 'palette').map(toCommandEntry),
  ]);
};

const toActionEntry = ({ name, summary, parameters }: ActionInfo, live: LivePage): PaletteEntry => ({
  ...{ id: `action ${name}`, group: 'actions', name, description: summary, icon: 'zap' },
  run: () => live.actionRequests.open(name),
  runAtOnce() {
    if (parameters.required?.length) live.actionRequests.open(name);
    else void runAction(live, name);
  },
});

/** Runs an action without parameters. If the service refuses this, the action's form is shown. */
const runAction = async ({ session, notices, actionRequests }: LivePage, name: string): Promise<void> => {
  const showForm = (): void => actionRequests.open(name);
  try {
    // the service's schema, not the static types, determines which actions exist
    await (session.hub.peek() ?? session.client).act(name as ActionName, {} as never);
    notices.showInfo(`Ran ${name}.`, { label: 'Show the form', run: showForm });
  } catch (failure) {
    notices.showError(failure);
    showForm();
  }
};

export const getNodeEntryId = (nodeType: string): string => `node ${nodeType}`;

const toNodeEntry = ({ enumValue, description, category }: NodeType, live: LivePage): PaletteEntry => ({
  ...{ id: getNodeEntryId(enumValue), group: 'nodes', name: enumValue, description, icon: 'box', category },
  detail: getCategoryTitle(category),
  run: () => void placeNode(live, enumValue),
});

const placeNode = async (live: LivePage, nodeType: string): Promise<void> => {
  const { graphs, editor, layout, notices } = live;
  if (graphs.openId.peek() === undefined) {
    notices.showInfo('No graph is open.', { label: 'New graph', run: () => void graphs.create() });
    return;
  }
  layout.showGraph();
  await editor.addNode(nodeType);
  const added = editor.selection.peek().nodes.at(-1);
  if (added !== undefined) editor.view.peek()?.showNode(added);
};

const toObjectEntry = (object: SceneObjectRecord, live: LivePage): PaletteEntry => {
  const { tag, type } = object;
  const name = getObjectLabel(object);
  return {
    ...{ id: `object ${tag}`, group: 'objects', name, icon: getObjectIcon(type) },
    description: tag === name ? undefined : tag,
    ...{ detail: getTypeLabel(type), keywords: type },
    run() {
      live.scene.selection.value = tag;
      live.layout.showScene();
      live.scene.view.peek()?.frame();
    },
  };
};

const toGraphEntry = ({ id, name, state }: GraphSummary, { graphs, layout }: LivePage): PaletteEntry => ({
  ...{ id: `graph ${id}`, group: 'graphs', name, icon: 'workflow', detail: state },
  run() {
    graphs.openId.value = id;
    layout.showGraph();
  },
});

const toCommandEntry = (command: Command): PaletteEntry => ({
  ...{ id: `command ${command.id}`, group: 'commands', name: command.label },
  ...{ icon: command.icon, keys: command.keys },
  getUnavailableReason: () => command.getUnavailableReason?.(),
  run: () => command.run(),
});
