import * as z from 'zod';
import { suggestNames } from '#spec/suggest-names.ts';
import { defineTool, jsonValue, type SceneAccess, ToolError } from '../define-tool.ts';
import { formatToolError } from '../format-errors.ts';
import { formatShortJson, roundToSixDigits } from '../format-text.ts';

const ActionParameters = z.record(z.string(), jsonValue).default({});

const SampleParameters = z.strictObject({
  object: z.string().min(1),
  component: z.string().min(1).default('Transform'),
  properties: z.array(z.string().min(1)).min(1).max(10).default(['position']),
  times: z.int().min(1).max(20).default(3),
  everySeconds: z.number().min(0).max(5).default(0.25),
});

const maxActions = 50;

/** An action to perform, with its parameters. */
interface ActionRequest {
  readonly action: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/**
 * Performs actions one after another until one fails.
 * @returns a line for each performed action
 */
const runActions = async ({ client }: SceneAccess, requests: readonly ActionRequest[]): Promise<string> => {
  const lines: string[] = [];
  for (const { action, parameters } of requests) {
    try {
      const { result, tick } = await client.act(action as never, parameters as never);
      lines.push(`tick ${tick}: ${formatShortJson(result, 1_500)}`);
    } catch (failure) {
      if (lines.length === 0) throw failure;
      throw new ToolError(
        [...lines, `Stopped at ${action}, which failed: ${formatToolError(failure)}`].join('\n'),
      );
    }
  }
  return lines.join('\n');
};

const sampleProperties = async (
  { client }: SceneAccess,
  sample: z.output<typeof SampleParameters>,
): Promise<string> => {
  const { object, component, properties, times, everySeconds } = sample;
  const lines: string[] = [];
  for (let count = 0; count < times; count++) {
    if (count > 0) await new Promise((resolve) => setTimeout(resolve, everySeconds * 1_000));
    const componentProperties = await client.request('GET /api/objects/{tag}/components/{component}', {
      params: { tag: object, component },
    });
    const values = properties.map((property) => {
      const found = componentProperties.find(({ name }) => name.toLowerCase() === property.toLowerCase());
      if (found) return found;
      const names = componentProperties.map(({ name }) => name);
      const suggestions = suggestNames(property, names);
      throw new ToolError(
        `${component} of '${object}' has no property '${property}'. ${suggestions.length > 0 ? `Nearest: ${suggestions.join(', ')}` : `It has ${names.join(', ')}`}.`,
      );
    });
    lines.push(
      values.map(({ name, value }) => `${name}=${formatShortJson(value, 120, roundToSixDigits)}`).join(' '),
    );
  }
  return lines.join('\n');
};

export const sceneTool = defineTool({
  name: 'scene',
  description:
    'Does one of four things: a direct action by its full name with parameters (see describe); several actions in order; sampling properties of an object over time; a picture.',
  input: {
    action: z.string().min(3).optional().describe('Such as scene.spawn'),
    parameters: ActionParameters,
    actions: z
      .array(z.strictObject({ action: z.string().min(3), parameters: ActionParameters }))
      .min(1)
      .max(maxActions)
      .optional(),
    sample: SampleParameters.optional(),
    picture: z
      .strictObject({
        width: z.int().min(16).max(1_920).default(320),
        height: z.int().min(16).max(1_080).default(180),
        camera: z.string().min(1).optional(),
      })
      .optional(),
  },
  async run({ action, parameters, actions, sample, picture }, access) {
    if (action !== undefined) return runActions(access, [{ action, parameters }]);
    if (actions) return runActions(access, actions);
    if (sample) return sampleProperties(access, sample);
    if (!picture) throw new ToolError('Pass one of action, actions, sample or picture.');
    const bytes = await access.client.request('GET /api/scene/picture.png', { query: picture });
    return { mimeType: 'image/png', bytes };
  },
});
