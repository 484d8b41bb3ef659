import type { ActionSpec } from '../action.ts';
import { renderSchema } from '../json-schema.ts';
import { fieldLegend, fieldSignatures } from './schema-signature.ts';

const legend = `category.action(parameters)->result. ${fieldLegend}
Call: POST /api/actions/{category}/{action} with the parameters as JSON. In full: GET /api/actions/schema
`;

const signature = (name: string, { parameters, result }: ActionSpec): string =>
  `${name}(${fieldSignatures(renderSchema(parameters, 'input'))})->${fieldSignatures(renderSchema(result, 'output'))}`;

/** Direct actions with their parameters and results, a line each, by category; for readers that have little room. */
export const renderActionSignatures = (
  actions: Readonly<Record<string, Readonly<Record<string, ActionSpec>>>>,
): string =>
  [
    legend,
    ...Object.entries(actions).flatMap(([category, group]) => [
      `## ${category}`,
      ...Object.entries(group).map(([name, spec]) => signature(`${category}.${name}`, spec)),
    ]),
  ]
    .join('\n')
    .concat('\n');
