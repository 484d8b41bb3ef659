import { AvailabilityButton, DeviceCard, RecentEventList } from './device-card.tsx';
import type { EventOf } from '#spec/client/index.ts';
import type { ProcessList } from './process-store.ts';

/** The maximum number of ended processes in the list. Earlier ones appear only as events. */
const maxEndedProcesses = 3;

/** Shows the programs that the service has started. */
export const ProcessesCard = ({ processes }: { readonly processes: ProcessList }) => {
  const allProcesses = processes.list.value.value ?? [];
  const running = allProcesses.filter(({ state }) => state === 'loaded');
  const ended = allProcesses.filter(({ state }) => state === 'exited').slice(0, maxEndedProcesses);
  return (
    <DeviceCard
      title="Processes"
      state={`${running.length} running`}
      readings={[processes.list]}
      requiredFeature="process.list"
    >
      <StartProcessForm onStart={processes.start} />
      <ul class="things" aria-label="Processes">
        {[...running, ...ended].map(({ processId, processName, path, state, exitCode }) => (
          <li key={processId} class="line">
            <b class="grow" title={path}>
              {processName}
            </b>
            <span class="quiet">{processId}</span>
            {state === 'loaded' ? (
              <AvailabilityButton
                aria-label={`Stop ${processName} ${processId}`}
                requiredFeature="process.stop"
                onClick={() => void processes.stop(processId)}
              >
                Stop
              </AvailabilityButton>
            ) : (
              <span class="badge">exited {exitCode}</span>
            )}
          </li>
        ))}
      </ul>
      <RecentEventList
        label="Latest process events"
        events={processes.recentEvents.value}
        describe={describeProcessEvent}
        hint="The output of processes is in the console."
      />
    </DeviceCard>
  );
};

const describeProcessEvent = (event: EventOf<'process.loaded' | 'process.exited'>): string => {
  const { processName, processId } = event.data;
  const end = event.type === 'process.exited' ? `exited with ${event.data.exitCode}` : 'loaded';
  return `${processName} ${processId} ${end}`;
};

const StartProcessForm = ({ onStart }: { readonly onStart: ProcessList['start'] }) => (
  <form
    class="line"
    aria-label="Start a program"
    onSubmit={(event) => {
      event.preventDefault();
      const formData = new FormData(event.currentTarget);
      const args = String(formData.get('arguments') ?? '').split(/\s+/);
      void onStart(String(formData.get('path') ?? ''), args.filter(Boolean));
    }}
  >
    <input
      name="path"
      class="grow"
      aria-label="Program"
      placeholder="program"
      title="A program in one of the folders listed in allowedPrograms of the settings"
      autocomplete="off"
      required
    />
    <input
      name="arguments"
      class="grow"
      aria-label="Arguments, separated by spaces"
      placeholder="arguments"
      autocomplete="off"
    />
    <AvailabilityButton requiredFeature="process.start" isSubmit>
      Start
    </AvailabilityButton>
  </form>
);
