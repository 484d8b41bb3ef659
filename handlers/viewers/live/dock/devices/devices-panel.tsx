import { createInputSimulator } from './input-simulator.ts';
import { InputCard } from './input-card.tsx';
import { createMidiDevices } from './midi-store.ts';
import { MidiCard } from './midi-card.tsx';
import { createFeatureAvailability } from '../../session/feature-availability.ts';
import { createProcessList } from './process-store.ts';
import { ProcessesCard } from './processes-card.tsx';
import { createStreamingPlatforms } from './streaming-store.ts';
import { StreamingCard } from './streaming-card.tsx';
import { createWebhookListeners } from './webhook-store.ts';
import { WebhooksCard } from './webhooks-card.tsx';
import { FeatureAvailabilityContext } from './device-card.tsx';
import type { OpenPanel } from '../../app/live-page-context.ts';

/** Creates the panel that shows and tests devices and other external inputs and outputs. */
export const openDevicesPanel: OpenPanel = ({ session, notices }) => {
  const options = { session, notices, nextFrame: requestAnimationFrame };
  const availability = createFeatureAvailability(session, notices);
  const webhooks = createWebhookListeners(options);
  const midi = createMidiDevices(options);
  const streaming = createStreamingPlatforms(options);
  const processes = createProcessList(options);
  const input = createInputSimulator(options);
  return () => (
    <FeatureAvailabilityContext.Provider value={availability}>
      <WebhooksCard webhooks={webhooks} />
      <MidiCard midi={midi} />
      <StreamingCard streaming={streaming} />
      <ProcessesCard processes={processes} />
      <InputCard input={input} />
    </FeatureAvailabilityContext.Provider>
  );
};
