import { describe, expect, it } from 'vitest';
import { actionsByName } from '#spec/actions/index.ts';
import { actions } from '#spec/actions/index.ts';
import { parseParameters } from '#spec/actions/parse-parameters.ts';
import { renderActionsSchema } from '#spec/contract/render-actions.ts';
import { toParameterFields } from './parameter-fields.ts';
import { createSample } from './parameter-form.ts';

const { categories, components } = renderActionsSchema(actions);

describe('the sample', () => {
  it.each(categories.flatMap((category) => category.actions))('of $name is a valid call', (action) => {
    const fields = toParameterFields(action as never, components.schemas as never);
    const sample = createSample(fields, () => undefined, 'halo');
    expect(() => parseParameters(actionsByName.get(action.name.toLowerCase())!, sample)).not.toThrow();
  });
});
