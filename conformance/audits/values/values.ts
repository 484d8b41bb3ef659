import { pathTo } from '../../target/id.ts';
import { inShort } from '../../target/http/in-short.ts';
import { constantFrom, integer, string, tuple } from 'fast-check';
import { at, mentions } from '../../json.ts';
import { area } from '../../area.ts';
import { refusedWithoutTrace } from '../../lab/refused.ts';
import type { AuditContext } from '../../audit.ts';
import type { LabPort } from '../../lab/palette.ts';
import type { RequirementId } from '../../requirements/index.ts';

const values = area('values', 'token', 'project');

/** Eighths: exact in single and in double precision. */
const eighth = integer({ min: -8000, max: 8000 }).map((n) => n / 8);
/** Levels that survive a target which keeps eight bits a channel. */
const channel = integer({ min: 0, max: 255 }).map((n) => n / 255);

export const inputPort = async (t: AuditContext, type: string): Promise<LabPort> => {
  const graph = await t.lab.graph();
  return (await t.lab.port(graph, type, 'input')).port;
};

/** Components of a vector or colour, from an object in any letter case or from an array. */
const components = (value: unknown, axes: readonly string[]): readonly unknown[] =>
  Array.isArray(value) ? value : axes.map((axis) => at(value, axis) ?? at(value, axis.toUpperCase()));

const close = (actual: readonly unknown[], expected: readonly number[], tolerance: number): boolean =>
  actual.length === expected.length &&
  expected.every(
    (number, index) => typeof actual[index] === 'number' && Math.abs(actual[index] - number) <= tolerance,
  );

const xyz = ['x', 'y', 'z'];
const rgba = ['r', 'g', 'b', 'a'];

const writes = async (
  t: AuditContext,
  port: LabPort,
  value: unknown,
  axes: readonly string[],
  expected: readonly number[],
) => {
  const reply = await t.lab.write(port.id, value);
  t.must(reply.ok, `${JSON.stringify(value)} is accepted`, inShort(reply));
  const held = await t.lab.read(port.id);
  t.must(close(components(held, axes), expected, 0.002), `${JSON.stringify(value)} is read back`, {
    expected,
    actual: held,
  });
};

/** After a valid write, each of these is refused and leaves the value as it was. */
const refuses = async (
  t: AuditContext,
  port: LabPort,
  valid: unknown,
  invalid: readonly unknown[],
): Promise<void> => {
  const written = await t.lab.write(port.id, valid);
  t.given(written.ok, `${JSON.stringify(valid)} is accepted`, { actual: written.status });
  const calls = Object.fromEntries(
    invalid.map((value) => [JSON.stringify(value), () => t.lab.write(port.id, value)]),
  );
  await refusedWithoutTrace(t, () => t.lab.read(port.id), [400, 'INVALID_VALUE'], calls);
};

const refusalAudit = (
  id: string,
  requirements: readonly [RequirementId, ...RequirementId[]],
  type: string,
  valid: unknown,
  invalid: readonly unknown[],
) =>
  values.audit(id, requirements, async (t) => {
    await refuses(t, await inputPort(t, type), valid, invalid);
  });

/** A dropdown with at least two options, and what they are. */
const dropdown = async (t: AuditContext): Promise<{ port: LabPort; labels: readonly string[] }> => {
  const graph = await t.lab.graph();
  const shown = (port: LabPort) => t.fields.labels(t.fields.read(port.record, 'options'));
  const choosable = await t.lab.tryPort(
    graph,
    (port) => port.type === 'Dropdown' && port.direction === 'input' && shown(port).length > 1,
  );
  const { port } = choosable ?? (await t.lab.port(graph, 'Dropdown', 'input'));
  const own = shown(port);
  const asked =
    own.length > 0 ? own : t.fields.labels((await t.http.get(pathTo`/api/ports/${port.id}/options`)).json);
  const labels = asked.length > 0 ? asked : await labelsFromRefusal(t, port);
  t.given(labels.length > 1, 'a dropdown that shows its options');
  return { port, labels };
};

