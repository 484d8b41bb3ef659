import { type ReadonlySignal, signal } from '@preact/signals';
import { assignIfChanged, coalesceRuns, endSubscription } from '../session/store-helpers.ts';
import type { Answer, Input } from '#spec/client/index.ts';
import type { Notices } from '../app/notice-store.ts';
import type { Session } from '../session/session.ts';
import type { PortRecord } from '../graphs/graph-types.ts';

export type Variable = Answer<'GET /api/variables'>[number];

type InterfaceFields = Input<'PUT /api/variables/{id}'>['body'];

/** An input or an output of a graph before it is created. */
export type NewInterfaceVariable = Pick<Input<'POST /api/variables'>['body'], 'name' | 'type' | 'default'> & {
  readonly graphId: string;
  readonly direction: NonNullable<Variable['direction']>;
  readonly description: string;
};

/** Called with the service's error, instead of a notice. */
type OnRejected = (failure: unknown) => void;

/** The variables of the project and its graphs, with their current values. */
export interface VariablesStore {
  /** The variables, or `undefined` until they have been read. */
  readonly list: ReadonlySignal<readonly Variable[] | undefined>;
  /** The types that a variable can have. */
  readonly types: ReadonlySignal<readonly string[]>;
  /**
   * Follows the variables.
   * @returns a function that ends this
   */
  follow(): () => void;
  /** Reads the variables again. */
  refresh(): Promise<void>;
  /** Returns the description of the input or output of a graph to which a port of a RunGraph node belongs. */
  describePort(graphId: string, port: Pick<PortRecord, 'name' | 'direction'>): string | undefined;
  write(variable: Variable, value: unknown): Promise<void>;
  /**
   * Creates a variable of the project.
   * @returns whether the service has created it
   */
  create(name: string, type: string): Promise<boolean>;
  /**
   * Adds an input or an output to a graph.
   * @returns whether the service has added it
   */
  declare(variable: NewInterfaceVariable, onRejected: OnRejected): Promise<boolean>;
  /**
   * Changes which input or output of its graph a variable is. If it is neither any more, a notice can undo this.
   * @returns whether the service has changed it
   */
  changeInterface(variable: Variable, fields: InterfaceFields, onRejected: OnRejected): Promise<boolean>;
  /** Deletes a variable, and shows a notice that can undo this. */
  remove(variable: Variable): Promise<void>;
}

interface VariablesStoreOptions {
  readonly session: Pick<Session, 'client' | 'hub'>;
  readonly notices: Pick<Notices, 'showInfo' | 'showError'>;
}

/** Values that graphs change every frame are shown this often, in milliseconds. */
const flushMs = 100;

type Description = Pick<Variable, 'graphId' | 'name' | 'direction' | 'description'>;

const listDescriptions = (variables: readonly Variable[]): Description[] =>
  variables.flatMap(({ graphId, name, direction, description }) =>
    description === undefined ? [] : [{ graphId, name, direction, description }],
  );

export const createVariablesStore = ({
  session: { client, hub },
  notices,
}: VariablesStoreOptions): VariablesStore => {
  const list = signal<readonly Variable[]>();
  const types = signal<readonly string[]>([]);
  /** Separate from the list, so that nodes are not rendered again whenever a value changes. */
  const descriptions = signal<readonly Description[]>([]);
  const changedValues = new Map<string, Variable['value']>();
  let flushTimer: ReturnType<typeof setTimeout> | undefined;

  /** A failed read is repeated after the next event or reconnect. */
  const refresh = coalesceRuns(async () => {
    try {
      const variables = await client.request('GET /api/variables', { query: { limit: 1_000 } });
      assignIfChanged(list, variables);
      assignIfChanged(descriptions, listDescriptions(variables));
    } catch {
      // the status bar shows that the service is unreachable
    }
  });
  const flush = (): void => {
    flushTimer = undefined;
    const known = new Set(list.peek()?.map(({ id }) => id));
    const isNew = [...changedValues.keys()].some((id) => !known.has(id));
    list.value = list
      .peek()
      ?.map((variable) =>
        changedValues.has(variable.id)
          ? { ...variable, value: changedValues.get(variable.id) ?? null }
          : variable,
      );
    changedValues.clear();
    if (isNew) void refresh();
  };
  const change = async (work: () => Promise<unknown>, onRejected = notices.showError): Promise<boolean> => {
    let isDone = true;
    try {
      await work();
    } catch (failure) {
      isDone = false;
      onRejected(failure);
    }
    await refresh();
    return isDone;
  };
  const create = (body: Input<'POST /api/variables'>['body'], onRejected?: OnRejected): Promise<boolean> =>
    change(() => client.request('POST /api/variables', { body }), onRejected);
  const updateInterface = ({ id }: Variable, body: InterfaceFields, onRejected?: OnRejected) =>
    change(() => client.request('PUT /api/variables/{id}', { params: { id }, body }), onRejected);

  return {
    list,
    types,
    refresh,
    describePort: (graphId, { name, direction }) =>
      descriptions.value.find(
        (each) => each.graphId === graphId && each.name === name && each.direction === direction,
      )?.description,
    follow() {
      void refresh();
      void client.request('GET /api/types').then(
        ({ VariableTypes }) => {
          types.value = VariableTypes;
        },
        () => {},
      );
      const following = hub.peek()?.subscribe(['variable.*', 'project.*'], (event) => {
        if (event.type !== 'variable.changed') {
          void refresh();
          return;
        }
        changedValues.set(event.data.id, event.data.value as Variable['value']);
        flushTimer ??= setTimeout(flush, flushMs);
      });
      return () => {
        clearTimeout(flushTimer);
        flushTimer = undefined;
        endSubscription(following);
      };
    },
    async write({ id }, value) {
      await change(() =>
        client.request('PUT /api/variables/{id}/value', { params: { id }, body: { value: value as never } }),
      );
    },
    create: (name, type) => create({ name, type }),
    declare: ({ description, ...variable }, onRejected) =>
      create({ ...variable, scope: 'graph', ...(description !== '' && { description }) }, onRejected),
    async changeInterface(variable, fields, onRejected) {
      const isChanged = await updateInterface(variable, fields, onRejected);
      if (!isChanged || fields.direction !== null || !variable.direction) return isChanged;
      const { name, direction, description, default: initial } = variable;
      notices.showInfo(`${name} is no ${direction} any more. Its default and description are gone.`, {
        label: 'Undo',
        run: () =>
          void updateInterface(variable, {
            direction,
            ...(description !== undefined && { description }),
            ...(initial !== undefined && { default: initial }),
          }),
      });
      return true;
    },
    async remove(variable) {
      const { id, ...content } = variable;
      const isRemoved = await change(() => client.request('DELETE /api/variables/{id}', { params: { id } }));
      if (isRemoved)
        notices.showInfo(`Deleted the variable ${content.name}.`, {
          label: 'Undo',
          // nodes refer to variables by name, so that they find the new one
          run: () => void create(content),
        });
    },
  };
};
