import { audit } from '../../audit.ts';
import { speaksOf } from '../../hub/events.ts';
import { actionPath } from '../rest/action-calls.ts';
import { connect, quietWindow, received } from './client.ts';
import { offeredActions, spawn, tween } from './scene.ts';

/** Long enough to be under way whatever happens before it is cancelled, in seconds. */
const longTween = 30;
const shortTween = 0.1;

export const tweenEvents = [
  audit({
    id: 'hub/tween-completed',
    requirements: ['EVENT-009', 'ACT-008'],
    needs: ['token', 'runtime', 'events'],
    async run(t) {
      const object = await spawn(t);
      const client = await connect(t);
      await client.subscribe('tween.completed');
      t.given(await tween(t, object, shortTween), 'tween.position succeeds');
      const event = (await client.event('tween.completed', object)) ?? client.events('tween.completed')[0];
      t.must(event !== undefined, 'tween.completed comes when a tween has settled', received(client));
      t.observe('tween.completed names the object', speaksOf(event?.args, object));
    },
  }),
  audit({
    id: 'hub/tween-cancelled',
    requirements: ['EVENT-010'],
    needs: ['token', 'runtime', 'events'],
    async run(t) {
      const object = await spawn(t);
      const cancel = (await offeredActions(t, 'tween')).find((name) =>
        /^tween\.(cancel|kill|stop)/i.test(name),
      );
      t.given(cancel !== undefined, 'an action that cancels a tween (tween.cancel)');
      const client = await connect(t);
      await client.subscribe('tween.cancelled', 'tween.completed');
      t.given(await tween(t, object, longTween), 'tween.position succeeds');
      const reply = await t.http.post(actionPath(cancel!), { object });
      t.given(reply.ok, `${cancel} of an object's tweens succeeds`, { actual: reply.text.slice(0, 200) });
      const event = (await client.event('tween.cancelled', object)) ?? client.events('tween.cancelled')[0];
      const completed = client.events('tween.completed').some(({ args }) => speaksOf(args, object));
      t.given(event !== undefined || !completed, `${cancel} leaves the tween where it is`);
      t.must(event !== undefined, 'tween.cancelled comes when a tween is cancelled', received(client));
    },
  }),
  audit({
    id: 'hub/filter-object',
    requirements: ['HUB-FILTER-001'],
    needs: ['token', 'runtime', 'events'],
    likelyCause: 'SubscribeFiltered takes no notice of objects',
    async run(t) {
      const [unwanted, wanted] = [await spawn(t), await spawn(t)];
      const witness = await connect(t);
      await witness.subscribe('tween.completed');
      const client = await connect(t);
      await client.subscribeToObjects([wanted], 'tween.completed');
      for (const object of [unwanted, wanted]) {
        t.given(await tween(t, object, shortTween), 'tween.position succeeds');
        const seen = await witness.event('tween.completed', object);
        t.given(seen !== undefined, 'tween.completed arrives unfiltered, and names its object');
      }
      const event = await client.event('tween.completed', wanted);
      t.must(event !== undefined, 'the filter lets through the event of its object', received(client));
      await quietWindow();
      const strays = client.events('tween.completed').filter(({ args }) => !speaksOf(args, wanted));
      t.mustEqual(strays.length, 0, 'and no event of another object');
    },
  }),
];
