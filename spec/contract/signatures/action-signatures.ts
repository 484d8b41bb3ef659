import type { ActionSpec } from '../action-spec.ts';
import { renderSchema } from '../json-schema.ts';
import { fieldLegend, formatFieldSignatures } from './schema-signature.ts';

const actionLegend = `category.action(parameters)->result. ${fieldLegend}
Call: POST /api/actions/{category}/{action} with the parameters as JSON. In full: GET /api/actions/schema
`;

const formatActionSignature = (name: string, { parameters, result }: ActionSpec): string =>
  `${name}(${formatFieldSignatures(renderSchema(parameters, 'input'))})->${formatFieldSignatures(renderSchema(result, 'output'))}`;

/**
 * Renders each direct action with its parameters and result on one line, grouped by category. This saves tokens for
 * language models.
 */
export const renderActionSignatures = (
  actions: Readonly<Record<string, Readonly<Record<string, ActionSpec>>>>,
): string =>
  [
    actionLegend,
    ...Object.entries(actions).flatMap(([category, group]) => [
      `## ${category}`,
      ...Object.entries(group).map(([name, spec]) => formatActionSignature(`${category}.${name}`, spec)),
    ]),
  ]
    .join('\n')
    .concat('\n');
