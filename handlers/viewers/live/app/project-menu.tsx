import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { useModalDialog } from '../components/floating.ts';
import { getMissingRouteReason } from '../session/feature-availability.ts';
import { useLivePage } from './live-page-context.ts';
import { createProjectSaves } from './project-saves.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { type MenuEntry, MenuButton } from '../components/menu.tsx';

const openRoute = 'POST /api/project/open';

/** The pages of the service that its menu leads to. None of them needs the token. */
const servicePages = [
  ['docs', 'Open the guides'],
  ['reference', 'API reference'],
  ['asyncapi', 'Events'],
] as const;

/** The name of the open project. Its menu saves and opens projects, and leads to the other pages of the service. */
export const ProjectMenu = () => {
  const { session, notices, confirmation } = useLivePage();
  const { address, capabilities } = session;
  const isAsking = useSignal(false);
  const name = capabilities.value?.projectName ?? 'no project';
  const saves = createProjectSaves({ client: session.client, notices, confirmation });
  const getEntries = (): MenuEntry[] => [
    { label: 'Save the project', icon: 'save', run: () => void saves.saveProject() },
    { label: 'Save the scene', icon: 'image', run: () => void saves.saveScene() },
    { label: 'Load the saved scene', icon: 'rotate-ccw', run: () => void saves.loadSavedScene() },
    {
      ...{ label: 'Open another project…', icon: 'folder' },
      unavailable: getMissingRouteReason(capabilities.peek(), openRoute),
      run() {
        isAsking.value = true;
      },
    },
    'separator',
    ...servicePages.map(
      ([page, label]): MenuEntry => ({
        ...{ label, icon: 'external-link' },
        run: () => void open(`${address.url}/${page}`, '_blank', 'noopener'),
      }),
    ),
  ];
  return (
    <>
      <MenuButton label={`Project ${name}`} class="project-name" getEntries={getEntries}>
        <span>{name}</span>
        <Icon name="chevron-down" class="small" />
      </MenuButton>
      {isAsking.value && (
        <OpenProjectDialog
          onClose={() => {
            isAsking.value = false;
          }}
        />
      )}
    </>
  );
};

/** Asks for the folder of the project to open, on the machine of the service. */
const OpenProjectDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { session, notices } = useLivePage();
  const dialog = useModalDialog();
  const field = useRef<HTMLInputElement>(null);
  const openProject = async (path: string): Promise<void> => {
    await notices.runAndReport(async () => {
      const { projectName } = await session.client.request(openRoute, { body: { path } });
      notices.showInfo(`Opened ${projectName}.`);
      dialog.current?.close();
    });
  };
  return (
    <dialog ref={dialog} class="floating dialog" aria-label="Open another project" onClose={onClose}>
      <h2>Open another project</h2>
      <p>The open project is saved and closed first.</p>
      <form
        class="open-project"
        onSubmit={(event) => {
          event.preventDefault();
          void openProject(field.current?.value.trim() ?? '');
        }}
      >
        <label>
          Folder of the project, on the machine of the service
          <input ref={field} required autocomplete="off" placeholder="/home/me/shows/demo" />
        </label>
        <div class="dialog-buttons">
          <Button label="Cancel" look="box" onClick={() => dialog.current?.close()}>
            Cancel
          </Button>
          <Button type="submit" label="Open" look="primary">
            Open
          </Button>
        </div>
      </form>
    </dialog>
  );
};
