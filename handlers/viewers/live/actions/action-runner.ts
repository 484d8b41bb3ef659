import { computed, effect, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { createParameterForm, createSample, type ParameterForm } from './parameter-form.ts';
import { type ParameterFields, toParameterFields } from './parameter-fields.ts';
import { getOrCreate } from '../session/store-helpers.ts';
import { createParameterOptions, type ParameterOptions } from './parameter-options.ts';
import { selectNewObject } from '../scene-view/select-new-object.ts';
import { type ActionRun, type ActionRuns, createActionRuns } from './action-runs.ts';
import { createPinnedActions, type PinnedActions } from './pinned-actions.ts';
import type { LivePage } from '../app/live-page-context.ts';
import type { ActionInfo, ActionsSchema } from './action-schema.ts';

/** The service's actions, the selected action, and the functions that run it. */
export interface ActionRunner {
  readonly query: Signal<string>;
  readonly matches: ReadonlySignal<ActionsSchema['categories']>;
  readonly pinned: PinnedActions;
  readonly pinnedActions: ReadonlySignal<readonly ActionInfo[]>;
  /** The action whose form is shown, or `undefined` while the list is shown. */
  readonly selected: ReadonlySignal<ActionInfo | undefined>;
  /** The form for the selected action. Its values are kept while other actions are selected. */
  readonly form: ReadonlySignal<ParameterForm | undefined>;
  readonly parameterOptions: ParameterOptions;
  readonly runs: ActionRuns;
  /** The latest run since the form was opened. */
  readonly latestRun: ReadonlySignal<ActionRun | undefined>;
  /** The number of actions. */
  readonly count: ReadonlySignal<number>;
  find(name: string): ActionInfo | undefined;
  getFields(action: ActionInfo): ParameterFields;
  select(name: string | undefined): void;
  run(): Promise<void>;
  /** Restores the parameters of an earlier run, and runs the action again. */
  rerun(run: ActionRun): Promise<void>;
  /** Destroys an object that an action has created. */
  destroy(object: string): Promise<void>;
  fillSample(): void;
}

type ActionRunnerOptions = Pick<LivePage, 'session' | 'notices' | 'scene' | 'actionRequests' | 'storage'>;

const spawnAction = 'scene.spawn';
const emptySchema: ActionsSchema = { categories: [], components: { schemas: {} } };

export const createActionRunner = (options: ActionRunnerOptions): ActionRunner => {
  const { session, notices, scene, actionRequests, storage } = options;
  const schema = signal(emptySchema);
  const query = signal('');
  const selectedName = signal<string>();
  const forms = new Map<string, ParameterForm>();
  const parameterOptions = createParameterOptions(session.client);
  const runs = createActionRuns(session.hub);
  const pinned = createPinnedActions(storage);
  /** The latest run when the form was opened. */
  const lastIdBefore = signal(0);

  const actions = computed(() => schema.value.categories.flatMap((category) => category.actions));
  const find = (name: string | undefined): ActionInfo | undefined =>
    actions.value.find((action) => action.name === name);
  const selected = computed(() => find(selectedName.value));
  const getFields = (action: ActionInfo): ParameterFields =>
    toParameterFields(action, schema.value.components.schemas);
  const getForm = (action: ActionInfo): ParameterForm =>
    getOrCreate(forms, action.name, () => createParameterForm(getFields(action), scene.selection));
  const form = computed(() => selected.value && getForm(selected.value));
  const select = (name: string | undefined): void => {
    selectedName.value = name;
    lastIdBefore.value = runs.list.peek()[0]?.id ?? 0;
  };
  const runAction = async (...call: Parameters<ActionRuns['run']>): Promise<void> => {
    const { action, result } = await runs.run(...call);
    parameterOptions.refresh();
    if (action === spawnAction && typeof result?.object === 'string')
      await selectNewObject(scene, result.object);
  };
  const run = async (): Promise<void> => {
    if (selected.value && form.value) await runAction(selected.value.name, form.value.parameters.value);
  };
  void notices.runAndReport(async () => {
    const received: Partial<ActionsSchema> = await session.client.request('GET /api/actions/schema');
    schema.value = { ...emptySchema, ...received };
  });
  effect(() => {
    const request = actionRequests.latest.value;
    if (!request || actions.value.length === 0) return;
    const action = actions.value.find(({ name }) => name.toLowerCase() === request.name.toLowerCase());
    select(action?.name);
    if (Object.keys(request.parameters).length > 0) form.peek()?.fill(request.parameters);
  });

  return {
    query,
    matches: computed(() => searchActions(schema.value.categories, query.value)),
    pinned,
    pinnedActions: computed(() => actions.value.filter(({ name }) => pinned.names.value.has(name))),
    selected,
    form,
    parameterOptions,
    runs,
    latestRun: computed(() => {
      const [latest] = runs.list.value;
      return latest && latest.id > lastIdBefore.value ? latest : undefined;
    }),
    count: computed(() => actions.value.length),
    find,
    getFields,
    select,
    run,
    async rerun({ action, parameters }) {
      selectedName.value = action;
      form.value?.fill(parameters);
      await run();
    },
    destroy: (object) => runAction('scene.objects.destroy', { object }),
    fillSample() {
      if (form.value)
        form.value.fill(createSample(form.value.fields, parameterOptions.getOptions, scene.selection.peek()));
    },
  };
};

/** Returns the actions for which the name or summary contains every word of the query. */
const searchActions = (
  categories: ActionsSchema['categories'],
  query: string,
): ActionsSchema['categories'] => {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return categories
    .map(({ name, actions }) => ({
      name,
      actions: actions.filter((action) => {
        const text = `${action.name} ${action.summary}`.toLowerCase();
        return words.every((word) => text.includes(word));
      }),
    }))
    .filter(({ actions }) => actions.length > 0);
};
