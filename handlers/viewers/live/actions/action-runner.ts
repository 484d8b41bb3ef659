import { computed, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { type ActionName, SceneRuntimeError } from '#spec/client/index.ts';
import {
  createParameterForm,
  type ParameterForm,
  type ParameterValues,
  toParameterFields,
} from './parameter-form.ts';
import { getOrCreate } from '../session/store-helpers.ts';
import { createParameterOptions, type ParameterOptions } from './parameter-options.ts';
import type { LivePage } from '../app/live-page-context.ts';
import type { ActionInfo, ActionsSchema } from './action-schema.ts';
import type { Session } from '../session/session.ts';

/** The service's actions, the selected action, and the functions that run it. */
export interface ActionRunner {
  readonly query: Signal<string>;
  readonly matches: ReadonlySignal<ActionsSchema['categories']>;
  readonly selected: ReadonlySignal<ActionInfo | undefined>;
  /** The form for the selected action. Its values are kept while other actions are selected. */
  readonly form: ReadonlySignal<ParameterForm | undefined>;
  readonly parameterOptions: ParameterOptions;
  readonly runs: ActionRuns;
  select(name: string): void;
  run(): Promise<void>;
  /** Restores the parameters of an earlier run, and runs the action again. */
  rerun(run: ActionRun): Promise<void>;
}

type ActionRunnerOptions = Pick<LivePage, 'session' | 'notices' | 'scene'>;

const emptySchema: ActionsSchema = { categories: [], components: { schemas: {} } };

export const createActionRunner = ({ session, notices, scene }: ActionRunnerOptions): ActionRunner => {
  const schema = signal(emptySchema);
  const query = signal('');
  const selectedName = signal<string>();
  const forms = new Map<string, ParameterForm>();
  const parameterOptions = createParameterOptions(session.client);
  const runs = createActionRuns(session.hub);

  const selected = computed(() =>
    schema.value.categories.flatMap(({ actions }) => actions).find(({ name }) => name === selectedName.value),
  );
  const form = computed(() => selected.value && getForm(selected.value));
  const getForm = (action: ActionInfo): ParameterForm =>
    getOrCreate(forms, action.name, () =>
      createParameterForm(toParameterFields(action, schema.value.components.schemas), scene.selection.peek()),
    );
  const run = async (): Promise<void> => {
    if (!selected.value || !form.value) return;
    await runs.run(selected.value.name, form.value.values.value);
    parameterOptions.refresh();
  };
  void notices.runAndReport(async () => {
    const received: Partial<ActionsSchema> = await session.client.request('GET /api/actions/schema');
    schema.value = { ...emptySchema, ...received };
  });

  return {
    query,
    matches: computed(() => searchActions(schema.value.categories, query.value)),
    selected,
    form,
    parameterOptions,
    runs,
    select(name) {
      selectedName.value = name;
    },
    run,
    async rerun({ action, parameters }) {
      selectedName.value = action;
      form.value?.fill(parameters);
      await run();
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

interface RunError {
  readonly code: string | undefined;
  readonly message: string;
  /** The name of the parameter that caused the error. */
  readonly parameter: unknown;
}

/** An action that was sent to the service, and its result. */
export interface ActionRun {
  readonly id: number;
  readonly action: string;
  readonly parameters: ParameterValues;
  readonly result?: unknown;
  readonly error?: RunError;
  /** The time from the request to the response, in milliseconds. */
  readonly durationMs: number;
}

/** The actions that were run from this page, latest first. */
interface ActionRuns {
  readonly list: ReadonlySignal<readonly ActionRun[]>;
  run(action: string, parameters: ParameterValues): Promise<void>;
}

const maxRuns = 50;

const createActionRuns = (hub: Session['hub']): ActionRuns => {
  const list = signal<readonly ActionRun[]>([]);
  let lastId = 0;

  const perform = async (
    action: string,
    parameters: ParameterValues,
  ): Promise<Pick<ActionRun, 'result' | 'error'>> => {
    try {
      if (!hub.value) throw new Error('Not connected to the hub.');
      // the service's schema, not the static types, determines which actions and parameters exist
      const { result } = await hub.value.act(action as ActionName, parameters as never);
      return { result };
    } catch (failure) {
      return { error: toRunError(failure) };
    }
  };
  return {
    list,
    async run(action, parameters) {
      const startedAt = performance.now();
      const outcome = await perform(action, parameters);
      lastId += 1;
      const run = { id: lastId, action, parameters, ...outcome, durationMs: performance.now() - startedAt };
      list.value = [run, ...list.value].slice(0, maxRuns);
    },
  };
};

const toRunError = (failure: unknown): RunError =>
  failure instanceof SceneRuntimeError
    ? { code: failure.code, message: failure.message, parameter: failure.details?.parameter }
    : { code: undefined, message: String(failure), parameter: undefined };
