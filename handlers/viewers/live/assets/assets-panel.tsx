import { useEffect, useState } from 'preact/hooks';
import { type LivePage, type OpenPanel, useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { MenuButton } from '../components/menu.tsx';
import { SearchBox } from '../components/search-box.tsx';
import { ValueField } from '../components/value-field.tsx';
import { getMissingRouteReason } from '../session/feature-availability.ts';
import { repeatWhileVisible } from '../session/store-helpers.ts';
import {
  type AssetProperty,
  type AssetRecord,
  type AssetsStore,
  createAssetsStore,
  propertiesRoute,
} from './assets-store.ts';
import { uploadRoute } from './asset-uploads.ts';
import { chooseFiles } from './local-files.ts';
import { placeAsset } from './place-asset.ts';
import type { IconName } from '../components/icon-names.ts';

/** The interval at which the list is read again, in milliseconds. No event reports changed assets. */
const refreshMs = 3_000;

export const openAssetsPanel: OpenPanel = (live) => {
  const store = createAssetsStore(live);
  return () => <AssetsPanel store={store} />;
};

const kindIcons: Readonly<Record<string, IconName>> = {
  model: 'box',
  image: 'image',
  audio: 'volume-2',
  shader: 'code',
  material: 'palette',
  animation: 'film',
  bundled: 'boxes',
};

const getKind = ({ type }: AssetRecord): string => (typeof type === 'string' ? type : 'asset');

const AssetsPanel = ({ store }: { readonly store: AssetsStore }) => {
  const live = useLivePage();
  const [query, setQuery] = useState('');
  useEffect(() => repeatWhileVisible(refreshMs, () => void store.refresh()), [store]);
  const uploadCount = live.uploads.count.value;
  useEffect(() => {
    if (uploadCount > 0) void store.refresh();
  }, [store, uploadCount]);
  const assets = store.list.value ?? [];
  const text = query.trim().toLowerCase();
  const shown = assets.filter((asset) => `${asset.name} ${getKind(asset)}`.toLowerCase().includes(text));
  const selected = assets.find(({ name }) => name === store.selected.value);
  return (
    <>
      <div class="panel-search asset-search">
        <SearchBox label="Search assets" value={query} onEnter={setQuery} />
        <Button
          icon="upload"
          label="Upload files"
          unavailable={getMissingRouteReason(live.session.capabilities.value, uploadRoute)}
          onClick={() => void chooseFiles().then((files) => live.uploads.upload(files))}
        />
        <Button
          icon="refresh-cw"
          label="Look for new files"
          onClick={() =>
            void live.notices.runAndReport(async () => {
              await live.session.client.act('project.refresh');
              await store.refresh();
            })
          }
        />
      </div>
      <div class="panel-list">
        {store.failure.value !== undefined && <p class="empty">{store.failure.value}</p>}
        {store.failure.value === undefined && store.list.value && shown.length === 0 && (
          <p class="empty">
            {assets.length > 0
              ? 'No asset has that name.'
              : 'No assets yet. Drop models, images and sounds onto the page, or upload them.'}
          </p>
        )}
        <ul aria-label="Assets">
          {shown.map((asset) => (
            <li key={asset.name}>
              <button
                type="button"
                class="panel-row asset"
                aria-current={asset === selected}
                title={`${asset.name}: ${describeAsset(asset)}`}
                onClick={() => store.select(asset === selected ? undefined : asset.name)}
              >
                <Icon name={kindIcons[getKind(asset)] ?? 'folder'} />
                <span class="row-name">{asset.name}</span>
                <span class="row-detail">{formatSize(asset.size)}</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
      {selected && <AssetDetails key={selected.name} asset={selected} store={store} />}
    </>
  );
};

interface AssetDetailsProps {
  readonly asset: AssetRecord;
  readonly store: AssetsStore;
}

/** Shows what the selected asset is, what can be done with it, and its import settings. */
const AssetDetails = ({ asset, store }: AssetDetailsProps) => {
  const live = useLivePage();
  const { name } = asset;
  const use = getAssetUse(asset, live);
  const missing = getMissingRouteReason(live.session.capabilities.value, propertiesRoute);
  return (
    <section class="asset-details" aria-label={name}>
      <header>
        <div class="asset-title">
          <h3>{name}</h3>
          <p class="quiet">{describeAsset(asset)}</p>
        </div>
        <MenuButton
          icon="ellipsis"
          label={`More for ${name}`}
          getEntries={() => [
            {
              ...{ label: 'Rename', icon: 'pencil' },
              run: () => live.actionRequests.open('assets.rename', { asset: name, name }),
            },
            { label: 'Delete', icon: 'trash', run: () => void confirmAndDelete(asset, store, live) },
          ]}
        />
      </header>
      {use && (
        <Button label={use.label} icon={use.icon} look="box" onClick={use.run}>
          {use.label}
        </Button>
      )}
      {missing && <p class="quiet">{missing}</p>}
      <dl>
        {store.properties.value.map((property) => (
          <PropertyRow key={property.name} property={property} store={store} />
        ))}
      </dl>
    </section>
  );
};

interface PropertyRowProps {
  readonly property: AssetProperty;
  readonly store: AssetsStore;
}

/** A property of an asset. Facts that can't be changed are shown as text. */
const PropertyRow = ({ property, store }: PropertyRowProps) => {
  const { name, type, value, options, minimum, maximum, readOnly, description } = property;
  return (
    <div class="asset-property" title={description}>
      <dt>{name}</dt>
      <dd>
        {readOnly ? (
          <span class="number">{formatFact(value)}</span>
        ) : (
          <ValueField
            {...{ type, value, options, minimum, maximum }}
            label={name}
            onChange={(entered) => store.write(property, entered)}
          />
        )}
      </dd>
    </div>
  );
};

const formatFact = (value: unknown): string => {
  if (typeof value === 'number') return String(Math.round(value * 1000) / 1000);
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
};

const formatSize = (bytes: unknown): string => {
  if (typeof bytes !== 'number') return '';
  if (bytes < 1000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
};

/** Describes an asset in a few words: its kind, its size, and what the runtime knows about its content. */
const describeAsset = (asset: AssetRecord): string => {
  const { size, width, height, duration, triangles } = asset;
  return [
    getKind(asset),
    formatSize(size),
    typeof width === 'number' && typeof height === 'number' && `${width} × ${height} px`,
    typeof duration === 'number' && `${duration.toFixed(2)} s`,
    typeof triangles === 'number' && `${triangles} triangles`,
  ]
    .filter(Boolean)
    .join(' · ');
};

interface AssetUse {
  readonly label: string;
  readonly icon: IconName;
  run(): void;
}

/** Returns the main thing that can be done with an asset of this kind. */
const getAssetUse = (asset: AssetRecord, live: LivePage): AssetUse | undefined => {
  const { session, notices, actionRequests, scene } = live;
  switch (getKind(asset)) {
    case 'model':
    case 'image':
    case 'bundled':
      return { label: 'Place in the scene', icon: 'plus', run: () => void placeAsset(asset.name, live) };
    case 'audio':
      return {
        ...{ label: 'Play once', icon: 'play' },
        run: () =>
          void notices.runAndReport(() =>
            session.client.act('audio.play', { asset: asset.name, spatial: false }),
          ),
      };
    case 'material':
      return {
        ...{ label: 'Assign to an object', icon: 'palette' },
        run: () =>
          actionRequests.open('material.assign', { asset: asset.name, object: scene.selection.peek() ?? '' }),
      };
    default:
      return undefined;
  }
};

const confirmAndDelete = async (
  asset: AssetRecord,
  store: AssetsStore,
  { session, notices, confirmation }: LivePage,
): Promise<void> => {
  const isConfirmed = await confirmation.ask({
    title: `Delete ${asset.name}?`,
    text: 'The file and its import settings are deleted. This can’t be undone.',
    confirmLabel: 'Delete',
  });
  if (!isConfirmed) return;
  await notices.runAndReport(() =>
    session.client.act('assets.delete', {
      asset: asset.name,
      ...(getKind(asset) === 'bundled' && { confirm: true }),
    }),
  );
  await store.refresh();
};
