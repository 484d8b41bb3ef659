import { computed, signal } from '@preact/signals';
import { fieldsOf } from './fields.ts';
import { createForm } from './form.ts';
import { createOffers } from './offers.ts';
import { createRuns } from './runs.ts';
import type { ReadonlySignal, Signal } from '@preact/signals';
import type { Live } from '../../app/live.ts';
import type { Form } from './form.ts';
import type { Offers } from './offers.ts';
import type { Run, Runs } from './runs.ts';
import type { ActionFacts, ActionsSchema } from './schema.ts';

/** The actions of the service, and the one that is about to be run. */
export interface ActionDesk {
  readonly query: Signal<string>;
  /** The categories with those of their actions that fit the query. */
  readonly found: ReadonlySignal<ActionsSchema['categories']>;
  readonly chosen: ReadonlySignal<ActionFacts | undefined>;
  /** That of the chosen action; what was filled in stays while others are looked at. */
  readonly form: ReadonlySignal<Form | undefined>;
  readonly offers: Offers;
  readonly runs: Runs;
  choose(name: string): void;
  /** Runs the chosen action with what is filled in. */
  run(): Promise<void>;
  /** Brings back what was run before, and runs it again. */
  repeat(run: Run): Promise<void>;
}

type DeskParts = Pick<Live, 'session' | 'notices' | 'selection'>;

const noActions: ActionsSchema = { categories: [], components: { schemas: {} } };

export const createActionDesk = ({ session, notices, selection }: DeskParts): ActionDesk => {
  const schema = signal(noActions);
  const query = signal('');
  const chosenName = signal<string>();
  const forms = new Map<string, Form>();
  const offers = createOffers(session.client);
  const runs = createRuns(session.hub);

  const chosen = computed(() =>
    schema.value.categories.flatMap(({ actions }) => actions).find(({ name }) => name === chosenName.value),
  );
  const form = computed(() => chosen.value && formOf(chosen.value));
  const formOf = (action: ActionFacts): Form => {
    const known = forms.get(action.name);
    if (known) return known;
    const made = createForm(fieldsOf(action, schema.value.components.schemas), selection.peek());
    forms.set(action.name, made);
    return made;
  };
  const run = async (): Promise<void> => {
    if (!chosen.value || !form.value) return;
    await runs.run(chosen.value.name, form.value.given.value);
    offers.refresh();
  };
  void notices.attempt(async () => {
    const told: Partial<ActionsSchema> = await session.client.request('GET /api/actions/schema');
    schema.value = { ...noActions, ...told };
  });

  return {
    query,
    found: computed(() => search(schema.value.categories, query.value)),
    chosen,
    form,
    offers,
    runs,
    choose(name) {
      chosenName.value = name;
    },
    run,
    async repeat({ action, parameters }) {
      chosenName.value = action;
      form.value?.fill(parameters);
      await run();
    },
  };
};

/** Actions whose name or summary has every word of the query. */
const search = (categories: ActionsSchema['categories'], query: string): ActionsSchema['categories'] => {
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