/** The valid options as the refusal of another text lists them. */
const labelsFromRefusal = async (t: AuditContext, port: LabPort): Promise<readonly string[]> => {
  const refusal = await t.lab.write(port.id, 'no-such-option');
  return t.fields.labels(refusal.at('error.details') ?? refusal.at('error'));
};

/** The index of the option that the port holds. */
const heldIndex = (held: unknown, labels: readonly string[]): number =>
  typeof held === 'number' ? held : labels.indexOf(String(at(held, 'label') ?? at(held, 'name') ?? held));

export const valueAudits = [
  values.audit(
    'vector3-shapes',
    ['VALUE-VECTOR3-001', 'VALUE-VECTOR3-002', 'VALUE-VECTOR3-003'],
    { likelyCause: 'one of the three Vector3 shapes is not coerced' },
    async (t) => {
      const port = await inputPort(t, 'Vector3');
      await t.property(
        'a Vector3 is read back as it was written',
        tuple(eighth, eighth, eighth, constantFrom('object', 'array', 'scalar')),
        async ([x, y, z, shape]) => {
          if (shape === 'object') await writes(t, port, { x, y, z }, xyz, [x, y, z]);
          else if (shape === 'array') await writes(t, port, [x, y, z], xyz, [x, y, z]);
          else await writes(t, port, x, xyz, [x, x, x]);
        },
        { runs: 40 },
      );
    },
  ),
  values.audit('vector3-alike', ['VALUE-VECTOR3-005'], async (t) => {
    const port = await inputPort(t, 'Vector3');
    const held: unknown[] = [];
    for (const value of [{ x: 2, y: 2, z: 2 }, [2, 2, 2], 2]) {
      t.given((await t.lab.write(port.id, 0)).ok, 'the port can be reset');
      t.must((await t.lab.write(port.id, value)).ok, `${JSON.stringify(value)} is accepted`);
      held.push(await t.lab.read(port.id));
    }
    t.must(close(components(held[0], xyz), [2, 2, 2], 0), 'the object is read back', { actual: held[0] });
    t.mustEqual(held[1], held[0], 'the array reads back like the object');
    t.mustEqual(held[2], held[0], 'the scalar reads back like the object');
  }),
  refusalAudit('vector3-refusals', ['VALUE-VECTOR3-004', 'ERR-005'], 'Vector3', { x: 1, y: 2, z: 3 }, [
    'no vector',
    { foo: 1 },
    ['a', 'b', 'c'],
  ]),
  values.audit(
    'color-shapes',
    ['VALUE-COLOR-001', 'VALUE-COLOR-002', 'VALUE-COLOR-003'],
    { likelyCause: 'a colour of three items does not get alpha 1, or channels are mixed up' },
    async (t) => {
      const port = await inputPort(t, 'Color');
      await t.property(
        'a Color is read back as it was written',
        tuple(channel, channel, channel, channel, constantFrom('rgba', 'rgb', 'object')),
        async ([r, g, b, a, shape]) => {
          t.given((await t.lab.write(port.id, [0, 0, 0, 0.2])).ok, 'the port can be reset');
          if (shape === 'rgba') await writes(t, port, [r, g, b, a], rgba, [r, g, b, a]);
          else if (shape === 'rgb') await writes(t, port, [r, g, b], rgba, [r, g, b, 1]);
          else await writes(t, port, { r, g, b, a }, rgba, [r, g, b, a]);
        },
        { runs: 40 },
      );
    },
  ),
  values.audit('color-alike', ['VALUE-COLOR-005'], async (t) => {
    const port = await inputPort(t, 'Color');
    const held: unknown[] = [];
    for (const value of [{ r: 1, g: 0, b: 0, a: 1 }, [1, 0, 0, 1], [1, 0, 0]]) {
      t.given((await t.lab.write(port.id, [0, 0, 0, 0])).ok, 'the port can be reset');
      t.must((await t.lab.write(port.id, value)).ok, `${JSON.stringify(value)} is accepted`);
      held.push(await t.lab.read(port.id));
    }
    t.must(close(components(held[0], rgba), [1, 0, 0, 1], 0), 'the object is read back', {
      actual: held[0],
    });
    t.mustEqual(held[1], held[0], 'four items read back like the object');
    t.mustEqual(held[2], held[0], 'three items read back like the object');
  }),
  refusalAudit(
    'color-refusals',
    ['VALUE-COLOR-004', 'ERR-005'],
    'Color',
    [1, 0.5, 0, 1],
    [{ foo: 1 }, ['r', 'g', 'b']],
  ),
  values.audit('dropdown-label-and-index', ['VALUE-DROPDOWN-001', 'VALUE-DROPDOWN-002'], async (t) => {
    const { port, labels } = await dropdown(t);
    await t.property(
      'an option is read back, by label or by index',
      tuple(integer({ min: 0, max: labels.length - 1 }), constantFrom('label', 'index')),
      async ([index, by]) => {
        t.given((await t.lab.write(port.id, (index + 1) % labels.length)).ok, 'another option can be set');
        const value = by === 'label' ? labels[index] : index;
        const reply = await t.lab.write(port.id, value);
        t.must(reply.ok, `the option ${JSON.stringify(value)} is accepted`, {
          actual: reply.text.slice(0, 200),
        });
        t.mustEqual(
          heldIndex(await t.lab.read(port.id), labels),
          index,
          `the option ${JSON.stringify(value)} is read back`,
        );
      },
    );
  }),
  values.audit('dropdown-refusals', ['VALUE-DROPDOWN-003', 'VALUE-DROPDOWN-004', 'ERR-008'], async (t) => {
    const { port, labels } = await dropdown(t);
    t.given((await t.lab.write(port.id, labels[1])).ok, 'an option can be set');
    const before = await t.lab.read(port.id);
    const reply = await t.lab.write(port.id, 'no-such-option');
    t.mustFail(reply, 400, 'INVALID_VALUE');
    const unlisted = labels.filter(
      (label) => !mentions(reply.json, label) && !String(reply.at('error.message')).includes(label),
    );
    t.mustEqual(unlisted, [], 'the refusal lists the valid options');
    t.mustEqual(await t.lab.read(port.id), before, 'and nothing changed');
  }),
  values.audit('dropdown-index-beyond', ['VALUE-DROPDOWN-005'], async (t) => {
    const { port, labels } = await dropdown(t);
    t.given((await t.lab.write(port.id, 1)).ok, 'an option can be set by index');
    await refusedWithoutTrace(t, () => t.lab.read(port.id), 'no success', {
      'the index beyond the last': () => t.lab.write(port.id, labels.length),
      'a negative index': () => t.lab.write(port.id, -1),
    });
  }),
  refusalAudit('number-refusals', ['VALUE-OTHER-002', 'ERR-005'], 'Float', 1.5, ['no number', { x: 1 }]),
  values.audit('plain', ['VALUE-OTHER-003', 'PORT-WRITE-003', 'PORT-READ-001'], async (t) => {
    const float = await inputPort(t, 'Float');
    await t.property('a number is read back', eighth, async (number) => {
      t.must((await t.lab.write(float.id, number)).ok, `${number} is accepted`);
      t.must(Math.abs(Number(await t.lab.read(float.id)) - number) < 0.001, `${number} is read back`);
    });
    const text = await inputPort(t, 'String');
    await t.property(
      'a text is read back',
      string({ minLength: 1, maxLength: 40 }).filter((word) => word.trim() === word),
      async (word) => {
        t.must((await t.lab.write(text.id, word)).ok, `${JSON.stringify(word)} is accepted`);
        t.mustEqual(await t.lab.read(text.id), word, 'a text is read back');
      },
    );
  }),
];
