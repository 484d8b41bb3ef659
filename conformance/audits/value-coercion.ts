/** Property-based audits of written values, for ports of every type that the target offers. */
import { isDeepStrictEqual } from 'node:util';
import { anything, type Arbitrary, constantFrom, integer, jsonValue, oneof, record, tuple } from 'fast-check';
import { createCompoundPort, mustAcceptAs } from '../audit-helpers/compound-port.ts';
import { type AuditTools, defineAuditArea } from '../audit.ts';
import { getByPath, isRecord } from '../json.ts';
import { parseVector } from '../model/sample-values.ts';
import type { TargetPort } from '../audit-helpers/node-type-survey.ts';
import type { RequirementId } from '../requirements/index.ts';

const coercion = defineAuditArea('coercion', 'token', 'project');

/** Types whose ports don't hold a written value: a Button is only pressed, and a Trigger has no value. */
const typesWithoutValue = ['Trigger', 'Button'];

/** Creates an input port of this type that shows its complete value and doesn't change its node. */
const createValuePort = async (t: AuditTools, type: string): Promise<TargetPort | undefined> => {
  const graph = await t.fixtures.graph();
  const candidate = await t.fixtures.tryPort(
    graph,
    (port) =>
      port.type === type &&
      port.direction === 'input' &&
      port.record.isSensitive !== true &&
      port.record.affectsNodePorts !== true,
  );
  return candidate?.port;
};

const listValueTypes = async (t: AuditTools): Promise<readonly string[]> =>
  [...(await t.fixtures.palette()).types().input].filter((type) => !typesWithoutValue.includes(type));

/** Generates the values 0 and 1 frequently, because a target may treat these values as missing. */
const withEdgeCases = (numbers: Arbitrary<number>): Arbitrary<number> =>
  oneof({ arbitrary: constantFrom(0, 1), weight: 1 }, { arbitrary: numbers, weight: 2 });

const eighthArbitrary = withEdgeCases(integer({ min: -8000, max: 8000 }).map((n) => n / 8));
const channelArbitrary = withEdgeCases(integer({ min: 0, max: 255 }).map((n) => n / 255));

interface ValueShapeCase {
  readonly requirement: RequirementId;
  readonly type: 'Vector3' | 'Color';
  readonly words: string;
  /** Written values, each with the components that it represents. */
  readonly values: Arbitrary<{ readonly written: unknown; readonly expected: readonly number[] }>;
}

const vectorArbitrary = tuple(eighthArbitrary, eighthArbitrary, eighthArbitrary);
const colorArbitrary = tuple(channelArbitrary, channelArbitrary, channelArbitrary, channelArbitrary);

const valueShapeCases: readonly ValueShapeCase[] = [
  {
    requirement: 'VALUE-VECTOR3-001',
    type: 'Vector3',
    words: 'object',
    values: vectorArbitrary.map(([x, y, z]) => ({ written: { x, y, z }, expected: [x, y, z] })),
  },
  {
    requirement: 'VALUE-VECTOR3-002',
    type: 'Vector3',
    words: 'array',
    values: vectorArbitrary.map((written) => ({ written, expected: written })),
  },
  {
    requirement: 'VALUE-VECTOR3-003',
    type: 'Vector3',
    words: 'number',
    values: eighthArbitrary.map((written) => ({ written, expected: [written, written, written] })),
  },
  {
    requirement: 'VALUE-COLOR-001',
    type: 'Color',
    words: 'array-of-four',
    values: colorArbitrary.map((written) => ({ written, expected: written })),
  },
  {
    requirement: 'VALUE-COLOR-002',
    type: 'Color',
    words: 'array-of-three',
    values: colorArbitrary.map(([r, g, b]) => ({ written: [r, g, b], expected: [r, g, b, 1] })),
  },
  {
    requirement: 'VALUE-COLOR-003',
    type: 'Color',
    words: 'object',
    values: colorArbitrary.map(([r, g, b, a]) => ({ written: { r, g, b, a }, expected: [r, g, b, a] })),
  },
];

/**
 * Defines an audit of one form of a compound value. The audit checks that every component reads back, and that the
 * value reads the same after it has been written again.
 */
