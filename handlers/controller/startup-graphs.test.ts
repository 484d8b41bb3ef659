import { beforeEach, describe, expect, it } from 'vitest';
import { createStartupGraphs } from './startup-graphs.ts';
import type { GraphDocument } from './graphs/graph-document.ts';

const graphs = new Map(['a.json', 'b.json'].map((path) => [path, { path } as GraphDocument]));

let link: { connected: boolean };
let completedCalls: string[];
let loggedMessages: string[];
let startupGraphs: ReturnType<typeof createStartupGraphs>;

beforeEach(() => {
  link = { connected: true };
  completedCalls = [];
  loggedMessages = [];
  startupGraphs = createStartupGraphs({
    link,
    graphs: { findByPath: (path) => graphs.get(path) },
    sync: async ({ path }) => void completedCalls.push(`sync ${path}`),
    async run({ path }) {
      if (path === 'a.json' && loggedMessages.length > 0) throw new Error('not today');
      completedCalls.push(`run ${path}`);
    },
    log: ({ message }) => void loggedMessages.push(message),
  });
});

describe('graphs that a project has run when it is opened', () => {
  it('are synchronized and run in their order', async () => {
    await startupGraphs.opened(['b.json', 'a.json']);
    expect(completedCalls).toEqual(['sync b.json', 'run b.json', 'sync a.json', 'run a.json']);
    expect(loggedMessages).toEqual([]);
  });

  it('wait for the first runtime, and for no other', async () => {
    link.connected = false;
    await startupGraphs.opened(['a.json']);
    expect(completedCalls).toEqual([]);
    await startupGraphs.connected();
    await startupGraphs.connected();
    expect(completedCalls).toEqual(['sync a.json', 'run a.json']);
  });

  it('are forgotten when their project is closed', async () => {
    link.connected = false;
    await startupGraphs.opened(['a.json']);
    startupGraphs.closed();
    await startupGraphs.connected();
    expect(completedCalls).toEqual([]);
  });

  it('are each reported when they cannot run, and do not keep the others from running', async () => {
    await startupGraphs.opened(['gone.json', 'a.json', 'b.json']);
    expect(loggedMessages).toEqual([
      "'gone.json', which project.json runs at opening, does not run: there is no such graph",
      "'a.json', which project.json runs at opening, does not run: not today",
    ]);
    expect(completedCalls).toContain('run b.json');
  });
});
