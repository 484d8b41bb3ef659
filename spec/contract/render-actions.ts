import { createSchemaCollector } from './json-schema.ts';
import type { ActionCategories, ActionSpec } from './action-spec.ts';
import type { Components, JsonSchema } from './json-schema.ts';

/** A direct action, as shown in `GET /api/actions/schema` (C-16). */
export interface ActionSchema {
  /** The dotted name, including the category, as the hub accepts it. */
  readonly name: string;
  readonly route: string;
  readonly summary: string;
  readonly description?: string;
  /** JSON schema for the request body. */
  readonly parameters: JsonSchema;
  /** JSON schema for `result` in the response. */
  readonly result: JsonSchema;
  /** Parameters of a call that shows what the action is for. */
  readonly example?: ActionSpec['example'];
}

interface ActionsSchema {
  readonly count: number;
  readonly categories: readonly { readonly name: string; readonly actions: readonly ActionSchema[] }[];
  /** The schemas to which `$ref` in the other schemas points. */
  readonly components: { readonly schemas: Components };
}

/** Renders the schemas of all direct actions, grouped by category. */
export const renderActionsSchema = (actions: ActionCategories): ActionsSchema => {
  const { render, mergeComponents } = createSchemaCollector();
  const categories = Object.entries(actions).map(([category, group]) => ({
    name: category,
    actions: Object.entries(group).map(([name, spec]) => ({
      name: `${category}.${name}`,
      route: `/api/actions/${category}/${name}`,
      summary: spec.summary,
      ...(spec.description !== undefined && { description: spec.description }),
      parameters: render(spec.parameters, 'input'),
      result: render(spec.result, 'output'),
      ...(spec.example && { example: spec.example }),
    })),
  }));
  return {
    count: categories.reduce((sum, { actions: group }) => sum + group.length, 0),
    categories,
    components: { schemas: mergeComponents() },
  };
};
