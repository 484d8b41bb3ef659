/**
 * Ports of compound types. Values are compared component by component, because the description does not specify the
 * form of a value that is read.
 */
import { areClose, parseVector } from '../model/sample-values.ts';
import type { AuditContext, AuditTools } from '../audit.ts';
import type { TargetPort } from './node-type-survey.ts';

type CompoundType = 'Vector3' | 'Color';

/** For each type, the same value in every documented form. */
const valueShapes: Readonly<Record<CompoundType, readonly unknown[]>> = {
  Vector3: [[1, 2, 3], { x: 1, y: 2, z: 3 }, 1],
  Color: [[1, 0.5, 0, 1], { r: 1, g: 0.5, b: 0, a: 1 }, [1, 0.5, 0]],
};

export interface CompoundPort extends TargetPort {
  readonly type: CompoundType;
}

const givenReadable = async (t: AuditTools, port: CompoundPort): Promise<void> => {
  let value: unknown;
  for (const spelling of valueShapes[port.type]) {
    if (!(await t.fixtures.write(port.id, spelling)).ok) continue;
    value = await t.fixtures.read(port.id);
    if (parseVector(port.type, value)) return;
  }
  t.given(false, `a ${port.type} that is read as its components (choices.paths "port.value")`, {
    actual: value,
  });
};

/** Creates an input port of a compound type. The kit can read the port's values. */
export const createCompoundPort = async (t: AuditTools, type: CompoundType): Promise<CompoundPort> => {
  const { port } = await t.fixtures.port(await t.fixtures.graph(), type, 'input');
  const compound = { ...port, type };
  await givenReadable(t, compound);
  return compound;
};

/** Requires that a value is accepted, and that reading it back returns the expected components. */
export const mustAcceptAs = async (
  t: AuditContext,
  { id, type }: CompoundPort,
  written: unknown,
  expected: readonly number[],
): Promise<void> => {
  const words = JSON.stringify(written);
  const reply = await t.fixtures.write(id, written);
  t.must(reply.ok, `${words} is accepted`, { actual: `${reply.status} ${reply.text.slice(0, 200)}` });
  const value = await t.fixtures.read(id);
  t.must(areClose(parseVector(type, value), expected), `${words} is read back`, { expected, actual: value });
};