const defineShapeAudit = ({ requirement, type, words, values }: ValueShapeCase) =>
  coercion
    .with({ likelyCause: 'a component of 0 is treated as missing, or components are mixed up' })
    .audit(`${type.toLowerCase()}-${words}`, [requirement], async (t) => {
      const port = await createCompoundPort(t, type);
      await t.property(
        `a ${type} written as ${words} reads back`,
        values,
        async ({ written, expected }) => {
          await mustAcceptAs(t, port, written, expected);
        },
        { runs: 40 },
      );
    });

/** A string that is not a valid number, vector, color or option. */
const nonsenseText = 'zz-no-such-value';

const insertNonsense = (values: readonly unknown[], index: number): readonly unknown[] =>
  values.toSpliced(index, 0, nonsenseText);

/** For each type, values that a port can't accept under any interpretation of the description. */
const foreignValues: Readonly<Record<string, Arbitrary<unknown>>> = {
  Vector3: oneof(
    constantFrom<unknown>(nonsenseText, { foo: 1 }),
    tuple(eighthArbitrary, eighthArbitrary, constantFrom(0, 1, 2)).map(([a, b, index]) =>
      insertNonsense([a, b], index),
    ),
    record({ x: eighthArbitrary, y: constantFrom(nonsenseText), z: eighthArbitrary }),
  ),
  Color: oneof(
    constantFrom<unknown>({ foo: 1 }),
    tuple(channelArbitrary, channelArbitrary, constantFrom(0, 1, 2)).map(([a, b, index]) =>
      insertNonsense([a, b], index),
    ),
    record({ r: channelArbitrary, g: channelArbitrary, b: constantFrom(nonsenseText), a: channelArbitrary }),
  ),
  Float: constantFrom<unknown>(nonsenseText, { x: 1 }),
  Integer: constantFrom<unknown>(nonsenseText, { x: 1 }),
  Dropdown: constantFrom<unknown>(nonsenseText),
};

/**
 * For each type, a valid value that differs from the current one. Only then is it visible whether a rejected write has
 * changed the port.
 */
const markerValues: Readonly<Record<string, unknown>> = {
  Vector3: [2, 3, 4],
  Color: [0.2, 0.4, 0.6, 0.8],
  Float: 2.5,
  Integer: 3,
};

/**
 * Lists the examples for a type: those in the type's entry, or else the entry itself. A bare string may describe the
 * form instead, and so may a record that is neither a vector nor a color.
 */
const listExamples = (type: string, entry: unknown): readonly unknown[] => {
  const examples = getByPath(entry, 'examples');
  if (Array.isArray(examples)) return examples;
  if (isRecord(entry) && 'example' in entry) return [entry.example];
  const isLiteralExample =
    typeof entry === 'number' || typeof entry === 'boolean' || parseVector(type, entry);
  return isLiteralExample && typeof entry !== 'string' ? [entry] : [];
};

/**
 * Types whose valid values depend on the port or on the scene, so that their examples may also depend on the port or
 * the scene.
 */
const contextDependentTypes = ['Dropdown', 'ObjectSelector', 'AssetSelector', ...typesWithoutValue];

/**
 * Types whose values may read back in another form: a choice may read back with more detail, and a Generic port may
 * depend on its connections.
 */
const normalizedTypes = [...contextDependentTypes, 'Generic'];

/** Defines an audit that writes values of other types to ports of these types. */
const defineForeignValueAudit = (
  name: string,
  row: 'VALUE-VECTOR3-004' | 'VALUE-COLOR-004' | 'VALUE-OTHER-002',
  includesType: (type: string) => boolean,
) =>
  coercion
    .with({ likelyCause: 'a value is partly written before its last part is found invalid' })
    .audit(name, [row], async (t) => {
      const types = (await listValueTypes(t)).filter((type) => foreignValues[type] && includesType(type));
      const ports = await Promise.all(
        types.map(async (type) => ({ type, port: await createValuePort(t, type) })),
      );
      t.given(
        ports.some(({ port }) => port),
        'inputs of types whose value forms are documented',
      );
      for (const { type, port } of ports) {
        if (!port) continue;
        if (type in markerValues)
          t.given((await t.fixtures.write(port.id, markerValues[type])).ok, `a ${type} can be written`);
        const snapshot = await t.snapshot(() => t.fixtures.read(port.id));
        await t.property(
          `a ${type} port rejects`,
          // biome-ignore lint/style/noNonNullAssertion: the types were chosen by having foreign values
          foreignValues[type]!,
          async (value) => {
            t.mustFail(await t.fixtures.write(port.id, value), 400, 'INVALID_VALUE');
            await t.mustBeUnchanged(snapshot, `the rejected ${JSON.stringify(value)} changes nothing`);
          },
          { runs: 15 },
        );
      }
    });

