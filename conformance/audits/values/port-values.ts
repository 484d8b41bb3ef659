import { integer, string, tuple } from 'fast-check';
import { defineAuditArea } from '../../define-audit-area.ts';
import { createCompoundPort, mustAcceptAs } from '../../audit-helpers/compound-port.ts';
import { mustRejectWithoutEffect } from '../../audit-helpers/must-reject.ts';
import { parseVector } from '../../model/vector-components.ts';
import type { AuditContext, AuditTools } from '../../audit.ts';
import type { CompoundPort } from '../../audit-helpers/compound-port.ts';
import type { TargetPort } from '../../audit-helpers/node-type-survey.ts';
import type { RequirementId } from '../../requirements/index.ts';

const values = defineAuditArea('values', 'token', 'project');

/** Multiples of 1/8, which single and double precision represent exactly. */
const eighthValues = integer({ min: -8000, max: 8000 }).map((n) => n / 8);
/** Color levels that a target with 8 bits per channel stores without loss. */
const channelValues = integer({ min: 0, max: 255 }).map((n) => n / 255);

export const createInputPort = async (t: AuditTools, type: string): Promise<TargetPort> => {
  const graph = await t.fixtures.graph();
  return (await t.fixtures.plainInput(graph, type)).port;
};

/** Asserts that different spellings of the same value are read back as equal values. */
const mustReadAlike = async (
  t: AuditContext,
  { id, type }: CompoundPort,
  otherValue: unknown,
  spellings: readonly unknown[],
): Promise<void> => {
  const readBack: (readonly number[] | undefined)[] = [];
  for (const value of spellings) {
    t.given((await t.fixtures.write(id, otherValue)).ok, 'the port can be reset');
    t.must((await t.fixtures.write(id, value)).ok, `${JSON.stringify(value)} is accepted`);
    readBack.push(parseVector(type, await t.fixtures.read(id)));
  }
  t.must(readBack[0] !== undefined, `${JSON.stringify(spellings[0])} reads back`);
  for (const [index, components] of readBack.entries()) {
    t.mustEqual(components, readBack[0], `${JSON.stringify(spellings[index])} reads back like the first`);
  }
};

/** Writes a valid value, and then asserts that each invalid value is rejected and leaves the port unchanged. */
const mustRejectValues = async (
  t: AuditContext,
  port: TargetPort,
  valid: unknown,
  invalid: readonly unknown[],
): Promise<void> => {
  const written = await t.fixtures.write(port.id, valid);
  t.given(written.ok, `${JSON.stringify(valid)} is accepted`, { actual: written.status });
  const calls = Object.fromEntries(
    invalid.map((value) => [JSON.stringify(value), () => t.fixtures.write(port.id, value)]),
  );
  await mustRejectWithoutEffect(t, () => t.fixtures.read(port.id), [400, 'INVALID_VALUE'], calls);
};

const defineRejectionAudit = (
  id: string,
  requirements: readonly [RequirementId, ...RequirementId[]],
  type: string,
  valid: unknown,
  invalid: readonly unknown[],
) =>
  values.audit(id, requirements, async (t) => {
    await mustRejectValues(t.for(...requirements), await createInputPort(t, type), valid, invalid);
  });

export const portValueAudits = [
  values.audit(
    'vector3-shapes',
    ['VALUE-VECTOR3-001', 'VALUE-VECTOR3-002', 'VALUE-VECTOR3-003'],
    { likelyCause: 'one of the three Vector3 shapes is not coerced' },
    async (t) => {
      const port = await createCompoundPort(t, 'Vector3');
      await t.property(
        'a Vector3 reads back as written',
        tuple(eighthValues, eighthValues, eighthValues),
        async ([x, y, z]) => {
          await mustAcceptAs(t.for('VALUE-VECTOR3-001'), port, { x, y, z }, [x, y, z]);
          await mustAcceptAs(t.for('VALUE-VECTOR3-002'), port, [z, x, y], [z, x, y]);
          await mustAcceptAs(t.for('VALUE-VECTOR3-003'), port, x, [x, x, x]);
        },
        { runs: 15 },
      );
    },
  ),
  values.audit('vector3-alike', ['VALUE-VECTOR3-005'], async (t) => {
    await mustReadAlike(t, await createCompoundPort(t, 'Vector3'), 0, [{ x: 2, y: 2, z: 2 }, [2, 2, 2], 2]);
  }),
  defineRejectionAudit(
    'vector3-refusals',
    ['VALUE-VECTOR3-004', 'ERR-005'],
    'Vector3',
    { x: 1, y: 2, z: 3 },
    ['no vector', { foo: 1 }, ['a', 'b', 'c']],
  ),
  values.audit(
    'color-shapes',
    ['VALUE-COLOR-001', 'VALUE-COLOR-002', 'VALUE-COLOR-003'],
    { likelyCause: 'a color of three items does not get alpha 1, or channels are mixed up' },
    async (t) => {
      const port = await createCompoundPort(t, 'Color');
      const reset = async () =>
        t.given((await t.fixtures.write(port.id, [0, 0, 0, 0.2])).ok, 'the port can be reset');
      await t.property(
        'a Color reads back as written',
        tuple(channelValues, channelValues, channelValues, channelValues),
        async ([r, g, b, a]) => {
          await mustAcceptAs(t.for('VALUE-COLOR-001'), port, [r, g, b, a], [r, g, b, a]);
          await reset();
          await mustAcceptAs(t.for('VALUE-COLOR-002'), port, [g, b, r], [g, b, r, 1]);
          await reset();
          await mustAcceptAs(t.for('VALUE-COLOR-003'), port, { r, g, b, a }, [r, g, b, a]);
        },
        { runs: 15 },
      );
    },
  ),
  values.audit('color-alike', ['VALUE-COLOR-005'], async (t) => {
    const equalColors = [{ r: 1, g: 0, b: 0, a: 1 }, [1, 0, 0, 1], [1, 0, 0]];
    await mustReadAlike(t, await createCompoundPort(t, 'Color'), [0, 0, 0, 0], equalColors);
  }),
  defineRejectionAudit(
    'color-refusals',
    ['VALUE-COLOR-004', 'ERR-005'],
    'Color',
    [1, 0.5, 0, 1],
    [{ foo: 1 }, ['r', 'g', 'b']],
  ),
  defineRejectionAudit('number-refusals', ['VALUE-OTHER-002', 'ERR-005'], 'Float', 1.5, [
    'no number',
    { x: 1 },
  ]),
  values.audit('plain', ['VALUE-OTHER-003', 'PORT-WRITE-003', 'PORT-READ-001'], async (t) => {
    const [float, text] = [await createInputPort(t, 'Float'), await createInputPort(t, 'String')];
    const assertions = t.for('VALUE-OTHER-003');
    const readBack = t.for('VALUE-OTHER-003', 'PORT-WRITE-003', 'PORT-READ-001');
    await t.property('a number reads back', eighthValues, async (number) => {
      assertions.must((await t.fixtures.write(float.id, number)).ok, `${number} is accepted`);
      const stored = await t.fixtures.read(float.id);
      readBack.must(Math.abs(Number(stored) - number) < 0.001, `${number} reads back`, { actual: stored });
    });
    await t.property(
      'a text reads back',
      string({ minLength: 1, maxLength: 40 }).filter((word) => word.trim() === word),
      async (word) => {
        assertions.must((await t.fixtures.write(text.id, word)).ok, `${JSON.stringify(word)} is accepted`);
        readBack.mustEqual(await t.fixtures.read(text.id), word, 'a text reads back');
      },
    );
  }),
];
