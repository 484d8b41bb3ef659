import { listReachableComponents } from './json-schema.ts';
import { listOperations } from './openapi-types.ts';
import type { Components, JsonSchema } from './json-schema.ts';
import type {
  LocatedOperation,
  OpenApiDocument,
  OpenApiParameter,
  OpenApiResponse,
} from './openapi-types.ts';
import type { Area } from './operation-spec.ts';

/** The areas that the description lists for `GET /api/schemas/layer1`. */
export const layer1Areas = [
  'graphs',
  'nodes',
  'connections',
  'ports',
  'variables',
  'layout',
  'batch',
  'discovery',
] as const satisfies readonly Area[];

/** A self-contained description of one editing operation. */
export interface Layer1Operation {
  readonly operationId: string;
  readonly method: string;
  readonly route: string;
  readonly summary: string;
  readonly parameters: readonly OpenApiParameter[];
  readonly body?: { readonly required: boolean; readonly schema: JsonSchema };
  /** Schemas, keyed by success status. */
  readonly responses: Readonly<Record<string, JsonSchema>>;
  /** Error codes, keyed by status. */
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

/** The response of `GET /api/schemas/layer1`. Its references point to its own `components`. */
interface Layer1Document {
  readonly count: number;
  readonly areas: Readonly<Record<string, readonly Layer1Operation[]>>;
  readonly components: { readonly schemas: Components };
}

const getContentSchema = (part: Pick<OpenApiResponse, 'content'>): JsonSchema =>
  part.content?.['application/json']?.schema ?? {};

const renderLayer1Operation = ({ path, method, operation }: LocatedOperation): Layer1Operation => {
  const responses = Object.entries(operation.responses);
  return {
    operationId: operation.operationId,
    method: method.toUpperCase(),
    route: path,
    summary: operation.summary,
    parameters: operation.parameters,
    ...(operation.requestBody && {
      body: { required: operation.requestBody.required, schema: getContentSchema(operation.requestBody) },
    }),
    responses: Object.fromEntries(
      responses.flatMap(([status, response]) =>
        response['x-error-codes'] ? [] : [[status, getContentSchema(response)]],
      ),
    ),
    errors: Object.fromEntries(
      responses.flatMap(([status, { 'x-error-codes': codes }]) => (codes ? [[status, codes]] : [])),
    ),
  };
};

/** Extracts the operation schemas of the graph editing layer from the OpenAPI document, grouped by area. */
export const renderLayer1 = (document: OpenApiDocument): Layer1Document => {
  const located = listOperations(document);
  const inArea = (area: Area): Layer1Operation[] =>
    located.filter(({ operation }) => operation.tags.includes(area)).map(renderLayer1Operation);
  const areas = Object.fromEntries(layer1Areas.map((area) => [area, inArea(area)]));
  return {
    count: Object.values(areas).flat().length,
    areas,
    components: { schemas: listReachableComponents(areas, document.components.schemas) },
  };
};