export const audits = [
  ...valueShapeCases.map(defineShapeAudit),
  defineForeignValueAudit('foreign-vectors', 'VALUE-VECTOR3-004', (type) => type === 'Vector3'),
  defineForeignValueAudit('foreign-colors', 'VALUE-COLOR-004', (type) => type === 'Color'),
  defineForeignValueAudit(
    'foreign-values',
    'VALUE-OTHER-002',
    (type) => type !== 'Vector3' && type !== 'Color',
  ),
  coercion.audit('own-examples', ['VALUE-OTHER-004'], async (t) => {
    const formats = (await t.http.get('/api/types')).at('PortValueFormats');
    let tried = 0;
    for (const type of await listValueTypes(t)) {
      if (contextDependentTypes.includes(type)) continue;
      const examples = listExamples(type, getByPath(formats, type));
      const port = examples.length > 0 ? await createValuePort(t, type) : undefined;
      if (!port) continue;
      for (const example of examples) {
        const reply = await t.fixtures.write(port.id, example);
        t.mustSucceed(reply, `a ${type} port accepts the example ${JSON.stringify(example)}`);
        tried += 1;
      }
    }
    t.given(
      tried > 0,
      'examples in PortValueFormats (examples or example of a type) and ports of their types',
    );
  }),
  coercion
    .with({
      timeout: 120_000,
      likelyCause: 'a value is stored as received instead of in the canonical form of its type',
    })
    .audit('any-value', ['VALUE-OTHER-005', 'VALUE-OTHER-002'], async (t) => {
      const values = oneof(
        jsonValue({ maxDepth: 2, noUnicodeString: true }),
        anything({ maxDepth: 0, maxKeys: 0 }).filter((value) => ['boolean', 'string'].includes(typeof value)),
        eighthArbitrary,
        vectorArbitrary,
        colorArbitrary,
        vectorArbitrary.map(([x, y, z]) => ({ x, y, z })),
      );
      let ports = 0;
      const [restored, refused] = [t.for('VALUE-OTHER-005'), t.for('VALUE-OTHER-002')];
      for (const type of await listValueTypes(t)) {
        const port = await createValuePort(t, type);
        if (!port) continue;
        ports += 1;
        await t.property(
          `any value written to a ${type} port`,
          values,
          async (value) => {
            const before = await t.fixtures.read(port.id);
            const reply = await t.fixtures.write(port.id, value);
            const stored = await t.fixtures.read(port.id);
            if (!reply.ok) {
              // `null` may count as an absent value, and a choice that doesn't exist may be rejected in another way.
              if (value === null || contextDependentTypes.includes(type))
                refused.mustNotSucceed(reply, 'a value is accepted or rejected');
              else refused.mustFail(reply, 400, 'INVALID_VALUE');
              refused.mustEqual(stored, before, 'a rejected value changes nothing', { changedBy: reply });
            } else if (!normalizedTypes.includes(type)) {
              const rewritten = await t.fixtures.write(port.id, stored);
              restored.mustSucceed(rewritten, `${JSON.stringify(stored)}, as read, can be written`);
              restored.must(
                isDeepStrictEqual(await t.fixtures.read(port.id), stored),
                `${JSON.stringify(stored)}, as read, reads back the same after a write`,
              );
            }
          },
          { runs: 20 },
        );
      }
      t.given(ports > 0, 'inputs that hold values');
    }),
];
