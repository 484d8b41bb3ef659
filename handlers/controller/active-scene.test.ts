import { beforeEach, expect, it } from 'vitest';
import { createActiveScene } from './active-scene.ts';

const capabilities = {
  ...{ name: 'scripted', instance: 'one', actions: new Set(['scene.switch']) },
  ...{ nodeTypes: new Set<string>(), events: new Set<string>(), discovery: new Set<string>() },
  ...{ callsGraphs: true, acceptsProjects: true, takesPictures: false, extension: undefined },
};

let link: {
  readonly connected: boolean;
  readonly capabilities: typeof capabilities | undefined;
  readonly request: () => Promise<never>;
};
let scene: ReturnType<typeof createActiveScene>;
let commands: unknown[];

beforeEach(() => {
  commands = [];
  const request = async (_: string, params: { readonly parameters: { readonly scene: string } }) =>
    void commands.push(params.parameters.scene);
  link = { connected: false, capabilities: undefined, request: request as never };
  scene = createActiveScene({ link, log() {} });
});

const activate = (name: string): void =>
  scene.trackEvents([{ type: 'scene.activated', tick: 1, time: 0, data: { scene: name } }]);

/** Connects a runtime process, which first reports the scene that it activated while it was disconnected. */
const connect = async (instance: string, buffered?: string): Promise<void> => {
  if (link.connected) {
    Object.assign(link, { connected: false });
    scene.disconnected();
  }
  if (buffered !== undefined) activate(buffered);
  Object.assign(link, { connected: true, capabilities: { ...capabilities, instance } });
  await scene.connected();
};

it('does not switch a running process to its own scene when the service is started again', async () => {
  await connect('one', 'Stage');
  expect(commands).toEqual([]);
});

it('switches a new process to the active scene, although it has reported its initial scene', async () => {
  await connect('one');
  activate('Stage');
  await connect('two', 'Default');
  await connect('three', 'Default');
  expect(commands).toEqual(['Stage', 'Stage']);
});

it('follows a process that has switched while it was disconnected', async () => {
  await connect('one');
  activate('Stage');
  await connect('one', 'Backstage');
  await connect('two');
  expect(commands).toEqual(['Backstage']);
});

it('forgets the scene when the project is closed', async () => {
  await connect('one');
  activate('Stage');
  scene.trackEvents([{ type: 'project.closed', tick: 1, time: 0, data: {} }]);
  await connect('two');
  expect(commands).toEqual([]);
});
