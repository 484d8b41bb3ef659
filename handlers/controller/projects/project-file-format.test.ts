import { mkdir, mkdtemp, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { moveNode } from '../graphs/graph-edits.ts';
import { ProjectError } from './project.ts';
import { openTestProject } from './testing-project.ts';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scene-runtime-head-'));
  file = join(folder, 'project.json');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const variable = { id: 'a', name: 'score', type: 'Integer', value: 7 };
const serializeHead = (...variables: unknown[]): string => JSON.stringify({ format: 1, variables });

const getRejectionMessage = async (): Promise<string> => {
  const failure = await openTestProject(folder).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(ProjectError);
  return (failure as Error).message;
};

describe('rejects a project.json with a one-line error', () => {
  it.each([
    ['that is not an object', '[]', 'the file'],
    ['nested 100,000 levels deep', `{"format":1,"x":${'['.repeat(1e5)}${']'.repeat(1e5)}}`, 'levels deep'],
    ['with a variable without a name', serializeHead({ ...variable, name: '' }), 'variables.0.name'],
    [
      'with a variable that holds a trigger',
      serializeHead({ ...variable, type: 'Trigger' }),
      'variables.0.type',
    ],
    [
      'with a value of another type',
      serializeHead({ ...variable, value: 'many' }),
      "variables.0.value: 'score'",
    ],
    ['with a null value', serializeHead({ ...variable, value: null }), "variables.0.value: 'score'"],
    [
      'with a number that overflows',
      serializeHead({ ...variable, type: 'Generic', value: ['#'] }).replace('"#"', '1e400'),
      'variables.0.value: expected numbers',
    ],
    [
      'with an id twice',
      serializeHead(variable, { ...variable, name: 'other' }),
      "variables.1.id: another variable has the id 'a'",
    ],
    [
      'with a name twice in one scope',
      serializeHead({ ...variable, graphId: 'g' }, { ...variable, id: 'b', graphId: 'g' }),
      "variables.1.name: another variable of this scope is called 'score'",
    ],
  ])('%s', async (_, text, reason) => {
    await writeFile(file, text);
    const message = await getRejectionMessage();
    expect(message).toMatch(/^[^\n]*project\.json[^\n]*$/);
    expect(message).toContain(reason);
  });

  it('that is not UTF-8', async () => {
    await writeFile(file, Buffer.from([0x7b, 0xff, 0x7d]));
    expect(await getRejectionMessage()).toContain('it is not text in UTF-8');
  });

  it('of a gigabyte', async () => {
    await writeFile(file, '');
    await truncate(file, 2 ** 30);
    expect(await getRejectionMessage()).toContain('it has 1073741824 bytes');
  });

  it('that is a folder, or a link to itself', async () => {
    await mkdir(file);
    expect(await getRejectionMessage()).toContain('it is not a file');
    await rm(file, { recursive: true });
    await symlink('project.json', file);
    expect(await getRejectionMessage()).toContain("'project.json' is a link");
  });

  it('of a folder that is a link to itself', async () => {
    folder = join(folder, 'loop');
    await symlink('loop', folder);
    expect(await getRejectionMessage()).toContain('ELOOP');
  });
});

it('a project opens when graphs/ is a file, and saving reports what cannot be saved there', async () => {
  await writeFile(file, '{"format":1}');
  await writeFile(join(folder, 'graphs'), '');
  const { controller } = await openTestProject(folder);
  await expect(controller.createGraph({ name: 'Blink', replace: false })).rejects.toMatchObject({
    code: 'INVALID_REQUEST',
  });
  await controller.createGraph({ path: 'Blink', replace: false });
  await controller.saveChanges();
  expect(await readFile(join(folder, 'Blink.json'), 'utf8')).toContain('"Start"');
});

it('variable values may have any form that a write accepts, and default to that of the type', async () => {
  const vector = { id: 'b', name: 'place', type: 'Vector3', value: [1, 2, 3] };
  await writeFile(
    file,
    `\ufeff${serializeHead({ ...variable, value: '7' }, vector, { ...variable, id: 'c', name: 'none', value: undefined })}`,
  );
  const { controller } = await openTestProject(folder);
  expect([...controller.variables.values()].map(({ value }) => value)).toEqual([7, { x: 1, y: 2, z: 3 }, 0]);
});

it('unknown keys are written back unchanged', async () => {
  const saved = { ...variable, unit: 'points' };
  await writeFile(file, JSON.stringify({ format: 1, variables: [saved], theme: { dark: true } }));
  const { controller } = await openTestProject(folder);
  controller.variableEditor.write(controller.variables.get('a')!, 8);
  const graph = await controller.createGraph({ name: 'Blink', replace: false });
  await controller.saveChanges();
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({
    format: 1,
    variables: [{ ...saved, value: 8 }],
    theme: { dark: true },
  });

  const graphFile = join(folder, graph.path);
  const content = JSON.parse(await readFile(graphFile, 'utf8'));
  content.nodes[0].comment = 'first';
  const edited = { ...content, author: ['Ada'] };
  await writeFile(graphFile, JSON.stringify(edited));
  const reopened = (await openTestProject(folder)).controller;
  const opened = reopened.store.graphs.get(graph.id)!;
  moveNode([...opened.nodes.values()][1]!, 5, 6);
  const copy = await reopened.duplicateGraph(opened, {});
  reopened.commitEdits();
  const afterKill = (await openTestProject(folder)).controller;
  await afterKill.saveChanges();
  expect(JSON.parse(await readFile(graphFile, 'utf8'))).toEqual({
    ...edited,
    nodes: [edited.nodes[0], { ...edited.nodes[1], x: 5, y: 6 }],
  });
  expect(JSON.parse(await readFile(join(folder, copy.path), 'utf8'))).toMatchObject({
    author: ['Ada'],
    nodes: [{ comment: 'first' }, {}],
  });
});
