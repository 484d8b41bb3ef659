import { type ReadonlySignal, signal } from '@preact/signals';
import { assignIfChanged, coalesceRuns, endSubscription } from '../session/store-helpers.ts';
import type { Answer } from '#spec/client/index.ts';
import type { LivePage } from '../app/live-page-context.ts';

export type Variable = Answer<'GET /api/variables'>[number];

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
  write(variable: Variable, value: unknown): Promise<void>;
  /**
   * Creates a variable of the project.
   * @returns whether the service has created it
   */
  create(name: string, type: string): Promise<boolean>;
  /** Deletes a variable, and shows a notice that can undo this. */
  remove(variable: Variable): Promise<void>;
}

/** Values that graphs change every frame are shown this often, in milliseconds. */
const flushMs = 100;

export const createVariablesStore = ({
  session: { client, hub },
  notices,
}: Pick<LivePage, 'session' | 'notices'>): VariablesStore => {
  const list = signal<readonly Variable[]>();
  const types = signal<readonly string[]>([]);
  const changedValues = new Map<string, Variable['value']>();
  let flushTimer: ReturnType<typeof setTimeout> | undefined;

  /** A failed read is repeated after the next event or reconnect. */
  const refresh = coalesceRuns(async () => {
    try {
      assignIfChanged(list, await client.request('GET /api/variables', { query: { limit: 1_000 } }));
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
  const change = async (work: () => Promise<unknown>): Promise<boolean> => {
    const isDone = await notices.runAndReport(async () => {
      await work();
      return true;
    });
    await refresh();
    return isDone === true;
  };
  const create = (variable: Pick<Variable, 'name' | 'type'> & Partial<Variable>): Promise<boolean> => {
    const { name, type, value, scope = 'global', graphId } = variable;
    return change(() =>
      client.request('POST /api/variables', {
        body: {
          name,
          type,
          scope,
          ...(value !== undefined && { value }),
          ...(graphId !== undefined && { graphId }),
        },
      }),
    );
  };

  return {
    list,
    types,
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
      const isWritten = await change(() =>
        client.request('PUT /api/variables/{id}/value', { params: { id }, body: { value: value as never } }),
      );
      // a field whose value was refused must show the previous value again
      if (!isWritten) list.value = list.peek()?.map((variable) => ({ ...variable }));
    },
    create: (name, type) => create({ name, type: type as Variable['type'] }),
    async remove(variable) {
      const { id, name } = variable;
      const isRemoved = await change(() => client.request('DELETE /api/variables/{id}', { params: { id } }));
      if (isRemoved)
        notices.showInfo(`Deleted the variable ${name}.`, {
          label: 'Undo',
          // nodes refer to variables by name, so that they find the new one
          run: () => void create(variable),
        });
    },
  };
};
