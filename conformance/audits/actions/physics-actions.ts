/**
 * Audits of the effects of physics actions. The description names only their category, so all effects are recorded as
 * observations.
 */
import { includesDeep } from '../../json.ts';
import { defineAuditArea } from '../../audit.ts';
import { runAction } from '../../audit-helpers/run-action.ts';
import { spawnObject } from '../../audit-helpers/spawned-objects.ts';
import { describeStatus } from '../../target/http/exchange.ts';

const physicsActions = defineAuditArea('physics-actions', 'token', 'runtime');

const farDistance = 4321;

export const audits = [
  physicsActions.audit('bodies-and-rays', ['ACT-PHYS-001'], async (t) => {
    const object = await spawnObject(t);
    const ray = { origin: { x: farDistance, y: 5, z: 0 }, direction: { x: 0, y: -1, z: 0 } };
    await runAction(t, 'transform.setPosition', { object, position: { x: farDistance, y: 0, z: 0 } });
    const forceReply = await runAction(t, 'physics.addForce', { object, force: { x: 0, y: 1, z: 0 } });
    t.observe('physics.addForce of an object without a body', describeStatus(forceReply));
    const missReply = await runAction(t, 'physics.raycast', ray);
    t.observe(
      'a ray finds an object without a collider',
      missReply.ok && includesDeep(missReply.json, object),
    );
    const colliderReply = await runAction(t, 'physics.setCollider', { object, shape: 'box' });
    t.observe('physics.setCollider', describeStatus(colliderReply));
    const hitReply = await runAction(t, 'physics.raycast', ray);
    t.observe(
      'a ray finds an object after a collider is added',
      hitReply.ok && includesDeep(hitReply.json, object),
    );
    await runAction(t, 'physics.setBody', { object, type: 'static', mass: 3 });
    const reversed = await runAction(t, 'physics.setBody', { object, type: 'static', mass: 4 });
    t.observe('physics.setBody returns the previous mass', reversed.ok && includesDeep(reversed.json, 3));
  }),
];
