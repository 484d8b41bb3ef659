import type { Tab } from './tab.ts';

/** What the dock shows, from left to right. */
export const tabs: readonly Tab[] = [
  {
    id: 'events',
    title: 'Events',
    load: async () => (await import('./events/events-panel.tsx')).openEvents,
  },
  {
    id: 'console',
    title: 'Console',
    needs: 'GET /api/console',
    load: async () => (await import('./console/console-panel.tsx')).openConsole,
  },
  {
    id: 'animation',
    title: 'Animation',
    needs: 'GET /api/objects/{tag}/animations/playbacks',
    load: async () => (await import('./animation/animation-panel.tsx')).openAnimation,
  },
  {
    id: 'actions',
    title: 'Actions',
    needs: 'GET /api/actions/schema',
    load: async () => (await import('./actions/actions-panel.tsx')).openActions,
  },
  {
    id: 'devices',
    title: 'Devices',
    load: async () => (await import('./devices/devices-panel.tsx')).openDevices,
  },
  {
    id: 'figures',
    title: 'Figures',
    load: async () => (await import('./figures/figures-panel.tsx')).openFigures,
  },
];
