import * as z from 'zod';
import { brief } from '../brief.ts';
import { anyValue, Refusal, tool } from '../tool.ts';
import type { SceneAccess } from '../access.ts';

const Sample = z.strictObject({
  object: z.string().min(1).describe('Tag of an object'),
  component: z.string().min(1).default('Transform'),
  properties: z.array(z.string().min(1)).min(1).max(10).default(['position']),
  times: z.int().min(1).max(20).default(3),
  everySeconds: z.number().min(0).max(5).default(0.25),
});

const sample = async ({ client }: SceneAccess, wanted: z.output<typeof Sample>): Promise<string> => {
  const { object, component, properties, times, everySeconds } = wanted;
  const lines: string[] = [];
  for (let taken = 0; taken < times; taken++) {
    if (taken > 0) await new Promise((resolve) => setTimeout(resolve, everySeconds * 1_000));
    const shown = await client.request('GET /api/objects/{tag}/components/{component}', {
      params: { tag: object, component },
    });
    const values = shown.filter(({ name }) =>
      properties.some((property) => property.toLowerCase() === name.toLowerCase()),
    );
    lines.push(values.map(({ name, value }) => `${name}=${brief(value, 120)}`).join(' '));
  }
  return lines.join('\n');
};

export const sceneTool = tool({
  name: 'scene',
  title: 'Act on the scene, or look at it',
  description:
    'One of three: a direct action by its full name with its parameters (describe tells them); a sample of properties of an object over time; a picture.',
  input: {
    action: z.string().min(3).optional().describe('Such as scene.spawn'),
    parameters: z.record(z.string(), anyValue).default({}),
    sample: Sample.optional(),
    picture: z
      .strictObject({
        width: z.int().min(16).max(1_920).default(320),
        height: z.int().min(16).max(1_080).default(180),
        camera: z.string().min(1).optional(),
      })
      .optional(),
  },
  async run({ action, parameters, sample: wanted, picture }, access) {
    const { client } = access;
    if (action !== undefined) {
      const { result, tick } = await client.act(action as never, parameters as never);
      return `tick ${tick}: ${brief(result, 1_500)}`;
    }
    if (wanted) return sample(access, wanted);
    if (!picture) throw new Refusal('Say what is wanted: action, sample or picture.');
    const bytes = await client.request('GET /api/scene/picture.png', { query: picture });
    return { mimeType: 'image/png', bytes };
  },
});
