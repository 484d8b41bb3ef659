/** How many requirements depend on each key of the manifest. */
import { loadAudits } from '../audits/index.ts';
import type { Need } from '../audit.ts';
import type { FieldName } from '../target/field-readers/field-catalog.ts';

const audits = await loadAudits();

/**
 * The number of requirements that depend on each field: roughly what `readings` of complete runs report. Only the order
 * matters.
 */
export const requirementsByField: Readonly<Record<FieldName, number>> = {
  'node.ports': 215,
  'node.locationX': 7,
  'node.locationY': 7,
  'port.name': 207,
  'port.direction': 205,
  'port.value': 68,
  options: 12,
  'option.label': 8,
  'option.index': 2,
  'vector.components': 0,
  'color.components': 0,
  'type.name': 0,
  'connection.id': 12,
  'connection.output': 0,
  'connection.input': 0,
  'validation.valid': 2,
  'layout.saved': 1,
  'layout.aspectRatio': 1,
  'graph.state': 6,
  'graph.running': 6,
  'category.name': 32,
  'category.nodes': 32,
  'category.count': 4,
  'search.hint': 0,
  'console.severity': 4,
  'console.contextType': 4,
  'console.timestamp': 5,
  'variable.value': 15,
  'variable.type': 15,
  'toc.method': 32,
  'toc.route': 32,
  'toc.purpose': 32,
  'action.result': 66,
  'action.route': 68,
  'action.answer': 41,
  'action.parameters': 69,
  'action.name': 66,
  'parameter.name': 69,
  'parameter.required': 69,
  'parameter.optional': 69,
  'parameter.type': 66,
  'discovery.needsRuntime': 1,
  'discovery.name': 2,
  'response.success': 4,
  'event.type': 89,
  'event.data': 89,
  'component.name': 20,
  'component.count': 1,
  'component.properties': 42,
  'property.name': 43,
  'property.type': 10,
  'property.value': 43,
  'property.previous': 1,
  'property.new': 2,
  'property.options': 1,
  'property.url': 2,
  'result.error': 3,
  'property.structural': 5,
  'asset.tag': 37,
  'clip.duration': 51,
  'clip.tracks': 2,
  'playback.id': 32,
  'playback.weight': 1,
  'spawn.tag': 70,
};

/** The number of requirements whose audits use each other key, counted in the same run. */
export const requirementsByKey = {
  'choices.routes.listGraphs': 7,
  'choices.routes.getGraph': 11,
  'choices.routes.deleteGraph': 1,
  'choices.routes.listVariables': 15,
  'choices.routes.createVariable': 15,
  'choices.routes.readVariable': 3,
  'choices.routes.deleteVariable': 15,
  'choices.routes.reference': 5,
  'choices.routes.openapi': 2,
  'choices.bodies.createVariable': 15,
  'choices.bodies.openProject': 6,
  'choices.actions.log.console': 78,
  'choices.actions.scene.spawn': 52,
  'choices.actions.text.format': 2,
  'choices.actions.process.start': 11,
  'choices.actions.webhook.listen': 8,
  'choices.actions.midi.subscribe': 6,
  'choices.actions.streaming.subscribe': 6,
  'choices.actions.scene.switch': 2,
  'choices.events': 6,
  'choices.actionRoute': 113,
  'choices.animated': 51,
  'choices.playSet': 34,
  'choices.assets': 38,
} as const;

/** Counts the requirements whose audits have one of these needs. */
export const countRequirementsWithNeed = (...needs: readonly Need[]): number =>
  new Set(
    audits
      .filter((audit) => audit.needs?.some((need) => needs.includes(need)))
      .flatMap(({ requirements }) => requirements),
  ).size;
