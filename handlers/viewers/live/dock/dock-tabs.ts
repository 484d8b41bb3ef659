import type { DockTab } from './dock-tab.ts';

/** The dock's tabs, from left to right. */
export const dockTabs: readonly DockTab[] = [
  {
    id: 'events',
    title: 'Events',
    load: async () => (await import('./events/events-panel.tsx')).openEventsPanel,
  },
  {
    id: 'console',
    title: 'Console',
    requiredRoutes: 'GET /api/console',
    load: async () => (await import('./console/console-panel.tsx')).openConsolePanel,
  },
  {
    id: 'animation',
    title: 'Animation',
    requiredRoutes: 'GET /api/objects/{tag}/animations/playbacks',
    load: async () => (await import('./animation/animation-panel.tsx')).openAnimationPanel,
  },
  {
    id: 'actions',
    title: 'Actions',
    requiredRoutes: 'GET /api/actions/schema',
    load: async () => (await import('./actions/actions-panel.tsx')).openActionsPanel,
  },
  {
    id: 'devices',
    title: 'Devices',
    load: async () => (await import('./devices/devices-panel.tsx')).openDevicesPanel,
  },
  {
    id: 'figures',
    title: 'Figures',
    load: async () => (await import('./metrics/metrics-panel.tsx')).openMetricsPanel,
  },
];
