import type { RequirementId } from '../../requirements/index.ts';

/** The requirement that covers each event kind of the description. */
export const requirementsByKind: Readonly<Record<string, RequirementId>> = {
  'graph.running': 'EVENT-001',
  'graph.stopped': 'EVENT-002',
  'node.executing': 'EVENT-003',
  'node.done': 'EVENT-004',
  'ports.updated': 'EVENT-005',
  'variable.changed': 'EVENT-006',
  'variable.deleted': 'EVENT-007',
  'console.log': 'EVENT-008',
  'tween.completed': 'EVENT-009',
  'tween.cancelled': 'EVENT-010',
  'webhook.received': 'EVENT-011',
  'streaming.event': 'EVENT-012',
  'midi.input': 'EVENT-013',
  'process.loaded': 'EVENT-014',
  'process.exited': 'EVENT-015',
  'animation.playback.started': 'EVENT-016',
  'animation.playback.completed': 'EVENT-016',
  'animation.playback.stopped': 'EVENT-016',
  'animation.playback.looped': 'EVENT-016',
  'animation.playback.direction.changed': 'EVENT-016',
  'animation.playback.held': 'EVENT-016',
  'animation.playback.paused': 'EVENT-016',
  'animation.playback.resumed': 'EVENT-016',
  'animation.playback.marker': 'EVENT-017',
  'project.opened': 'EVENT-018',
  'project.closed': 'EVENT-018',
  'scene.activated': 'EVENT-019',
  'scene.deactivated': 'EVENT-019',
  'camera.changed': 'EVENT-020',
  'runtime.connected': 'EVENT-021',
  'runtime.disconnected': 'EVENT-021',
};

/** Returns the requirement that covers a documented kind. */
export const getKindRequirement = (kind: string): RequirementId => {
  const row = requirementsByKind[kind];
  if (row === undefined) throw new Error(`The description does not name ${kind}`);
  return row;
};

/** The event kinds that the description names. */
export const eventKinds: readonly string[] = Object.keys(requirementsByKind);
