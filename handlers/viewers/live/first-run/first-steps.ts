import { signal, type ReadonlySignal } from '@preact/signals';
import { isCameraOrLight } from '../scene-view/scene-objects.ts';
import { selectNewObject } from '../scene-view/select-new-object.ts';
import { createBounceGraph, findStartOfNewGraph, type GraphBuild, type starters } from './starter-graphs.ts';
import type { LayoutStore } from '../app/layout/layout-store.ts';
import type { Notices } from '../app/notice-store.ts';
import type { GraphList } from '../graphs/graph-list-store.ts';
import type { SceneStore } from '../scene-view/scene-store.ts';
import type { Session } from '../session/session.ts';

type Starter = (typeof starters)[number];

/** What an empty scene, an empty graph and the tour offer to do. */
export interface FirstSteps {
  /** Whether one of the steps is being taken. */
  readonly isBusy: ReadonlySignal<boolean>;
  /** Adds a cube to the scene, and selects it. */
  addCube(): Promise<void>;
  /** Adds the demo project's scene and graph to the project, and runs them. */
  openOrrery(): Promise<void>;
  /** Opens a new graph, or the open one if nobody has edited it, with what a starter adds. */
  buildStarter(starter: Starter): Promise<void>;
  /** Builds a graph that moves an object of the scene up and down. */
  buildBounce(): Promise<void>;
}

interface FirstStepsOptions {
  readonly session: Pick<Session, 'client'>;
  readonly notices: Pick<Notices, 'runAndReport'>;
  readonly graphs: Pick<GraphList, 'openId' | 'open' | 'refresh' | 'histories'>;
  readonly scene: Pick<SceneStore, 'objects' | 'selection'>;
  readonly layout: Pick<LayoutStore, 'showGraph'>;
}

export const createFirstSteps = (options: FirstStepsOptions): FirstSteps => {
  const { session, notices, graphs, scene, layout } = options;
  const { client } = session;
  const isBusy = signal(false);
  const takeStep = async (work: () => Promise<void>): Promise<void> => {
    if (isBusy.peek()) return;
    isBusy.value = true;
    await notices.runAndReport(work);
    isBusy.value = false;
  };
  const showGraph = async (graphId: string): Promise<void> => {
    await graphs.refresh();
    graphs.openId.value = graphId;
    layout.showGraph();
  };
  const build = async (graphId: string, body: GraphBuild): Promise<void> => {
    await graphs.histories.track(graphId, () =>
      client.request('POST /api/graphs/{graphId}/build', { params: { graphId }, body }),
    );
    await showGraph(graphId);
  };
  /** Returns a graph that nobody has edited, which is the open one if possible, with its Start node. */
  const getNewGraph = async () => {
    const open = graphs.open.detail.peek();
    const openStart = findStartOfNewGraph(open);
    if (open && openStart) return { graphId: open.id, start: openStart };
    const created = await client.request('POST /api/graphs', { body: {} });
    const start = findStartOfNewGraph(created);
    if (!start) throw new Error('The new graph has no Start node.');
    return { graphId: created.id, start };
  };

  return {
    isBusy,
    addCube: () =>
      takeStep(async () => {
        const { result } = await client.act('scene.spawn', {
          ...{ type: 'Primitives/Cube', position: { x: 0, y: 0.5, z: 2 } },
        });
        await selectNewObject(scene, result.object);
      }),
    openOrrery: () =>
      takeStep(async () => {
        const { buildOrrery } = await import('./open-orrery.ts');
        await showGraph(await buildOrrery(client));
      }),
    buildStarter: ({ add }) =>
      takeStep(async () => {
        const { graphId, start } = await getNewGraph();
        const body = add(start.id, start.locationY);
        await build(graphId, body);
      }),
    buildBounce: () =>
      takeStep(async () => {
        const object = scene.objects.list.peek().findLast(({ type }) => !isCameraOrLight(type));
        if (!object) throw new Error('There is no object to move. Add one first.');
        const { position } = (await client.act('transform.get', { object: object.tag, space: 'local' }))
          .result;
        const { graphId, start } = await getNewGraph();
        await build(graphId, createBounceGraph(object.tag, position, start.id, start.locationY));
      }),
  };
};
