/** Checks that RUNTIME-LINK.md matches the contract. */
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { renderRuntimeLink } from '../contract/render-runtime-link.ts';
import { type EventType, events } from '../events.ts';
import { linkCommands } from './commands.ts';
import { LinkError, CommandStamp } from './command-spec.ts';
import { linkCloseCodes, linkErrors } from './errors.ts';
import { linkLimits } from './link-settings.ts';
import { Hello, controllerNotifications, runtimeNotifications, Welcome } from './messages.ts';
import { RuntimeExtension } from './runtime-extension.ts';
import { Euler, Matrix4, Quaternion, Vector3 } from 'three';
import * as z from 'zod';
import type { LinkCommandSpec } from './command-spec.ts';

const protocolDocument = readFileSync(new URL('../RUNTIME-LINK.md', import.meta.url), 'utf8');

/** Returns the rows of all tables that have the given columns. Each row is a list of cells. */
const readTable = (...columns: readonly string[]): readonly (readonly string[])[] => {
  const cells = (line: string): string[] =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
  const rows: string[][] = [];
  let isInside = false;
  for (const line of protocolDocument.split('\n')) {
    if (!line.startsWith('|')) isInside = false;
    else if (isInside) rows.push(cells(line));
    else isInside = `${cells(line)}` === `${columns}`;
  }
  return rows.filter(([first = '']) => !first.startsWith('---'));
};

const readCommandTables = (): readonly (readonly string[])[] => [
  ...readTable('command', 'params', 'effect'),
  ...readTable('command', 'params', 'effect', 'needs'),
];

const parseNames = (cell = ''): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const parseWords = (cell = ''): string[] => cell.match(/[A-Z_]{2,}/g) ?? [];

const commands: Readonly<Record<string, LinkCommandSpec>> = linkCommands;
const notices: Readonly<Record<string, { readonly params: z.ZodType }>> = {
  ...runtimeNotifications,
  ...controllerNotifications,
};

describe('the tables', () => {
  test('list every command and the capability that it needs', () => {
    const rows = readCommandTables().map(([command, , , needs]) => [
      parseNames(command)[0],
      parseNames(needs),
    ]);
    const expected = Object.entries(commands).map(([command, { needs }]) => [command, needs ? [needs] : []]);
    expect(rows.sort()).toEqual(expected.sort());
  });

  test('list the error codes of every command', () => {
    const found: Record<string, string[]> = {};
    for (const [command, codes] of readTable('command', 'rejected with')) {
      const [name = ''] = parseNames(command);
      found[name] = [...(found[name] ?? []), ...parseWords(codes)];
    }
    const expected = Object.entries(commands).flatMap(([command, { errors }]) =>
      errors ? [[command, [...errors]] as const] : [],
    );
    expect(found).toEqual(Object.fromEntries(expected));
  });

  test('list the params of every command', () => {
    for (const [command, params] of readCommandTables()) {
      const [name = ''] = parseNames(command);
      const spec = commands[name]?.params;
      const shapes = spec instanceof z.ZodUnion ? spec.options : [spec];
      const keys = shapes.flatMap((shape) => Object.keys((shape as z.ZodObject).shape));
      expect([name, parseNames(params)]).toEqual([name, [...new Set(keys)]]);
    }
  });

  test('list every notification and its sender', () => {
    const documented = readTable('notification', 'from', 'meaning').map(([name, from]) => [
      parseNames(name)[0],
      from,
    ]);
    expect(documented).toEqual([
      ...Object.keys(runtimeNotifications).map((name) => [name, 'runtime']),
      ...Object.keys(controllerNotifications).map((name) => [name, 'service']),
    ]);
  });

  test('list every capability and the commands that require it', () => {
    const rows = readTable('capability', 'lists', 'commands that require it');
    const capabilities = Hello.shape.can.shape;
    expect(rows.map(([capability]) => parseNames(capability)[0])).toEqual(Object.keys(capabilities));
    const dependent = rows.map(([capability, , dependents]) => [
      parseNames(capability)[0],
      parseNames(dependents),
    ]);
    const expected = Object.keys(capabilities).map((capability) => [
      capability,
      Object.keys(commands).filter((command) => commands[command]?.needs === capability),
    ]);
    expect(dependent).toEqual(expected);
  });

  test('list every field of hello, error, close code and limit', () => {
    expect(readTable('field', 'meaning').flatMap(([field]) => parseNames(field))).toEqual(
      Object.keys(Hello.shape),
    );
    expect(readTable('item', 'meaning').flatMap(([item]) => parseNames(item))).toEqual(
      Object.keys(RuntimeExtension.shape),
    );
    const errors = readTable('code', 'name', 'meaning').map(([code, name]) => [
      parseNames(name)[0],
      Number(code),
    ]);
    expect(Object.fromEntries(errors)).toEqual(
      Object.fromEntries(Object.entries(linkErrors).map(([name, { code }]) => [name, code])),
    );
    const closes = readTable('code', 'name', 'when').map(([code, name]) => [
      parseNames(name)[0],
      Number(code),
    ]);
    expect(Object.fromEntries(closes)).toEqual(linkCloseCodes);
    const limits = readTable('limit', 'value', 'meaning').map(([limit, value]) => [
      parseNames(limit)[0],
      Number(value?.replaceAll(',', '')),
    ]);
    expect(Object.fromEntries(limits)).toEqual(linkLimits);
  });
});

