import { beforeEach, describe, expect, it } from 'vitest';
import { createOpeningGraphs } from './opening-graphs.ts';
import type { GraphDocument } from './graphs/document.ts';

const graphs = new Map(['a.json', 'b.json'].map((path) => [path, { path } as GraphDocument]));

let link: { connected: boolean };
let done: string[];
let said: string[];
let opening: ReturnType<typeof createOpeningGraphs>;

beforeEach(() => {
  link = { connected: true };
  done = [];
  said = [];
  opening = createOpeningGraphs({
    link,
    graphs: { at: (path) => graphs.get(path) },
    sync: async ({ path }) => void done.push(`sync ${path}`),
    async run({ path }) {
      if (path === 'a.json' && said.length > 0) throw new Error('not today');
      done.push(`run ${path}`);
    },
    log: ({ message }) => void said.push(message),
  });
});

describe('graphs that a project has run when it is opened', () => {
  it('are synchronised and run in their order', async () => {
    await opening.opened(['b.json', 'a.json']);
    expect(done).toEqual(['sync b.json', 'run b.json', 'sync a.json', 'run a.json']);
    expect(said).toEqual([]);
  });

  it('wait for the first runtime, and for no other', async () => {
    link.connected = false;
    await opening.opened(['a.json']);
    expect(done).toEqual([]);
    await opening.connected();
    await opening.connected();
    expect(done).toEqual(['sync a.json', 'run a.json']);
  });

  it('are let go with their project', async () => {
    link.connected = false;
    await opening.opened(['a.json']);
    opening.closed();
    await opening.connected();
    expect(done).toEqual([]);
  });

  it('are told of one by one when they cannot run, and do not keep each other from it', async () => {
    await opening.opened(['gone.json', 'a.json', 'b.json']);
    expect(said).toEqual([
      "'gone.json', which project.json runs at opening, does not run: there is no such graph",
      "'a.json', which project.json runs at opening, does not run: not today",
    ]);
    expect(done).toContain('run b.json');
  });
});
