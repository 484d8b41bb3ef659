/** Creates the tour's graph: a bouncing cube that is removed when the graph stops. */
export const createTourCubeGraph = (tag: string) => ({
  nodes: [
    { tempId: 'start', category: 'Start', locationX: 0, locationY: 80, ports: {} },
    {
      ...{ tempId: 'appear', category: 'RunAction', locationX: 220, locationY: 0 },
      ports: { Action: 'scene.spawn', type: 'Primitives/Cube', tag, position: { x: -2, y: 0.5, z: 2 } },
    },
    {
      ...{ tempId: 'bounce', category: 'RunAction', locationX: 520, locationY: 0 },
      ports: {
        ...{ Action: 'tween.position', object: tag, position: { x: -2, y: 3, z: 2 } },
        ...{ time: 0.6, ease: 'easeOutQuad', loops: -1, yoyo: true },
      },
    },
    { tempId: 'stop', category: 'OnStop', locationX: 220, locationY: 420, ports: {} },
    {
      ...{ tempId: 'leave', category: 'RunAction', locationX: 520, locationY: 420 },
      ports: { Action: 'scene.objects.destroy', object: tag },
    },
  ],
  connections: [
    { from: 'start/Out', to: 'appear/In' },
    { from: 'appear/Out', to: 'bounce/In' },
    { from: 'stop/Out', to: 'leave/In' },
  ],
});
