/** An entry in `GET /api/errors` (C-09). */
export interface CatalogEntry {
  readonly code: string;
  readonly status: number;
  readonly condition: string;
  readonly resolution: string;
}

type Catalog = Readonly<Record<string, Omit<CatalogEntry, 'code'>>>;

export const renderErrors = (catalog: Catalog): readonly CatalogEntry[] =>
  Object.entries(catalog).map(([code, { status, condition, resolution }]) => ({
    code,
    status,
    condition,
    resolution,
  }));