interface Message {
  readonly jsonrpc: '2.0';
  readonly id?: string | number;
  readonly method?: string;
  readonly params?: object;
  readonly result?: object;
  readonly error?: { readonly code: number; readonly data?: object };
}

const examples = [...protocolDocument.matchAll(/```json\n(.*)\n```/g)].map(
  ([, text = '']) => JSON.parse(text) as Message,
);

/** Checks that an example contains nothing that the contract doesn't declare. */
const parseExactly = (schema: z.ZodType, value: unknown): void => expect(schema.parse(value)).toEqual(value);

describe('the examples', () => {
  const requestMethods = new Map<string | number, string>();
  it.each(examples.map((example) => [JSON.stringify(example).slice(17, 90), example] as const))(
    '%s',
    (_, message) => {
      const { jsonrpc, id, method, params, result, error } = message;
      expect(jsonrpc).toBe('2.0');
      if (method === 'hello') {
        expect(Hello.parse(params)).toMatchObject(params as object);
      } else if (method !== undefined && id !== undefined) {
        parseExactly(commands[method]?.params ?? z.never(), params);
      } else if (method !== undefined) {
        parseExactly(notices[method]?.params ?? z.never(), params);
      }
      if (method !== undefined && id !== undefined) requestMethods.set(id, method);
      const command = requestMethods.get(id ?? '') ?? '';
      if (result && command === 'hello') parseExactly(Welcome, result);
      else if (result)
        parseExactly(z.object({ ...CommandStamp.shape, ...commands[command]?.result }), result);
      if (error) expect(Object.values(linkErrors).map(({ code }) => code)).toContain(error.code);
      if (error?.data) parseExactly(LinkError, error.data);
      const documented = runtimeNotifications.events.params.safeParse(params);
      if (method === 'events')
        for (const { type, data } of documented.data?.events ?? [])
          parseExactly(events[type as EventType].data, data);
    },
  );

  it('show every message that is not a command', () => {
    const shownMethods = examples.map(({ method }) => method);
    expect(shownMethods).toEqual(expect.arrayContaining(['hello', ...Object.keys(notices)]));
  });
});

test('the table of transforms shows what the axes mean', () => {
  const spaces: readonly ((point: readonly number[]) => number[])[] = [
    (point) => [...point],
    ([x = 0, y = 0, z = 0]) => [x, -z, y],
    ([x = 0, y = 0, z = 0]) => [x, y, -z],
  ];
  const rows = readTable(
    'transform',
    'service',
    'Z up, right-handed, such as Blender',
    'Y up, left-handed, such as Unity',
  );
  expect(rows).toHaveLength(3);
  for (const [transform = '', ...cells] of rows) {
    const readPart = (name: string, otherwise: readonly number[]): readonly number[] => {
      const [, numbers] = new RegExp(`${name} \\(([^)]*)\\)`).exec(transform) ?? [];
      return numbers?.split(',').map(Number) ?? otherwise;
    };
    const position = new Vector3(...readPart('position', [0, 0, 0]));
    const [x = 0, y = 0, z = 0] = readPart('rotation', [0, 0, 0]).map((angle) => (angle * Math.PI) / 180);
    const rotation = new Quaternion().setFromEuler(new Euler(x, y, z, 'XYZ'));
    const matrix = new Matrix4().compose(position, rotation, new Vector3(...readPart('scale', [1, 1, 1])));
    const [service] = cells.map((cell) => JSON.parse(cell.replaceAll('`', '')) as number[]);
    for (const [index, element] of matrix.elements.entries()) expect(service?.[index]).toBeCloseTo(element);
    // In each space, the matrix moves the converted point to where the point moves in the space of the service.
    for (const [index, convert] of spaces.entries()) {
      const shown = new Matrix4().fromArray(JSON.parse(cells[index]?.replaceAll('`', '') ?? '') as number[]);
      const point = [0.5, -2, 3];
      const moved = new Vector3(...point).applyMatrix4(matrix).toArray();
      const shownMoved = new Vector3(...convert(point)).applyMatrix4(shown).toArray();
      for (const [axis, number] of convert(moved).entries()) expect(shownMoved[axis]).toBeCloseTo(number);
    }
  }
});

test('what the text calls a definition of the schema is one', () => {
  const { $defs } = renderRuntimeLink('1.2.3') as { $defs: object };
  expect(Object.keys($defs)).toEqual(
    expect.arrayContaining(['hello.params', 'graph.load.params', 'graph.load.result', 'LinkFailure']),
  );
});

test('links lead to headings, and to files', () => {
  const anchors = [...protocolDocument.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
  for (const [, link = ''] of protocolDocument.matchAll(/\]\(#([^)]+)\)/g)) expect(anchors).toContain(link);
  const files = [...protocolDocument.matchAll(/\]\(([^#)]+)(?:#[^)]*)?\)/g)].map(([, file = '']) => file);
  expect(files.length).toBeGreaterThan(10);
  for (const file of files)
    expect([file, existsSync(new URL(`../${file}`, import.meta.url))]).toEqual([file, true]);
});
